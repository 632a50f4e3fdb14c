import { describe, expect, test } from 'vitest'
import { validateXML } from 'xmllint-wasm'
import { failureCode } from '#client.ts'
import { dayOf, formatDay } from '#platform/time.ts'
import { as, fileFor, ok } from '#testing/as.ts'
import { testDatabase } from '#testing/database.ts'
import { pastIncome } from '#testing/past-income.ts'
import { people, portals } from '#testing/world/cast.ts'
import { accrueSales } from './server/accrue-sales.ts'
import { netted } from './server/payable.ts'
import { books, correctWhole, pendingBill } from './test-bills.ts'
import { schemaOf } from './test-schemas.ts'
import { documentOf, pdfText } from './test-taxes.ts'

const world = testDatabase()
const portalId = portals.ninoLobo.id
const today = formatDay(dayOf(Date.now()))

async function issued(cents = 100_000) {
  const artist = await as(world.database, 'artist')
  const pending = await pendingBill(world.database, portalId, cents)
  return ok(await artist.billing.approveBill({ billId: pending.id }, { version: pending.version }))
}
async function propose(bill: { id: string; version: number }, more: object) {
  const staff = await as(world.database, 'billing')
  return staff.billing.cancelBill(
    { billId: bill.id, reason: 'Faltaban entradas', ...more },
    { version: bill.version },
  )
}
async function accept(billId: string) {
  const artist = await as(world.database, 'artist')
  const { version } = ok(await artist.billing.getBill({ billId }))
  return artist.billing.approveBill({ billId }, { version })
}
const balanced = async () => (await books(world.database)).reduce((sum, { cents }) => sum + Number(cents), 0)

