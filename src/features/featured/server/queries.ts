import { sql } from 'drizzle-orm'
import { overAt, publicationNow } from '#features/events/server/queries.ts'
import { allSoldOut } from '#features/products/server/availability.ts'
import { clicksOf } from '#features/visits/server/clicks.ts'
import { rows, type Tx } from '#platform/db.ts'
import type { BilingualText } from '#platform/table.ts'
import {
  type Absence,
  type Featured,
  type FeaturedStatus,
  type FeaturedType,
  featuredMax,
  liveMax,
} from '../contract.ts'

type Stored = Date | string
interface Columns {
  id: string
  portal_id: string
  type: FeaturedType
  target_id: string | null
  target_title: BilingualText | null
  target_picture: string | null
  target_url: string | null
  target_date: Stored | null
  media_url: string | null
  url: string | null
  description: BilingualText | null
  status: FeaturedStatus
  starts_at: Stored | null
  expires_at: Stored | null
  duration_days: number
  absence: Absence | null
  turns_at: Stored | null
  clicks: number
  position: number
  deleted_at: Stored | null
  version: number
  updated_at: Stored
}

/** Days of Madrid's calendar: an item that appears at noon leaves at noon, whatever the clocks did in between. */
export const expiresAt = sql`((f.starts_at at time zone 'Europe/Madrid') + make_interval(days => f.duration_days)) at time zone 'Europe/Madrid'`

const soldOut = sql`jsonb_array_length(e.tickets) > 0 and not exists (
  select 1 from jsonb_array_elements(e.tickets) t where t->>'type' <> 'soldOut')`

/** Why an item would not be seen even while it runs; null when nothing is in the way. */
const targetAbsence = sql`case f.type
  when 'link' then case when l.id is null then 'targetGone'
    when not l.visible or l.starts_at > now() then 'targetHidden' when l.ends_at <= now() then 'targetPast' end
  when 'event' then case when e.id is null then 'targetGone'
    when ${publicationNow} <> 'published' or e.state = 'cancelled' then 'targetHidden'
    when ${overAt} <= now() then 'targetPast' when ${soldOut} then 'targetSoldOut' end
  when 'product' then case when d.id is null then 'targetGone' when d.status <> 'active' then 'targetHidden'
    when ${allSoldOut} then 'targetSoldOut' end
end`

/** When a target appears or leaves next by the clock. */
const targetTurn = sql`case f.type
  when 'link' then case when l.starts_at > now() then l.starts_at when l.ends_at > now() then l.ends_at end
  when 'event' then case when e.publish_at > now() then e.publish_at when ${overAt} > now() then ${overAt} end
end`

const find = (tx: Tx, portalId: string, { id, deleted }: { id?: string; deleted: boolean }) =>
  rows<Columns>(
    tx,
    sql`select f.*, ${expiresAt} as expires_at, ${targetAbsence} as absence, ${targetTurn} as turns_at,
        ${clicksOf(sql`f.portal_id`, sql`coalesce(f.target_id, f.id)`)} as clicks,
        coalesce(l.title, case when e.id is null then null else jsonb_build_object('es', e.name) end, d.name) as target_title,
        coalesce(l.picture_url, e.poster_url, d.picture_urls->>0) as target_picture,
        l.url as target_url, e.starts_at as target_date
      from featured f
      left join link l on f.type = 'link' and l.portal_id = f.portal_id and l.id = f.target_id
      left join event e on f.type = 'event' and e.portal_id = f.portal_id and e.id = f.target_id
      left join product d on f.type = 'product' and d.portal_id = f.portal_id and d.id = f.target_id
      where f.portal_id = ${portalId} and f.status ${deleted ? sql`=` : sql`<>`} 'deleted'
        ${id ? sql`and f.id = ${id}` : sql``}
      order by ${deleted ? sql`f.deleted_at desc` : sql`f.position`}, f.id limit ${featuredMax}`,
  )

/** The featured items of a portal in their order; or those deleted, the latest first. */
export async function listFeatured(tx: Tx, portalId: string, deleted = false): Promise<Featured[]> {
  const now = Date.now()
  return (await find(tx, portalId, { deleted })).map((row) => toFeatured(row, now))
}

