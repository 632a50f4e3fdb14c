import { parse } from 'csv-parse/sync'
import { sql } from 'drizzle-orm'
import { readXlsx } from 'hucre/xlsx'
import { beforeAll, describe, expect, test } from 'vitest'
import { importLines } from '#features/orders/server/import-orders.ts'
import { rollWaitingBatches } from '#features/rollups/server/rollups.ts'
import { Big } from '#platform/money.ts'
import { as, cookieFor, inBrowser, ok, testApp } from '#testing/as.ts'
import { testDatabase } from '#testing/database.ts'
import { addEdgeFacts } from '#testing/edge-facts.ts'
import { accounts, type PersonKey, people, portals } from '#testing/world/cast.ts'
import type { DetailAnswer } from './detail-contract.ts'
import type { TableRows } from './server/detail-rows.ts'
import { tablePage } from './server/detail-table.ts'

const world = testDatabase()
const { claraVentisca, ninoLobo } = portals

beforeAll(() => addEdgeFacts(world.database))

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

test('what nobody can tell of some goods, or by a source, is told neither now nor before', async () => {
  const { analytics } = await as(world.database, 'label')
  const days = { f: '2022-01-01', t: '2022-03-31' }
  const figure = expect.any(Number)
  const goods = ok(await analytics.salesByPortalDetailInfo({ ...days, categories: ['album'] }))
  const ofGoods = { visits: null, conversion: null, orders: figure }
  const sources = ok(await analytics.visitsDetailInfo({ ...days, sources: ['direct'] }))
  const bySource = { orders: null, conversion: null, visits: figure }
  expect([goods.series.length, sources.series.length]).toEqual([90, 90])
  for (const { values, previousValues } of goods.series)
    expect([values, previousValues]).toMatchObject([ofGoods, ofGoods])
  for (const { values, previousValues } of sources.series)
    expect([values, previousValues]).toMatchObject([bySource, bySource])
})

test('who told no place converts nowhere', async () => {
  const { analytics } = await as(world.database, 'label')
  const query = { f: '2022-01-01', t: '2024-12-31', by: 'cities' } as const
  const { rows } = ok(await analytics.salesByLocationDetailInfo(query))
  const of = (none: boolean) => rows.filter(({ name }) => (name === '') === none)
  expect(of(true).map(({ conversion }) => conversion)).toEqual([null])
  expect(of(false).some(({ visits }) => Number(visits) > 0)).toBe(true)
  expect(of(false).every(({ visits }) => typeof visits === 'number')).toBe(true)
})

test('where visits came and none told its place, a place has a gap instead of nought', async () => {
  const visitsOf = (visitsOfMadrid: number, unknown: number) =>
    world.database.read({ role: 'service' }, async (tx) => {
      const table: TableRows = {
        sums: async () => sql`values ('ES-M/Madrid', ${visitsOfMadrid}::int, 2), ('', ${unknown}::int, 1)`,
        named: (found) => sql`select column1 as id, column1 as name, column2 as visits, column3 as orders
          from (${found}) v`,
        texts: [],
        ofPlaces: true,
      }
      const view = {
        orderBy: '-name',
        ranks: false,
        unknown: [],
        total: { visits: visitsOfMadrid + unknown },
      }
      const page = await tablePage(tx, table, { ...view, measures: ['visits', 'conversion'] }, 1)
      return page.rows.map(({ name, visits, conversion }) => [name, visits, conversion])
    })
  expect(await visitsOf(0, 40)).toEqual([
    ['ES-M/Madrid', null, null],
    ['', 40, null],
  ])
  expect(await visitsOf(8, 40)).toEqual([
    ['ES-M/Madrid', 8, 0.25],
    ['', 40, null],
  ])
  expect(await visitsOf(0, 0)).toEqual([
    ['ES-M/Madrid', 0, null],
    ['', 0, null],
  ])
})

