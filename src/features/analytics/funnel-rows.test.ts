import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { skuRows } from '#features/orders/test-skus.ts'
import { putAccount } from '#testing/raw-sales.ts'
import { funnel } from './server/funnel.ts'
import type { AnalyticsStore, SalesQuestion, VisitsQuestion } from './server/store.ts'

/** From visit to sale, of a store that tells what it is given. */

const { world, run } = skuRows()
const link = '00000000-0000-7000-8000-00000000000f'
const nothing = { orders: 0, netCents: 0, incomeCents: 0 }
const names = ['orders', 'net_micros', 'income_micros', 'visits', 'clicks']
type Told = readonly (readonly [of: string, key: string, ...sums: number[]])[]

async function told(rows: Told) {
  const { portalId } = await putAccount(world.database, 'Sala')
  const table = async ({ key }: SalesQuestion | VisitsQuestion, of: string) => {
    const own = rows.filter(([what]) => what === `${of} ${key}`).map(([, key, ...s]) => ({ key, s }))
    const sums = sql.raw(names.map((name, at) => `(x.s->>${at})::float8 as ${name}`).join(', '))
    return sql`select x.key, ${sums} from jsonb_to_recordset(${JSON.stringify(own)}::jsonb) as x(key text, s jsonb)`
  }
  const store = {
    sales: (asked: SalesQuestion) => table(asked, 'sales'),
    visits: (asked: VisitsQuestion) => table(asked, 'visits'),
  } as unknown as AnalyticsStore
  const now = new Date('2026-03-10T10:00:00Z')
  return run((tx) =>
    funnel({ tx, store, now, locale: 'es', base: { portalId } }, { f: '2026-03-01', t: '2026-03-09' }),
  )
}

test('where nobody came and nothing was sold it is noughts', async () => {
  expect(await told([])).toEqual({
    ...{ ...nothing, visits: 0, clicks: 0, rows: [], products: [], campaigns: [] },
    ...{ attributedOrders: 0, attributedNetCents: 0, attributedIncomeCents: 0 },
  })
})

test('a campaign is one however it is written, called as most write it, and those that sold most come first', async () => {
  const [euro, cent] = [1_000_000, 10_000]
  const { campaigns, rows, ...sums } = await told([
    ['sales none', '', 3, 9 * euro, 6 * euro],
    ['sales none', '', 4, 1 * euro, cent],
    ['visits none', '', 0, 0, 0, 70, 7],
    ['visits none', '', 0, 0, 0, 30, 3],
    ['visits campaign', '', 0, 0, 0, 99],
    ['visits campaign', 'Gira  Otoño', 0, 0, 0, 5],
    ['visits campaign', 'gira-otono', 0, 0, 0, 6],
    ['visits campaign', 'boletin', 0, 0, 0, 4],
    ['visits campaign', 'boletin', 0, 0, 0, 4],
    ['visits campaign', 'anuncio', 0, 0, 0, 3],
    ['sales campaign', 'gira_otoño', 2, 5 * euro, 3 * euro],
    ['sales campaign', 'Gira+Otoño', 1, 1 * euro, 1 * euro],
    ['sales campaign', '', 9, 9 * euro, 9 * euro],
    ['sales campaign', 'cartel', 1, 7 * euro, 5 * euro],
    ['visits link', link, 0, 0, 0, 0, 4],
    ['visits link', link, 0, 0, 0, 0, 1],
    ['visits link', '', 0, 0, 0, 0, 9],
  ])
  expect(sums).toMatchObject({ visits: 100, clicks: 10, orders: 7, netCents: 1_000, incomeCents: 601 })
  expect(campaigns).toEqual([
    { id: 'cartel', name: 'cartel', visits: 0, orders: 1, netCents: 700, incomeCents: 500 },
    { id: 'gira-otono', name: 'gira-otono', visits: 11, orders: 3, netCents: 600, incomeCents: 400 },
    { id: 'boletin', name: 'boletin', visits: 8, ...nothing },
    { id: 'anuncio', name: 'anuncio', visits: 3, ...nothing },
  ])
  expect(rows).toMatchObject([{ id: link, name: '', clicks: 5, ...nothing }])
})
