import { parse } from 'csv-parse/sync'
import { readXlsx } from 'hucre/xlsx'
import { beforeAll, describe, expect, test } from 'vitest'
import { importLines } from '#features/orders/server/import-orders.ts'
import { addViews } from '#features/visits/server/ingest-views.ts'
import { Big } from '#platform/money.ts'
import { as, cookieFor, ok, testApp } from '#testing/as.ts'
import { testDatabase } from '#testing/database.ts'
import { rawFigures, rawRows } from '#testing/raw-figures.ts'
import { accounts, type PersonKey, people, portals } from '#testing/world/cast.ts'
import type { Measure } from './contract.ts'
import type { DetailAnswer } from './detail-contract.ts'
import { rollPortalMonths } from './server/portal-months.ts'
import { rollWaitingBatches } from './server/rollups.ts'
import { rollTypes } from './server/type-rollups.ts'

const world = testDatabase()
const { claraVentisca, hotelLevante, ninoLobo, bajamar, casaCal } = portals

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
].map((at) => Date.parse(at))
const places = [
  { country: 'ES', province: 'ES-B', city: 'Barcelona' },
  { country: 'ES', province: 'ES-M', city: 'Madrid' },
  { country: 'FR', province: null, city: 'Lyon' },
  { country: null, province: null, city: null },
]
const owners = [claraVentisca, hotelLevante, ninoLobo, bajamar, casaCal]
const products: Record<string, { id: string; sku: string; category: string }[]> = {}

