import { sql } from 'drizzle-orm'
import { v7 } from 'uuid'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { testDatabase } from '#testing/database.ts'
import { inTrial, putBill, putEntries } from '#testing/raw-bills.ts'
import { accounts } from '#testing/world/cast.ts'
import { getBill } from './server/get-bill.ts'
import { findHeads } from './server/heads.ts'
import { billLine } from './server/table.ts'

/** What bills say that they wait for, and what of an open one is withheld and charged, at the edges of each. */

const world = testDatabase()
const [known, unknown] = [accounts.orquestaPoniente.id, v7()]
const other = 'X0000000T'
const own = { taxId: '' }
const iban = 'ES7921000813610123456789'

beforeAll(async () => {
  const { database } = world
  await database.query(
    `insert into account (id, name, type, organisation_type) values ($1, 'Nadie', 'simple', 2)`,
    [unknown],
  )
  await database.query('delete from billing_agreement where account_id = $1', [known])
})
beforeEach(async () => {
  const { database } = world
  const [found] = await database.query<{ tax_id: string }>(
    `update billing_information set refused_ibans = '{}', iban_held_until = null, tax_id_shared = false,
      supply = 'services', territory = 'peninsula' where account_id = $1 returning tax_id`,
    [known],
  )
  own.taxId = found?.tax_id ?? ''
})

type Row = Partial<Parameters<typeof putBill>[1]>
const headOf = async (id: string, now = new Date()) => {
  const [head] = await inTrial(world.database, (tx) =>
    findHeads(tx, sql`b.id = ${id}`, { orderBy: sql`b.id`, limit: 1, now }),
  )
  if (!head) throw new Error('no such bill')
  return head
}
const waits = async (row: Row) =>
  (await headOf(await putBill(world.database, { accountId: known, ...row }))).blocked.join()
const pending = { status: 'Pending', information: own } as const
const set = (what: string) =>
  world.database.query(`update billing_information set ${what} where account_id = $1`, [known])
const openOne = async () => {
  const [row] = await world.database.query<{ id: string }>(
    `select id from bill where account_id = $1 and type = 1 and status = 'Next'`,
    [known],
  )
  return row?.id ?? ''
}

test('who has said nothing of themselves has every advance and the open bill wait for it', async () => {
  const of = (row: Row) => waits({ accountId: unknown, ...row })
  expect(await of({ status: 'Next' })).toBe('information')
  expect(await of({ status: 'Next', type: 2, amountCents: 1 })).toBe('information')
  expect(await of({ status: 'Pending', type: 2, amountCents: 1 })).toBe('information')
  expect(await of({ status: 'Pending', type: 2, amountCents: 1, closedAt: new Date() })).toBe(
    'information,agreement',
  )
  expect(await of({ status: 'Approved', type: 2 })).toBe('')
  expect(await of({ status: 'Cancelled', type: 2 })).toBe('')
  expect(await of({ status: 'Pending' })).toBe('agreement')
})

test('what waits to be accepted waits for an agreement or for an invoice, whichever of the two issues it', async () => {
  const information = own
  expect(await waits({ ...pending, information })).toBe('agreement')
  expect(await waits({ ...pending, information, selfInvoice: true })).toBe('agreement')
  expect(await waits({ ...pending, information, selfInvoice: false })).toBe('ownInvoice')
  expect(await waits({ ...pending, information, selfInvoice: false, ownNumber: 'A-1' })).toBe('')
  expect(await waits({ ...pending, information, selfInvoice: false, correctsId: v7() })).toBe('')
  expect(await waits({ ...pending, information, correctsId: v7() })).toBe('')
  expect(await waits({ ...pending, information, type: 2, selfInvoice: false })).toBe('')
  expect(await waits({ ...pending, information, type: 2, closedAt: new Date() })).toBe('agreement')
})

