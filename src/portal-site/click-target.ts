import { type SQL, sql } from 'drizzle-orm'
import { overAt, publicationNow } from '#features/events/server/queries.ts'
import { expiresAt } from '#features/featured/server/queries.ts'
import { endsAt } from '#features/releases/server/queries.ts'
import { withClick, withoutClick } from '#platform/click-parameter.ts'
import { asService, type Database } from '#platform/db.ts'
import { select } from '#platform/select.ts'

export interface ClickTarget {
  url: string
  portalId: string
  accountId: string
  /** What is counted: the link, the pick, the event, the release or the purchase address. */
  id: string
  /** When fans stop seeing it, in milliseconds. */
  until: number
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/
const key = /^([0-9a-f-]{36})(?:\/(\d{1,2}))?$/

const ms = (moment: SQL) => sql`(extract(epoch from ${moment}) * 1000)::float8 as until`

/** A link, a pick, or where a shop sells a product that is on sale, by its id alone. */
const whole = (id: string) => sql`
  select l.url, l.portal_id, ${ms(sql`l.ends_at`)} from link l
    where l.id = ${id} and l.visible and (l.starts_at is null or l.starts_at <= now())
      and (l.ends_at is null or l.ends_at > now())
  union all
  select f.url, f.portal_id, ${ms(expiresAt)} from featured f
    where f.id = ${id} and f.type = 'pick' and f.status in ('published', 'scheduled')
      and f.starts_at <= now() and ${expiresAt} > now()
  union all
  select a.url, a.portal_id, null from purchase_address a
    join product d on d.portal_id = a.portal_id and d.id = a.product_id and d.status = 'active'
    where a.id = ${id} and a.url like 'https://%'`

/** One of several addresses: an event's tickets, or a release's shops once it is out. */
const part = (id: string, at: number) => sql`
  select e.tickets->${at}::int->>'url' as url, e.portal_id, ${ms(overAt)} from event e
    where e.id = ${id} and ${publicationNow} = 'published' and ${overAt} > now()
      and e.state in ('scheduled', 'rescheduled') and e.tickets->${at}::int->>'type' <> 'soldOut'
      and coalesce((e.tickets->${at}::int->>'onSaleAt')::timestamptz <= now(), true)
  union all
  select r.links->${at}::int->>'url', r.portal_id, ${ms(endsAt)} from release r
    where r.id = ${id} and r.status = 'published' and r.release_at <= now() and ${endsAt} > now()`

/** Whether a shop tells the account of its orders: with what was clicked, they are known to come of it. */
const toldByShop = sql`exists (select from connector c join portal s on s.id = c.portal_id
  where s.account_id = p.account_id and c.removed_at is null and c.kind in ('shopify', 'woocommerce'))`

const columns = {
  url: sql<string>`t.url`,
  portalId: sql<string>`t.portal_id`,
  accountId: sql<string>`p.account_id`,
  until: sql<number | null>`t.until`,
  told: sql<boolean>`${toldByShop}`,
}

/**
 * Where `/go/{key}` leads, while fans see what it stands on: addresses that the portal's team wrote, and no other.
 * `key` is an id, and for what has several addresses its place among them.
 */
export async function clickTarget(database: Database, of: string): Promise<ClickTarget | undefined> {
  const [, id = '', at] = key.exec(of) ?? []
  if (!uuid.test(id)) return undefined
  const [row] = await database.transaction(asService('public'), (tx) =>
    select(
      tx,
      columns,
      sql`(${at === undefined ? whole(id) : part(id, Number(at))}) t
        join portal p on p.id = t.portal_id where p.deleted_at is null and t.url is not null limit 1`,
    ),
  )
  if (!row?.url) return undefined
  const { url, told, portalId, accountId, until } = row
  return {
    url: told ? withClick(url, id) : withoutClick(url),
    ...{ portalId, accountId, id },
    until: until ?? Number.MAX_SAFE_INTEGER,
  }
}
