import { makeClickHouseTables } from '#features/rollups/server/clickhouse-tables.ts'
import { feedState, sendFacts } from '#features/rollups/server/feed-facts.ts'
import { visitsWait } from '#features/visits/server/visit-batches.ts'
import { VisitCollector } from '#features/visits/server/visit-collector.ts'
import { inBackground } from '#platform/background.ts'
import type { ClickHouse } from '#platform/clickhouse.ts'
import type { Database } from '#platform/db.ts'
import type { Log } from '#platform/log.ts'

const everyMs = 1_000
const mostMs = 30_000
/** Figures that lack more than this are not shown. */
const behindMs = 60_000

interface Means {
  database: Database
  clickhouse: ClickHouse
  log: Log
}

/**
 * Hands facts on to ClickHouse beside requests, a second after they were written, makes those of visits that go past PostgreSQL
 * where it is this process's turn, and hears whether it answers analytics.
 * Answers once that is known for the first time. A server that is away is tried less and less often, every half minute at
 * last; what waits for it is in the database.
 */
export async function startFactFeed(means: Means): Promise<{ stop: () => Promise<void> }> {
  const { database, clickhouse, log } = means
  const collector = new VisitCollector(database, clickhouse)
  await hear(means).catch(() => {})
  let failingSince: number | undefined
  const loops = [
    again(
      async () => {
        await tick(means)
        failingSince = undefined
      },
      async (error) => {
        log.warn({ error }, 'facts not handed on to ClickHouse')
        failingSince ??= Date.now()
        await hear(means, Date.now() - failingSince > behindMs).catch(() => {})
      },
    ),
    again(
      async () => {
        if ((await feedState(database)) === 'used') await collector.work()
      },
      async (error) => log.warn({ error }, 'visits not handed on to ClickHouse'),
    ),
  ]
  return {
    stop: async () => {
      await Promise.all(loops.map((loop) => loop.stop()))
      await collector.release().catch(() => {})
      await clickhouse.close()
    },
  }
}

/** Does something each second, and less often while it fails, until it is stopped. */
function again(run: () => Promise<void>, failed: (error: unknown) => Promise<void>) {
  let stopped = false
  let wake = () => {}
  let timer: NodeJS.Timeout | undefined
  const rest = (ms: number) =>
    new Promise<void>((resolve) => {
      wake = resolve
      timer = setTimeout(resolve, ms).unref()
    })
  const work = async () => {
    for (let ms = everyMs; !stopped; ) {
      await rest(ms)
      if (stopped) return
      try {
        await inBackground(run)
        ms = everyMs
      } catch (error) {
        ms = Math.min(mostMs, ms * 2)
        await failed(error)
      }
    }
  }
  const working = work()
  return {
    stop: async () => {
      stopped = true
      clearTimeout(timer)
      wake()
      await working
    },
  }
}

async function hear({ database, clickhouse }: Means, behind = false) {
  const state = await feedState(database)
  // Whichever process makes facts of visits: where none does, figures lack them.
  const late = state === 'used' && (await visitsWait(database, behindMs))
  clickhouse.use(state === 'used', behind || late)
  return state
}

async function tick(means: Means): Promise<void> {
  const state = await feedState(means.database)
  if (state === 'fed' || state === 'used') {
    await means.clickhouse.once(() => makeClickHouseTables(means.clickhouse))
    await sendFacts(means.database, means.clickhouse)
  }
  // Not before what waited has arrived: figures would lack it.
  await hear(means)
}