test('an agreement precedes the first operation, is of the NIF and its series, and stands', async () => {
  const { database } = world
  const at = '2026-03-01T10:00:00.000Z'
  const agreed = async (what: object, row: Row) => {
    await database.query('delete from billing_agreement where account_id = $1', [known])
    const columns = { taxId: own.taxId, series: null, at, withdrawnAt: null, ...what }
    await database.query(
      `insert into billing_agreement (id, account_id, text_version, text_hash, person_name, address, tax_id, series, at, withdrawn_at)
        values ($1, $2, '2026-11', 'demo', 'Prueba', '127.0.0.1', $3, $4, $5, $6)`,
      [v7(), known, columns.taxId, columns.series, columns.at, columns.withdrawnAt],
    )
    const said = await waits({ ...pending, ...row, information: { ...own, ...row.information } })
    await database.query('delete from billing_agreement where account_id = $1', [known])
    return said
  }
  const after = (ms: number) => ({ operationsFrom: new Date(Date.parse(at) + ms) })
  expect(await agreed({}, after(1))).toBe('')
  expect(await agreed({}, after(0))).toBe('agreement')
  // Nothing is known of when it began, and it has no lines: whatever it is of is to come.
  expect(await agreed({}, {})).toBe('')
  expect(await agreed({ withdrawnAt: at }, after(1))).toBe('agreement')
  expect(await agreed({ taxId: other }, after(1))).toBe('agreement')
  const second = { ...after(1), information: { series: 2 } }
  expect(await agreed({ series: 2 }, second)).toBe('')
  expect(await agreed({ series: 1 }, second)).toBe('agreement')
  // Those of before name no series, and the oldest no NIF: these are of the first series alone.
  expect(await agreed({}, second)).toBe('')
  expect(await agreed({ taxId: null }, after(1))).toBe('')
  expect(await agreed({ taxId: null }, second)).toBe('agreement')
})

test('a NIF that stands on another account keeps back what bears it, and no correction', async () => {
  await set('tax_id_shared = true')
  const none = { selfInvoice: false, ownNumber: 'A' } as const
  expect(await waits({ ...pending, ...none, information: own })).toBe('taxIdShared')
  expect(await waits({ status: 'Pending', ...none })).toBe('taxIdShared')
  expect(await waits({ ...pending, ...none, information: { taxId: other } })).toBe('')
  expect(await waits({ ...pending, ...none, information: own, correctsId: v7() })).toBe('')
  expect(await waits({ information: own })).toBe('')
  expect((await headOf(await openOne())).blocked).toContain('taxIdShared')
  await set('tax_id_shared = false')
  expect((await headOf(await openOne())).blocked).not.toContain('taxIdShared')
})

test('money waits for its IBAN as long as it is still to be sent, and that of who was there before for its own', async () => {
  const states = ['unpaid', 'returned', 'inRemittance', 'paid'] as const
  const of = (row: Row) => Promise.all(states.map((payment) => waits({ information: own, ...row, payment })))
  expect(await of({})).toEqual(['', '', '', ''])
  const former = { information: { taxId: other, iban } }
  await set(`iban_held_until = now() + interval '1 hour'`)
  expect(await of({})).toEqual(['ibanHeld', 'ibanHeld', '', ''])
  expect(await of(former)).toEqual(['', '', '', ''])
  expect(await of({ status: 'Cancelled' })).toEqual(['', '', '', ''])
  await set(`iban_held_until = now() - interval '1 second', refused_ibans = array[iban]`)
  expect(await of({})).toEqual(['ibanReturned', 'ibanReturned', '', ''])
  expect(await of(former)).toEqual(['', '', '', ''])
  await set(`refused_ibans = array['${iban}']`)
  expect(await of({})).toEqual(['', '', '', ''])
  expect(await of(former)).toEqual(['ibanReturned', 'ibanReturned', '', ''])
})

