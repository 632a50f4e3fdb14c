import { v7 } from 'uuid'
import { beforeEach, expect, test } from 'vitest'
import { todayPlus } from '#platform/windows.ts'
import { testDatabase } from '#testing/database.ts'
import { inTrial, putBill } from '#testing/raw-bills.ts'
import { why } from '#testing/why.ts'
import { accounts, people } from '#testing/world/cast.ts'
import {
  createRemittance,
  downloadRemittance,
  executionDays,
  hasLeft,
  ibanPaid,
  listRemittances,
  remittanceFile,
  undoRemittance,
} from './server/remittance.ts'
import { remittance, remittancePayment } from './server/remittance-table.ts'

/** What goes into a payment file and what a list of them says, at the edges of each. */

const world = testDatabase()
const accountId = accounts.orquestaPoniente.id
const now = new Date('2031-06-15T22:30:00Z')
/** It is the day after in Madrid. */
const today = '2031-06-16'
const by = { now, actorId: people.billing.id }
const own = { taxId: '', iban: '' }
const former = 'X0000000T'
const formerIban = 'ES7921000813610123456789'

beforeEach(async () => {
  const { database } = world
  await database.query(`update bill set payment = 'paid' where status = 'Approved' and payment <> 'paid'`)
  const [found] = await database.query<{ tax_id: string; iban: string }>(
    `update billing_information set refused_ibans = '{}', iban_held_until = null, payout_minimum_cents = 0
      where account_id = $1 returning tax_id, iban`,
    [accountId],
  )
  Object.assign(own, { taxId: found?.tax_id, iban: found?.iban })
})

const put = (payableCents: number, row: Partial<Parameters<typeof putBill>[1]> = {}) =>
  putBill(world.database, {
    ...{ accountId, issuedOn: '2031-01-01', information: { taxId: own.taxId }, totals: { payableCents } },
    ...row,
  })
const of = (taxId: string, iban?: string) => ({
  information: { taxId, legalName: 'Antes', ...(iban ? { iban } : {}) },
})
const stateOf = async (billId: string) => {
  const [row] = await world.database.query<{ payment: string; remittance_id: string | null }>(
    'select payment, remittance_id from bill where id = $1',
    [billId],
  )
  return [row?.payment, row?.remittance_id ?? null]
}
const list = (page = 1, actorId: string | null = by.actorId) =>
  inTrial(world.database, (tx) => listRemittances(tx, page, { now, actorId }))
const make = (what: { on?: string; billIds?: string[] } = {}) =>
  inTrial(world.database, (tx) => createRemittance(tx, { on: today, ...what, ...by }))
const putFile = async (row: Partial<typeof remittance.$inferInsert>) => {
  const id = row.id ?? v7()
  await inTrial(world.database, (tx) =>
    tx
      .insert(remittance)
      .values({ bills: 1, totalCents: 1, executedOn: today, file: Buffer.from('<x/>'), ...row, id }),
  )
  return id
}

test('a file is undone, downloaded, waits for a second person or is made, and is one’s own or not', async () => {
  const at = (hour: number) => new Date(Date.UTC(2031, 0, 1, hour))
  const rows: [Partial<typeof remittance.$inferInsert>, string, boolean][] = [
    [{ actorId: people.billing.id }, 'made', true],
    [{ actorId: people.super.id, needsSecond: true }, 'toConfirm', false],
    [{ actorId: null, needsSecond: true, confirmedAt: at(1) }, 'made', false],
    [
      { actorId: people.billing.id, needsSecond: true, confirmedAt: at(1), downloadedAt: at(2) },
      'downloaded',
      true,
    ],
    [{ actorId: people.billing.id, confirmedAt: at(1) }, 'made', true],
    [{ actorId: people.billing.id, downloadedAt: at(2), undoneAt: at(3) }, 'undone', true],
  ]
  for (const [index, [row]] of rows.entries()) await putFile({ ...row, createdAt: at(index) })
  const said = (await list()).items.slice(0, rows.length)
  expect(said.map(({ state, own: mine }) => [state, mine])).toEqual(
    rows.map(([, state, mine]) => [state, mine]).reverse(),
  )
  expect((await list(1, null)).items.every(({ own: mine }) => !mine)).toBe(true)
})