beforeAll(async () => {
  const { database } = world
  for (const portal of owners)
    products[portal.id] = await database.query(
      `select p.id, coalesce(v.sku, p.sku) as sku, p.category from product p
        left join variant v on v.portal_id = p.portal_id and v.product_id = p.id
        where p.portal_id = $1 and coalesce(v.sku, p.sku) is not null order by p.category, 2`,
      [portal.id],
    )
  let count = 0
  const lines = moments.flatMap((at, m) =>
    owners.flatMap((portal, o) => {
      const own = products[portal.id] ?? []
      return [0, 1, 2].map((n) => {
        const price = new Big(7 + ((m * 31 + o * 17 + n * 5) % 40)).plus('0.37')
        const place = places[(m + o + n) % places.length]
        const product = own[(m * 3 + n) % Math.max(1, own.length + 1)]
        return {
          row: 0,
          portalKey: portal.code,
          externalId: `edge-${count++}`,
          kind: 'sale' as const,
          at,
          placedAt: at,
          // Now and then something that nobody has mapped.
          sku: product?.sku ?? 'NOBODY-KNOWS',
          name: 'Edge',
          units: 1 + ((m + n) % 3),
          currency: 'EUR',
          gross: price.times(2),
          net: price,
          tax: new Big(0),
          scale: 2,
          ...place,
          campaign: n === 1 ? 'gira' : null,
        }
      })
    }),
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
  const channels = ['direct', 'search', 'social']
  await addViews(
    database,
    moments.flatMap((at, m) =>
      owners.flatMap((portal, o) =>
        [0, 1].map((n) => ({
          portalId: portal.id,
          at: at + n * 1000,
          kind: n === 0 ? ('view' as const) : ('click' as const),
          visitor: `v${m}${o}`,
          path: '/',
          source: m % 2 ? 'Google' : null,
          medium: null,
          campaign: null,
          referrer: null,
          channel: channels[(m + o) % 3] as string,
          ...(places[(m + o) % places.length] as (typeof places)[number]),
          device: 'mobile',
          browser: 'Firefox',
          linkId: null,
          lineHash: null,
        })),
      ),
    ),
  )
  await rollWaitingBatches(database)
  // Two months of three are told by rollups, the others by facts.
  await rollPortalMonths(database, { orders: 1, visits: 1 })
  await rollTypes(database)
  await database.query(`delete from portal_month where extract(month from t)::int % 3 = 0`)
})

const spans: [f: string, t: string][] = [
  ['2022-03-27', '2022-03-27'],
  ['2022-10-30', '2022-10-30'],
  ['2022-12-31', '2023-01-01'],
  ['2022-03-01', '2022-03-31'],
  ['2022-03-27', '2022-06-30'],
  ['2022-02-10', '2022-12-05'],
  ['2022-01-15', '2024-12-31'],
  ['2022-03-28', '2024-02-29'],
  ['2019-01-01', '2026-12-31'],
]
const actors: [PersonKey, string][] = [
  ['staff', 'true'],
  ['label', `o.account_id = '${accounts.bajamar.id}'`],
  ['artist', `o.id = '${ninoLobo.id}'`],
]

type Filters = Record<string, string[]>
/** Values for every filter that this actor may use, each worth something. */
function filtersFor(actor: PersonKey): Filters {
  const own = actor === 'artist' ? ninoLobo : claraVentisca
  const [one, two] = products[own.id] ?? []
  return {
    categories: ['album', 'unmapped'],
    addedCategories: ['apparel'],
    countries: ['ES', 'FR'],
    products: [one?.id ?? '', two?.id ?? ''].filter(Boolean),
    excludedProducts: [one?.id ?? ''],
    portals: [own.id],
    labels: [own.accountId],
    portalTypes: ['master'],
  }
}

/** No filter, each alone, and all pairs. */
function combinations(filters: Filters): Filters[] {
  const names = Object.keys(filters)
  const pick = (...of: string[]) => Object.fromEntries(of.map((name) => [name, filters[name] ?? []]))
  return [
    {},
    ...names.map((name) => pick(name)),
    ...names.flatMap((a, i) => names.slice(i + 1).map((b) => pick(a, b))),
  ]
}

const forgottenWithGoods: Measure[] = [
  'orders',
  'averageOrderCents',
  'visits',
  'visitors',
  'clicks',
  'conversion',
]
const goods = ['categories', 'addedCategories', 'products', 'excludedProducts']

/** Calls as the client would, with the answer's figures beside what the raw facts say. */
async function compare(
  answer: DetailAnswer,
  span: [string, string],
  reach: string,
  filters: Filters,
  albums = false,
) {
  const raw = await rawFigures(world.database, span, reach, filters, albums)
  const some = goods.some((name) => name in filters)
  // Of the demo world's visitors no raw views are left: only their rollups.
  const gone = span[1] > '2025' ? ['visits', 'visitors', 'clicks', 'conversion'] : []
  for (const [measure, value] of Object.entries(answer.totals)) {
    if (gone.includes(measure)) continue
    const unknown = some && forgottenWithGoods.includes(measure as Measure)
    expect([measure, value]).toEqual([measure, unknown ? null : raw[measure as Measure]])
  }
  const main = Object.keys(answer.totals)[0] as Measure
  if (!some || !forgottenWithGoods.includes(main)) {
    const sum = answer.series.reduce((all, { value }) => all + (value ?? 0), 0)
    // Each bucket is rounded to cents by itself.
    expect(Math.abs(sum - (answer.totals[main] ?? 0))).toBeLessThanOrEqual(answer.series.length)
  }
}

describe.each(actors)('the figures that %s reads equal the raw facts', (actor, reach) => {
  test('over clock changes and the ends of months and years, under every filter alone and in pairs', async () => {
    const { analytics } = await as(world.database, actor)
    const filters = combinations(filtersFor(actor))
    // Every combination meets several spans; all spans meet each filter alone.
    for (const [at, span] of spans.entries())
      for (const [index, chosen] of filters.entries()) {
        if (index > 8 && (index + at) % 4 !== 0) continue
        const query = { f: span[0], t: span[1], ...chosen } as never
        await compare(ok(await analytics.netSalesDetailInfo(query)), span, reach, chosen)
        if (goods.every((name) => !(name in chosen)))
          await compare(ok(await analytics.visitsDetailInfo(query)), span, reach, chosen)
      }
  })

  test('in every other page', async () => {
    const { analytics } = await as(world.database, actor)
    for (const span of spans) {
      const query = { f: span[0], t: span[1] }
      await compare(ok(await analytics.ordersSoldDetailInfo(query)), span, reach, {})
      await compare(ok(await analytics.incomeDetailInfo(query)), span, reach, {})
      await compare(ok(await analytics.trafficDetailInfo(query)), span, reach, {})
      await compare(ok(await analytics.salesByPortalDetailInfo(query)), span, reach, {})
      await compare(ok(await analytics.salesByProductDetailInfo(query)), span, reach, {})
      await compare(ok(await analytics.salesByLocationDetailInfo(query)), span, reach, {})
      await compare(ok(await analytics.albumsSoldDetailInfo(query)), span, reach, {}, true)
    }
  })

  test('row by row, and the rows add up to the totals', async () => {
    const { analytics } = await as(world.database, actor)
    const chosen: Filters[] = [{}, { countries: ['ES'] }, { categories: ['album', 'apparel'] }]
    for (const span of [spans[3], spans[5], spans[7]] as [string, string][])
      for (const filters of chosen) {
        const query = { f: span[0], t: span[1], ...filters } as never
        const answers: [string, DetailAnswer][] = [
          ['product', ok(await analytics.salesByProductDetailInfo(query))],
          ['portal', ok(await analytics.salesByPortalDetailInfo(query))],
          ['country', ok(await analytics.salesByLocationDetailInfo(query))],
          [
            'province',
            ok(await analytics.salesByLocationDetailInfo({ ...(query as object), by: 'provinces' })),
          ],
          ['city', ok(await analytics.salesByLocationDetailInfo({ ...(query as object), by: 'cities' }))],
        ]
        for (const [key, answer] of answers) {
          const raw = await rawRows(world.database, key, span, reach, filters)
          const sold = answer.rows.filter(({ netCents }) => netCents !== 0)
          expect(Object.fromEntries(sold.map(({ id, netCents }) => [id, netCents]))).toEqual(
            Object.fromEntries(
              [...raw]
                .filter(([, cents]) => cents !== 0)
                .slice(0, answer.total <= 50 ? undefined : sold.length),
            ),
          )
        }
      }
  })
})

test('rows are sorted, cut into pages, compared and ranked', async () => {
  const { analytics } = await as(world.database, 'staff')
  const query = { f: '2022-01-01', t: '2022-12-31' }
  const byName = ok(await analytics.salesByPortalDetailInfo({ ...query, orderBy: 'name' }))
  const names = byName.rows.map(({ name }) => name)
  expect(names).toEqual([...names].sort((a, b) => a.localeCompare(b, 'es')))
  const ranked = ok(await analytics.salesByPortalDetailInfo({ ...query, compare: 'year' }))
  expect(ranked.rows.map(({ rank }) => rank)).toEqual(ranked.rows.map((_, at) => at + 1))
  expect(ranked.meta).toMatchObject({ previousFrom: '2021-01-01', previousTo: '2021-12-31' })
  expect(ranked.rows.every(({ previous }) => previous === 0)).toBe(true)
  expect(ranked.columns.map(({ key }) => key)).toContain('deltaPct')
  const all = ok(await analytics.netSalesDetailInfo({ f: '2022-01-01', t: '2022-03-31', page: 2 }))
  expect([all.total, all.rows.length, all.page]).toEqual([90, 40, 2])
  expect(all.rows[0]?.id).toBe('2022-02-09')
})

test('variants open below their product', async () => {
  const { analytics } = await as(world.database, 'label')
  const query = { f: '2019-01-01', t: '2026-12-31' }
  const all = ok(await analytics.salesByProductDetailInfo(query))
  const shirt = all.rows.find(({ hasVariants }) => hasVariants === true)
  if (!shirt) throw new Error('No product with variants was sold')
  const variants = ok(await analytics.salesByProductDetailInfo({ ...query, variantsOf: shirt.id }))
  expect(variants.rows.length).toBeGreaterThan(1)
  const units = variants.rows.reduce((sum, row) => sum + Number(row.units), 0)
  expect(units).toBe(shirt.units)
})

test('a filter may only name what the actor may see', async () => {
  const foreign: Filters = {
    portals: [claraVentisca.id],
    labels: [accounts.bajamar.id],
    products: [products[claraVentisca.id]?.[0]?.id ?? ''],
    excludedProducts: [products[claraVentisca.id]?.[0]?.id ?? ''],
  }
  const { analytics } = await as(world.database, 'artist')
  for (const [name, ids] of Object.entries(foreign)) {
    const query = { f: '2022-01-01', t: '2022-12-31' }
    const refused = await analytics.netSalesDetailInfo({ ...query, [name]: ids } as never)
    const absent = await analytics.netSalesDetailInfo({ ...query, [name]: crypto.randomUUID() } as never)
    expect(refused).toMatchObject({ error: { code: 'analytics.filterUnknown' } })
    expect(refused).toEqual(absent)
  }
  const options = ok(await analytics.filterOptions({}))
  expect(options.portals.map(({ id }) => id)).toEqual([ninoLobo.id])
  expect(options.labels).toEqual([])
  expect(new Set(options.products.map(({ portalName }) => portalName))).toEqual(new Set([ninoLobo.name]))
})

test('the two dates are needed, and columns that do not exist sort nothing', async () => {
  const { analytics } = await as(world.database, 'label')
  expect(await analytics.netSalesDetailInfo({ f: '2022-01-01' })).toMatchObject({
    error: { code: 'analytics.datesRequired', message: 'Date from and to are required' },
  })
  const odd = await analytics.netSalesDetailInfo({ f: '2022-01-01', t: '2022-01-31', orderBy: 'password' })
  expect(odd).toMatchObject({ error: { code: 'analytics.orderUnknown' } })
})

test('the funnel counts orders that carry what was clicked', async () => {
  const link = (
    await world.database.query<{ id: string }>('select id from link where portal_id = $1 limit 1', [
      ninoLobo.id,
    ])
  )[0]?.id as string
  const line = { row: 0, portalKey: ninoLobo.code, kind: 'sale' as const, sku: 'F', name: 'F', units: 1 }
  const money = { currency: 'EUR', gross: new Big(20), net: new Big(20), tax: new Big(0), scale: 2 }
  const at = Date.parse('2021-05-05T10:00:00Z')
  await importLines(
    world.database,
    'clicks',
    { by: 'portal', create: false },
    [
      { ...line, ...money, externalId: 'with', at, placedAt: at, clickId: link, campaign: 'gira' },
      { ...line, ...money, externalId: 'without', at, placedAt: at },
    ],
    { secret: Buffer.alloc(32) },
  )
  await rollWaitingBatches(world.database)
  const { analytics } = await as(world.database, 'artist')
  const funnel = ok(await analytics.salesFunnel({ f: '2021-05-05', t: '2021-05-05' }))
  expect(funnel).toMatchObject({ orders: 2, netCents: 4000, attributedOrders: 1, attributedNetCents: 2000 })
  expect(funnel.rows).toMatchObject([{ id: link, clicks: 0, orders: 1, netCents: 2000 }])
  expect(funnel.campaigns).toMatchObject([{ id: 'gira', orders: 1, netCents: 2000 }])
})

describe('an export', () => {
  const files = async (query: string, actor: PersonKey = 'label') => {
    const app = testApp(world.database)
    return app.request(`/api/analytics/export/${query}`, {
      headers: { cookie: await cookieFor(world.database, people[actor].id) },
    })
  }

  test.each([
    ['salesByProductDetailInfo', 'f=2019-01-01&t=2026-12-31&compare=year&orderBy=name&countries=ES'],
    ['salesByPortalDetailInfo', 'f=2022-01-01&t=2024-12-31&compare=previous'],
    ['netSalesDetailInfo', 'f=2022-03-01&t=2022-04-15&orderBy=-netCents&columns=netCents&columns=orders'],
    ['salesByLocationDetailInfo', 'f=2022-01-01&t=2024-12-31&by=cities'],
  ] as const)('of %s says cell by cell what the screen says', async (name, query) => {
    const { analytics } = await as(world.database, 'label')
    const params = new URLSearchParams(query)
    const input: Record<string, unknown> = Object.fromEntries(params)
    const answer = ok(await analytics[name](input as never)) as DetailAnswer
    const wanted = params.getAll('columns')
    const columns = answer.columns.filter(
      ({ key }) => wanted.length === 0 || key === 'name' || wanted.includes(key),
    )
    const expected = (row: Record<string, unknown>) =>
      columns
        .filter(({ kind, key }) => kind !== 'text' && key !== 'deltaPct')
        .map(({ key, kind }) => {
          const value = row[key]
          const money = kind === 'money' || (key === 'previous' && String(columns[1]?.kind) === 'money')
          return typeof value === 'number' ? (money ? value / 100 : value) : ''
        })
    const csv = await (await files(`${name}?${query}&format=csv`)).text()
    const lines = parse(csv, { bom: true, relax_column_count: true, skip_empty_lines: true }) as string[][]
    const figures = (line: string[]) =>
      line
        .filter((_, at) => columns[at]?.kind !== 'text' && columns[at]?.key !== 'deltaPct')
        .map((cell) => (cell === '' ? '' : Number(cell)))
    const rows = lines.slice(2, 2 + answer.rows.length)
    expect(rows.map(figures)).toEqual(answer.rows.map(expected))
    expect(lines.flat().join(' ')).toContain(String(params.get('f')))

    const xlsx = new Uint8Array(await (await files(`${name}?${query}&format=xlsx`)).arrayBuffer())
    const sheet = (await readXlsx(xlsx)).sheets[0]?.rows ?? []
    expect(
      sheet
        .slice(2, 2 + answer.rows.length)
        .map((line) => figures(columns.map((_, at) => String(line[at] ?? '')))),
    ).toEqual(answer.rows.map(expected))
  })

  test('starts no formula, and a foreign portal is not there', async () => {
    await world.database.query(`update sku_mapping set name = '=cmd|x' where portal_id = $1 and sku = 'F'`, [
      ninoLobo.id,
    ])
    const query = 'salesByProductDetailInfo?f=2021-05-05&t=2021-05-05&format=csv'
    const text = await (await files(query, 'artist')).text()
    expect(text).toContain(`'=cmd|x`)
    const foreign = await files(
      `salesByProductDetailInfo/${claraVentisca.id}?f=2021-05-05&t=2021-05-05&format=csv`,
      'artist',
    )
    expect(foreign.status).toBe(404)
  })
})