describe('a corrective bill', () => {
  test('waits to be accepted, by mail and inbox, and moves nothing until then', async () => {
    const { database } = world
    const artist = await as(database, 'artist')
    const bill = await issued()
    const before = await books(database)
    expect(await propose(bill, {})).toMatchObject({ error: { fields: { fault: expect.any(String) } } })
    const proposed = ok(await propose(bill, { fault: 'detail' }))
    expect(proposed).toMatchObject({ status: 'Approved', correctedBy: { number: null } })
    expect(await books(database)).toEqual(before)
    expect(failureCode(await propose(proposed, { fault: 'detail' }))).toBe('billing.beingCorrected')
    const billId = proposed.correctedBy?.id ?? ''
    const corrective = ok(await artist.billing.getBill({ billId }))
    expect(corrective).toMatchObject({ status: 'Pending', corrective: true, number: null, blocked: [] })
    const told = await database.query(`select 1 from mail where kind = 'billing.corrective'`)
    expect(told.length).toBeGreaterThan(0)
    const disputed = ok(
      await artist.billing.disputeBill({ billId, reason: 'Era correcta' }, { version: corrective.version }),
    )
    expect(disputed).toMatchObject({ status: 'Cancelled', number: null, reason: 'Era correcta' })
    const again = ok(await artist.billing.getBill({ billId: bill.id }))
    expect(again).toMatchObject({ status: 'Approved', correctedBy: null })
    expect(await books(database)).toEqual(before)
    expect(await correctWhole(database, again)).toMatchObject({ status: 'Cancelled' })
    expect(await balanced()).toBe(0)
  })

  test('of a bill that was paid is set against what is paid next', async () => {
    const { database } = world
    const staff = await as(database, 'billing')
    const bill = await issued(50_000)
    const paid = ok(
      await staff.billing.setPayment(
        { billId: bill.id, payment: 'paid', on: today },
        { version: bill.version },
      ),
    )
    const cancelled = await correctWhole(database, paid, { fault: 'base' })
    expect(cancelled).toMatchObject({ status: 'Cancelled', payment: 'paid' })
    const corrective = ok(await staff.billing.getBill({ billId: cancelled.correctedBy?.id ?? '' }))
    expect(corrective.payment).toBe('unpaid')
    expect(corrective.totals.payableCents).toBe(-bill.totals.payableCents)
    // It owes that: nothing is paid until more has been earned.
    expect(ok(await staff.billing.listRemittances({})).ready.bills).toBe(0)
    const next = await issued(30_000)
    const made = ok(await staff.billing.listRemittances({})).ready
    expect(made.totalCents).toBe(next.totals.payableCents - bill.totals.payableCents)
    expect(made.totalCents).toBeGreaterThan(0)
    // Its amounts are what is corrected: both files say that it is told by differences.
    expect((await documentOf(database, corrective.id, 'facturae')).toString()).toContain(
      '<CorrectionMethod>02<',
    )
    expect((await documentOf(database, corrective.id, 'verifactu')).toString()).toContain(
      'TipoRectificativa>I<',
    )
    const { id } = ok(await staff.billing.createRemittance({ on: today }))
    ok(await staff.billing.downloadRemittance({ remittanceId: id }))
    const xml = await (await fileFor(database, people.billing.id, `/billing/remittance/${id}`)).text()
    expect(xml).toContain(`<InstdAmt Ccy="EUR">${(made.totalCents / 100).toFixed(2)}<`)
    expect(await balanced()).toBe(0)
  })

  test('of a difference tells only that, and the bill stays', async () => {
    const { database } = world
    const staff = await as(database, 'billing')
    const bill = await issued()
    const difference = { amountCents: -10_000, description: 'Diez camisetas contadas dos veces' }
    expect(await propose(bill, { fault: 'taxId', difference })).toMatchObject({
      error: { fields: { difference: expect.any(String) } },
    })
    const proposed = ok(await propose(bill, { fault: 'returned', difference }))
    const corrective = ok(await accept(proposed.correctedBy?.id ?? ''))
    expect(corrective).toMatchObject({ correction: { fault: 'returned', whole: false } })
    expect(corrective.totals).toMatchObject({ baseCents: -10_000, taxCents: -2_100, retentionCents: -1_500 })
    expect(ok(await staff.billing.getBill({ billId: bill.id }))).toMatchObject({ status: 'Approved' })
    expect(await balanced()).toBe(0)
    const facturae = (await documentOf(database, corrective.id, 'facturae')).toString()
    for (const part of [
      `<InvoiceNumber>${bill.number}<`,
      '<ReasonCode>83<',
      '<ReasonDescription>Base imponible modificada por descuentos y bonificaciones<',
      '<CorrectionMethod>02<',
      `<InvoiceIssueDate>${bill.issuedOn}<`,
    ])
      expect(facturae).toContain(part)
    const record = (await documentOf(database, corrective.id, 'verifactu')).toString()
    expect(record).toContain('TipoFactura>R1<')
    expect(record).toMatch(
      /IDFacturaRectificada>\s*<sum1:IDEmisorFactura>54362315K<[\s\S]*NumSerieFactura>LOBO-/,
    )
    for (const [xml, kind] of [
      [facturae, 'facturae'],
      [record, 'verifactu'],
    ] as const)
      expect((await validateXML(schemaOf(kind, xml))).errors).toEqual([])
    for (const [locale, words] of [
      ['es', ['Factura rectificativa', 'Devoluciones o descuentos', 'solo la diferencia', 'Diez camisetas']],
      ['en', ['Corrective', 'Returns or discounts', 'Only the difference', 'Diez camisetas']],
    ] as const) {
      const text = pdfText(await documentOf(database, corrective.id, 'pdf', locale))
      for (const word of [...words, bill.number ?? '']) expect(text.replaceAll('\n', ' ')).toContain(word)
    }
  })

  test.each([
    ['rate', 'R1', '11'],
    ['name', 'R4', '04'],
    ['taxId', 'R4', '06'],
    ['address', 'R4', '08'],
    ['period', 'R4', '13'],
  ] as const)('for %s is %s in the records and %s in Facturae', async (fault, type, code) => {
    const { database } = world
    const cancelled = await correctWhole(database, await issued(10_000), { fault })
    const id = cancelled.correctedBy?.id ?? ''
    const record = (await documentOf(database, id, 'verifactu')).toString()
    expect(record).toContain(`TipoFactura>${type}<`)
    const xml = (await documentOf(database, id, 'facturae')).toString()
    expect(xml).toContain(`<ReasonCode>${code}<`)
    expect((await validateXML(schemaOf('facturae', xml))).errors).toEqual([])
    const [kept] = await database.query<{ input: string }>(
      `select input from fiscal_record where bill_id = $1`,
      [id],
    )
    expect(kept?.input).toContain(`TipoFactura=${type}`)
  })
})

test('the bill of an advance goes back into review with what its account says', async () => {
  const { database } = world
  const artist = await as(database, 'artist')
  const staff = await as(database, 'billing')
  await accrueSales(database)
  await pastIncome(database, 'ninoLobo', 1_800_000)
  const asked = ok(await artist.billing.requestAdvance({ portalId, amountCents: 20_000, reason: 'Vinilo' }))
  const reviewed = ok(await staff.billing.reviewAdvance({ billId: asked.id }, { version: asked.version }))
  const offered = ok(await staff.billing.grantAdvance({ billId: asked.id }, { version: reviewed.version }))
  const back = ok(
    await artist.billing.disputeBill({ billId: asked.id, reason: 'Eran 30' }, { version: offered.version }),
  )
  expect(back).toMatchObject({ status: 'Pending', offered: false, reason: 'Vinilo' })
  expect(back.comments.at(-1)?.text).toBe('Eran 30')
  const refused = await artist.billing.approveBill({ billId: asked.id }, { version: back.version })
  expect(failureCode(refused)).toBe('billing.notPending')
  const once = ok(await staff.billing.grantAdvance({ billId: asked.id }, { version: back.version }))
  expect(ok(await accept(once.id))).toMatchObject({ status: 'Approved', acceptance: 'account' })
})

