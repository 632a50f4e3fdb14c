import { and, eq } from 'drizzle-orm'
import type { Database, Tx } from '#platform/db.ts'
import { NotFound } from '#platform/errors.ts'
import { link } from './table.ts'

/** The portal that owns a link, for scope `row`. */
export async function portalOfLink(database: Database, linkId: string): Promise<string | undefined> {
  const [row] = await database.query<{ portal_id: string }>('select portal_id from link where id = $1', [
    linkId,
  ])
  return row?.portal_id
}

/** Deletes a link and answers what it was. */
export async function deleteLink(tx: Tx, portalId: string, linkId: string) {
  const [deleted] = await tx
    .delete(link)
    .where(and(eq(link.portalId, portalId), eq(link.id, linkId)))
    .returning()
  if (!deleted) throw new NotFound()
  return deleted
}
