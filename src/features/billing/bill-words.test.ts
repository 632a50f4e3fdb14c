import { afterAll, expect, test } from 'vitest'
import { failureCode } from '#client.ts'
import { dayOf, formatDay } from '#platform/time.ts'
import { as, fileFor, ok } from '#testing/as.ts'
import { testDatabase } from '#testing/database.ts'
import { people, portals } from '#testing/world/cast.ts'
import { isSettled } from './pages/billing-words.ts'
import { changeCounts, valuesOf } from './pages/information-values.ts'
import { lineText } from './server/line-text.ts'
import { correctWhole, nextOf, pendingBill } from './test-bills.ts'
import { documentOf, issue, pdfText, portalId } from './test-taxes.ts'

const world = testDatabase()
const { accountId } = portals.ninoLobo
const today = formatDay(dayOf(Date.now()))

afterAll(() =>
  world.database.query(`update portal set self_invoice = true where account_id = $1`, [accountId]),
)

const mailsOf = (kind: string) =>
  world.database.query<{ subject: string; body: string }>(
    `select subject, text as body from mail where kind = $1 order by id`,
    [`billing.${kind}`],
  )

test('what is withheld from a company is no income tax of persons, on screen, paper and in Facturae', async () => {
  const { database } = world
  const person = await issue(database)
  expect(person.retentionTax).toBe('IRPF')
  expect(pdfText(await documentOf(database, person.id, 'pdf'))).toContain('IRPF')
  await database.query(
    `update billing_information set kind = 'company', retention = 'imageRights', retention_bp = 2400 where account_id = $1`,
    [accountId],
  )
  const company = await issue(database)
  expect(company).toMatchObject({ retentionTax: 'IS', retentionBp: 2_400 })
  const text = pdfText(await documentOf(database, company.id, 'pdf')).replace(/\s+/g, ' ')
  expect(text).not.toContain('IRPF')
  expect(text).toContain('Impuesto sobre Sociedades')
  const xml = (await documentOf(database, company.id, 'facturae')).toString()
  expect(xml).toMatch(/<TaxesWithheld>\s*<Tax>\s*<TaxTypeCode>29</)
  await database.query(
    `update billing_information set kind = 'person', retention = 'professional', retention_bp = 1500 where account_id = $1`,
    [accountId],
  )
})

test('the bill of an advance says that it is one, whatever it is for', () => {
  const line = { type: 'Advance', portalName: null, month: today, reference: null }
  expect(lineText({ ...line, description: 'Vinilo' }, 'es')).toBe('Anticipo a cuenta de ventas: Vinilo')
  expect(lineText({ ...line, description: null }, 'es')).toBe('Anticipo a cuenta de ventas')
})

/** What was sold and made on demand this month, as sales post it. */
const posted = (type: 'Income' | 'On demand', cents: number) =>
  world.database.query(
    `insert into ledger_entry (id, account_id, "from", "to", amount_cents, type, portal_id, month, commission_bp)
      values (gen_random_uuid(), $1, 'sales', 'accrued', $2, $3, $4, $5, 2000)`,
    [accountId, cents, type, portalId, `${today.slice(0, 7)}-01`],
  )

test('what is made on demand bears no commission', async () => {
  const { database } = world
  await posted('Income', 9_000)
  await posted('On demand', -2_000)
  const { id } = await nextOf(database, 'artist', portalId)
  const rows = (await documentOf(database, id, 'csv')).toString().trim().split(/\r?\n/)
  // The sixth from the end: what comes before it may have commas of its own.
  expect(rows[0]?.split(';').at(-6)).toBe('Comisión %')
  const commissions = (of: string) =>
    rows.flatMap((row) => (row.startsWith(`${of};`) ? (row.split(';').at(-6) ?? '') : []))
  expect(commissions('Ingresos')).toContain('20')
  expect(new Set(commissions('Bajo demanda'))).toEqual(new Set(['']))
})

test('whoever issues its own invoice is asked for it, and not to accept', async () => {
  const { database } = world
  await database.query(`update portal set self_invoice = false where id = $1`, [portalId])
  const bill = await pendingBill(database, portalId, 5_000)
  const [mail] = (await mailsOf('readyOwn')).slice(-1)
  expect(mail?.body).not.toMatch(/ac[eé]pt/i)
  expect(mail?.subject).toMatch(/^Falta tu factura de /)
  expect(mail?.body).toContain('factura')
  const artist = await as(database, 'artist')
  const { baseCents, taxCents, retentionCents, totalCents } = bill.totals
  const own = ok(
    await artist.billing.setOwnInvoice(
      {
        ...{ billId: bill.id, number: 'A/7', date: today, baseCents, taxCents, retentionCents, totalCents },
        file: Buffer.from('%PDF-1.7 propia').toString('base64'),
      },
      { version: bill.version },
    ),
  )
  ok(await artist.billing.approveBill({ billId: bill.id }, { version: own.version }))
  // Its record is not ours to make.
  const asked = await fileFor(database, people.artist.id, `/bill/${bill.id}/document?format=verifactu`)
  expect(await asked.text()).toContain('billing.recordOfIssuer')
  await database.query(`update portal set self_invoice = true where id = $1`, [portalId])
})

