import { describe, expect, test } from 'vitest'
import { failureCode } from '#client.ts'
import { dayOf, formatDay } from '#platform/time.ts'
import { as, fileFor, ok } from '#testing/as.ts'
import { testDatabase } from '#testing/database.ts'
import { pastIncome } from '#testing/past-income.ts'
import { demoPassword, people, portals } from '#testing/world/cast.ts'
import { agreementVersion } from './choices.ts'
import { accrueSales } from './server/accrue-sales.ts'
import { books, correctWhole, nextOf, pendingBill } from './test-bills.ts'
import { documentOf } from './test-taxes.ts'

const today = formatDay(dayOf(Date.now()))
const world = testDatabase()
const lobo = portals.ninoLobo.id

describe('a bill', () => {
  test('the worked example: 1,000 € with 400 € outstanding pays 636 €', async () => {
    const { database } = world
    const staff = await as(database, 'billing')
    const artist = await as(database, 'artist')
    // Whatever the test world sold is closed and cancelled out of the way first.
    await accrueSales(database)
    await pastIncome(database, 'ninoLobo', 1_800_000)
    const { id: first } = await nextOf(database, 'artist', lobo)
    const sold = ok(await staff.billing.getBill({ billId: first }))
    if (sold.totals.earnedCents !== 0)
      ok(
        await staff.billing.addLine({
          ...{ billId: first, type: 'Adjustment', description: 'A cero', reason: 'Prueba' },
          amountCents: -sold.totals.earnedCents,
        }),
      )
    const asked = ok(await artist.billing.listAdvances({ portalId: lobo }))
    expect(asked.ceilingCents).toBe(180_000)
    const advance = ok(await artist.billing.requestAdvance({ portalId: lobo, amountCents: 40_000 }))
    const reviewed = ok(
      await staff.billing.reviewAdvance({ billId: advance.id }, { version: advance.version }),
    )
    const offered = ok(
      await staff.billing.grantAdvance({ billId: advance.id }, { version: reviewed.version }),
    )
    expect(offered).toMatchObject({ status: 'Pending', offered: true, number: null })
    expect(ok(await artist.portals.listAlerts({ portalId: lobo }))).toContain('bill-to-accept')
    ok(await artist.billing.approveBill({ billId: advance.id }, { version: offered.version }))
    const [granted = offered] = ok(await artist.billing.listAdvances({ portalId: lobo })).items
    expect(granted).toMatchObject({ status: 'Approved', state: 'open', openCents: 40_000 })

    const pending = await pendingBill(database, lobo)
    expect(pending).toMatchObject({ status: 'Pending', number: null })
    const approved = ok(
      await artist.billing.approveBill({ billId: pending.id }, { version: pending.version }),
    )
    expect(approved.totals).toMatchObject({
      ...{ earnedCents: 100_000, settledCents: 40_000, baseCents: 60_000, taxCents: 12_600 },
      ...{ retentionCents: 9_000, totalCents: 72_600, payableCents: 63_600 },
    })
    const year = today.slice(0, 4)
    expect(granted.number).toBe(`LOBO-${year}-00001`)
    expect(approved).toMatchObject({ status: 'Approved', number: `LOBO-${year}-00002`, payment: 'unpaid' })
    expect(approved.lines.at(-1)).toMatchObject({
      type: 'Advance',
      amountCents: -40_000,
      reference: granted.number,
    })
    const after = ok(await artist.billing.listAdvances({ portalId: lobo }))
    expect(after.items[0]).toMatchObject({ state: 'settled', openCents: 0 })

    // What is issued stays, whatever anybody tries.
    await expect(
      database.query('update bill set totals = null where id = $1', [pending.id]),
    ).rejects.toThrow()
    await expect(database.query('delete from bill_line where bill_id = $1', [pending.id])).rejects.toThrow()
    for (const format of ['pdf', 'csv', 'facturae', 'verifactu'] as const) {
      expect((await documentOf(database, pending.id, format)).length).toBeGreaterThan(100)
    }
    const total = (await books(database)).reduce((all, { cents }) => all + Number(cents), 0)
    expect(total).toBe(0)
  })

  test('nobody accepts a version that they have not seen, and only once', async () => {
    const { database } = world
    const artist = await as(database, 'artist')
    const pending = await pendingBill(database, lobo, 5_000)
    expect(failureCode(await artist.billing.approveBill({ billId: pending.id }))).toBe('ifMatchRequired')
    expect(failureCode(await artist.billing.approveBill({ billId: pending.id }, { version: 999 }))).toBe(
      'stale',
    )
    const call = { version: pending.version, idempotencyKey: 'one' }
    const first = ok(await artist.billing.approveBill({ billId: pending.id }, call))
    expect(ok(await artist.billing.approveBill({ billId: pending.id }, call))).toEqual(first)
    expect(
      failureCode(await artist.billing.approveBill({ billId: pending.id }, { version: first.version })),
    ).toBe('billing.notPending')
  })

  test('sent back, it is the open one again with everything added since', async () => {
    const { database } = world
    const artist = await as(database, 'artist')
    const staff = await as(database, 'billing')
    const pending = await pendingBill(database, lobo, 7_000)
    const begun = await nextOf(database, 'artist', lobo)
    ok(await artist.billing.commentBill({ billId: begun.id, text: 'Falta Sevilla' }))
    // The bill is gone once the other is open again: what was said stays in the activity.
    expect(
      await database.query(`select target_id, after from activity where action = 'billing.commentBill'`),
    ).toEqual([{ target_id: begun.id, after: { text: 'Falta Sevilla' } }])
    const back = ok(
      await artist.billing.disputeBill(
        { billId: pending.id, reason: 'Falta un concierto' },
        { version: pending.version },
      ),
    )
    expect(back).toMatchObject({ id: pending.id, status: 'Next', reason: 'Falta un concierto' })
    expect(back.totals.earnedCents).toBe(7_000)
    expect(back.comments.map(({ text }) => text)).toEqual(['Falta Sevilla'])
    expect(failureCode(await staff.billing.getBill({ billId: begun.id }))).toBe('notFound')
    const again = ok(await staff.billing.closeBill({ billId: back.id }, { version: back.version }))
    expect(again.totals.earnedCents).toBe(7_000)
    const cancelled = ok(
      await staff.billing.cancelBill({ billId: back.id, reason: 'Doble' }, { version: again.version }),
    )
    expect(cancelled.status).toBe('Cancelled')
    expect(
      ok(await staff.billing.getBill({ billId: (await nextOf(database, 'artist', lobo)).id })).totals
        .earnedCents,
    ).toBe(7_000)
  })

  test('an approved one is taken back only by a corrective bill, and its amounts are open again', async () => {
    const { database } = world
    const staff = await as(database, 'billing')
    const artist = await as(database, 'artist')
    const pending = await pendingBill(database, lobo, 3_000)
    // What an account has paid of an invoice to it stands there already.
    const bank = async () => Number((await books(database)).find(({ book }) => book === 'bank')?.cents ?? 0)
    const before = await bank()
    const approved = ok(
      await artist.billing.approveBill({ billId: pending.id }, { version: pending.version }),
    )
    const paid = ok(
      await staff.billing.setPayment(
        { billId: pending.id, payment: 'paid', on: today },
        { version: approved.version },
      ),
    )
    for (const on of ['2019-01-01', '2031-01-01'])
      expect(
        await staff.billing.setPayment(
          { billId: pending.id, payment: 'returned', on, reason: 'Tarde' },
          { version: paid.version },
        ),
      ).toMatchObject({ error: { fields: { on: expect.any(String) } } })
    const cancel = (version: number) =>
      staff.billing.cancelBill({ billId: pending.id, reason: 'Error', fault: 'detail' }, { version })
    const returned = ok(
      await staff.billing.setPayment(
        { billId: pending.id, payment: 'returned', on: today, reason: 'Cuenta cerrada' },
        { version: paid.version },
      ),
    )
    expect(ok(await artist.portals.listAlerts({ portalId: lobo }))).toContain('payment-returned')
    const yesterday = new Date(Date.parse(today) - 86_400_000).toISOString().slice(0, 10)
    expect(
      await staff.billing.setPayment(
        { billId: pending.id, payment: 'paid', on: yesterday },
        { version: returned.version },
      ),
    ).toMatchObject({ error: { fields: { on: expect.any(String) } } })
    const cancelled = await correctWhole(database, returned)
    expect(cancelled).toMatchObject({ status: 'Cancelled', number: approved.number })
    const corrective = ok(await staff.billing.getBill({ billId: cancelled.correctedBy?.id ?? '' }))
    expect(corrective.number).toMatch(/^R-LOBO-\d{4}-00001$/)
    expect(corrective.totals.payableCents).toBe(-approved.totals.payableCents)
    expect(failureCode(await cancel(cancelled.version))).toBe('billing.notCancellable')
    expect(await bank()).toBe(before)
    const chain = await database.query<{ hash: string; previous_hash: string }>(
      'select hash, previous_hash from fiscal_record where issuer_tax_id = $1 order by sequence',
      ['54362315K'],
    )
    const hashes = chain.map(({ hash }) => hash)
    expect(chain.map(({ previous_hash }) => previous_hash)).toEqual(['', ...hashes.slice(0, -1)])
  })

  test('a negative balance makes no bill and goes on as one adjustment', async () => {
    const { database } = world
    const staff = await as(database, 'billing')
    const { id } = await nextOf(database, 'staff', portals.orquestaPoniente.id)
    const open = ok(await staff.billing.getBill({ billId: id }))
    const added = ok(
      await staff.billing.addLine({
        ...{ billId: id, type: 'Extra', description: 'Taller', reason: 'Cargo' },
        amountCents: -(open.totals.earnedCents + 2_500),
      }),
    )
    ok(
      await staff.billing.addLine({
        billId: id,
        type: 'Extra',
        description: 'Otro',
        reason: 'C',
        amountCents: 100,
      }),
    )
    const { version } = ok(await staff.billing.getBill({ billId: id }))
    expect(added.totals.earnedCents).toBe(-2_500)
    expect(failureCode(await staff.billing.closeBill({ billId: id }, { version }))).toBe('billing.negative')
  })

  test('waits for billing information, the agreement and a proof from staff', async () => {
    const { database } = world
    const staff = await as(database, 'billing')
    const demo = await as(database, 'demo')
    const portalId = portals.casaCal.id
    expect(ok(await demo.portals.listAlerts({ portalId }))).toContain('no-bill-info')
    const next = await nextOf(database, 'staff', portalId)
    expect(next.blocked).toEqual(['information'])
    const line = { type: 'Extra' as const, description: 'Cartel', amountCents: 1_000, reason: 'Acuerdo' }
    const { version, totals } = ok(await staff.billing.addLine({ billId: next.id, ...line }))
    // Until it has said where it is, as on the peninsula.
    expect(totals.taxCents).toBe(Math.round(totals.baseCents * 0.21))
    expect(totals.taxCents).toBeGreaterThan(0)
    expect(failureCode(await staff.billing.closeBill({ billId: next.id }, { version }))).toBe(
      'billing.informationMissing',
    )
    const draft = {
      ...{ givenName: 'Clara', firstSurname: 'Cal', kind: 'person' as const, taxId: '12345678Z' },
      ...{
        street: 'Calle Mayor, 1',
        postcode: '17001',
        city: 'Girona',
        province: 'Girona',
        holder: 'Casa Cal',
        email: 'casa@cal.test',
      },
      ...{
        territory: 'peninsula' as const,
        retention: 'none' as const,
        retentionReason: 'Actividad empresarial',
        iban: 'ES9121000418450200051332',
      },
    }
    const before = ok(await demo.billing.getBillingInformation({ portalId }))
    const wrong = await demo.billing.updateBillingInformation(
      {
        portalId,
        ...draft,
        taxId: '12345678A',
        iban: 'ES9121000418450200051333',
        territory: 'basqueNavarre',
      },
      { version: before.version },
    )
    expect(Object.keys((wrong as { error: { fields: object } }).error.fields).sort()).toEqual(
      [...['iban', 'password', 'taxId', 'territory']].filter((name) => name !== 'password'),
    )
    const saved = ok(
      await demo.billing.updateBillingInformation(
        { portalId, ...draft, password: demoPassword },
        { version: before.version },
      ),
    )
    expect(saved).toMatchObject({ complete: true, ibanMasked: 'ES•• •••• 1332', ibanHeldUntil: null })
    const current = ok(await staff.billing.getBill({ billId: next.id }))
    const pending = ok(await staff.billing.closeBill({ billId: next.id }, { version: current.version }))
    expect(pending.blocked).toEqual(['agreement'])
    const approve = { billId: next.id }
    expect(failureCode(await demo.billing.approveBill(approve, { version: pending.version }))).toBe(
      'billing.agreementMissing',
    )
    expect(ok(await demo.portals.listAlerts({ portalId }))).toEqual(
      expect.arrayContaining(['bill-to-accept', 'agreement-pending']),
    )
    ok(await demo.billing.acceptAgreement({ portalId, version: agreementVersion }))
    // What was sold before it is not billed by it; as if it had been accepted then.
    expect(failureCode(await demo.billing.approveBill(approve, { version: pending.version }))).toBe(
      'billing.agreementMissing',
    )
    await database.query(`update billing_agreement set at = '2018-01-01' where account_id = $1`, [
      portals.casaCal.accountId,
    ])
    expect(failureCode(await staff.billing.approveBill(approve, { version: pending.version }))).toBe(
      'invalidInput',
    )
    const approved = ok(
      await staff.billing.approveBill(
        { ...approve, proof: 'Correo del 3 de noviembre' },
        { version: pending.version },
      ),
    )
    expect(approved.number).toMatch(/^CASACAL-/)
    // Another IBAN holds the payment and is told to the Owners.
    const changed = ok(
      await demo.billing.updateBillingInformation(
        { portalId, ...draft, iban: 'ES7921000813610123456789', password: demoPassword },
        { version: saved.version },
      ),
    )
    expect(changed.ibanHeldUntil).not.toBeNull()
    expect(ok(await demo.billing.getBilling({ portalId })).paymentsHeldUntil).toBe(changed.ibanHeldUntil)
    const held = ok(await staff.billing.getBill({ billId: next.id }))
    expect(held.blocked).toEqual(['ibanHeld'])
    const mails = await database.query<{ to: string }>(`select "to" from mail where kind = 'billing.iban'`)
    expect(mails.map(({ to }) => to)).toEqual([people.demo.email])
    const payments = ok(await staff.billing.listRemittances({}))
    // With what an earlier payment came back of.
    expect(payments.due.filter(({ waits }) => waits === 'ibanHeld')).toHaveLength(1)
  })

  test('belongs to its account alone, on its master portal alone', async () => {
    const { database } = world
    const artist = await as(database, 'artist')
    const label = await as(database, 'label')
    const { id } = await nextOf(database, 'label', portals.bajamar.id)
    expect(failureCode(await artist.billing.getBill({ billId: id }))).toBe('notFound')
    expect(failureCode(await label.billing.getBilling({ portalId: portals.claraVentisca.id }))).toBe(
      'billing.masterOnly',
    )
    const editor = await as(database, 'editor')
    expect(failureCode(await editor.billing.getBilling({ portalId: portals.claraVentisca.id }))).toBe(
      'forbidden',
    )
    expect(failureCode(await label.billing.listAllBills({}))).toBe('forbidden')
  })
})

