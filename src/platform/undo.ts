import { sql } from 'drizzle-orm'
import type { Tx } from './db.ts'

/**
 * Tables of whose rows a change that can be taken back keeps what was there; parents before their children, for that is how
 * they come back. A trigger `kept` on each of them writes to `kept_row` while a transaction says that it can be taken
 * back; a test holds the two beside each other.
 */
export const keptTables = [
  'blank',
  'blank_variant',
  'event',
  'link',
  'release',
  'featured',
  'product',
  'variant',
  'purchase_address',
  'post',
  'saved_view',
  'app_update',
  'redirect',
  'order_format',
] as const
export type KeptTable = (typeof keptTables)[number]

type Row = Record<string, unknown>

/**
 * What a feature asks of a row that comes back or is set back, beside what the database asks: it answers the row as it
 * may be now, or throws an AppError against it.
 */
export const comingBack = new Map<KeptTable, (tx: Tx, was: Row) => Promise<Row>>()

/** For how long a change can be taken back from the activity, in days. */
export const undoDays = 30

interface Change {
  requestId: string
  operation: string
  actorId: string
}

/** From here on the transaction keeps what it deletes and changes, under its request's id. */
export const keepRows = (tx: Tx, { requestId, operation, actorId }: Change): Promise<unknown> =>
  tx.execute(
    sql`select set_config('app.undo', ${JSON.stringify({ request: requestId, action: operation, actor: actorId })}, true)`,
  )

/** From here on it keeps nothing: what the change adds would stand beside what was before. */
export const keepNothing = (tx: Tx): Promise<unknown> =>
  tx.execute(sql`select set_config('app.undo', '', true)`)
