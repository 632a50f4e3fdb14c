import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { Big } from '#platform/money.ts'
import { as, ok } from '#testing/as.ts'
import { testDatabase } from '#testing/database.ts'
import { sharedData } from '#testing/shared-data.ts'
import { portals } from '#testing/world/cast.ts'
import { parseGenericMap } from './server/generic-map.ts'
import { importOrders, type OrdersImport } from './server/import-orders.ts'

const world = testDatabase()
const folder = mkdtempSync(join(tmpdir(), 'backline-orders-'))
afterAll(() => rmSync(folder, { recursive: true }))

const secret = Buffer.alloc(32, 1)
const atPar = new Map(
  ['EUR', 'USD', 'GBP', 'CAD', 'AUD', 'JPY', 'CHF', 'DKK', 'NOK', 'SEK'].map((code) => [code, new Big(1)]),
)
const portal = portals.casaCal
const columns = {
  order: 'order',
  sku: 'sku',
  quantity: 'quantity',
  unitPrice: 'price',
  date: 'at',
  kind: 'kind',
  currency: 'currency',
  buyer: 'buyer',
}
const map = parseGenericMap(JSON.stringify({ columns, decimal: '.' }))
let made = 0
function file(...rows: string[]): string {
  const path = join(folder, `${made++}.csv`)
  writeFileSync(path, ['order,sku,quantity,price,at,kind,currency,buyer', ...rows].join('\n'))
  return path
}
const bring = (path: string, options: Partial<OrdersImport> = {}) =>
  importOrders(world.database, {
    path,
    format: 'generic',
    map,
    target: { code: portal.code },
    secret,
    ...options,
  })

const tables = [
  '"order"',
  'order_line',
  'sku_mapping',
  'sales_total',
  'sales_dimension',
  'sku_total',
  'portal',
  'account',
  'import_run',
  'fact_batch',
]
const countAll = async () => {
  const rows = await world.database.query<Record<string, number>>(
    `select ${tables.map((table, index) => `(select count(*)::int from ${table}) as t${index}`).join(', ')}`,
  )
  return rows[0]
}
const lines = (order: string) =>
  world.database.query<{
    kind: string
    units: number
    orders: number
    net: number
    income: number
    pct: string
    product_id: string | null
    category: string | null
  }>(
    `select l.kind, l.units, l.orders, l.net_micros::float8 as net, l.income_micros::float8 as income, l.commission_pct as pct, l.product_id, l.category
    from order_line l join "order" o on o.portal_id = l.portal_id and o.id = l.order_id where o.external_id = $1 order by l.kind, l.ordinal`,
    [order],
  )

describe('an import', () => {
  test('with a bad row changes nothing; told to skip it, brings the others', async () => {
    const before = await countAll()
    const path = file(
      '1,A,1,10,2026-01-05T10:00:00Z,,EUR,',
      '2,A,1.5,10,2026-01-05T10:00:00Z,,EUR,',
      '3,A,1,10,2026-01-05T10:00:00Z,,XTS,',
    )
    const refused = await bring(path)
    expect(refused).toMatchObject({
      status: 'refused',
      rows: 3,
      imported: 0,
      skipped: 3,
      badRows: 2,
      orders: 0,
      totals: {},
    })
    expect(refused.errors.map(({ row, code }) => [row, code])).toEqual([
      [3, 'notAnInteger'],
      [4, 'noRate'],
    ])
    expect(await countAll()).toEqual(before)
    const partly = await bring(path, { skipBadRows: true })
    expect(partly).toMatchObject({
      status: 'imported',
      rows: 3,
      imported: 1,
      skipped: 2,
      badRows: 2,
      orders: 1,
      totals: { EUR: '10' },
    })
  })

  test('that comes twice adds nothing, and one that grew adds what is new', async () => {
    const rows = [
      '10,A,2,1.005,2026-02-01T10:00:00Z,,EUR,ana@example.org',
      '10,A,2,1.005,2026-02-01T10:00:00Z,,EUR,ana@example.org',
    ]
    expect(await bring(file(...rows))).toMatchObject({
      imported: 2,
      orders: 1,
      units: 4,
      totals: { EUR: '4.020' },
    })
    expect(await bring(file(...rows))).toMatchObject({ imported: 0, known: 2, skipped: 2, units: 4 })
    expect(await bring(file(...rows, '11,B,1,3,2026-02-02T10:00:00Z,,EUR,'))).toMatchObject({
      imported: 1,
      known: 2,
    })
  })

  test('says when an order comes back with another content, and keeps the first', async () => {
    await bring(file('20,A,1,10,2026-02-01T10:00:00Z,,EUR,'))
    const report = await bring(file('20,A,1,12,2026-02-01T10:00:00Z,,EUR,'))
    expect(report).toMatchObject({
      status: 'refused',
      errors: [{ row: 2, code: 'differs', params: { order: '20' } }],
    })
    expect(await lines('20')).toMatchObject([{ net: 10_000_000 }])
  })

  test('keeps no buyer, only the same hash for the same buyer', async () => {
    await bring(
      file(
        '30,A,1,1,2026-02-01T10:00:00Z,,EUR,Ana@Example.org',
        '31,A,1,1,2026-02-01T10:00:00Z,,EUR,ana@example.org ',
      ),
    )
    const rows = await world.database.query<{ hash: string }>(
      `select encode(buyer_hash, 'hex') as hash from "order" where external_id in ('30', '31')`,
    )
    expect(new Set(rows.map(({ hash }) => hash)).size).toBe(1)
    expect(rows[0]?.hash).toHaveLength(32)
  })

  test('two at the same time count every line once', async () => {
    const path = file(...Array.from({ length: 50 }, (_, n) => `par-${n},A,1,1,2026-02-01T10:00:00Z,,EUR,`))
    const reports = await Promise.all([bring(path), bring(path), bring(path)])
    expect(reports.reduce((sum, { imported }) => sum + imported, 0)).toBe(50)
  })
})