/** One item that is not deleted, or undefined. */
export async function getFeatured(tx: Tx, portalId: string, id: string): Promise<Featured | undefined> {
  const [row] = await find(tx, portalId, { id, deleted: false })
  return row && toFeatured(row, Date.now())
}

/** What a fan sees of an item: its target's title, picture and date, and where it leads. */
export interface LiveFeatured {
  id: string
  type: FeaturedType
  targetId: string | null
  /** Null for picks: their description stands for it. */
  title: BilingualText | null
  description: BilingualText | null
  pictureUrl: string | null
  /** A pick's video. */
  videoUrl: string | null
  /** Of a link or a pick; events are shown on the page itself, products on pages of their own. */
  url: string | null
  /** When a featured event begins. */
  startsAt: string | null
}

/** At most six items, in their order, that run now and whose target is there. `turns`: when (ms) that changes by the clock. */
export async function liveFeatured(
  tx: Tx,
  portalId: string,
  now: Date,
): Promise<{ items: LiveFeatured[]; turns: number[] }> {
  const found = await find(tx, portalId, { deleted: false })
  const at = now.getTime()
  const live = found.filter((row) => toFeatured(row, at).live).slice(0, liveMax)
  return {
    items: live.map((row) => ({
      id: row.id,
      type: row.type,
      targetId: row.target_id,
      title: row.target_title,
      description: row.description,
      pictureUrl: isVideo(row.media_url) ? null : (row.media_url ?? row.target_picture),
      videoUrl: isVideo(row.media_url) ? row.media_url : null,
      url: row.target_url ?? row.url,
      startsAt: isoOrNull(row.target_date),
    })),
    turns: found
      .filter(({ status }) => status !== 'draft')
      .flatMap((row) => [row.starts_at, row.expires_at, row.turns_at])
      .flatMap((moment) => (moment === null ? [] : Date.parse(iso(moment))))
      .filter((moment) => moment > at),
  }
}

export const isVideo = (url: string | null) => url !== null && /\.(mp4|webm)$/.test(url)
const iso = (moment: Stored) => new Date(moment).toISOString()
const isoOrNull = (moment: Stored | null) => (moment === null ? null : iso(moment))

function toFeatured(row: Columns, now: number): Featured {
  const startsAt = isoOrNull(row.starts_at)
  const expires = isoOrNull(row.expires_at)
  const begun = startsAt !== null && Date.parse(startsAt) <= now
  const expired = expires !== null && Date.parse(expires) <= now
  const status = row.status === 'scheduled' && begun ? 'published' : row.status
  const absence = status === 'published' ? (expired ? 'expired' : row.absence) : null
  return {
    id: row.id,
    portalId: row.portal_id,
    type: row.type,
    targetId: row.target_id,
    targetTitle: row.target_title,
    mediaUrl: row.media_url,
    pictureUrl: isVideo(row.media_url) ? null : (row.media_url ?? row.target_picture),
    url: row.url,
    description: row.description,
    status,
    startsAt,
    durationDays: row.duration_days,
    expiresAt: expires,
    live: status === 'published' && begun && absence === null,
    absence,
    clicks: row.clicks,
    position: row.position,
    deletedAt: isoOrNull(row.deleted_at),
    version: row.version,
    updatedAt: iso(row.updated_at),
  }
}

/** What can be featured: what fans can see, or will see. */
export const listTargets = (tx: Tx, portalId: string) =>
  rows<{ type: 'link' | 'event' | 'product'; id: string; title: BilingualText; pictureUrl: string | null }>(
    tx,
    sql`(select 'link' as type, id, title, picture_url as "pictureUrl" from link
        where portal_id = ${portalId} and visible and (ends_at is null or ends_at > now()) order by position limit 500)
      union all
      (select 'event', e.id, jsonb_build_object('es', e.name), e.poster_url from event e
        where e.portal_id = ${portalId} and ${overAt} > now() and e.state <> 'cancelled' order by e.starts_at limit 500)
      union all
      (select 'product', id, name, picture_urls->>0 from product
        where portal_id = ${portalId} and status = 'active' order by created_at desc limit 500)`,
  )
