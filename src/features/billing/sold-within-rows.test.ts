import { eq, sql } from 'drizzle-orm'
import { v7 } from 'uuid'
import { beforeEach, expect, test } from 'vitest'
import { rows } from '#platform/db.ts'
import { testDatabase } from '#testing/database.ts'
import { inTrial, putBill, putSplit } from '#testing/raw-bills.ts'
import { putAccount, putProduct, putSale } from '#testing/raw-sales.ts'
import { keepSales, type SalesKey, salesWithin } from './server/billed-sales.ts'
import { orderLinePast } from './server/billed-table.ts'
import { billLine } from './server/table.ts'

/** Which sales a line of a bill is of, by when each was told and taken back, and what is kept of them. */

const world = testDatabase()
const march = new Date('2026-03-10T12:00:00Z')
const april = (day: number) => new Date(`2026-04-${String(day).padStart(2, '0')}T12:00:00Z`)
/** The first nine days of April. */
const span = '{[2026-04-01T00:00:00Z,2026-04-10T00:00:00Z)}'

let [accountId, portalId, lp] = ['', '', '']
beforeEach(async () => {
  const made = await putAccount(world.database, 'Cuenta')
  ;[accountId, portalId] = [made.accountId, made.portalId]
  lp = await putProduct(world.database, portalId, 'LP')
})

type Row = Partial<Parameters<typeof putSale>[1]>
/** A sale of so many euros net at 20 %, told on the second of April where nothing else is said. */
const sale = (net: number, row: Row = {}) =>
  putSale(world.database, {
    ...{ portalId, productId: lp, at: march, toldAt: april(2), grossMicros: net * 2e6, netMicros: net * 1e6 },
    ...{ incomeMicros: net * 0.8e6, ...row },
  })
/** One that was told otherwise, or taken back. */
const past = (net: number, row: Partial<typeof orderLinePast.$inferInsert>) =>
  inTrial(world.database, (tx) =>
    tx.insert(orderLinePast).values({
      ...{ portalId, orderId: v7(), kind: 'sale', ordinal: 0, at: march, skuId: lp, units: 1 },
      ...{ grossMicros: net * 2e6, netMicros: net * 1e6, incomeMicros: net * 0.8e6, commissionPct: '20' },
      ...{ toldAt: april(2), goneAt: april(5), ...row },
    }),
  )
/** Euros net, units and what it brings the line, in cents. */
const within = async (key: Partial<SalesKey> = {}, told = span) => {
  const of = { type: 'Income', portalId, month: '2026-03-01', commissionBp: 2_000, ...key } as const
  const found = await inTrial(world.database, (tx) =>
    rows<{ net: string; units: number; amount: string; gross: string }>(
      tx,
      sql`select net_micros / 1e6 as net, units, amount_micros / 1e4 as amount, gross_micros / 1e6 as gross
        from ${salesWithin({ splitId: null, shareBp: null, ...of }, sql`${told}::tstzmultirange`)} s
        order by net_micros, units`,
    ),
  )
  return found.map(({ net, units, amount, gross }) => [
    ...[Number(net), units, Number(amount), Number(gross)],
  ])
}

test('what was told within the time is there, and what was taken back in it is there with the other sign', async () => {
  await sale(10)
  await sale(1_000, { toldAt: new Date('2026-03-31T23:59:59.999Z') })
  await sale(20, { toldAt: new Date('2026-04-01T00:00:00Z') })
  await sale(2_000, { toldAt: new Date('2026-04-10T00:00:00Z') })
  await sale(3_000, { toldAt: null })
  await sale(-5, { kind: 'refund', units: 0, toldAt: april(9) })
  // Told before and taken back in it; told and taken back in it; before and after it; told in it and taken back after.
  await past(30, { toldAt: april(1), goneAt: april(5), units: 3 })
  await past(40, { toldAt: new Date('2026-03-20'), goneAt: april(5), units: 4 })
  await past(50, { toldAt: new Date('2026-03-20'), goneAt: new Date('2026-03-21') })
  await past(60, { toldAt: april(2), goneAt: april(20), units: 6 })
  await past(70, { toldAt: null, goneAt: april(3), units: 7 })
  expect(await within()).toEqual([
    [-70, -7, -5_600, -140],
    [-40, -4, -3_200, -80],
    [-5, 0, -400, -10],
    [10, 1, 800, 20],
    [20, 1, 1_600, 40],
    [60, 6, 4_800, 120],
  ])
  // What there was before this was kept is of all time.
  expect((await within({}, '{(,2026-04-01T00:00:00Z)}')).map(([net]) => net)).toEqual([40, 70, 1_000, 3_000])
})

test('what was told anew and is as it was has changed nothing', async () => {
  const orderId = v7()
  await sale(10, { orderId, toldAt: april(5) })
  await past(10, { orderId, toldAt: new Date('2026-03-20') })
  const other = v7()
  await sale(30, { orderId: other, units: 2, toldAt: april(5) })
  await past(30, { orderId: other, units: 1, toldAt: new Date('2026-03-20') })
  expect(await within()).toEqual([
    [-30, -1, -2_400, -60],
    [30, 2, 2_400, 60],
  ])
})

