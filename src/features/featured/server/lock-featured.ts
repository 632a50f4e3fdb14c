import { sql } from 'drizzle-orm'
import type { Tx } from '#platform/db.ts'

/** Changes to one portal's featured items take turns until the transaction ends. */
export const lockFeatured = (tx: Tx, portalId: string) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`featured ${portalId}`}, 0))`)
