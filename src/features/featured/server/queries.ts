import { sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { overAt, publicationNow } from '#features/events/server/queries.ts'
import { copiedPicture } from '#features/links/server/copy-pictures.ts'
import { allSoldOut } from '#features/products/server/availability.ts'
import { clicksOf } from '#features/visits/server/clicks.ts'
import type { Tx } from '#platform/db.ts'
import { contains, eitherContains } from '#platform/like.ts'
import { keptPlan } from '#platform/prepared.ts'
import { iso, type RowOf, select } from '#platform/select.ts'
import type { BilingualText } from '#platform/table.ts'
import { type Absence, type Featured, type FeaturedType, featuredMax, liveMax } from '../contract.ts'
import { featured } from './table.ts'

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
const f = alias(featured, 'f')
const columns = {
  id: f.id,
  portalId: f.portalId,
  type: f.type,
  targetId: f.targetId,
  targetTitle: sql<BilingualText | null>`coalesce(l.title, case when e.id is null then null else jsonb_build_object('es', e.name) end, d.name)`,
  targetPicture: sql<string | null>`coalesce(${copiedPicture}, e.poster_url, d.picture_urls->>0)`,
  targetUrl: sql<string | null>`l.url`,
  targetDate: iso(sql<Date | null>`e.starts_at`),
  mediaUrl: f.mediaUrl,
  url: f.url,
  description: f.description,
  status: f.status,
  startsAt: iso(f.startsAt),
  expiresAt: iso(sql<Date | null>`${expiresAt}`),
  durationDays: f.durationDays,
  absence: sql<Absence | null>`${targetAbsence}`,
  turnsAt: iso(sql<Date | null>`${targetTurn}`),
  clicks: sql<number>`${clicksOf(sql`f.portal_id`, sql`coalesce(f.target_id, f.id)`)}`,
  position: f.position,
  deletedAt: iso(f.deletedAt),
  version: f.version,
  updatedAt: iso(f.updatedAt),
}
const find = (tx: Tx, portalId: string, { id, deleted }: { id?: string; deleted: boolean }) =>
  select(
    tx,
    columns,
    sql`featured f
      left join link l on f.type = 'link' and l.portal_id = f.portal_id and l.id = f.target_id
      left join event e on f.type = 'event' and e.portal_id = f.portal_id and e.id = f.target_id
      left join product d on f.type = 'product' and d.portal_id = f.portal_id and d.id = f.target_id
      where ${keptPlan} f.portal_id = ${portalId} and f.status ${deleted ? sql`=` : sql`<>`} 'deleted'
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
      targetId: row.targetId,
      title: row.targetTitle,
      description: row.description,
      pictureUrl: isVideo(row.mediaUrl) ? null : (row.mediaUrl ?? row.targetPicture),
      videoUrl: isVideo(row.mediaUrl) ? row.mediaUrl : null,
      url: row.targetUrl ?? row.url,
      startsAt: row.targetDate,
    })),
    turns: found
      .filter(({ status }) => status !== 'draft')
      .flatMap((row) => [row.startsAt, row.expiresAt, row.turnsAt])
      .flatMap((moment) => (moment === null ? [] : Date.parse(moment)))
      .filter((moment) => moment > at),
  }
}

export const isVideo = (url: string | null) => url !== null && /\.(mp4|webm)$/.test(url)

function toFeatured(row: RowOf<typeof columns>, now: number): Featured {
  const startsAt = row.startsAt
  const expires = row.expiresAt
  const begun = startsAt !== null && Date.parse(startsAt) <= now
  const expired = expires !== null && Date.parse(expires) <= now
  const status = row.status === 'scheduled' && begun ? 'published' : row.status
  const absence = status === 'published' ? (expired ? 'expired' : row.absence) : null
  return {
    id: row.id,
    portalId: row.portalId,
    type: row.type,
    targetId: row.targetId,
    targetTitle: row.targetTitle,
    mediaUrl: row.mediaUrl,
    pictureUrl: isVideo(row.mediaUrl) ? null : (row.mediaUrl ?? row.targetPicture),
    url: row.url,
    description: row.description,
    status,
    startsAt,
    durationDays: row.durationDays,
    expiresAt: expires,
    live: status === 'published' && begun && absence === null,
    absence,
    clicks: row.clicks,
    position: row.position,
    deletedAt: row.deletedAt,
    version: row.version,
    updatedAt: row.updatedAt,
  }
}

const targets = {
  type: sql<'link' | 'event' | 'product'>`type`,
  id: sql<string>`id`,
  title: sql<BilingualText>`title`,
  pictureUrl: sql<string | null>`"pictureUrl"`,
}
/** What can be featured: what fans can see, or will see; with words, what is called so. At most 500 of each kind. */
export const listTargets = (tx: Tx, portalId: string, q?: string) =>
  select(
    tx,
    targets,
    sql`((select 'link' as type, id, title, picture_url as "pictureUrl" from link
        where portal_id = ${portalId} and visible and (ends_at is null or ends_at > now())
          and ${eitherContains(sql`title`, q)} order by position limit 500)
      union all
      (select 'event', e.id, jsonb_build_object('es', e.name), e.poster_url from event e
        where e.portal_id = ${portalId} and ${overAt} > now() and e.state <> 'cancelled'
          and ${q?.trim() ? contains(sql`e.name`, q.trim()) : sql`true`} order by e.starts_at limit 500)
      union all
      (select 'product', id, name, picture_urls->>0 from product
        where portal_id = ${portalId} and status = 'active'
          and ${eitherContains(sql`name`, q)} order by created_at desc limit 500)) x`,
  )
