import { beforeAll, expect, test } from 'vitest'
import { failureCode } from '#client.ts'
import { as, ok } from '#testing/as.ts'
import { testDatabase } from '#testing/database.ts'
import { edgeSpans } from '#testing/edge-facts.ts'
import { portals } from '#testing/world/cast.ts'
import { addReturns, days, type Kind } from './test-returns.ts'

const world = testDatabase()
const { ninoLobo, hotelLevante } = portals
let of: Awaited<ReturnType<typeof addReturns>>

beforeAll(async () => {
  of = await addReturns(world.database)
}, 120_000)

test('cancelled units and those whose price was paid back in whole, on the day on which it happened', async () => {
  const { analytics } = await as(world.database, 'artist')
  const found = ok(await analytics.returnsOfPortal({ portalId: ninoLobo.id, ...days }))
  // Of the shirt's product: 2 of 3 paid back, 2 cancelled of which one was paid back before, and 3 of an order of April.
  expect(found.items).toMatchObject([
    { id: of.product, sold: 6, cancelled: 2, refunded: 5, share: 7 / 6 },
    // Files that tell how many units a refund is of are believed.
    { name: 'NINO-CD', sold: 4, cancelled: 0, refunded: 2, share: 0.5 },
  ])
  expect(found).toMatchObject({ total: 2, sold: 10, cancelled: 2, refunded: 7 })
})

test('by variant of one product, and only what filters leave', async () => {
  const { analytics } = await as(world.database, 'artist')
  const ask = async (query: object) => ok(await analytics.returns({ ...days, ...query }))
  const variants = await ask({ variantsOf: of.product })
  expect(variants.items?.map(({ sold, cancelled, refunded }) => [sold, cancelled, refunded])).toEqual([
    [2, 2, 3],
    [4, 0, 2],
  ])
  expect(await ask({ countries: 'FR' })).toMatchObject({ sold: 1, cancelled: 0, refunded: 3 })
  expect(await ask({ products: of.product })).toMatchObject({ sold: 6, cancelled: 2, refunded: 5 })
  expect(await ask({ excludedProducts: of.product })).toMatchObject({
    sold: 4,
    cancelled: 0,
    refunded: 2,
  })
})

test('days one after the other add up to all of them', async () => {
  const { analytics } = await as(world.database, 'artist')
  const parts = [
    ['2021-05-01', '2021-05-04'],
    ['2021-05-05', '2021-05-06'],
    ['2021-05-07', '2021-05-31'],
  ]
  const sums = { sold: 0, cancelled: 0, refunded: 0 }
  for (const [f, t] of parts) {
    const found = ok(await analytics.returns({ f, t }))
    for (const key of ['sold', 'cancelled', 'refunded'] as const) sums[key] += found[key] ?? 0
  }
  // What was paid back and then cancelled is counted by when it was first known.
  expect(sums).toMatchObject({ sold: 10, cancelled: 2 })
  expect(sums.refunded).toBe(7)
})

test('equal to the raw rows, whoever asks', { timeout: 60_000 }, async () => {
  const lines = await world.database.query<{
    portal: string
    account: string
    order: string
    sku: string
    good: string
    kind: Kind
    day: string
    units: number
    net: string
  }>(
    `select l.portal_id as portal, o.account_id as account, l.order_id as "order", l.sku_id as sku,
        coalesce(m.product_id, m.id) as good, l.kind, to_char(l.at at time zone 'Europe/Madrid', 'YYYY-MM-DD') as day, l.units,
        l.net_amount::text as net
      from order_line l join portal o on o.id = l.portal_id join sku_mapping m on m.portal_id = l.portal_id and m.id = l.sku_id`,
  )
  const cast = [
    ['label', ({ account }: { account: string }) => account === portals.bajamar.accountId],
    ['artist', ({ portal }: { portal: string }) => portal === ninoLobo.id],
  ] as const
  for (const [who, sees] of cast) {
    const { analytics } = await as(world.database, who)
    for (const [f, t] of [...edgeSpans, [days.f, days.t] as const]) {
      const own = lines.filter(sees)
      const raw = new Map<string, [sold: number, back: number]>()
      const add = (good: string, sold: number, back: number) => {
        const known = raw.get(good) ?? [0, 0]
        raw.set(good, [known[0] + sold, known[1] + back])
      }
      for (const one of own)
        if (one.kind === 'sale' && one.day >= f && one.day <= t) add(one.good, one.units, 0)
      for (const key of new Set(
        own.filter(({ kind }) => kind !== 'sale').map(({ order, sku }) => `${order} ${sku}`),
      )) {
        const of = own.filter(({ order, sku }) => `${order} ${sku}` === key)
        const sales = of.filter(({ kind }) => kind === 'sale')
        const units = sales.reduce((sum, sale) => sum + sale.units, 0)
        const cents = sales.reduce((sum, sale) => sum + Math.round(Number(sale.net) * 100), 0)
        const backBy = (day: string, until: boolean) => {
          const then = of.filter((one) => (until ? one.day <= day : one.day < day))
          const gone = -then.reduce((sum, one) => sum + one.units * (one.kind === 'sale' ? 0 : 1), 0)
          const paid = then.reduce(
            (sum, one) =>
              sum - (one.kind === 'refund' && one.units === 0 ? Math.round(Number(one.net) * 100) : 0),
            0,
          )
          const whole = cents > 0 && paid > 0 ? Math.floor((units * (paid + 1)) / cents) : 0
          return gone + Math.max(0, Math.min(units - gone, whole))
        }
        add(of[0]?.good ?? '', 0, backBy(t, true) - backBy(f, false))
      }
      const found = ok(await analytics.returns({ f, t }))
      const sum = (at: 0 | 1) => [...raw.values()].reduce((total, one) => total + one[at], 0)
      expect([who, f, t, found.sold, (found.cancelled ?? 0) + (found.refunded ?? 0)]).toEqual([
        who,
        f,
        t,
        sum(0),
        sum(1),
      ])
      const most = [...raw.values()]
        .map(([, back]) => back)
        .filter(Boolean)
        .sort((a, b) => b - a)
        .slice(0, 20)
      expect([f, t, found.items?.map(({ cancelled, refunded }) => cancelled + refunded)]).toEqual([
        f,
        t,
        most,
      ])
      for (const { id, sold, cancelled, refunded } of found.items ?? [])
        expect([id, sold, cancelled + refunded]).toEqual([id, ...(raw.get(id) ?? [])])
    }
  }
})

test('of everything at once nobody says, and of somebody else’s portal nothing', async () => {
  const staff = await as(world.database, 'staff')
  expect(ok(await staff.analytics.returns(days)).items).toBeNull()
  expect(ok(await staff.analytics.returns({ ...days, portals: [ninoLobo.id] })).cancelled).toBe(2)
  const { analytics } = await as(world.database, 'artist')
  expect(failureCode(await analytics.returnsOfPortal({ portalId: hotelLevante.id, ...days }))).toBe(
    'notFound',
  )
})