const bandcamp = sharedData('orders_bandcamp/sales.csv.gz')
const expected = (path: string | undefined, file: string) =>
  JSON.parse(readFileSync(path?.replace(/[^/]+$/, file) ?? '', 'utf8'))

describe('real files', () => {
  test.skipIf(!bandcamp)(
    "Bandcamp's sales: sums per currency, portals made, nothing the second time",
    async () => {
      const totals = expected(bandcamp, 'expected_totals.json')
      const options: Partial<OrdersImport> = {
        format: 'bandcamp',
        target: { by: 'store_host', create: true },
        rates: atPar,
      }
      const sums = Object.fromEntries(
        Object.entries<{ total: string }>(totals.by_currency).map(([code, { total }]) => [code, total]),
      )
      const first = await bring(bandcamp as string, options)
      expect(first).toMatchObject({
        rows: totals.rows,
        imported: totals.rows,
        errors: [],
        totals: sums,
        units: 465,
      })
      const made = await world.database.query<{ code: string; custom_url: string; type: string }>(
        `select p.code, p.custom_url, a.type from portal p join account a on a.id = p.account_id join order_source s on s.portal_id = p.id`,
      )
      expect(made).toHaveLength(first.createdPortals.length)
      for (const { code, custom_url, type } of made) {
        expect(code).toMatch(/^[A-Z0-9]{3,8}$/)
        expect(custom_url).toMatch(/^[a-z0-9-]{3,40}$/)
        expect(type).toBe('simple')
      }
      expect(await bring(bandcamp as string, options)).toMatchObject({
        imported: 0,
        known: totals.rows,
        totals: sums,
        createdPortals: [],
      })
      const staff = await as(world.database, 'super')
      const { totals: api } = ok(await staff.analytics.staffSalesInfo({ f: '2023-07-01', t: '2023-07-31' }))
      expect(api).toMatchObject({ netCents: 572_531, units: 465, orders: 441 })
    },
  )
})

test('a shop that nobody knew gets a portal whose code and address are made of its host', async () => {
  const path = join(folder, 'shops.csv')
  const line = (host: string, order: string) => `${order},A,1,1,2026-02-01T10:00:00Z,EUR,${host}`
  writeFileSync(
    path,
    [
      'order,sku,quantity,price,at,currency,host',
      line('el-túnel-de-rubí.example', '1'),
      line('el-túnel-de-rubí.org', '2'),
      line('yo.example', '3'),
    ].join('\n'),
  )
  const { buyer: _, kind: __, ...rest } = columns
  const { createdPortals } = await bring(path, {
    map: parseGenericMap(JSON.stringify({ columns: rest, decimal: '.' })),
    target: { by: 'host', create: true },
  })
  const made = await world.database.query<{ code: string; custom_url: string }>(
    `select code, custom_url from portal where code = any($1) order by code`,
    [createdPortals.map(({ code }) => code)],
  )
  expect(made).toEqual([
    { code: 'ELTUNEL2', custom_url: 'el-tunel-de-rubi-2' },
    { code: 'ELTUNELD', custom_url: 'el-tunel-de-rubi' },
    { code: 'YOX', custom_url: 'yo0' },
  ])
})
