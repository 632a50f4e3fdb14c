import { importLines } from '#features/orders/server/import-orders.ts'
import { rollPortalMonths } from '#features/rollups/server/portal-months.ts'
import { rollWaitingBatches } from '#features/rollups/server/rollups.ts'
import { rollTypes } from '#features/rollups/server/type-rollups.ts'
import { addViews } from '#features/visits/server/ingest-views.ts'
import type { Database } from '#platform/db.ts'
import { Big } from '#platform/money.ts'
import { portals } from './world/cast.ts'

/** Orders and visits at the hours that calendars trip over, with every dimension that analytics tells them apart by. */

// Both clock changes, a leap day, the ends of months and years, hours that Madrid and UTC put on different days.
const moments = [
  '2022-03-27T00:30:00Z',
  '2022-03-27T01:30:00Z',
  '2022-10-30T00:30:00Z',
  '2022-10-30T01:30:00Z',
  '2022-12-31T22:59:59Z',
  '2022-12-31T23:00:00Z',
  '2024-02-29T23:30:00Z',
  '2023-06-30T21:59:00Z',
  '2023-06-30T22:00:00Z',
  '2022-03-15T12:00:00Z',
  '2021-12-31T23:30:00Z',
].map((at) => Date.parse(at))

/** Periods that cut these moments in every way; each grouping is among them. */
export const edgeSpans: [f: string, t: string][] = [
  ['2022-03-27', '2022-03-27'],
  ['2022-10-30', '2022-10-30'],
  ['2022-12-31', '2023-01-01'],
  ['2022-03-01', '2022-03-31'],
  ['2022-03-27', '2022-06-25'],
  ['2022-02-10', '2022-12-05'],
  ['2022-01-15', '2024-12-31'],
  ['2022-03-28', '2024-02-29'],
  ['2021-06-01', '2025-06-30'],
]

const places = [
  { country: 'ES', province: 'ES-B', city: 'Barcelona' },
  { country: 'ES', province: 'ES-M', city: 'Madrid' },
  { country: 'FR', province: null, city: 'Lyon' },
  { country: 'ES', province: 'ES-B', city: 'Vic' },
  { country: null, province: null, city: null },
]
const pick = <T>(list: readonly T[], at: number): T => list[at % list.length] as T
const { claraVentisca, hotelLevante, ninoLobo, bajamar, casaCal } = portals
const sellers = [claraVentisca, hotelLevante, ninoLobo, bajamar, casaCal]

/** @throws when the database has no links to click on. */
export async function addEdgeFacts(database: Database): Promise<void> {
  const linkOf = new Map<string, string>()
  for (const row of await database.query<{ portal_id: string; id: string }>(
    'select portal_id, id from link order by id',
  ))
    linkOf.set(row.portal_id, row.id)
  await addSales(database, linkOf)
  await addVisits(database, linkOf)
  await rollWaitingBatches(database)
  // Two months of three are told by rollups, the others by facts.
  await rollPortalMonths(database, { orders: 1, visits: 1 })
  await rollTypes(database)
  await database.query(`delete from portal_month where extract(month from t)::int % 3 = 0`)
}

async function addSales(database: Database, linkOf: ReadonlyMap<string, string>) {
  const goods: Record<string, { sku: string }[]> = {}
  for (const portal of sellers)
    goods[portal.id] = await database.query(
      `select coalesce(v.sku, p.sku) as sku from product p
        left join variant v on v.portal_id = p.portal_id and v.product_id = p.id
        where p.portal_id = $1 and coalesce(v.sku, p.sku) is not null order by p.category, 1`,
      [portal.id],
    )
  const lines = moments.flatMap((at, m) =>
    sellers.flatMap((portal, s) =>
      [0, 1, 2].map((n) => {
        const price = new Big(7 + ((m * 31 + s * 17 + n * 5) % 40)).plus('0.37')
        const own = goods[portal.id] ?? []
        return {
          row: 0,
          portalKey: portal.code,
          externalId: `edge-${m}-${s}-${n}`,
          kind: 'sale' as const,
          at,
          placedAt: at,
          // Now and then something that nobody has mapped.
          sku: own[(m * 3 + n) % (own.length + 1)]?.sku ?? 'NOBODY-KNOWS',
          name: 'Edge',
          units: 1 + ((m + n) % 3),
          currency: 'EUR',
          gross: price.times(2),
          net: price,
          tax: new Big(0),
          scale: 2,
          ...pick(places, m + s + n),
          campaign: n === 1 ? 'gira' : null,
          clickId: n === 2 ? (linkOf.get(portal.id) ?? null) : null,
        }
      }),
    ),
  )
  const refunds = lines
    .filter((_, at) => at % 7 === 0)
    .map((line) => ({
      ...line,
      kind: 'refund' as const,
      ordinal: 1,
      gross: new Big(0),
      net: new Big('-3.11'),
      units: 0,
    }))
  await importLines(database, 'edges', { by: 'portal', create: false }, [...lines, ...refunds], {
    secret: Buffer.alloc(32),
  })
}

const origins = [
  { source: 'Google', medium: null, campaign: null, referrer: 'google.com', channel: 'search' },
  { source: 'Instagram', medium: 'social', campaign: 'gira', referrer: 'instagram.com', channel: 'social' },
  { source: null, medium: null, campaign: null, referrer: null, channel: 'direct' },
  { source: 'boletin', medium: 'email', campaign: 'disco', referrer: null, channel: 'email' },
]

async function addVisits(database: Database, linkOf: ReadonlyMap<string, string>) {
  await addViews(
    database,
    moments.flatMap((at, m) =>
      sellers.flatMap((portal, s) =>
        ['view' as const, 'click' as const].map((kind, n) => ({
          portalId: portal.id,
          at: at + n * 1000,
          kind,
          visitor: `v${m}${s}`,
          path: '/',
          ...pick(origins, m + s),
          ...pick(places, m + s),
          device: pick(['mobile', 'desktop', 'tablet'], m + s),
          browser: pick(['Firefox', 'Safari'], m + s),
          linkId: kind === 'click' ? (linkOf.get(portal.id) ?? null) : null,
          lineHash: null,
        })),
      ),
    ),
  )
}