test('where the law has no case for the two of them the open bill says so', async () => {
  const { database } = world
  const id = await openOne()
  const said = async (postcode: string, supply: string) => {
    await set(`supply = '${supply}'`)
    await database.query(
      `update setting set value = (value::jsonb || jsonb_build_object('postcode', $1::text))::text where key = 'billing.provider'`,
      [postcode],
    )
    return (await headOf(id)).blocked.includes('taxCase')
  }
  for (const [postcode, services, authorship] of [
    ['28012', false, false],
    ['35002', false, true],
    ['38001', false, true],
    ['51001', true, true],
    ['52001', true, true],
  ] as const) {
    expect([await said(postcode, 'services'), await said(postcode, 'authorship')], postcode).toEqual([
      ...[services, authorship],
    ])
    // What is closed has its case, or none, since then.
    const closed = { ...pending, information: own, selfInvoice: false, ownNumber: 'A' } as const
    expect(await waits(closed)).toBe('')
  }
  await said('28012', 'services')
  const kept = await database.query<{ value: string }>(
    `select value from setting where key = 'billing.provider'`,
  )
  await database.query(`delete from setting where key = 'billing.provider'`)
  expect(await waits({ ...pending, information: own, correctsId: v7() })).toBe('provider')
  expect(await waits({ information: own })).toBe('')
  await database.query(`insert into setting (key, value) values ('billing.provider', $1)`, [kept[0]?.value])
})

test('a bill that waits comes to its own lines, not to what is open, and has its months and what it corrects', async () => {
  const period = { period: '2031-02-01', periodFrom: '2031-01-01' } as const
  await set(`retention = null, retention_bp = 1900`)
  const id = await putBill(world.database, { accountId: known, status: 'Pending', ...period })
  await putEntries(world.database, [
    {
      accountId: known,
      type: 'Extra',
      from: 'extra',
      to: 'accrued',
      month: '2031-03-01',
      amountCents: 9_999_999,
    },
  ])
  await inTrial(world.database, (tx) =>
    tx.insert(billLine).values({
      ...{ billId: id, accountId: known, position: 0, type: 'Extra', month: '2031-02-01' },
      ...{ taxBp: 2_100, amountCents: 1_000 },
    }),
  )
  expect(await headOf(id)).toMatchObject({
    ...{ ...period, corrective: false, offered: false, retentionBp: 1_900 },
    totals: { earnedCents: 1_000 },
  })
  const corrects = { accountId: known, status: 'Pending', correctsId: id, ...period } as const
  expect(await headOf(await putBill(world.database, corrects))).toMatchObject({ ...period, corrective: true })
  // The open bill is of no month yet, whatever its row says.
  await world.database.query(`update bill set period = $2, period_from = $3 where id = $1`, [
    ...[await openOne(), '2031-02-01', '2031-01-01'],
  ])
  expect(await headOf(await openOne())).toMatchObject({ period: null, periodFrom: null })
  const offer = {
    accountId: known,
    type: 2,
    amountCents: 5,
    status: 'Pending',
    closedAt: new Date(),
  } as const
  expect(await headOf(await putBill(world.database, offer))).toMatchObject({ offered: true })
})

test('an advance that is asked for is of the day in Madrid on which it was', async () => {
  const of = async (at: string) => {
    const row = { status: 'Pending', type: 2, amountCents: 5, createdAt: new Date(at) } as const
    const id = await putBill(world.database, { accountId: known, ...row })
    const { lines } = await inTrial(world.database, (tx) => getBill(tx, id, new Date()))
    return lines.map(({ month, amountCents }) => [month, amountCents])
  }
  expect(await of('2030-12-31T22:59:59Z')).toEqual([['2030-12-31', 5]])
  expect(await of('2030-12-31T23:00:00Z')).toEqual([['2031-01-01', 5]])
})

test('what is withheld and charged of an open bill is of the day in Madrid, also in the first hour of a year', async () => {
  const { database } = world
  await database.query(`delete from billing_information_past where account_id = $1`, [known])
  await set(`retention = 'beginner', retention_year = 2028, retention_bp = 700`)
  await database.query(
    `insert into rate (key, kind, valid_from, pct) values ('default', 'vat', '2031-01-01', 22) on conflict do nothing`,
  )
  const of = async (at: string) => {
    const { retentionBp, taxBp } = await headOf(await openOne(), new Date(at))
    return [retentionBp, taxBp]
  }
  expect(await of('2030-12-31T22:59:59Z')).toEqual([700, 2_100])
  expect(await of('2030-12-31T23:00:00Z')).toEqual([1_500, 2_200])
})
