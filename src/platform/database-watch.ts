import { performance } from 'node:perf_hooks'
import type { Client, Pool } from 'pg'

/** The database does not answer: requests are told so at once instead of waiting with it. */
export class DatabaseAway extends Error {
  readonly code = 'ETIMEDOUT'
  constructor() {
    super('The database does not answer.')
  }
}

const everyMs = 500
const patienceMs = 1_800
/** Two answers that took so long are those of a database in trouble; one may be chance. */
const slowMs = 600
/** Busier than this, the program itself is what answers have waited for. */
const ownDoing = 0.8

/**
 * Asks the database every half second on a connection of its own. A server that was frozen, or whose machine went away,
 * keeps its connections open and never answers: only a clock can tell. What is under way when it stops answering ends
 * with `DatabaseAway`, and so does what begins before it answers again; the outcome of a write that was under way is
 * then unknown to its caller, as with every lost connection.
 */
export function watchDatabase(pools: Pool[], connect: () => Client) {
  let away = false
  let stopped = false
  let tookMs: [before: number, last: number] = [0, 0]
  let askedAt: number | undefined
  let client: Client | undefined
  /** How to tell each one that waits; a promise that all of them shared would keep every answer for ever. */
  const waiting = new Set<(error: DatabaseAway) => void>()

  const ask = async () => {
    if (!client) {
      const fresh = connect()
      fresh.on('error', () => {})
      await fresh.connect()
      if (stopped) return fresh.end()
      client = fresh
    }
    await client.query('select 1')
  }
  const look = async () => {
    const clock = Promise.withResolvers<never>()
    // After a pause of this program's own its timers come first: an answer that has arrived is read before it counts.
    const timer = setTimeout(() => setImmediate(() => clock.reject(new DatabaseAway())), patienceMs)
    askedAt = performance.now()
    const before = performance.eventLoopUtilization()
    try {
      await Promise.race([ask(), clock.promise])
      const { utilization } = performance.eventLoopUtilization(before)
      tookMs = [tookMs[1], utilization > ownDoing ? 0 : performance.now() - askedAt]
      away = false
    } catch {
      void client?.end().catch(() => {})
      client = undefined
      if (!stopped) {
        away = true
        for (const tell of waiting) tell(new DatabaseAway())
      }
    } finally {
      askedAt = undefined
      clearTimeout(timer)
      if (!stopped) setTimeout(look, away ? everyMs * 2 : everyMs).unref()
    }
  }
  setTimeout(look, everyMs).unref()

  return {
    /** The result of `run`, or DatabaseAway as soon as the database stops answering. */
    race: <T>(run: () => Promise<T>): Promise<T> => {
      if (away) return Promise.reject(new DatabaseAway())
      return new Promise((resolve, reject) => {
        waiting.add(reject)
        run()
          .then(resolve, reject)
          .finally(() => waiting.delete(reject))
      })
    },
    slow: () => {
      const waited = askedAt === undefined ? 0 : performance.now() - askedAt
      return away || (tookMs[1] > slowMs && Math.max(tookMs[0], waited) > slowMs)
    },
    stop: async () => {
      stopped = true
      await client?.end().catch(() => {})
      await Promise.all(pools.map((pool) => pool.end()))
    },
  }
}