test.each([
  ['salesByLocationDetailInfo', { by: 'cities' }],
  ['salesByPortalDetailInfo', {}],
] as const)(
  'of some goods %s lists where they were sold, not where somebody only looked',
  async (name, by) => {
    const { analytics } = await as(world.database, 'label')
    const query = { f: '2022-01-01', t: '2024-12-31', ...by }
    const [product] = await world.database.query<{ id: string; cities: number }>(
      `select l.product_id as id, count(distinct o.city)::int as cities from order_line l
      join "order" o on o.portal_id = l.portal_id and o.id = l.order_id
      where l.portal_id = $1 and l.product_id is not null and l.at between '2022-01-02' and '2024-12-30'
      group by 1 order by 2 limit 1`,
      [claraVentisca.id],
    )
    const rowsOf = async (more: object) =>
      (ok(await analytics[name]({ ...query, ...more } as never)) as DetailAnswer).rows
    const [all, some] = [await rowsOf({}), await rowsOf({ products: product?.id })]
    expect(some.length).toBeGreaterThan(0)
    expect(some.filter(({ netCents }) => Number(netCents) > 0)).toHaveLength(some.length)
    expect(some.length).toBeLessThan(all.filter(({ visits }) => Number(visits) > 0).length)
  },
)

test('what each product of everybody had before is what the period before says of it', async () => {
  const { analytics } = await as(world.database, 'super')
  const { rows } = ok(
    await analytics.salesByProductDetailInfo({ f: '2023-01-01', t: '2023-12-31', compare: 'previous' }),
  )
  expect(new Set(rows.map(({ portalName }) => portalName)).size).toBeGreaterThan(1)
  for (const { id, previous } of rows) {
    const year = { f: '2022-01-01', t: '2022-12-31', products: id }
    expect(ok(await analytics.netSalesDetailInfo(year)).totals.netCents).toBe(previous)
  }
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
  const known = await world.database.query<{ id: string; name: string; sku: string }>(
    `select id, concat_ws(' · ', size, colour) as name, sku from variant where product_id = $1`,
    [shirt.id],
  )
  const bySku = <T extends { sku?: unknown }>(list: T[]) =>
    list.toSorted((a, b) => (String(a.sku) < String(b.sku) ? -1 : 1))
  const shown = variants.rows.map(({ id, name, sku }) => ({ id, name, sku }))
  expect(bySku(shown)).toEqual(bySku(known.filter(({ id }) => shown.some((row) => row.id === id))))
  // What a shop calls no variant of it has the name and the number that the shop gave.
  const [mapped] = await world.database.query<{ id: string; sku: string }>(
    `update sku_mapping set variant_id = null, name = 'Camiseta rara' where id =
      (select id from sku_mapping where variant_id = $1 order by id limit 1) returning id, sku`,
    [shown[0]?.id],
  )
  const { rows } = ok(await analytics.salesByProductDetailInfo({ ...query, variantsOf: shirt.id }))
  expect(rows).toContainEqual(
    expect.objectContaining({ id: mapped?.id, name: 'Camiseta rara', sku: mapped?.sku }),
  )
})

test('a filter may only name what the actor may see', async () => {
  const [product] = await world.database.query<{ id: string }>(
    'select id from product where portal_id = $1 order by id limit 1',
    [claraVentisca.id],
  )
  const foreign = {
    portals: [claraVentisca.id],
    labels: [accounts.bajamar.id],
    products: [product?.id ?? ''],
    excludedProducts: [product?.id ?? ''],
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
      headers: inBrowser(await cookieFor(world.database, people[actor].id)),
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
          const ratio = (of: number) => (kind === 'percent' ? Math.round(of * 10_000) / 10_000 : of)
          return typeof value === 'number' ? (money ? value / 100 : ratio(value)) : ''
        })
    const csv = await (await files(`${name}?${query}&format=csv`)).text()
    const read = { bom: true, delimiter: ';', relax_column_count: true, skip_empty_lines: true }
    const lines = parse(csv, read) as unknown as string[][]
    const figures = (line: string[]) =>
      line
        .filter((_, at) => columns[at]?.kind !== 'text' && columns[at]?.key !== 'deltaPct')
        .map((cell) => (cell === '' ? '' : Number(cell.replace(',', '.'))))
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
