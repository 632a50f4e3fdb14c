import { sql } from 'drizzle-orm'
import type { Locale } from '#platform/constants.ts'
import { permissionGroups, roles } from '#platform/permissions.ts'
import { words } from '#platform/words.ts'
import { numbered } from './numbered.ts'
import { atPortals, lines, mayProducts, productsKey, type Searcher, type Source } from './source.ts'

const anyPortalKey = (keys: ReadonlySet<string>) =>
  permissionGroups.portal.some((action) => keys.has(`portal.${action}`))

/**
 * Every place that this person may search: a type is there only when they may open its pages, and its rows are narrowed to
 * those that they may open. `parts`: numbers are looked into, see `looksIntoNumbers`.
 */
export function sourcesFor(searcher: Searcher, q: string, parts: boolean): Source[] {
  return [
    portals(searcher),
    products(searcher),
    events(searcher),
    ...contacts(searcher),
    team(searcher),
    staffPeople(searcher),
    stock(searcher),
    ...numbered(searcher, q, parts),
  ].filter((source) => source !== undefined)
}

function portals(searcher: Searcher): Source | undefined {
  const { staff, keys, searched } = searcher
  const may = staff ? anyPortalKey(keys) : searched?.label && keys.has('portal.viewportals')
  if (!may) return undefined
  const mine = atPortals(sql`p.id`, searcher)
  return {
    type: 'portal',
    from: sql`portal p join account a on a.id = p.account_id`,
    where: sql`p.deleted_at is null and ${mine}`,
    texts: [sql`p.name`, sql`p.code`, sql`p.custom_url`],
    words: sql`search_words(p.name || ' ' || p.code || ' ' || p.custom_url)`,
    begins: [sql`p.name`, sql`p.code`],
    table: 'portal',
    id: sql`p.id`,
    title: sql`p.name`,
    detail: lines(sql`p.code`, sql`a.name`),
    picture: sql`p.picture_url`,
    link: ({ id }) => `/portals/${id}`,
  }
}

const productsPage = ({ staff }: Searcher) => (staff ? '/products' : '/stocks/products')

function products(searcher: Searcher): Source | undefined {
  if (!mayProducts(searcher)) return undefined
  const name = searcher.locale === 'en' ? sql`coalesce(x.name->>'en', x.name->>'es')` : sql`x.name->>'es'`
  return {
    type: 'product',
    from: sql`product x join portal p on p.id = x.portal_id`,
    where: sql`p.deleted_at is null and ${atPortals(sql`x.portal_id`, searcher, productsKey(searcher))}`,
    texts: [sql`x.name->>'es'`, sql`x.name->>'en'`, sql`x.sku`],
    words: sql`search_words((x.name->>'es') || ' ' || coalesce(x.name->>'en', '') || ' ' || coalesce(x.sku, ''))`,
    begins: [sql`x.name->>'es'`, sql`x.name->>'en'`, sql`x.sku`],
    table: 'product',
    id: sql`x.id`,
    title: name,
    detail: lines(sql`p.name`, sql`x.sku`),
    picture: sql`x.picture_urls->>0`,
    place: sql`x.portal_id::text`,
    portal: sql`x.portal_id`,
    link: ({ id, place }) => `${productsPage(searcher)}/${place}/${id}`,
  }
}

function stock(searcher: Searcher): Source | undefined {
  if (!mayProducts(searcher)) return undefined
  return {
    type: 'stock',
    from: sql`variant v join product x on x.portal_id = v.portal_id and x.id = v.product_id
      join portal p on p.id = v.portal_id`,
    where: sql`p.deleted_at is null and v.sku is not null and ${atPortals(sql`v.portal_id`, searcher, productsKey(searcher))}`,
    texts: [sql`v.sku`],
    words: sql`search_words(v.sku)`,
    begins: [sql`v.sku`],
    table: 'variant',
    id: sql`v.id`,
    title: sql`v.sku`,
    detail: lines(sql`x.name->>'es'`, sql`v.colour`, sql`v.size`),
    place: sql`x.portal_id || '/' || x.id`,
    link: ({ place }) => `${productsPage(searcher)}/${place}`,
  }
}

