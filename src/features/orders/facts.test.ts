import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { testDatabase } from '#testing/database.ts'
import { portals } from '#testing/world/cast.ts'
import { parseGenericMap } from './server/generic-map.ts'
import { importOrders, type OrdersImport } from './server/import-orders.ts'

const world = testDatabase()
const folder = mkdtempSync(join(tmpdir(), 'backline-orders-'))
afterAll(() => rmSync(folder, { recursive: true }))

const secret = Buffer.alloc(32, 1)
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
const map = parseGenericMap(JSON.stringify({ columns }))
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

describe('facts', () => {
  const sold = 'LP-TEST'
  test('a line takes the commission of its category on its day, its refund the same', async () => {
    const { database } = world
    await database.query(
      `insert into product (portal_id, id, name, sku, category, format, cost_cents) values
      ($1, gen_random_uuid(), '{"es":"Disco"}', $2, 'album', 'limited', 300), ($1, gen_random_uuid(), '{"es":"Camiseta"}', 'TEE-TEST', 'apparel', 'onDemand', 700)`,
      [portal.id, sold],
    )
    await database.query(
      `insert into portal_rate (portal_id, key, valid_from, pct) values ($1, 'apparelCulture', '2026-03-10', 15)`,
      [portal.id],
    )
    await bring(
      file(
        `40,${sold},2,10,2026-03-09T10:00:00Z,,EUR,`,
        `41,${sold},1,10,2026-03-11T10:00:00Z,,EUR,`,
        '42,TEE-TEST,3,20,2026-03-11T10:00:00Z,,EUR,',
        '43,UNKNOWN,1,10,2026-03-11T10:00:00Z,,EUR,',
      ),
    )
    expect(await lines('40')).toMatchObject([
      { pct: '10', net: 20_000_000, income: 18_000_000, category: 'album' },
    ])
    expect(await lines('41')).toMatchObject([{ pct: '15', income: 8_500_000 }])
    expect(await lines('42')).toMatchObject([{ pct: '20', net: 60_000_000, income: 27_000_000 }])
    expect(await lines('43')).toMatchObject([{ pct: '20', product_id: null, category: null }])
    await database.query(
      `insert into portal_rate (portal_id, key, valid_from, pct) values ($1, 'apparelCulture', '2026-03-01', 50)`,
      [portal.id],
    )
    const back = await bring(file(`40,${sold},1,-10,2026-04-01T10:00:00Z,refund,EUR,`))
    expect(back).toMatchObject({ imported: 1, errors: [] })
    expect(await lines('40')).toMatchObject([
      { kind: 'refund', pct: '10', net: -10_000_000, income: -9_000_000 },
      { kind: 'sale' },
    ])
  })

  test('an order counts once however many lines it has, and a cancellation takes it back', async () => {
    await bring(
      file(
        '50,A,1,1,2026-05-01T10:00:00Z,,EUR,',
        '50,B,2,1,2026-05-01T10:00:00Z,,EUR,',
        '50,A,1,1,2026-05-03T10:00:00Z,cancellation,EUR,',
        '50,B,2,1,2026-05-03T10:00:00Z,cancellation,EUR,',
      ),
    )
    const found = await lines('50')
    expect(found.map(({ kind, units, orders }) => [kind, units, orders])).toEqual([
      ['cancellation', -1, -1],
      ['cancellation', -2, 0],
      ['sale', 1, 1],
      ['sale', 2, 0],
    ])
  })

  test("Shopify's export again after a refund, and again after the cancellation, takes back only the difference", async () => {
    const header = [
      'Name',
      'Financial Status',
      'Currency',
      'Subtotal',
      'Shipping',
      'Taxes',
      'Total',
      'Created at',
      'Lineitem quantity',
      'Lineitem name',
      'Lineitem price',
      'Lineitem sku',
      'Cancelled at',
      'Refunded Amount',
    ]
    const row = (refunded: string, status: string, cancelled: string) => [
      '#900',
      status,
      'EUR',
      '30.00',
      '0',
      '0',
      '30.00',
      '2026-06-01 10:00:00 +0200',
      '3',
      'Taza',
      '10.00',
      'MUG',
      cancelled,
      refunded,
    ]
    const shopify = (...cells: string[]) => {
      const path = join(folder, `${made++}.csv`)
      writeFileSync(path, [header, cells].map((line) => line.join(',')).join('\n'))
      return bring(path, { format: 'shopify' })
    }
    const net = async () => (await lines('#900')).reduce((sum, line) => sum + line.net, 0) / 1_000_000
    const units = async () => (await lines('#900')).reduce((sum, line) => sum + line.units, 0)
    await shopify(...row('0', 'paid', ''))
    expect([await net(), await units()]).toEqual([30, 3])
    await shopify(...row('10.00', 'partially_refunded', ''))
    expect([await net(), await units()]).toEqual([20, 3])
    expect(await shopify(...row('10.00', 'partially_refunded', ''))).toMatchObject({ imported: 0 })
    await shopify(...row('15.00', 'partially_refunded', ''))
    expect([await net(), await units()]).toEqual([15, 3])
    await shopify(...row('30.00', 'refunded', '2026-06-09 10:00:00 +0200'))
    expect([await net(), await units()]).toEqual([0, 0])
    expect(await shopify(...row('30.00', 'refunded', '2026-06-09 10:00:00 +0200'))).toMatchObject({
      imported: 0,
    })
    expect((await lines('#900')).reduce((sum, line) => sum + line.orders, 0)).toBe(0)
  })
})