test('a line is of its month, rate and split; what an account shares out of its own stands on its bill as a whole', async () => {
  const byAccount = await putSplit(world.database, { portalId }, [[accountId, 10_000]])
  const byProvider = await putSplit(world.database, { portalId, payer: 'provider' }, [[accountId, 10_000]])
  const other = await putAccount(world.database, 'Otra')
  const elsewhere = await putSplit(world.database, { portalId: other.portalId }, [[accountId, 10_000]])
  await sale(1)
  await sale(2, { splitId: byAccount })
  await sale(4, { splitId: byProvider })
  await sale(8, { splitId: elsewhere })
  await sale(16, { commissionPct: '12.5' })
  await sale(32, { at: new Date('2026-03-31T22:00:00Z') })
  await sale(64, { owedAt: new Date('2026-03-31T21:59:59Z'), at: new Date('2026-02-01') })
  await sale(128, { owedAt: new Date('2026-03-31T22:00:00Z') })
  const nets = async (key: Partial<SalesKey> = {}) => (await within(key)).map(([net]) => net)
  expect(await nets()).toEqual([1, 2, 64])
  expect(await nets({ splitId: byAccount })).toEqual([2])
  expect(await nets({ splitId: byProvider })).toEqual([4])
  expect(await nets({ commissionBp: 1_250 })).toEqual([16])
  expect(await nets({ month: '2026-04-01' })).toEqual([32, 128])
})

test('income is of what was sold, and what is made on demand of what making it cost', async () => {
  await sale(10, { incomeMicros: 5e6 })
  await sale(20)
  await sale(0, { incomeMicros: -1e6, units: 2 })
  expect(await within()).toEqual([
    [10, 1, 800, 20],
    [20, 1, 1_600, 40],
  ])
  expect(await within({ type: 'On demand' })).toEqual([
    [0, 2, -100, 0],
    [10, 1, -300, 20],
  ])
})

test('a bill keeps of each automatic line when it was told and what was sold, of a share its part of the money', async () => {
  const shirt = await putProduct(world.database, portalId, 'Camiseta')
  await world.database.query(`update sku_mapping set name = 'Camiseta negra', sku = 'A-1' where id = $1`, [
    shirt,
  ])
  await world.database.query(`update sku_mapping set sku = 'B-2' where id = $1`, [lp])
  const splitId = await putSplit(world.database, { portalId, payer: 'provider' }, [[accountId, 2_500]])
  await sale(10, { splitId, units: 3, rateOf: 'product', rateUnits: 100 })
  await sale(10, { splitId, rateOf: 'product', rateUnits: 50 })
  await sale(7, { splitId, productId: shirt, grossMicros: 8_000_002 })
  await sale(99)
  const billId = await putBill(world.database, { accountId, status: 'Pending' })
  const before = await putBill(world.database, { accountId, status: 'Pending' })
  const line = { billId, accountId, portalId, month: '2026-03-01', taxBp: 2_100, commissionBp: 2_000 }
  const recouped = v7()
  const kept = await inTrial(world.database, async (tx) => {
    await tx.insert(billLine).values([
      { ...line, position: 0, type: 'Income', amountCents: 541, splitId, shareBp: 2_500 },
      { ...line, position: 1, type: 'Recoupment', amountCents: -1, splitId: recouped, shareBp: 2_500 },
      { ...line, position: 2, type: 'Own recoupment', amountCents: -1, splitId: recouped },
      { ...line, position: 3, type: 'Extra', amountCents: 5, portalId: null, commissionBp: null },
      { ...line, billId: before, position: 0, type: 'Income', amountCents: 7_920, told: span },
    ])
    await keepSales(tx, accountId, billId)
    return tx.select().from(billLine).where(eq(billLine.billId, billId)).orderBy(billLine.position)
  })
  const [income, ...others] = kept
  expect(others.map(({ told, goods, exactMicros }) => [told, goods, exactMicros])).toEqual([
    [null, null, null],
    [null, null, null],
    [null, null, null],
  ])
  expect(income?.told).toMatch(/^\{\(,/)
  // A quarter of 8, 8 and 5.60 euros; the largest takes the cent that rounding leaves.
  expect(income?.exactMicros).toBe(5_400_000)
  expect(income?.goods).toEqual([
    {
      ...{ name: 'B-2', sku: 'B-2', rateOf: 'product', rateUnits: 50, units: 1, grossCents: 500 },
      ...{ offCents: 250, chargedCents: 49, amountCents: 201 },
    },
    {
      ...{ name: 'B-2', sku: 'B-2', rateOf: 'product', rateUnits: 100, units: 3, grossCents: 500 },
      ...{ offCents: 250, chargedCents: 50, amountCents: 200 },
    },
    {
      ...{ name: 'Camiseta negra', sku: 'A-1', rateOf: null, rateUnits: null, units: 1, grossCents: 200 },
      ...{ offCents: 25, chargedCents: 35, amountCents: 140 },
    },
  ])
})
