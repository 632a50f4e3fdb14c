import { randomUUID } from 'node:crypto'
import { setTimeout as rest } from 'node:timers/promises'
import { makeClickHouseTables, makeFactTotals } from '#features/rollups/server/clickhouse-tables.ts'
import { copyFacts } from '#features/rollups/server/copy-facts.ts'
import { goPastFacts } from '#features/visits/server/change-way.ts'
import { ClickHouse } from '#platform/clickhouse.ts'
import type { Database } from '#platform/db.ts'

/** Where tests find a server of ClickHouse: `TEST_CLICKHOUSE=http://127.0.0.1:8123`; undefined where nobody says. */
export const testClickHouseUrl = process.env.TEST_CLICKHOUSE

/** A database of its own on that server, empty and with its tables. */
export async function openTestClickHouse(
  url: string,
): Promise<{ clickhouse: ClickHouse; drop: () => Promise<void> }> {
  const clickhouse = new ClickHouse(new URL(`/test_${randomUUID().replaceAll('-', '')}`, url).href)
  await makeClickHouseTables(clickhouse)
  return {
    clickhouse,
    drop: async () => {
      await clickhouse.run(`DROP DATABASE ${clickhouse.name}`, { database: 'default' })
      await clickhouse.close()
    },
  }
}

/** The same with all facts of a database, answering analytics: what is written later has to be sent. */
export async function overClickHouse(database: Database, url: string) {
  const opened = await openTestClickHouse(url)
  await copyFacts(database, opened.clickhouse)
  await goPastFacts(database)
  opened.clickhouse.use(true)
  return opened
}

/** Has totals made where they are missing, and waits for them; answers how many seconds that took. */
export async function withTotals(clickhouse: ClickHouse): Promise<number> {
  const started = performance.now()
  await makeFactTotals(clickhouse)
  const left = `SELECT count() FROM system.mutations WHERE database = '${clickhouse.name}' AND NOT is_done`
  while (Number((await clickhouse.read(left))[0]?.[0]) > 0) await rest(100)
  return (performance.now() - started) / 1_000
}
