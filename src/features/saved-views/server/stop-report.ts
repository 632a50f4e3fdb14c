import { and, eq, sql } from 'drizzle-orm'
import type { Tx } from '#platform/db.ts'
import { savedView } from './table.ts'

/** Ends the report of a view of this person's where they `leave` it. Answers the view's name, undefined where it is not theirs. */
export async function stopReport(
  tx: Tx,
  { personId, of, leave }: { personId: string; of: string; leave: boolean },
): Promise<string | undefined> {
  const own = and(eq(savedView.id, of), eq(savedView.ownerId, personId))
  const [view] = await tx
    .select({ name: savedView.name, report: savedView.report })
    .from(savedView)
    .where(own)
  if (view && leave && view.report !== 'none')
    await tx
      .update(savedView)
      .set({ report: 'none', version: sql`${savedView.version} + 1` })
      .where(own)
  return view?.name
}
