import type { Database } from '#platform/db.ts'
import type { Cluster } from '#testing/postgres.ts'
import { ClickHouseServer } from '../drills/clickhouse-server.ts'
import { runCommand } from '../drills/processes.ts'
import { startChild, stopChild } from './child.ts'
import { collect, port, rest, startMeter, visits } from './scale-meter.ts'
import type { Constants } from './scale-model.ts'

/** Longer than through PostgreSQL: here its own housekeeping costs as much as what visits ask of it. */
const seconds = 120

/** What a visit costs where ClickHouse answers: through the same program, past PostgreSQL's facts. */
export async function measurePast(
  cluster: Cluster,
  database: Database,
  program: Record<string, string>,
): Promise<Pick<Constants, 'pastVisit'>> {
  const server = await ClickHouseServer.make()
  if (!server) throw new Error('No ClickHouse was found')
  await server.start()
  const env = { ...program, CLICKHOUSE_URL: server.url }
  try {
    for (const words of [['copy'], ['use', 'clickhouse']]) {
      const { code, said } = await runCommand(['bin/analytics.ts', ...words], env)
      if (code !== 0) throw new Error(said)
    }
    const child = await startChild('bin/start.ts', env, `http://127.0.0.1:${port}/readyz`)
    try {
      await collect(5)
      // What copying left behind is swept meanwhile.
      await rest(90_000)
      const cost = await startMeter(cluster, () => settled(database))
      const each = await cost(visits.rate * seconds, () => collect(seconds))
      return { pastVisit: { ...each, ...(await sizes(database)) } }
    } finally {
      await stopChild(child)
    }
  } finally {
    await server.kill()
  }
}

/** Every batch has been made to facts, and no more come. */
async function settled(database: Database) {
  let before = -1
  for (let n = 0; n < 180; n++) {
    await rest(1_500)
    const [row] = await database.query<{ waiting: number; views: number }>(
      `select (select count(*)::int from visit_batch) + (select count(*)::int from visit_lot where done_at is null) as waiting,
        (select coalesce(sum(views), 0)::int from visit_alone) as views`,
    )
    if (row?.waiting === 0 && row.views === before) return
    before = row?.views ?? 0
  }
  throw new Error('Lots do not come to an end')
}

/** Bytes of a row of totals with its index, and of whom a view was seen from. */
async function sizes(database: Database) {
  await database.query('vacuum full visits_total')
  const [row] = await database.query<{ total: number; seen: number }>(
    `select pg_total_relation_size('visits_total') / (select count(*) from visits_total)::float8 as total,
      (select sum(length(l.visitors)) from visit_lot l)::float8 / (select sum(a.views) from visit_alone a)::float8 as seen`,
  )
  return { totalBytes: Number(row?.total), seenBytes: Number(row?.seen) }
}
