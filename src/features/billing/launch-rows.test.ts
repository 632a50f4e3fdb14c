import { v7 } from 'uuid'
import { beforeEach, describe, expect, test } from 'vitest'
import { release } from '#features/releases/server/table.ts'
import { businessTimeZone } from '#platform/constants.ts'
import { dayOf, formatDay, parseDay, startOfDay, startOfMonth } from '#platform/time.ts'
import { testDatabase } from '#testing/database.ts'
import { inTrial, putEntries } from '#testing/raw-bills.ts'
import { putAccount, putPortal, putProduct, putSale } from '#testing/raw-sales.ts'
import { outlookOf, settledIn } from './server/advance-forecast.ts'
import { split, splitParty } from './server/split-table.ts'

/** What releases brought and what the next ones are expected to bring, at the edges of months and of what is compared. */

const world = testDatabase()
const now = new Date()
const month = (back: number) => formatDay(startOfMonth(dayOf(now.getTime()), -back))
/** The first moment of a month in Madrid. */
const startOf = (back: number) => new Date(startOfDay(parseDay(month(back)) ?? 0))
const justBefore = (at: Date) => new Date(at.getTime() - 1)
const within = (back: number) => new Date(startOf(back).getTime() + 12 * 86_400_000)

let accountId = ''
let portalId = ''
beforeEach(async () => {
  const made = await putAccount(world.database, 'Sello nuevo')
  accountId = made.accountId
  portalId = made.portalId
})

const put = (releaseAt: Date, row: Partial<typeof release.$inferInsert> = {}) =>
  inTrial(world.database, (tx) =>
    tx.insert(release).values({
      ...{ portalId, title: { es: 'Disco' }, durationDays: 30, status: 'published', releaseAt },
      ...row,
    }),
  )
const sell = (productId: string, at: Date, euros: number, row: Partial<Parameters<typeof putSale>[1]> = {}) =>
  putSale(world.database, { portalId, productId, at, incomeMicros: euros * 1_000_000, ...row })
/** A product that was released on a day, and what it brought in the months from there on, in euros. */
async function launched(back: number, euros: readonly number[], at = within(back)) {
  const productId = await putProduct(world.database, portalId, `Disco ${back}`)
  await put(at, { productId })
  for (const [after, cents] of euros.entries()) await sell(productId, within(back - after), cents)
  return productId
}
const outlook = (months: Parameters<typeof outlookOf>[2] = []) =>
  inTrial(world.database, (tx) => outlookOf(tx, accountId, months, now))
const steady = (backs: readonly number[], cents: number) =>
  backs.map((back) => ({ month: month(back), cents }))

describe('the pace', () => {
  test('is of six months at most, without what releases brought in their first three', async () => {
    await launched(8, [100, 50, 7, 1_000])
    const last = steady([6, 5, 4, 3, 2, 1], 5_000)
    expect(await outlook([...steady([8, 7], 900_000), ...last])).toMatchObject({
      ...{ paceMonths: 6, monthlyCents: Math.round((30_000 - 700) / 6), compared: 1 },
    })
    // One whose months are not over says nothing of the next, and yet is no pace.
    await launched(2, [10, 20, 40])
    expect(await outlook(last)).toMatchObject({
      ...{ paceMonths: 6, monthlyCents: Math.round((30_000 - 700 - 3_000) / 6), compared: 1 },
    })
    expect(await outlook(steady([2, 1], 3_000))).toMatchObject({ paceMonths: 2, monthlyCents: 1_500 })
  })

  test('is nothing where releases brought more than all, or there is no month yet', async () => {
    await launched(3, [0, 0, 100])
    expect(await outlook(steady([1], 9_999))).toMatchObject({ monthlyCents: 0, paceMonths: 1 })
    expect(await outlook(steady([1], 10_001))).toMatchObject({ monthlyCents: 1 })
    expect(await outlook([])).toMatchObject({ monthlyCents: 0, paceMonths: 0 })
  })
})

