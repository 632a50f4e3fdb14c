import { sql } from 'drizzle-orm'
import type { Tx } from '#platform/db.ts'

/** Portals that are made or renamed take turns: of two with one code, the second is told by its field. */
export const lockAddresses = (tx: Tx) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('portal addresses', 0))`)
