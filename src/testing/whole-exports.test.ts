import { type SQL, sql } from 'drizzle-orm'
import { readXlsx } from 'hucre/xlsx'
import { beforeAll, describe, expect, test } from 'vitest'
import { operationList } from '#api.ts'
import { asService, type Database, rows, type Tx } from '#platform/db.ts'
import { withinExcel } from '#platform/sheet-out.ts'
import { fileFor } from '#testing/as.ts'
import { testDatabase } from '#testing/database.ts'
import { people, portals } from './world/cast.ts'

// A file holds everything that the list counts, however much that is.

const world = testDatabase()
const many = 21_500
const portalId = portals.ninoLobo.id

beforeAll(
  () =>
    world.database.transaction(asService('trial'), async (tx) => {
      await tx.execute(sql`insert into "order" (portal_id, id, source, external_id, placed_at, currency, batch_id)
        select ${portalId}, gen_random_uuid(), 'api', 'LOT-' || n, '2025-03-01'::timestamptz + n * interval '1 second',
          'EUR', gen_random_uuid() from generate_series(1, ${many}) n`)
      // Lines would have made what they come to.
      await tx.execute(sql`insert into order_total (portal_id, order_id, net_cents)
        select portal_id, id, 0 from "order" where external_id like 'LOT-%'`)
      await tx.execute(sql`insert into product (portal_id, id, sku, name, category, format, status, price_cents, cost_cents)
        select ${portalId}, gen_random_uuid(), 'LOT-' || n, jsonb_build_object('es', 'Lote ' || n, 'en', ''), 'accessory',
          'limited', 'active', 1000, 100 from generate_series(1, ${many}) n`)
      await tx.execute(sql`insert into contact (id, name, tags, source)
        select gen_random_uuid(), 'Lote ' || n, '["lote"]', 'import' from generate_series(1, ${many}) n`)
      await tx.execute(sql`insert into event (portal_id, id, name, kind, starts_at, time_zone, country)
        select ${portalId}, gen_random_uuid(), 'Lote ' || n, 'concert', now() + n * interval '1 minute', 'Europe/Madrid', 'ES'
        from generate_series(1, ${many}) n`)
      await tx.execute(sql`insert into restock_alert (portal_id, id, product_id, email, locale, confirmed_at)
        select ${portalId}, gen_random_uuid(), (select id from product where portal_id = ${portalId} limit 1),
          'lote' || n || '@example.org', 'es', now() from generate_series(1, ${many}) n`)
    }),
  120_000,
)

const counts = async (table: 'order' | 'product') => {
  const [found] = await world.database.transaction(asService('trial'), (tx) =>
    rows<{ total: number }>(
      tx,
      table === 'order'
        ? sql`select count(*)::int as total from "order" where portal_id = ${portalId}`
        : sql`select count(*)::int as total from product d
            left join variant v on v.portal_id = d.portal_id and v.product_id = d.id where d.portal_id = ${portalId}`,
    ),
  )
  return found?.total ?? 0
}

const file = async (address: string) => {
  const answer = await fileFor(world.database, people.artist.id, address)
  expect(answer.status).toBe(200)
  return answer
}
const linesOf = async (address: string) => (await (await file(address)).text()).trimEnd().split('\n')

describe('a file of more than twenty thousand', () => {
  test.each(['placedAt', '-net'])('orders, by %s, has all of them', async (orderBy) => {
    const lines = await linesOf(`/orders/file?as=csv&orderBy=${orderBy}&columns=source`)
    expect(lines.length - 1).toBe(await counts('order'))
    expect(new Set(lines).size).toBe(lines.length)
  })

  test('orders as a workbook has all of them', async () => {
    const bytes = new Uint8Array(await (await file('/orders/file?as=xlsx&columns=source')).arrayBuffer())
    const { sheets } = await readXlsx(bytes)
    expect(sheets).toHaveLength(1)
    expect((sheets[0]?.rows.length ?? 0) - 1).toBe(await counts('order'))
  })

  test('products has all of them', async () => {
    const lines = await linesOf('/products/file?as=csv&q=Lote')
    expect(lines.length - 1).toBe(many)
  })

  test('stock has all of it', async () => {
    const lines = await linesOf(`/portal/${portalId}/stocks/file?q=LOT-`)
    expect(lines.length - 1).toBe(many)
  })
})

/** The database, and how many rows the largest answer of one of its statements had. */
function measured(database: Database) {
  const most = { rows: 0 }
  const counting = (tx: Tx): Tx =>
    new Proxy(tx, {
      get: (target, key) => {
        if (key !== 'execute') return Reflect.get(target, key)
        return async (query: SQL) => {
          const found = (await tx.execute(query)) as unknown as { rows: unknown[] }
          most.rows = Math.max(most.rows, found.rows.length)
          return found
        }
      },
    })
  const transaction: Database['transaction'] = (reach, run) =>
    database.transaction(reach, (tx) => run(counting(tx)))
  return { most, database: { ...database, transaction } }
}

test.each([
  ['staff', '/orders/file?as=csv'],
  ['staff', '/orders/file?as=xlsx'],
  ['staff', '/products/file?as=csv'],
  ['artist', `/portal/${portalId}/stocks/file`],
  ['staff', '/contacts/export?tag=lote'],
  ['artist', `/portal/${portalId}/restockAlerts/file`],
  ['staff', '/events/file'],
] as const)('%s, %s: its rows are read some at a time, however many', async (who, address) => {
  const { most, database } = measured(world.database)
  const answer = await fileFor(database, people[who].id, address)
  expect(answer.status).toBe(200)
  const text = await answer.text()
  if (!address.includes('xlsx')) expect(text.split('\n').length).toBeGreaterThan(many)
  expect(most.rows).toBeGreaterThan(0)
  expect(most.rows).toBeLessThanOrEqual(2_000)
})

test('what a sheet of Excel cannot hold is refused, not cut', async () => {
  async function* lines() {
    yield [['a'], ['b']]
    yield [['c']]
  }
  const all = async (max: number) => {
    const found: unknown[] = []
    for await (const line of withinExcel(lines(), max)) found.push(...line)
    return found
  }
  expect(await all(4)).toEqual(['a', 'b', 'c'])
  await expect(all(3)).rejects.toMatchObject({ status: 422, code: 'sheet.tooManyRows' })
})

test('no answer in JSON carries a file: they are declared as files', () => {
  const carries = operationList.filter(({ contract }) => {
    const { outputSchema } = contract['~orpc']
    const shape = outputSchema as { _zod?: { def: { shape?: Record<string, unknown> } } } | undefined
    return ['csv', 'ics', 'pdf', 'xml', 'content'].some((name) => name in (shape?._zod?.def.shape ?? {}))
  })
  // Made by a POST, because the log says that it was made, or what it pays is recorded with it.
  expect(carries.map(({ fullName }) => fullName).sort()).toEqual([
    'billing.createShareFile',
    'billing.exportFiscal',
  ])
})
