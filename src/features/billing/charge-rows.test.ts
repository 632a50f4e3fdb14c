import { describe, expect, test } from 'vitest'
import { inTrial } from '#testing/raw-bills.ts'
import { rollingBack } from '#testing/rolling-back.ts'
import { issueCharge } from './server/issue-charge.ts'
import { charging, issuer, line, today, why } from './test-charges.ts'

/** What the provider charges: by which numbers, rates and books, and what it is refused for. */

const { world, told, to, issue, read } = charging()
const entries = (id: string) =>
  world.database.query(
    `select "from", "to", amount_cents::int as cents, month::text, day::text from ledger_entry where item_id = $1 order by id`,
    [id],
  )
const turns = () => told.mock.calls.map(([, id, turn]) => [id, turn])
const mails = async () =>
  (await world.database.query<{ kind: string }>('select kind from mail order by id')).map(({ kind }) => kind)
const rates = async (id: string) =>
  (
    await world.database.query<{ tax_bp: number }>(
      'select tax_bp from charge_line where charge_id = $1 order by position',
      [id],
    )
  ).map((row) => row.tax_bp)
const move = (territory: string) =>
  world.database.query('update billing_information set territory = $2 where account_id = $1', [
    ...[to.accountId, territory],
  ])
const provider = (more: object) =>
  world.database.query(
    `update setting set value = (value::jsonb || $1::jsonb)::text where key = 'billing.provider'`,
    [JSON.stringify(more)],
  )

test('it gets the next number of its year in Madrid, a record, its place in the books, and is told', async () => {
  const id = await issue(line(), line({ kind: 'services', units: 1, unitCents: 234, taxBp: 400 }))
  const row = await read(id)
  expect(row).toMatchObject({
    ...{ issuedOn: today, correctsId: null, reason: null, actorId: null, ...to },
    totals: { baseCents: 1_234, taxCents: 219, totalCents: 1_453, payableCents: 1_453, settledCents: 0 },
    information: { taxId: 'A', settlementBp: expect.any(Number) },
  })
  expect(row.number).toBe('F-2027-00001')
  expect(row.information).not.toHaveProperty('iban')
  expect(row.provider).not.toHaveProperty('iban')
  expect(await entries(id)).toEqual([
    { from: 'charged', to: 'services', cents: 1_234, month: today, day: null },
    { from: 'charged', to: 'tax', cents: 219, month: today, day: null },
  ])
  expect(
    await world.database.query(
      `select number, kind, issued_on::text as day, input from fiscal_record where charge_id = $1`,
      [id],
    ),
  ).toEqual([
    { number: row.number, kind: 'alta', day: today, input: expect.stringContaining('TipoFactura=F1&') },
  ])
  expect(turns()).toEqual([[id, 'issued']])
  expect(await mails()).toEqual(['billing.charge'])
  expect((await read(await issue())).number).toBe('F-2027-00002')
})

describe('a rate', () => {
  const allowed = async (bps: readonly number[]) => {
    const found: number[] = []
    for (const taxBp of bps) {
      const undone = rollingBack(world.database)
      const made = inTrial(undone, (tx) => issueCharge(tx, to.accountId, [line({ taxBp })], issuer))
      if ((await why(made)) === 'done') found.push(taxBp)
    }
    return found
  }

  test('is one of the law of its tax, or that of the day', async () => {
    const vat = [0, 399, 400, 401, 999, 1_000, 1_001, 2_099, 2_100, 2_101]
    expect(await allowed(vat)).toEqual([400, 1_000, 2_100])
    expect(await why(issue(line({ taxBp: 500 })))).toEqual(['lines billing.taxRate'])
    await world.database.query(
      `insert into rate (key, kind, pct, valid_from) values ('default', 'vat', 22.5, $1)`,
      [today],
    )
    expect(await allowed([...vat, 2_250])).toEqual([400, 1_000, 2_100, 2_250])
    expect(await rates(await issue(line(), line({ taxBp: null }), line({ taxBp: 1_000 })))).toEqual([
      ...[2_250, 2_250, 1_000],
    ])
    await world.database.query(`delete from rate where key = 'default' and valid_from = $1`, [today])
  })

  test('of the Canaries is IGIC’s; what nobody there owes has none, whatever is said', async () => {
    await move('canaries')
    const id = await issue(line({ taxBp: 1_234 }))
    expect(await rates(id)).toEqual([0])
    expect(await read(id)).toMatchObject({ tax: { case: 'toCanaries' }, totals: { taxCents: 0 } })
    await provider({ postcode: '35001' })
    const igic = [0, 299, 300, 301, 400, 500, 501, 700, 701, 950, 951, 1_500, 1_501, 2_000, 2_001, 2_100]
    expect(await allowed(igic)).toEqual([300, 500, 700, 950, 1_500, 2_000])
    await provider({ postcode: '28001' })
  })
})

describe('it is refused', () => {
  test('where one of the two is not known, or nobody has looked whose the NIF is', async () => {
    const undone = rollingBack(world.database)
    const without = (statement: string) =>
      why(
        inTrial(undone, async (tx) => {
          await tx.execute(statement)
          await issueCharge(tx, to.accountId, [line()], issuer)
        }),
      )
    expect(await without('select')).toBe('done')
    expect(await without(`delete from setting where key = 'billing.provider'`)).toBe(
      'billing.providerMissing',
    )
    expect(await without(`delete from billing_information where account_id = '${to.accountId}'`)).toBe(
      'billing.informationMissing',
    )
    expect(await without(`update billing_information set tax_id_shared = true`)).toBe('billing.taxIdShared')
  })

  test('where there is no case, or two', async () => {
    await move('ceutaMelilla')
    expect(await why(issue())).toBe('billing.chargeTax')
    // What is pressed is supplied where the provider is: the first may be taxed, and the second not.
    expect(await why(issue(line({ kind: 'pressing' }), line()))).toBe('billing.chargeTax')
    expect(await why(issue(line({ kind: 'pressing' })))).toBe('done')
    await move('canaries')
    expect(await why(issue(line({ kind: 'pressing' }), line()))).toEqual(['lines billing.chargeMixed'])
    const pressed = await issue(line({ kind: 'pressing' }), line({ kind: 'pressing', taxBp: 400 }))
    expect((await read(pressed)).tax.case).toBe('vat')
    expect(await rates(pressed)).toEqual([2_100, 400])
    // A provider whose postcode was never looked at is on the peninsula.
    await provider({ postcode: '' })
    expect((await read(await issue(line({ kind: 'pressing' })))).tax.case).toBe('vat')
    await provider({ postcode: '28001' })
  })
})
