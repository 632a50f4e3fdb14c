import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { testDatabase } from '#testing/database.ts'
import { inTrial, putBill } from '#testing/raw-bills.ts'
import { putAccount, putProduct, putSale } from '#testing/raw-sales.ts'
import { keepSales } from './server/billed-sales.ts'
import { billLine } from './server/table.ts'

/** What a bill keeps of each product that a line was made of. */

const world = testDatabase()
const at = new Date('2026-03-10T12:00:00Z')
let [accountId, portalId, lp, shirt] = ['', '', '', '']
beforeEach(async () => {
  const made = await putAccount(world.database, 'Cuenta')
  ;[accountId, portalId] = [made.accountId, made.portalId]
  lp = await putProduct(world.database, portalId, 'LP')
  shirt = await putProduct(world.database, portalId, 'Camiseta')
})

/** Euros of a sale, and what is left of them for the artist at 20 %. */
const sale = (productId: string, gross: number, net: number, row: object = {}) =>
  putSale(world.database, {
    ...{ portalId, productId, at, commissionPct: '20' },
    ...{ grossMicros: gross * 1e6, netMicros: net * 1e6, incomeMicros: net * 0.8e6, ...row },
  })

async function goodsOf(line: Partial<typeof billLine.$inferInsert>) {
  const billId = await putBill(world.database, { accountId, status: 'Pending' })
  return inTrial(world.database, async (tx) => {
    await tx.insert(billLine).values({
      ...{ billId, position: 0, accountId, portalId, type: 'Income', month: '2026-03-01', taxBp: 2_100 },
      ...{ commissionBp: 2_000, amountCents: 0, ...line },
    })
    await keepSales(tx, accountId, billId)
    const [kept] = await tx.select().from(billLine).where(eq(billLine.billId, billId))
    return kept
  })
}

test('gross, what was taken off it, and what was charged, by product', async () => {
  await sale(lp, 20, 18)
  await sale(lp, 10, 10)
  await sale(shirt, 25, 25, { units: 2 })
  const kept = await goodsOf({ amountCents: 4_240 })
  expect(kept?.goods).toMatchObject([
    { sku: lp, units: 2, grossCents: 3_000, offCents: 200, chargedCents: 560, amountCents: 2_240 },
    { sku: shirt, units: 2, grossCents: 2_500, offCents: 0, chargedCents: 500, amountCents: 2_000 },
  ])
  expect(kept?.exactMicros).toBe(42_400_000)
})

test('of another month, portal or commission is another line', async () => {
  await sale(lp, 20, 18)
  await sale(lp, 1, 1, { at: new Date('2026-02-28T22:59:00Z') })
  await sale(lp, 1, 1, { at: new Date('2026-03-31T22:01:00Z') })
  await sale(lp, 1, 1, { commissionPct: '19.99' })
  const other = await putAccount(world.database, 'Otra')
  const theirs = await putProduct(world.database, other.portalId, 'LP')
  await sale(theirs, 1, 1, { portalId: other.portalId })
  expect((await goodsOf({ amountCents: 1_440 }))?.goods).toMatchObject([{ units: 1, grossCents: 2_000 }])
})

test('what is made on demand is told by what making it cost alone', async () => {
  // 20 € less 20 % are 16 €, of which 11 € are left when it has been made.
  await sale(lp, 25, 20, { incomeMicros: 11e6 })
  expect((await goodsOf({ type: 'On demand', amountCents: -500 }))?.goods).toMatchObject([
    { units: 1, grossCents: 0, offCents: 0, chargedCents: 500, amountCents: -500 },
  ])
})