describe('a payment file', () => {
  test('holds every approved bill once and marks it', async () => {
    const { database } = world
    const staff = await as(database, 'billing')
    await database.query(`update billing_information set refused_ibans = '{}'`)
    const ready = ok(await staff.billing.listRemittances({}))
    if (ready.ready.bills === 0) throw new Error('nothing to pay')
    for (const on of ['2020-01-01', '2031-01-01'])
      expect(await staff.billing.createRemittance({ on })).toMatchObject({
        error: { fields: { on: expect.any(String) } },
      })
    const made = ok(await staff.billing.createRemittance({ on: today }, { idempotencyKey: 'file' }))
    expect(made).toMatchObject({ bills: ready.ready.bills, totalCents: ready.ready.totalCents })
    expect(failureCode(await staff.billing.createRemittance({ on: today }))).toBe('billing.nothingToPay')
    ok(await staff.billing.downloadRemittance({ remittanceId: made.id }))
    const paid = await (await fileFor(database, people.billing.id, `/billing/remittance/${made.id}`)).text()
    expect(paid).toContain(`<NbOfTxs>`)
    expect(paid).toContain(`<CtrlSum>${(made.totalCents / 100).toFixed(2)}</CtrlSum>`)
    const list = ok(await staff.billing.listAllBills({ payment: 'inRemittance' }))
    expect(list.total).toBe(ready.ready.bills)
  })
})
