import { type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { postsFor } from '#features/communications/server/audience.ts'
import { post } from '#features/communications/server/table.ts'
import { placeOf } from '#features/events/server/calendar-file.ts'
import { publicationNow } from '#features/events/server/queries.ts'
import { event } from '#features/events/server/table.ts'
import { release } from '#features/releases/server/table.ts'
import { businessTimeZone, type Locale } from '#platform/constants.ts'
import type { Tx } from '#platform/db.ts'
import type { CalendarEntry } from '#platform/icalendar.ts'
import { iso, select } from '#platform/select.ts'
import { dayMs, offsetMs } from '#platform/time.ts'
import { words } from '#platform/words.ts'
import type { ShownPortal } from './rights.ts'

/** What has been for longer is left out. */
const keptDays = 365
/** Of each kind, the soonest. */
const entriesMax = 2_000
/** How long a calendar keeps free for what nobody said the end of. */
const usualMs = 3 * 3_600_000

export interface Shown {
  portals: readonly ShownPortal[]
  /** Of several portals: each entry says whose it is. */
  wholeAccount: boolean
  locale: Locale
  now: Date
  appOrigin: string
  portalsOrigin: string
}

const say = ({ locale }: Shown, key: string, params: Record<string, string> = {}) =>
  words(`calendars.entry.${key}`, locale, params)

const idsOf = ({ portals }: Shown): SQL =>
  sql`any(${sql.param(`{${portals.map(({ id }) => id).join(',')}}`)}::uuid[])`
const sinceOf = ({ now }: Shown): SQL =>
  sql`${new Date(now.getTime() - keptDays * dayMs).toISOString()}::timestamptz`

const portalFor = ({ portals }: Shown, portalId: string) => portals.find(({ id }) => id === portalId)
const named = (shown: Shown, portalId: string, name: string) => {
  const portal = shown.wholeAccount ? portalFor(shown, portalId) : undefined
  return portal ? say(shown, 'ofPortal', { portal: portal.name, name }) : name
}
const pageOf = (shown: Shown, portalId: string) => {
  const portal = portalFor(shown, portalId)
  return portal && `${shown.portalsOrigin}/${portal.customUrl}`
}

const e = alias(event, 'e')
const eventColumns = {
  id: e.id,
  portalId: e.portalId,
  name: e.name,
  startsAt: iso(e.startsAt),
  doorsAt: iso(e.doorsAt),
  endsAt: iso(e.endsAt),
  timeZone: e.timeZone,
  venue: e.venue,
  address: e.address,
  city: e.city,
  province: e.province,
  country: e.country,
  lineUp: e.lineUp,
  tickets: e.tickets,
  publication: sql<string>`${publicationNow}`,
  state: e.state,
  version: e.version,
  updatedAt: iso(e.updatedAt),
}

/** Events in the time of their place. What is still a draft, or put off, is not certain; what is cancelled says so. */
export async function eventEntries(tx: Tx, shown: Shown): Promise<CalendarEntry[]> {
  const found = await select(
    tx,
    eventColumns,
    sql`event e where e.portal_id = ${idsOf(shown)} and e.starts_at > ${sinceOf(shown)}
      order by e.starts_at, e.id limit ${entriesMax}`,
  )
  return found.map((one) => {
    const draft = one.publication === 'draft'
    const tickets = one.tickets.find(({ url }) => url)?.url
    const lines = [
      draft && say(shown, 'draft'),
      one.state === 'postponed' && words('events.state.postponed', shown.locale),
      one.doorsAt && say(shown, 'doors', { time: clockOf(one.doorsAt, one.timeZone) }),
      one.lineUp.length > 0 && say(shown, 'with', { names: one.lineUp.join(', ') }),
      tickets && say(shown, 'tickets', { url: tickets }),
    ]
    return {
      uid: `${one.id}@backline`,
      sequence: one.version,
      updatedAt: one.updatedAt,
      start: { at: one.startsAt, zone: one.timeZone },
      endsAt: one.endsAt ?? new Date(Date.parse(one.startsAt) + usualMs).toISOString(),
      summary: named(shown, one.portalId, one.name),
      location: placeOf(one),
      description: lines.filter((line) => typeof line === 'string'),
      url: tickets ?? (draft ? undefined : pageOf(shown, one.portalId)),
      status: statusOf(one),
    }
  })
}

function statusOf({ publication, state }: { publication: string; state: string }): CalendarEntry['status'] {
  if (state === 'cancelled') return 'CANCELLED'
  return publication === 'draft' || state === 'postponed' ? 'TENTATIVE' : 'CONFIRMED'
}

const clockOf = (at: string, zone: string) => wallOf(at, zone).slice(11, 16)
const wallOf = (at: string, zone: string) =>
  new Date(Date.parse(at) + offsetMs(Date.parse(at), zone)).toISOString()

const r = alias(release, 'r')
const releaseColumns = {
  id: r.id,
  portalId: r.portalId,
  title: r.title,
  releaseAt: iso(r.releaseAt),
  status: r.status,
  version: r.version,
  updatedAt: iso(r.updatedAt),
}

/** When releases come out: the day, where it is with the day that they do. */
export async function releaseEntries(tx: Tx, shown: Shown): Promise<CalendarEntry[]> {
  const found = await select(
    tx,
    releaseColumns,
    sql`release r where r.portal_id = ${idsOf(shown)} and r.release_at > ${sinceOf(shown)}
      order by r.release_at, r.id limit ${entriesMax}`,
  )
  return found.map((one) => {
    const draft = one.status === 'draft'
    const [day = '', time] = wallOf(one.releaseAt, businessTimeZone).split('T')
    return {
      uid: `${one.id}@backline`,
      sequence: one.version,
      updatedAt: one.updatedAt,
      start: time?.startsWith('00:00') ? { day } : { at: one.releaseAt, zone: businessTimeZone },
      summary: named(shown, one.portalId, say(shown, 'release', { title: inLanguage(one.title, shown) })),
      description: draft ? [say(shown, 'draft')] : [],
      url: draft ? undefined : pageOf(shown, one.portalId),
      status: draft ? 'TENTATIVE' : 'CONFIRMED',
      free: true,
    }
  })
}

const inLanguage = ({ es, en }: { es: string; en?: string | undefined }, { locale }: Shown) =>
  locale === 'en' ? (en ?? es) : es

const o = alias(post, 'o')
const postColumns = {
  id: o.id,
  title: o.title,
  at: iso(sql<Date>`coalesce(o.published_at, o.publish_at)`),
  status: o.status,
  version: o.version,
  updatedAt: iso(o.updatedAt),
}

/** Posts of staff for these portals, once they have a moment. Only for whoever may see posts. */
export async function postEntries(tx: Tx, shown: Shown): Promise<CalendarEntry[]> {
  const found = await select(
    tx,
    postColumns,
    sql`post o where o.status in ('scheduled', 'published')
      and coalesce(o.published_at, o.publish_at) > ${sinceOf(shown)} and ${postsFor(idsOf(shown))}
      order by 3, o.id limit ${entriesMax}`,
  )
  return found.map((one) => ({
    uid: `${one.id}@backline`,
    sequence: one.version,
    updatedAt: one.updatedAt,
    start: { at: one.at, zone: businessTimeZone },
    summary: say(shown, 'post', { title: inLanguage(one.title, shown) }),
    description: [],
    url: `${shown.appOrigin}${shown.locale === 'en' ? '/en' : ''}/communications/${one.id}`,
    status: 'CONFIRMED' as const,
    free: true,
  }))
}
