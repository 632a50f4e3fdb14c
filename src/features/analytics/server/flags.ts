import { type SQL, sql } from 'drizzle-orm'
import { publicationNow } from '#features/events/server/queries.ts'
import type { Person } from '#platform/actor.ts'
import { elevated } from '#platform/db.ts'
import { keptPlan } from '#platform/prepared.ts'
import { ask, iso } from '#platform/select.ts'
import { dayOf, formatDay } from '#platform/time.ts'
import type { Period } from '../contract.ts'
import type { Flag, FlagKind, Flags } from '../why-contract.ts'
import type { Asking } from './detail.ts'
import { momentsOf, readPeriod } from './period.ts'
import { type FilterQuery, readSelection, type Selection } from './selection.ts'

/** What still reads as single flags on a chart. */
const most = 60
/** Above this, what single portals do is no news to whoever looks at all of them. */
const manyPortals = 30

export interface FlagsAsking extends Asking {
  person: Person
  /** What the caller may do where they look. */
  keys: ReadonlySet<string>
}

const columns = {
  kind: sql<FlagKind>`f.kind`,
  about: sql<Flag['about']>`f.about`,
  portalId: sql<string>`f.portal_id`,
  id: sql<string>`f.id::text`,
  at: iso(sql<Date>`f.at`),
  name: sql<string>`f.name`,
  portalName: sql<string | null>`f.portal_name`,
}

/**
 * What stands on public pages (releases and concerts that are published), posts to those who had them, and mails to fans to
 * those who may see whom they went to. Of many portals only posts.
 */
export async function flags(asking: FlagsAsking, query: Period & FilterQuery): Promise<Flags> {
  const { tx, now, base, locale, person, keys } = asking
  const { span } = readPeriod(query, now)
  const selection = await readSelection(tx, base, query)
  const { from, until } = momentsOf(span)
  const within = (at: SQL) => sql`${at} >= ${from.toISOString()} and ${at} < ${until.toISOString()}`
  const text = (column: string) =>
    sql`coalesce(nullif(${sql.raw(column)}->>${locale}, ''), ${sql.raw(column)}->>'es')`
  const few = !selection.whole && !selection.type && selection.portals.length <= manyPortals
  const parts = few ? ofPortals(selection, keys, within, text) : []
  const own =
    parts.length === 0
      ? []
      : await ask(
          tx,
          columns,
          (asked) =>
            sql`select ${keptPlan} ${asked} from (${sql.join(parts, sql` union all `)}) f order by f.at, f.id`,
        )
  const posts =
    !person.staff || keys.has('communications.viewcommunications') ? await postsTo(asking, within, text) : []
  const all = [...own, ...posts]
    .map((flag): Flag => ({ ...flag, day: formatDay(dayOf(Date.parse(flag.at))) }))
    .sort((a, b) => Date.parse(a.at) - Date.parse(b.at))
  return { items: all.slice(0, most), total: all.length }
}

type Within = (at: SQL) => SQL
type Text = (column: string) => SQL

function ofPortals({ inPortals }: Selection, keys: ReadonlySet<string>, within: Within, text: Text): SQL[] {
  const portal = (id: string) =>
    sql`join portal o on o.id = ${sql.raw(id)} and o.deleted_at is null and ${inPortals(sql.raw(id))}`
  // One a day: a mail to many takes its time.
  const day = (at: string) => sql.raw(`(${at} at time zone 'Europe/Madrid')::date`)
  const parts = [
    sql`select 'release' as kind, 'release' as about, o.id::text as portal_id, r.id, r.release_at as at,
        ${text('r.title')} as name, o.name as portal_name
      from release r ${portal('r.portal_id')} where r.status = 'published' and ${within(sql`r.release_at`)}`,
    sql`select 'event', 'event', o.id::text, e.id, e.starts_at, case when position(e.city in e.name) > 0 then e.name else concat_ws(', ', e.name, e.city) end, o.name
      from event e ${portal('e.portal_id')}
      where ${publicationNow} = 'published' and e.state <> 'cancelled' and ${within(sql`e.starts_at`)}`,
  ]
  if (keys.has('portal.editreleases'))
    parts.push(sql`select 'mail', 'release', o.id::text, r.id, min(s.told_at), ${text('r.title')}, o.name
      from presave s join release r on r.portal_id = s.portal_id and r.id = s.release_id ${portal('s.portal_id')}
      where ${within(sql`s.told_at`)} group by r.id, r.title, o.id, o.name, ${day('s.told_at')}`)
  if (keys.has('products.manageproducts') || keys.has('stocks.managestocks'))
    parts.push(sql`select 'mail', 'product', o.id::text, p.id, min(s.told_at), ${text('p.name')}, o.name
      from restock_alert s join product p on p.portal_id = s.portal_id and p.id = s.product_id ${portal('s.portal_id')}
      where ${within(sql`s.told_at`)} group by p.id, p.name, o.id, o.name, ${day('s.told_at')}`)
  return parts
}

/** Posts belong to no portal, and messages to the person whose they are. */
const postsTo = ({ tx, person }: FlagsAsking, within: Within, text: Text) =>
  elevated(tx, 'people', () =>
    ask(
      tx,
      columns,
      (asked) => sql`select ${asked} from (
          select 'post' as kind, 'post' as about, '' as portal_id, o.id, o.published_at as at, ${text('o.title')} as name, null as portal_name
          from post o where o.status = 'published' and ${within(sql`o.published_at`)}
            ${person.staff ? sql`` : sql`and exists (select from message m where m.post_id = o.id and m.person_id = ${person.id})`}) f
        order by f.at, f.id`,
    ),
  )