function events(searcher: Searcher): Source | undefined {
  const { staff, keys, searched } = searcher
  // Members open what is found in /dashboard/events, a label's other portals' in /events.
  const key = staff ? 'events.viewevents' : 'portal.editevents'
  if (!keys.has(key)) return undefined
  const own = !staff && searched && sql`e.portal_id = ${searched.portal.id}`
  return {
    type: 'event',
    from: sql`event e join portal p on p.id = e.portal_id`,
    where: sql`p.deleted_at is null and ${atPortals(sql`e.portal_id`, searcher, key)}`,
    texts: [sql`e.name`, sql`e.venue`, sql`e.city`],
    words: sql`search_words(e.name || ' ' || coalesce(e.venue, '') || ' ' || coalesce(e.city, ''))`,
    begins: [sql`e.name`],
    table: 'event',
    id: sql`e.id`,
    title: sql`e.name`,
    detail: lines(
      sql`to_char(e.starts_at at time zone e.time_zone, 'DD/MM/YYYY')`,
      sql`e.venue`,
      sql`e.city`,
      own ? sql`case when not ${own} then p.name end` : sql`p.name`,
    ),
    // What comes next, then what was last.
    near: sql`case when e.starts_at >= now() then 1e11 - extract(epoch from e.starts_at)
      else extract(epoch from e.starts_at) - 1e11 end`,
    place: own
      ? sql`case when not ${own} then e.portal_id || '/' || e.id end`
      : sql`e.portal_id || '/' || e.id`,
    portal: sql`e.portal_id`,
    link: ({ id, place }) => (place ? `/events/${place}` : `/dashboard/events/${id}`),
  }
}

const ofPeople = {
  words: sql`search_words(p.name || ' ' || p.email)`,
  begins: [sql`p.name`],
  table: 'person' as const,
}

function contacts({ staff, keys, searched }: Searcher): (Source | undefined)[] {
  if (!staff || searched || !keys.has('contacts.viewcontacts')) return []
  const shared = {
    type: 'contact' as const,
    id: sql`c.id`,
    link: ({ id }: { id: string }) => `/users/${id}`,
  }
  const there = sql`c.erased_at is null and c.merged_into is null`
  return [
    {
      ...shared,
      from: sql`contact c`,
      where: sql`${there} and c.person_id is null`,
      texts: [sql`c.name`, sql`c.email`],
      words: sql`search_words(c.name || ' ' || coalesce(c.email, ''))`,
      begins: [sql`c.name`],
      table: 'contact',
      title: sql`c.name`,
      detail: lines(sql`c.organisation`, sql`c.email`),
    },
    {
      ...shared,
      // Who has a login is called as they call themselves.
      from: sql`person p join contact c on c.person_id = p.id`,
      where: there,
      texts: [sql`p.name`, sql`p.email`],
      ...ofPeople,
      title: sql`p.name`,
      detail: sql`p.email`,
      picture: sql`p.picture_url`,
    },
  ]
}

const changes = sql`jsonb_array_length(m.grants) + jsonb_array_length(m.denies)`
/** A member's role in the reader's words; one that was changed is not told as if it were whole. */
const roleIn = (locale: Locale) =>
  sql`case m.role ${sql.join(
    roles.map((name) => {
      const role = words(`roles.name.${name}`, locale)
      const many = words('roles.given.changed', locale, { role, count: '#' })
      return sql`when ${name} then case ${changes} when 0 then ${role}
        when 1 then ${words('roles.given.changedOne', locale, { role })}
        else replace(${many}, '#', (${changes})::text) end`
    }),
    sql` `,
  )} end`

function team(searcher: Searcher): Source | undefined {
  const { staff, keys, searched } = searcher
  if (!keys.has('team.viewteammembers') || (staff && !anyPortalKey(keys))) return undefined
  return {
    type: 'team',
    from: sql`person p join member m on m.person_id = p.id join portal o on o.id = m.portal_id`,
    where: sql`o.deleted_at is null and p.suspended_at is null and ${atPortals(sql`m.portal_id`, searcher, 'team.viewteammembers')}`,
    texts: [sql`p.name`, sql`p.email`],
    ...ofPeople,
    id: sql`p.id`,
    title: sql`p.name`,
    detail: lines(roleIn(searcher.locale), sql`o.name`),
    picture: sql`p.picture_url`,
    place: sql`o.id::text`,
    link: ({ id, place }) =>
      !staff && place === searched?.portal.id ? `/team/${id}` : `/portals/${place}/team/${id}`,
  }
}

function staffPeople({ staff, keys, searched }: Searcher): Source | undefined {
  if (!staff || searched || !keys.has('staff.viewstaff')) return undefined
  return {
    type: 'staff',
    from: sql`person p`,
    where: sql`p.staff`,
    texts: [sql`p.name`, sql`p.email`],
    ...ofPeople,
    id: sql`p.id`,
    title: sql`p.name`,
    detail: sql`p.email`,
    picture: sql`p.picture_url`,
    link: ({ id }) => `/staffs/${id}`,
  }
}
