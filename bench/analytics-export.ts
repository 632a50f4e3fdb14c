import { exportDetail } from '#features/analytics/server/export.ts'
import { postgresStore } from '#features/analytics/server/postgres-store.ts'
import { asService, type Database } from '#platform/db.ts'
import { formatDay } from '#platform/time.ts'
import type { Figure } from './figures.ts'

/** Products far beyond what one page shows: unmapped SKUs of one portal, each sold once on the last day. */
const rows = 120_000

/** How much memory a file of 120,000 rows takes beyond one of a tenth as many, and how long it takes. */
export async function measureExports(database: Database): Promise<Figure[]> {
  const today = Math.floor(Date.now() / 86_400_000)
  const [portal] = await database.query<{ id: string }>(
    'select id from bench_portal order by place desc limit 1',
  )
  const portalId = portal?.id ?? ''
  const at = new Date((today - 2) * 86_400_000 + 43_200_000).toISOString()
  await database.query(
    `insert into sku_mapping (portal_id, id, source, sku, name)
     select $1, md5('export ' || n)::uuid, 'export', 'EXPORT-' || n, 'Artículo ' || n from generate_series(1, ${rows}) n on conflict do nothing`,
    [portalId],
  )
  await database.query(
    `insert into sale_fact (portal_id, t, sku_id, place_id, orders, units, gross_micros, discounts_micros, refunds_micros, net_micros, income_micros)
     select $1, $2::timestamptz + interval '1 day' * (n % 10 / 9), md5('export ' || n)::uuid, 0, 1, 1, n * 10000, 0, 0, n * 10000, n * 8000
     from generate_series(1, ${rows}) n`,
    [portalId, at],
  )
  await database.query('vacuum analyze sale_fact')
  await database.query('vacuum analyze sku_mapping')
  const figures: Figure[] = []
  for (const format of ['csv', 'xlsx'] as const) {
    // One of ten rows stands on the day after: a file of a tenth of them, which also warms everything up.
    const small = await fileOf(database, portalId, format, today - 1, today - 1)
    const large = await fileOf(database, portalId, format, today - 2, today - 1)
    figures.push(
      { what: `${format} of ${rows.toLocaleString('en')} rows`, value: large.seconds, unit: 's' },
      {
        what: `${format}: most memory beyond a file of a tenth`,
        value: Math.max(0, large.grewMb - small.grewMb),
        unit: 'MB',
        limit: '≤ 32',
        met: large.grewMb - small.grewMb <= 32,
      },
    )
  }
  await database.query('delete from sale_fact where portal_id = $1 and place_id = 0', [portalId])
  await database.query(`delete from sku_mapping where portal_id = $1 and source = 'export'`, [portalId])
  return figures
}

async function fileOf(database: Database, portalId: string, format: 'csv' | 'xlsx', f: number, t: number) {
  globalThis.gc?.()
  const before = process.memoryUsage.rss()
  let most = before
  const timer = setInterval(() => {
    most = Math.max(most, process.memoryUsage.rss())
  }, 20)
  const started = performance.now()
  let lines = 0
  await database.transaction(asService('trial'), async (tx) => {
    const stream = await exportDetail(
      { tx, store: postgresStore, now: new Date(), locale: 'es', base: { portalId } },
      { headers: new Headers(), locale: 'es' },
      { name: 'salesByProductDetailInfo', format, f: formatDay(f), t: formatDay(t) },
    )
    for await (const chunk of stream) for (const byte of chunk) if (byte === 10) lines++
  })
  clearInterval(timer)
  if (format === 'csv' && lines < (f === t ? rows / 10 : rows)) throw new Error(`A file of ${lines} lines`)
  return { seconds: (performance.now() - started) / 1000, grewMb: (most - before) / 1_048_576 }
}