test('a bill says that its lines are rounded once each, where there are such lines', async () => {
  const { database } = world
  const artist = await as(database, 'artist')
  const staff = await as(database, 'billing')
  await posted('Income', 9_000)
  const open = await nextOf(database, 'artist', portalId)
  const sold = ok(await staff.billing.closeBill({ billId: open.id }, { version: open.version }))
  expect(sold.lines.some(({ type }) => type === 'Income')).toBe(true)
  const issued = ok(await artist.billing.approveBill({ billId: sold.id }, { version: sold.version }))
  for (const [locale, words] of [
    ['es', 'se redondea una vez'],
    ['en', 'rounded once'],
  ] as const)
    expect(pdfText(await documentOf(database, issued.id, 'pdf', locale)).replaceAll('\n', ' ')).toContain(
      words,
    )
  const extra = await issue(database)
  expect(pdfText(await documentOf(database, extra.id, 'pdf'))).not.toContain('se redondea una vez')
})

test('a bill calls its tax as its reader does: above its column, and in its totals', async () => {
  const { database } = world
  const { id } = await issue(database)
  for (const [locale, own, other] of [
    ['es', /\bIVA\b/g, /\bVAT\b/],
    ['en', /\bVAT\b/g, /\bIVA\b/],
  ] as const) {
    const text = pdfText(await documentOf(database, id, 'pdf', locale))
    expect(text).not.toMatch(other)
    expect(text.match(own)?.length).toBeGreaterThanOrEqual(2)
  }
})

test('issuers are named, also under a NIF that nobody bears any more', async () => {
  const { database } = world
  const boss = await as(database, 'super')
  const issued = await issue(database)
  await database.query(`update billing_information set tax_id = '00000019L' where account_id = $1`, [
    accountId,
  ])
  const { items } = ok(await boss.billing.listFiscalIssuers({ q: issued.taxId ?? '' }))
  expect(items).toMatchObject([{ taxId: issued.taxId, name: issued.legalName }])
  await database.query(`update billing_information set tax_id = $2 where account_id = $1`, [
    ...[accountId, issued.taxId],
  ])
})

test('the form says from when a change counts', async () => {
  const artist = await as(world.database, 'artist')
  const now = ok(await artist.billing.getBillingInformation({ portalId }))
  const values = valuesOf(now)
  const on = '2026-11-18'
  expect(changeCounts(values, now, on)).toEqual({ month: null, anew: false, retention: false })
  expect(changeCounts({ ...values, postcode: '35001' }, now, on)).toMatchObject({
    ...{ month: '2026-11-01', anew: false },
  })
  expect(changeCounts({ ...values, taxId: '00000019L', since: '2026-09-30' }, now, on)).toEqual({
    ...{ month: '2026-09-01', anew: true, retention: false },
  })
  expect(changeCounts({ ...values, retention: 'none' }, now, on)).toEqual({
    ...{ month: null, anew: false, retention: true },
  })
})

test('a rate of a day that has passed says that what was sold keeps its own', async () => {
  const staff = await as(world.database, 'billing')
  const set = async (validFrom: string) =>
    ok(await staff.billing.setRate({ key: 'apparel', bp: 2_000, validFrom, portalId })).past
  expect(await set(formatDay(dayOf(Date.now()) - 40))).toBe(true)
  expect(await set(today)).toBe(false)
  // A product's own says the same.
  const { products } = ok(await staff.billing.listProductRates({ portalId }))
  const own = { portalId, productId: products[0]?.id ?? '', steps: [{ fromUnits: 0, bp: 1_000 }] }
  const setOwn = async (validFrom: string) =>
    ok(await staff.billing.setProductRate({ ...own, validFrom })).past
  expect(await setOwn(formatDay(dayOf(Date.now()) - 1))).toBe(true)
  expect(await setOwn(today)).toBe(false)
  const artist = await as(world.database, 'artist')
  expect(failureCode(await artist.billing.setRate({ key: 'apparel', bp: 1, validFrom: today }))).toBe(
    'forbidden',
  )
})

test('a corrective bill that set another right is settled, and nobody was paid it', async () => {
  const { database } = world
  const [artist, staff] = [await as(database, 'artist'), await as(database, 'billing')]
  const bill = await issue(database)
  const { correctedBy } = await correctWhole(database, bill)
  const corrective = ok(await staff.billing.getBill({ billId: correctedBy?.id ?? '' }))
  expect(corrective).toMatchObject({ corrective: true, payment: 'paid' })
  expect(isSettled(corrective.payment, corrective.totals.payableCents)).toBe(true)
  const other = await issue(database)
  const due = ok(await staff.billing.getBill({ billId: other.id }))
  ok(
    await staff.billing.setPayment(
      { billId: other.id, payment: 'paid', on: today },
      { version: due.version },
    ),
  )
  const paid = ok(await artist.billing.getBill({ billId: other.id }))
  expect(isSettled(paid.payment, paid.totals.payableCents)).toBe(false)
})