test('what is due is told with what it waits for; what can be paid is counted apart from what an IBAN keeps back', async () => {
  const [one, two] = [await put(1_000, { offsetCents: 1 }), await put(-300)]
  const missing = await put(50_000, of(former))
  const owing = await put(-7, of('00000001R', formerIban))
  await put(0)
  await put(9, { payment: 'paid' })
  await put(9, { payment: 'inRemittance' })
  const cleared = await put(5, { offsetCents: 5 })
  const { due, ready } = await list()
  expect(ready).toEqual({ bills: 2, totalCents: 699, held: 1 })
  const by = new Map(due.map((row) => [row.billId, [row.payableCents, row.waits]]))
  expect([one, two, missing, owing].map((id) => by.get(id))).toEqual([
    ...[
      [999, null],
      [-300, null],
      [50_000, 'ibanMissing'],
      [-7, 'owes'],
    ],
  ])
  expect(due).toHaveLength(4)
  expect(by.has(cleared)).toBe(false)
  // A changed IBAN keeps back what the account is paid now, and says until when; a refused one says nothing of that.
  const set = (what: string) =>
    world.database.query(`update billing_information set ${what} where account_id = $1`, [accountId])
  await set(`iban_held_until = '2100-01-01T00:00:00Z'`)
  const held = await list()
  expect(held.ready).toEqual({ bills: 0, totalCents: 0, held: 3 })
  expect(held.due.find(({ billId }) => billId === one)).toMatchObject({
    ...{ waits: 'ibanHeld', until: '2100-01-01T00:00:00.000Z' },
  })
  await set('refused_ibans = array[iban]')
  const refused = (await list()).due.find(({ billId }) => billId === one)
  expect(refused?.waits).toBe('ibanReturned')
  expect(refused).not.toHaveProperty('until')
})

test('of what is due five hundred are shown, and all are counted', async () => {
  await world.database.query(
    `insert into bill (id, account_id, status, payment, number, hash, issued_on, information, totals)
      select gen_random_uuid(), $1, 'Approved', 'unpaid', 'N-' || n, 'n', '2031-02-01', jsonb_build_object('taxId', $2::text),
        '{"payableCents": 2}' from generate_series(1, 501) n`,
    [accountId, own.taxId],
  )
  const { due, ready } = await list()
  expect(due).toHaveLength(500)
  expect(ready).toEqual({ bills: 501, totalCents: 1_002, held: 0 })
})

test('a file is for today in Madrid or for sixty days to come', async () => {
  await put(10)
  for (const on of [todayPlus(now, -1), todayPlus(now, 61), '2031-02-30'])
    await expect(make({ on })).rejects.toMatchObject({ fields: { on: { code: expect.any(String) } } })
  expect((await make({ on: todayPlus(now, 60) })).on).toBe('2031-08-15')
  await put(10)
  expect((await make()).on).toBe('2031-06-16')
  await expect(make()).rejects.toMatchObject({ code: 'billing.nothingToPay' })
})

test('one transfer takes as much as a bank does and no cent more', async () => {
  const most = await put(99_999_999_999)
  const more = await put(100_000_000_000, of(former, formerIban))
  const made = await make()
  expect([made.bills, made.totalCents]).toEqual([1, 99_999_999_999])
  expect([await stateOf(most), await stateOf(more)]).toEqual([
    ['inRemittance', made.id],
    ['unpaid', null],
  ])
})