test('payments are less by what is owed, the oldest first', () => {
  const of = (accountId: string, cents: number) => ({ accountId, cents })
  const due = [of('a', 100), of('b', 50), of('a', -120), of('a', 70), of('b', -60)]
  const { marked, payments } = netted(due)
  expect(payments.map(({ of: { accountId }, cents }) => [accountId, cents])).toEqual([['a', 50]])
  expect(marked.map(({ accountId }) => accountId)).toEqual(['a', 'a', 'a'])
})

test('correctives take back no more than there was, once or in parts, and adds no more than the bill had', async () => {
  const bill = await issued(45_330)
  const base = bill.totals?.baseCents ?? 0
  const by = (amountCents: number) => ({ fault: 'base', difference: { amountCents, description: 'Error' } })
  const refused = { error: { fields: { difference: expect.any(String) } } }
  for (const cents of [-base - 1, -99_999_999_999, base + 1])
    expect(await propose(bill, by(cents)), String(cents)).toMatchObject(refused)
  const proposed = ok(await propose(bill, by(-1_001)))
  ok(await accept(proposed.correctedBy?.id ?? ''))
  const artist = await as(world.database, 'artist')
  const now = ok(await artist.billing.getBill({ billId: bill.id }))
  expect(await propose(now, by(-base))).toMatchObject(refused)
  const rest = ok(await propose(now, by(1_001 - base)))
  ok(await accept(rest.correctedBy?.id ?? ''))
  const done = ok(await artist.billing.getBill({ billId: bill.id }))
  expect(await propose(done, by(-1))).toMatchObject(refused)
  expect(await balanced()).toBe(0)
})

describe('what was corrected in part', () => {
  const partly = async (paid: boolean) => {
    const staff = await as(world.database, 'billing')
    const bill = await issued(60_000)
    if (paid)
      ok(
        await staff.billing.setPayment(
          { billId: bill.id, payment: 'paid', on: today },
          { version: bill.version },
        ),
      )
    const read = async () => ok(await staff.billing.getBill({ billId: bill.id }))
    const difference = { amountCents: -10_000, description: 'Diez de más' }
    const proposed = ok(await propose(await read(), { fault: 'base', difference }))
    const part = ok(await accept(proposed.correctedBy?.id ?? ''))
    return { part, bill: await read(), read }
  }
  const owed = async () => {
    const [row] = await world.database.query<{ cents: string }>(
      `select coalesce(sum(case when "to" = 'payable' then amount_cents else -amount_cents end), 0) as cents
        from ledger_entry where account_id = $1 and 'payable' in ("from", "to")`,
      [portals.ninoLobo.accountId],
    )
    return Number(row?.cents)
  }
  const due = async () => {
    const staff = await as(world.database, 'billing')
    const { due: all } = ok(await staff.billing.listRemittances({}))
    return all.reduce((sum, { payableCents }) => sum + payableCents, 0)
  }

  test('is taken back as a whole, what is left of it, and stays open as it was set right', async () => {
    const { database } = world
    const [owedBefore, dueBefore] = [await owed(), await due()]
    const { bill, part, read } = await partly(false)
    const proposed = ok(await propose(bill, { fault: 'taxId' }))
    const whole = ok(await accept(proposed.correctedBy?.id ?? ''))
    expect(whole.totals.baseCents).toBe(-50_000)
    expect(whole.totals.payableCents).toBe(-bill.totals.payableCents - part.totals.payableCents)
    expect(await read()).toMatchObject({ status: 'Cancelled' })
    // Together they are nothing: none of the three is paid.
    expect(await due()).toBe(dueBefore)
    expect(await owed()).toBe(owedBefore)
    expect(await balanced()).toBe(0)
    const artist = await as(database, 'artist')
    const { next } = ok(await artist.billing.getBilling({ portalId }))
    const lines = ok(await artist.billing.getBill({ billId: next?.id ?? '' })).lines
    const again = lines.filter(({ amountCents }) => [60_000, -10_000].includes(amountCents))
    expect(again.map(({ type, amountCents }) => [type, amountCents])).toEqual(
      expect.arrayContaining([
        ['Extra', 60_000],
        ['Adjustment', -10_000],
      ]),
    )
    const xml = (await documentOf(database, whole.id, 'facturae')).toString()
    expect((await validateXML(schemaOf('facturae', xml))).errors).toEqual([])
    const record = (await documentOf(database, whole.id, 'verifactu')).toString()
    expect(record).toContain('-50000.00'.replace('50000', '500'))
  })

  test('and paid is owed back less what the part took', async () => {
    const [owedBefore, dueBefore] = [await owed(), await due()]
    const { bill, read } = await partly(true)
    const proposed = ok(await propose(bill, { fault: 'period' }))
    ok(await accept(proposed.correctedBy?.id ?? ''))
    expect(await read()).toMatchObject({ status: 'Cancelled', payment: 'paid' })
    expect((await due()) - dueBefore).toBe(-bill.totals.payableCents)
    expect((await owed()) - owedBefore).toBe(-bill.totals.payableCents)
    expect(await balanced()).toBe(0)
  })
})