describe('what releases brought', () => {
  test('is of the three months of Madrid from their day on, to the moment, when it was owed', async () => {
    const productId = await launched(5, [])
    await sell(productId, justBefore(startOf(5)), 1_000)
    await sell(productId, startOf(5), 1)
    await sell(productId, justBefore(startOf(4)), 2)
    await sell(productId, startOf(4), 4)
    await sell(productId, justBefore(startOf(2)), 8)
    await sell(productId, startOf(2), 1_000)
    await sell(productId, within(9), 16, { owedAt: within(3) })
    await sell(productId, within(3), 1_000, { owedAt: within(1) })
    // Of another product, and of another portal, nothing.
    await sell(await putProduct(world.database, portalId, 'Otro'), within(4), 1_000)
    const elsewhere = await putPortal(world.database, accountId)
    await putSale(world.database, {
      ...{ portalId: elsewhere, productId, at: within(4), incomeMicros: 1_000_000_000 },
    })
    await put(new Date(startOf(-2)))
    const { coming, incomeOf, compared } = await outlook()
    expect([compared, coming]).toMatchObject([1, [{ expectedCents: 3_100, presoldCents: 0, compared: 1 }]])
    expect([0, 1, 2, 3, 4, 5].map(incomeOf)).toEqual([0, 0, 300, 400, 2_400, 0])
  })

  test('is nothing to come of what is brought out once more', async () => {
    const productId = await launched(4, [7])
    await put(within(-1), { productId })
    expect(await outlook()).toMatchObject({ compared: 1, coming: [] })
  })

  test('counts once for all releases of a product, from the first on, and only of what was sold here', async () => {
    const productId = await launched(6, [10, 20, 30])
    await put(within(4), { productId, title: { es: 'Otra vez' } })
    await launched(5, [])
    await launched(5, [0])
    await put(within(5))
    expect(await outlook()).toMatchObject({ compared: 1 })
    // What only came back was sold here too: the average is of both.
    await launched(4, [-2])
    // The three months of this one ended with the last.
    await launched(3, [2, 5])
    await put(within(-1))
    const { compared, incomeOf } = await outlook()
    expect(compared).toBe(3)
    expect([1, 2, 3].map(incomeOf)).toEqual([Math.round(1_000 / 3), Math.round(2_500 / 3), 1_000])
  })

  test('is what the account has of what is shared, where the provider pays each', async () => {
    const other = await putAccount(world.database, 'Otro sello')
    const productId = await launched(5, [])
    const share = async (payer: 'account' | 'provider', parties: [string, number][]) => {
      const id = v7()
      await inTrial(world.database, async (tx) => {
        await tx.insert(split).values({ id, portalId, productId, payer, validFrom: month(9) })
        await tx
          .insert(splitParty)
          .values(
            parties.map(([of, shareBp], position) => ({ splitId: id, accountId: of, shareBp, position })),
          )
      })
      return id
    }
    const half = await share('provider', [
      [accountId, 2_500],
      [other.accountId, 7_500],
    ])
    const none = await share('provider', [[other.accountId, 10_000]])
    const all = await share('account', [
      [accountId, 100],
      [other.accountId, 9_900],
    ])
    await sell(productId, within(5), 100, { splitId: half })
    await sell(productId, within(4), 100, { splitId: none })
    await sell(productId, within(3), 100, { splitId: all })
    await sell(productId, within(3), 1)
    await put(within(-1))
    expect([1, 2, 3].map((await outlook()).incomeOf)).toEqual([2_500, 0, 10_100])
  })
})

