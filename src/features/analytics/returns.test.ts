import { beforeAll, expect, test } from 'vitest'
import { failureCode } from '#client.ts'
import { importLines } from '#features/orders/server/import-orders.ts'
import { rollWaitingBatches } from '#features/rollups/server/rollups.ts'
import { Big } from '#platform/money.ts'
import { as, ok } from '#testing/as.ts'
import { testDatabase } from '#testing/database.ts'
import { addEdgeFacts, edgeSpans } from '#testing/edge-facts.ts'
import { portals } from '#testing/world/cast.ts'

const world = testDatabase()
const { ninoLobo, hotelLevante } = portals
const days = { f: '2021-05-01', t: '2021-05-31' }
type Kind = 'sale' | 'refund' | 'cancellation'
interface Told {
  order: string
  kind: Kind
  day: string
  units: number
  net: number
  sku: string
  country?: string
}
const told: Told[] = []
const line = (
  order: string,
  kind: Kind,
  day: string,
  units: number,
  net: number,
  sku: string,
  country = 'ES',
) => told.push({ order, kind, day, units, net, sku, country })

// Two of three paid back in parts; a third of a price; all of one, and then it is cancelled; what was sold before the days;
// what came back after them; what comes back of nothing that is known.
line('parts', 'sale', '2021-05-03', 3, 50, 'NINO-TEE')
line('parts', 'refund', '2021-05-04', 0, -16.66, 'NINO-TEE')
line('parts', 'refund', '2021-05-09', 0, -16.67, 'NINO-TEE')
line('some', 'sale', '2021-05-03', 1, 30, 'NINO-TEE', 'FR')
line('some', 'refund', '2021-05-05', 0, -10, 'NINO-TEE', 'FR')
line('both', 'sale', '2021-05-03', 2, 40, 'NINO-LP')
line('both', 'refund', '2021-05-06', 0, -20, 'NINO-LP')
line('both', 'cancellation', '2021-05-07', -2, -20, 'NINO-LP')
line('before', 'sale', '2021-04-20', 4, 40, 'NINO-LP', 'FR')
line('before', 'refund', '2021-04-22', 0, -10, 'NINO-LP', 'FR')
line('before', 'refund', '2021-05-31', 0, -30, 'NINO-LP', 'FR')
line('later', 'sale', '2021-05-31', 1, 9, 'NINO-CD')
line('later', 'cancellation', '2021-06-01', -1, -9, 'NINO-CD')
line('unit', 'sale', '2021-05-10', 2, 20, 'NINO-CD')
line('unit', 'refund', '2021-05-11', -1, -10, 'NINO-CD')
line('unit', 'refund', '2021-05-12', 0, -10, 'NINO-CD')
line('free', 'sale', '2021-05-08', 1, 0, 'NINO-CD')

/** The embedded world's SKUs of three goods, so that two are variants of one product. */
async function names() {
  const found = await world.database.query<{ sku: string; product: string }>(
    `select v.sku, p.id as product from variant v join product p on p.portal_id = v.portal_id and p.id = v.product_id
      where p.portal_id = $1 order by p.id, v.position`,
    [ninoLobo.id],
  )
  const [first] = found
  const [one, two] = found.filter(({ product }) => product === first?.product)
  return {
    'NINO-TEE': one?.sku ?? '',
    'NINO-LP': two?.sku ?? '',
    'NINO-CD': 'NOBODY',
    product: first?.product ?? '',
  }
}
let of: Awaited<ReturnType<typeof names>>

beforeAll(async () => {
  of = await names()
  await addEdgeFacts(world.database)
  const ordinals = new Map<string, number>()
  const lines = told.map(({ order, kind, day, units, net, sku, country }) => {
    const at = (ordinals.get(`${order} ${kind}`) ?? 0) + 1
    ordinals.set(`${order} ${kind}`, at)
    const sale = told.find((one) => one.order === order && one.kind === 'sale')
    return {
      ...{
        row: 0,
        portalKey: ninoLobo.code,
        externalId: order,
        kind,
        units,
        currency: 'EUR',
        scale: 2,
        country,
      },
      ordinal: kind === 'sale' ? 1 : 1 + (at - 1) * 100_000,
      at: Date.parse(`${day}T10:00:00Z`),
      placedAt: Date.parse(`${sale?.day}T10:00:00Z`),
      ...{ sku: of[sku as 'NINO-LP'], name: sku, gross: new Big(kind === 'sale' ? net : 0) },
      ...{ net: new Big(net), tax: new Big(0) },
    }
  })
  await importLines(world.database, 'returns', { by: 'portal', create: false }, lines, {
    secret: Buffer.alloc(32),
  })
  await rollWaitingBatches(world.database)
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
