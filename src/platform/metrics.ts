import type { Context } from 'hono'
import { collectDefaultMetrics, Gauge, Histogram, register } from 'prom-client'
import type { Database } from './db.ts'

const requests = new Histogram({
  name: 'backline_request_seconds',
  help: 'Time that answers took, by kind (api, page, file) and class of status',
  labelNames: ['kind', 'status'],
  buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
})

/** Notes how long an answer took. */
export function observeRequest(path: string, status: number, seconds: number): void {
  const kind = path.startsWith('/api/') ? 'api' : /^\/(assets|files)\//.test(path) ? 'file' : 'page'
  requests.observe({ kind, status: `${Math.floor(status / 100)}xx` }, seconds)
}

const waiting = new Gauge({
  name: 'backline_waiting',
  help: 'What waits for a job: mails, deliveries of shops, facts that no rollup holds yet or that ClickHouse has not taken, views that are no facts yet',
  labelNames: ['what'],
})

async function countWaiting(database: Database) {
  const [row] = await database.query<Record<string, number>>(
    `select (select count(*)::int from mail where state = 'waiting') as mail,
      (select count(*)::int from webhook_delivery where state = 'waiting') as deliveries,
      (select count(*)::int from fact_batch where rolled_at is null) as facts,
      (select coalesce(sum(rows), 0)::int from fact_outbox) as clickhouse,
      (select coalesce(sum(rows), 0)::int from visit_batch) as views`,
  )
  for (const [what, count] of Object.entries(row ?? {})) waiting.set({ what }, count)
}

let collecting = false

/** Prometheus' text format, for scrapers on the same machine only; everybody else finds nothing here. */
export async function metrics(c: Context, address: string, database: Database): Promise<Response> {
  if (!/^(::1|(::ffff:)?127\.\d+\.\d+\.\d+|in-process)$/.test(address) || c.req.header('x-forwarded-for'))
    return c.notFound()
  if (!collecting) {
    collecting = true
    collectDefaultMetrics()
  }
  // A database that is away is told by /readyz; the rest is worth knowing all the same.
  await countWaiting(database).catch(() => waiting.reset())
  return c.body(await register.metrics(), 200, { 'Content-Type': register.contentType })
}
