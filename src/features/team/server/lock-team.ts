import { sql } from 'drizzle-orm'
import type { Tx } from '#platform/db.ts'

/** Changes to one account's teams take turns: two Owners who remove each other at once would leave none. */
export const lockTeam = (tx: Tx, accountId: string) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`team ${accountId}`}, 0))`)
