import type { PgTable } from 'drizzle-orm/pg-core'
import { RateLimiterDrizzle, RateLimiterRes } from 'rate-limiter-flexible'
import type { Database } from './db.ts'
import { TooMany } from './errors.ts'

export interface Limit {
  name: string
  /** Tries that are let through … */
  points: number
  /** … in so many seconds. */
  seconds: number
}

/**
 * Counts a try in the database, so that all processes count together. Call it outside a transaction.
 * @throws TooMany with the seconds to wait.
 */
export async function countTry(database: Database, table: PgTable, limit: Limit, key: string): Promise<void> {
  try {
    await limiterOf(database, table, limit).consume(key)
  } catch (answer) {
    if (answer instanceof RateLimiterRes) throw new TooMany(answer.msBeforeNext / 1000)
    throw answer
  }
}

/** Takes a try off again: it turned out to be none that the limit is for. */
export async function takeBackTry(
  database: Database,
  table: PgTable,
  limit: Limit,
  key: string,
): Promise<void> {
  await limiterOf(database, table, limit).reward(key)
}

const limiterOf = (database: Database, table: PgTable, limit: Limit) =>
  new RateLimiterDrizzle({
    storeClient: database.db,
    schema: table,
    points: limit.points,
    duration: limit.seconds,
    keyPrefix: limit.name,
    clearExpiredByTimeout: false,
  })
