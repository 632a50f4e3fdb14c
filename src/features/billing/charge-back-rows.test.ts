import { v7 } from 'uuid'
import { describe, expect, test } from 'vitest'
import { inTrial } from '#testing/raw-bills.ts'
import { putIssued } from '#testing/raw-issued.ts'
import { correctCharge, lockCharge, payCharge } from './server/issue-charge.ts'
import { charging, issuer, line, now, today, why } from './test-charges.ts'

/** What the provider charges: how it is taken back and paid. */

const { world, told, to, issue, read } = charging()
const correct = (id: string) => inTrial(world.database, (tx) => correctCharge(tx, id, 'Error', issuer))
const pay = (id: string, on = today) => inTrial(world.database, (tx) => payCharge(tx, id, on, now))
const entries = (id: string) =>
  world.database.query(
    `select "from", "to", amount_cents::int as cents, month::text, day::text from ledger_entry where item_id = $1 order by id`,
    [id],
  )
const turns = () => told.mock.calls.map(([, id, turn]) => [id, turn])
const mails = async () =>
  (await world.database.query<{ kind: string }>('select kind from mail order by id')).map(({ kind }) => kind)

describe('it is taken back', () => {
  test('once, as a whole, by one with the opposite amounts of the other series', async () => {
    const id = await issue(line(), line({ units: 1, unitCents: 99, taxBp: 1_000 }))
    const original = await read(id)
    told.mockClear()
    const back = await correct(id)
    const row = await read(back)
    expect(row).toMatchObject({
      ...{ correctsId: id, reason: 'Error', issuedOn: today, information: original.information },
      totals: { baseCents: -1_099, taxCents: -220, totalCents: -1_319 },
    })
    expect(row.number).toMatch(/^R-F-2027-0000\d$/)
    expect(row.hash).not.toBe(original.hash)
    expect(
      await world.database.query(
        'select units, tax_bp, amount_cents::int as cents, position from charge_line where charge_id = $1 order by position',
        [back],
      ),
    ).toEqual([
      { units: 2, tax_bp: 2_100, cents: -1_000, position: 0 },
      { units: 1, tax_bp: 1_000, cents: -99, position: 1 },
    ])
    expect(await entries(back)).toEqual([
      { from: 'services', to: 'charged', cents: 1_099, month: today, day: null },
      { from: 'tax', to: 'charged', cents: 220, month: today, day: null },
    ])
    const [record] = await world.database.query<{ input: string }>(
      'select input from fiscal_record where charge_id = $1',
      [back],
    )
    expect(record?.input).toContain('TipoFactura=R1&')
    expect(turns()).toEqual([
      [back, 'issued'],
      [id, 'settled'],
      [back, 'settled'],
    ])
    expect(await mails()).toEqual(['billing.charge', 'billing.chargeBack'])
    expect(await why(correct(id))).toBe('billing.chargeCorrected')
    expect(await why(correct(back))).toBe('billing.chargeCorrected')
    expect(await why(correct(v7()))).toBe('notFound')
    expect([await why(pay(id)), await why(pay(back))]).toEqual([
      'billing.chargeSettled',
      'billing.chargeSettled',
    ])
  })

  test('and what was settled of it before is still to be given back', async () => {
    const id = await issue(line({ units: 1, unitCents: 1_000 }))
    await world.database.query(
      `insert into charge_settlement (id, account_id, charge_id, amount_cents, day) values ($1, $2, $3, 210, $4)`,
      [v7(), to.accountId, id, today],
    )
    told.mockClear()
    const back = await correct(id)
    expect(turns()).toEqual([
      [back, 'issued'],
      [id, 'settled'],
    ])
    await pay(back)
    expect(await entries(back)).toEqual([
      ...[
        { from: 'services', to: 'charged', cents: 1_000, month: today, day: null },
        { from: 'tax', to: 'charged', cents: 210, month: today, day: null },
        { from: 'charged', to: 'bank', cents: 210, month: null, day: today },
      ],
    ])
    expect(await why(pay(back))).toBe('billing.chargeSettled')
  })

  test('of one that was paid whole nothing is set against it: all of it is given back with the next bill', async () => {
    const id = await issue(line({ units: 1, unitCents: 1_000 }))
    await pay(id)
    expect((await entries(id)).at(-1)).toEqual({
      from: 'bank',
      to: 'charged',
      cents: 1_210,
      month: null,
      day: today,
    })
    told.mockClear()
    const back = await correct(id)
    expect(turns()).toEqual([[back, 'issued']])
    expect(
      await world.database.query('select from charge_settlement where against_id = $1', [back]),
    ).toHaveLength(0)
  })
})

describe('it is paid', () => {
  test('on a day from that of its issue to today', async () => {
    const id = await issue()
    const of = (day: string) => why(pay(id, day))
    expect(await of('2026-12-31')).toEqual(['on dates.tooEarly'])
    expect(await of('2027-01-02')).toEqual(['on dates.tooLate'])
    expect(await of('2027-02-30')).toEqual(['on validation.format'])
    told.mockClear()
    expect(await of(today)).toBe('done')
    expect(turns()).toEqual([[id, 'settled']])
    expect(await of(today)).toBe('billing.chargeSettled')
    expect(await why(inTrial(world.database, (tx) => lockCharge(tx, v7())))).toBe('notFound')
  })

  test('by what the account is owed between the same two, at once', async () => {
    const { taxId, legalName, street, postcode, city, province } = (await read(await issue())).provider
    const at = { taxId, legalName, street, postcode, city, province }
    const billId = await putIssued(world.database, { ...to, provider: at as never })
    const id = await issue(line({ units: 1, unitCents: 100 }))
    const [row] = await world.database.query<{ cents: number }>(
      'select offset_cents::int as cents from bill where id = $1',
      [billId],
    )
    // Both are set off: 1,210 of the first, for which nothing else was left, and of the second what there still is.
    expect(row?.cents).toBe(1_110)
    expect(await why(pay(id))).toBe('done')
  })
})
