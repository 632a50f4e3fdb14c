import { and, eq, isNull, sql } from 'drizzle-orm'
import { person } from '#features/account/server/table.ts'
import { rows, type Tx } from '#platform/db.ts'
import { keptPlan } from '#platform/prepared.ts'
import { type FirstAct, type FirstHour, firstActs } from '../contract.ts'

/** Who may do each act. */
const keysOf: Record<FirstAct, string> = {
  sales: 'stocks.managestocks',
  links: 'portal.editlinks',
  design: 'portal.editappearance',
  team: 'team.createoreditteammembers',
  billing: 'billing.editbillinginformation',
}
/** As many links as make a page worth sharing. */
const linksWanted = 3

/** What is left to do at a portal for whoever holds these keys there: told by what there is, not by what was pressed. */
export async function firstHourOf(
  tx: Tx,
  portalId: string,
  personId: string,
  keys: ReadonlySet<string>,
): Promise<FirstHour> {
  const [row] = await rows<Record<FirstAct | 'ended' | 'master', boolean>>(
    tx,
    sql`select ${keptPlan} p.master,
        exists (select from "order" o where o.portal_id = p.id)
          or exists (select from connector c where c.portal_id = p.id and c.removed_at is null) as sales,
        (select count(*) from (select from link l where l.portal_id = p.id limit ${linksWanted}) few) >= ${linksWanted} as links,
        exists (select from appearance_version a where a.portal_id = p.id) as design,
        exists (select from member m where m.portal_id = p.id and m.person_id <> ${personId})
          or exists (select from invitation i where i.portal_id = p.id) as team,
        exists (select from billing_information b where b.account_id = p.account_id) as billing,
        (select first_hour_ended_at is not null from person where id = ${personId}) as ended
      from portal p where p.id = ${portalId}`,
  )
  if (!row) return { due: false, acts: [] }
  const acts = firstActs
    .filter((id) => keys.has(keysOf[id]) && (id !== 'billing' || row.master))
    .map((id) => ({ id, done: row[id] }))
  return { due: !row.ended && acts.some(({ done }) => !done), acts }
}

/** Remembers that somebody has put the list away, at every portal and in every browser. */
export async function endFirstHour(tx: Tx, personId: string, now: Date): Promise<void> {
  await tx
    .update(person)
    .set({ firstHourEndedAt: now })
    .where(and(eq(person.id, personId), isNull(person.firstHourEndedAt)))
}