test('with the bills that were chosen goes what the same person owes, and what nobody chose stays', async () => {
  const [wanted, other] = [await put(1_000), await put(2_000)]
  const owed = await put(-300)
  const [ofFormer, owedByFormer] = [
    await put(50, of(former, formerIban)),
    await put(-20, of(former, formerIban)),
  ]
  const made = await make({ billIds: [wanted] })
  expect([made.bills, made.totalCents]).toEqual([2, 700])
  expect([await stateOf(wanted), await stateOf(owed)]).toEqual([
    ['inRemittance', made.id],
    ['inRemittance', made.id],
  ])
  for (const id of [other, ofFormer, owedByFormer]) expect(await stateOf(id)).toEqual(['unpaid', null])
  const paid = await world.database.query(
    'select bill_id, amount_cents::int as cents, iban from remittance_payment where remittance_id = $1',
    [made.id],
  )
  expect(paid).toEqual([{ bill_id: wanted, cents: 700, iban: own.iban }])
  await expect(make({ billIds: [other, wanted] })).rejects.toMatchObject({
    fields: { billIds: { code: 'billing.notPayable' } },
  })
  // Taken back, each is what it was before: what had come back goes on being that.
  await world.database.query(`update bill set returned_on = '2031-05-01' where id = $1`, [wanted])
  const second = await make({ billIds: [other] })
  const undone = await inTrial(world.database, (tx) => undoRemittance(tx, made.id, by))
  expect(undone.state).toBe('undone')
  expect([await stateOf(wanted), await stateOf(owed), await stateOf(other)]).toEqual([
    ...[
      ['returned', null],
      ['unpaid', null],
      ['inRemittance', second.id],
    ],
  ])
})

test('a file has left from its first download on, and keeps that moment', async () => {
  const [plus, minus] = [await put(400), await put(-400)]
  await put(10, of(former, formerIban))
  const { id } = await make()
  const left = (of: string | null) => inTrial(world.database, (tx) => hasLeft(tx, of))
  expect([await left(id), await left(null), await left(v7())]).toEqual([false, false, false])
  await expect(inTrial(world.database, (tx) => remittanceFile(tx, id))).rejects.toMatchObject({
    code: 'billing.remittanceState',
  })
  const download = (at: Date) =>
    inTrial(world.database, (tx) => downloadRemittance(tx, id, { ...by, now: at }))
  expect((await download(now)).state).toBe('downloaded')
  await download(new Date(now.getTime() + 86_400_000))
  const [row] = await world.database.query<{ downloaded_at: Date }>(
    'select downloaded_at from remittance where id = $1',
    [id],
  )
  expect(new Date(row?.downloaded_at ?? 0)).toEqual(now)
  expect(await left(id)).toBe(true)
  // What came to nothing together is paid on the day on which it left: no bank will say so.
  const [settled] = await world.database.query<{ on: string; n: number }>(
    `select min(paid_on)::text as on, count(*)::int as n from bill where id in ($1, $2) and payment = 'paid'`,
    [plus, minus],
  )
  expect(settled).toEqual({ on: today, n: 2 })
})

test('what was taken back does not leave, nor does what waits for a second person', async () => {
  const leave = (id: string) => why(inTrial(world.database, (tx) => downloadRemittance(tx, id, by)))
  const [back, waiting] = [await putFile({ undoneAt: now }), await putFile({ needsSecond: true })]
  expect(await leave(back)).toBe('billing.remittanceState')
  expect(await leave(waiting)).toBe('billing.remittanceUnconfirmed')
  expect(await leave(v7())).toBe('notFound')
  const rows = await world.database.query('select downloaded_at from remittance where id in ($1, $2)', [
    back,
    waiting,
  ])
  expect(rows).toEqual([{ downloaded_at: null }, { downloaded_at: null }])
})

test('the newest file says where a bill was paid to, and each its day', async () => {
  const billId = await put(10)
  const none = await inTrial(world.database, (tx) => ibanPaid(tx, billId))
  expect(none).toBeUndefined()
  const [first, second] = [
    await putFile({ executedOn: '2031-01-01' }),
    await putFile({ executedOn: '2031-01-02' }),
  ]
  for (const [remittanceId, iban] of [
    [second, 'ES-2'],
    [first, 'ES-1'],
  ] as const)
    await inTrial(world.database, (tx) =>
      tx.insert(remittancePayment).values({ remittanceId, billId, amountCents: 1, iban, holder: 'X' }),
    )
  expect(await inTrial(world.database, (tx) => ibanPaid(tx, billId))).toBe('ES-2')
  const days = (ids: string[]) => inTrial(world.database, (tx) => executionDays(tx, ids))
  expect([...(await days([first, second, v7()]))].sort()).toEqual([
    [first, '2031-01-01'],
    [second, '2031-01-02'],
  ])
  expect((await days([])).size).toBe(0)
})
