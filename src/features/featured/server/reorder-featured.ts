import { and, eq, ne, sql } from 'drizzle-orm'
import type { Tx } from '#platform/db.ts'
import { BadInput } from '#platform/errors.ts'
import { lockFeatured } from './lock-featured.ts'
import { featured } from './table.ts'

/** Saves the order of all items at once. @throws BadInput unless each item of the portal is named exactly once. */
export async function reorderFeatured(tx: Tx, portalId: string, places: readonly { id: string }[]) {
  await lockFeatured(tx, portalId)
  const present = await tx
    .select({ id: featured.id })
    .from(featured)
    .where(and(eq(featured.portalId, portalId), ne(featured.status, 'deleted')))
  const named = new Set(places.map(({ id }) => id))
  if (
    named.size !== places.length ||
    named.size !== present.length ||
    present.some(({ id }) => !named.has(id))
  )
    throw new BadInput('invalidInput', { featured: { code: 'featured.orderIncomplete' } })
  await tx.execute(sql`
    update featured f set position = p.position, updated_at = clock_timestamp()
    from jsonb_to_recordset(${JSON.stringify(places.map(({ id }, position) => ({ id, position })))}::jsonb)
      as p(id uuid, position int)
    where f.portal_id = ${portalId} and f.id = p.id and f.position <> p.position`)
}
