import { makeClickHouseTables } from '#features/rollups/server/clickhouse-tables.ts'
import { feedState, sendFacts } from '#features/rollups/server/feed-facts.ts'
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
 * Hands facts on to ClickHouse beside requests, a second after they were written, and hears whether it answers analytics.
 * Answers once that is known for the first time. A server that is away is tried less and less often, every half minute at
 * last; what waits for it is in the database.
 */
export async function startFactFeed(means: Means): Promise<{ stop: () => Promise<void> }> {
  let stopped = false
  let wake = () => {}
  let timer: NodeJS.Timeout | undefined
  const rest = (ms: number) =>
    new Promise<void>((resolve) => {
      wake = resolve
      timer = setTimeout(resolve, ms).unref()
    })
  await hear(means).catch(() => {})
  const work = async () => {
    let failingSince: number | undefined
    for (let ms = everyMs; !stopped; ) {
      await rest(ms)
      if (stopped) return
      try {
        await inBackground(() => tick(means))
        ms = everyMs
        failingSince = undefined
      } catch (error) {
        means.log.warn({ error }, 'facts not handed on to ClickHouse')
        ms = Math.min(mostMs, ms * 2)
        failingSince ??= Date.now()
        await hear(means, Date.now() - failingSince > behindMs).catch(() => {})
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
      await means.clickhouse.close()
    },
  }
}

async function hear({ database, clickhouse }: Means, behind = false) {
  const state = await feedState(database)
  clickhouse.use(state === 'used', behind)
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
