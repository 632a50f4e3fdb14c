import { sql } from 'drizzle-orm'
import type { Tx } from '#platform/db.ts'

/** Changes to the order of one portal's links take turns until the transaction ends. */
export const lockPortal = (tx: Tx, portalId: string) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`links ${portalId}`}, 0))`)