describe('releases that count', () => {
  test('are published, of the account’s own portals, of two years back and one ahead, to the moment', async () => {
    const productId = await launched(8, [10])
    const found = (moment: string) =>
      inTrial(world.database, async (tx) => {
        const id = v7()
        await tx.execute(
          `insert into release (portal_id, id, title, product_id, release_at, duration_days, status)
            values ('${portalId}', '${id}', '{"es": "Borde"}', '${productId}', ${moment}, 30, 'published')`,
        )
        const { compared, coming } = await outlookOf(tx, accountId, [], now)
        await tx.execute(`delete from release where id = '${id}'`)
        return [compared, coming.length]
      })
    await world.database.query('delete from release where portal_id = $1', [portalId])
    expect(await found(`now() - interval '24 months' - interval '1 second'`)).toEqual([0, 0])
    // It sold nothing then, and so says nothing.
    expect(await found(`now()`)).toEqual([0, 0])
    expect(await found(`now() + interval '1 second'`)).toEqual([0, 1])
    expect(await found(`now() + interval '12 months' - interval '1 second'`)).toEqual([0, 1])
    expect(await found(`now() + interval '12 months'`)).toEqual([0, 0])
    const zone = `at time zone '${businessTimeZone}'`
    const first = await sell(productId, within(23), 5)
    await world.database.query(
      `update order_line set at = date_trunc('month', (now() - interval '24 months') ${zone}) ${zone} where order_id = $1`,
      [first],
    )
    expect(await found(`now() - interval '24 months'`)).toEqual([1, 0])
    expect(await found(`now() - interval '24 months' - interval '1 second'`)).toEqual([0, 0])
    await put(within(-1), { status: 'draft' })
    const gone = await putPortal(world.database, accountId, { deletedAt: now })
    await put(within(-1), { portalId: gone })
    const other = await putAccount(world.database, 'Ajena')
    await put(within(-1), { portalId: other.portalId })
    expect((await outlook()).coming).toEqual([])
    const second = await putPortal(world.database, accountId, { name: 'Segundo' })
    await put(within(-2), { portalId: second, title: { es: 'Uno' } })
    await put(within(-1), { portalId: second, title: { es: 'Otro' } })
    expect((await outlook()).coming).toMatchObject([
      { title: { es: 'Otro' }, portal: 'Segundo' },
      { title: { es: 'Uno' }, portal: 'Segundo' },
    ])
  })

  test('bring what is presold where that is more than what came of those before in their first month', async () => {
    await launched(6, [10, 4])
    const [less, more, alone] = await Promise.all(
      ['Menos', 'Más', 'Sin anunciar'].map((name) => putProduct(world.database, portalId, name)),
    )
    await put(within(-3), { productId: less as string, title: { es: 'Menos' } })
    await put(within(-2), { productId: more as string, title: { es: 'Más' } })
    await sell(less as string, now, 9, { owedAt: within(-3) })
    await sell(more as string, now, 11, { owedAt: within(-4) })
    await sell(alone as string, now, 3, { owedAt: within(-1) })
    const { coming, incomeOf } = await outlook()
    const day = (at: Date) => formatDay(dayOf(at.getTime()))
    expect(coming).toEqual([
      {
        ...{ title: { es: 'Sin anunciar' }, portal: 'Sello nuevo', on: day(within(-1)), presoldCents: 300 },
        ...{ compared: 0, expectedCents: 300 },
      },
      {
        ...{ title: { es: 'Menos' }, portal: 'Sello nuevo', on: day(within(-3)), presoldCents: 900 },
        ...{ compared: 1, expectedCents: 1_400 },
      },
      // On the day on which it is owed, where the release was put off.
      {
        ...{ title: { es: 'Más' }, portal: 'Sello nuevo', on: day(within(-4)), presoldCents: 1_100 },
        ...{ compared: 1, expectedCents: 1_500 },
      },
    ])
    expect([0, 1, 2, 3, 4, 5, 6].map(incomeOf)).toEqual([0, 300, 0, 1_000, 400 + 1_100, 400, 0])
  })
})

test('this month brings what it has brought where that is more than the pace, and what earlier ones left', async () => {
  const accrue = (back: number, amountCents: number) =>
    putEntries(world.database, [
      {
        accountId,
        from: 'sales',
        to: 'accrued',
        month: month(back),
        amountCents,
        micros: amountCents * 10_000,
      },
    ])
  await accrue(1, 70)
  await accrue(0, 900)
  const slow = await outlook(steady([1], 1_000))
  expect([slow.earnedCents, slow.incomeOf(0), slow.incomeOf(1)]).toEqual([970, 1_070, 1_000])
  await accrue(0, 101)
  const fast = await outlook(steady([1], 1_000))
  expect([fast.earnedCents, fast.incomeOf(0), fast.incomeOf(1)]).toEqual([1_071, 1_071, 1_000])
})

test('an advance is settled within fifty years, or never; months below zero settle nothing and take nothing back', () => {
  const at = new Date('2026-11-30T23:30:00Z')
  const cent = { incomeOf: () => 1 }
  // It is December in Madrid.
  expect(settledIn(0, cent, 10_000, at)).toBe('2026-12')
  expect(settledIn(600, cent, 10_000, at)).toBe('2076-11')
  expect(settledIn(601, cent, 10_000, at)).toBeNull()
  expect(settledIn(100, { incomeOf: () => 0 }, 10_000, at)).toBeNull()
  const back = { incomeOf: (ahead: number) => (ahead === 0 ? -500 : 500) }
  expect(settledIn(500, back, 10_000, at)).toBe('2027-01')
})
