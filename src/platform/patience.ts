import type { MiddlewareHandler } from 'hono'
import { DatabaseAway } from './database-watch.ts'
import type { Database } from './db.ts'

const patienceMs = 2_200
const againMs = 200

/**
 * Nobody waits for a database that has become slow: after 2.2 s they are told so. A long question to a database that
 * answers quickly is waited for. What was being written may be written all the same, as with every lost answer.
 */
export function patience(database: Pick<Database, 'slow'>): MiddlewareHandler {
  return async (_c, next) => {
    const { promise, reject } = Promise.withResolvers<never>()
    const look = () => (database.slow() ? reject(new DatabaseAway()) : again(againMs))
    const again = (ms: number) => {
      timer = setTimeout(look, ms)
    }
    let timer: NodeJS.Timeout | undefined
    again(patienceMs)
    try {
      await Promise.race([next(), promise])
    } finally {
      clearTimeout(timer)
    }
  }
}
