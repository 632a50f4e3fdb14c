import { eq, sql } from 'drizzle-orm'
import type { Activity } from '#platform/activity.ts'
import type { Tx } from '#platform/db.ts'
import { BadInput } from '#platform/errors.ts'
import type { Link } from '../contract.ts'
import { lockPortal } from './lock-portal.ts'
import { link } from './table.ts'

interface Place {
  id: string
  visible?: boolean | undefined
}

/** Saves the order of all links at once. @throws BadInput unless each link of the portal is named exactly once. */
export async function reorderLinks(tx: Tx, portalId: string, places: readonly Place[]): Promise<void> {
  await lockPortal(tx, portalId)
  const present = await tx.select({ id: link.id }).from(link).where(eq(link.portalId, portalId))
  const named = new Set(places.map(({ id }) => id))
  if (
    named.size !== places.length ||
    named.size !== present.length ||
    present.some(({ id }) => !named.has(id))
  )
    throw new BadInput('invalidInput', { links: { code: 'links.orderIncomplete' } })
  await tx.execute(sql`
    update link l set position = p.position, visible = coalesce(p.visible, l.visible), updated_at = clock_timestamp(),
      version = l.version + case when coalesce(p.visible, l.visible) <> l.visible then 1 else 0 end
    from jsonb_to_recordset(${JSON.stringify(places.map((place, position) => ({ ...place, position })))}::jsonb)
      as p(id uuid, position int, visible boolean)
    where l.portal_id = ${portalId} and l.id = p.id
      and (l.position <> p.position or l.visible <> coalesce(p.visible, l.visible))`)
}

/** What it did, as the activity tells it: which links were hidden or shown, each by itself, and the order if that changed. */
export function changesOf(before: readonly Link[], after: readonly Link[]): Activity[] {
  const seen = new Map(before.map((one) => [one.id, one]))
  const turned = after.flatMap((now): Activity[] => {
    const was = seen.get(now.id)
    return was && was.visible !== now.visible ? [{ targetId: now.id, before: was, after: now }] : []
  })
  const order = (links: readonly Link[]) => ({ order: links.map(({ title }) => title) })
  const moved = after.some(({ id }, at) => before[at]?.id !== id)
  return moved || turned.length === 0 ? [...turned, { before: order(before), after: order(after) }] : turned
}
