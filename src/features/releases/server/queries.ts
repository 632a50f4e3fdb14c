import { sql } from 'drizzle-orm'
import { clicksOf } from '#features/visits/server/clicks.ts'
import { pageSize } from '#platform/constants.ts'
import { rows, type Tx } from '#platform/db.ts'
import { listOf } from '#platform/shapes.ts'
import type { BilingualText } from '#platform/table.ts'
import type { Release, ReleasePhase } from '../contract.ts'

type Stored = Date | string
interface Columns {
  id: string
  portal_id: string
  title: BilingualText
  product_id: string | null
  cover_url: string | null
  picture_url: string | null
  release_at: Stored
  duration_days: number
  ends_at: Stored
  presave: boolean
  links: { name: string; url: string }[]
  status: 'draft' | 'published'
  sign_ups: number
  clicks: number
  version: number
  updated_at: Stored
  total: number
}

/** When a release `r` is over: days of Madrid's calendar, counted from its date. */
export const endsAt = sql`((r.release_at at time zone 'Europe/Madrid') + make_interval(days => r.duration_days)) at time zone 'Europe/Madrid'`
const columns = sql`r.*, ${endsAt} as ends_at, coalesce(r.cover_url, d.picture_urls->>0) as picture_url,
  (select count(*)::int from presave s where s.portal_id = r.portal_id and s.release_id = r.id) as sign_ups,
  ${clicksOf(sql`r.portal_id`, sql`r.id`)} as clicks`
const source = sql`release r left join product d on d.portal_id = r.portal_id and d.id = r.product_id`

/** A page of a portal's releases, the latest date first. */
export async function listReleases(tx: Tx, portalId: string, page: number) {
  const found = await rows<Columns>(
    tx,
    sql`select ${columns}, count(*) over ()::int as total from ${source} where r.portal_id = ${portalId}
      order by r.release_at desc, r.id limit ${pageSize} offset ${(page - 1) * pageSize}`,
  )
  const now = Date.now()
  return listOf(
    found.map((row) => toRelease(row, now)),
    found[0]?.total ?? 0,
    page,
  )
}

/** One release of a portal, or undefined. */
export async function getRelease(tx: Tx, portalId: string, id: string): Promise<Release | undefined> {
  const [row] = await rows<Columns>(
    tx,
    sql`select ${columns}, 1 as total from ${source} where r.portal_id = ${portalId} and r.id = ${id}`,
  )
  return row && toRelease(row, Date.now())
}

/** What stands on a portal's page: published releases from their countdown to the end of their days, the next first. */
export async function currentReleases(
  tx: Tx,
  portalId: string,
  now: Date,
): Promise<{ items: Release[]; turns: number[] }> {
  const found = await rows<Columns>(
    tx,
    sql`select ${columns}, 0 as total from ${source} where r.portal_id = ${portalId} and r.status = 'published'
      and ${endsAt} > ${now.toISOString()}::timestamptz order by r.release_at, r.id limit 20`,
  )
  const items = found.map((row) => toRelease(row, now.getTime()))
  return {
    items,
    turns: items
      .flatMap((one) => [Date.parse(one.releaseAt), Date.parse(one.endsAt)])
      .filter((moment) => moment > now.getTime()),
  }
}

const iso = (moment: Stored) => new Date(moment).toISOString()

function phaseOf(releaseAt: string, ends: string, now: number): ReleasePhase {
  if (Date.parse(releaseAt) > now) return 'countdown'
  return Date.parse(ends) > now ? 'out' : 'over'
}

function toRelease(row: Columns, now: number): Release {
  const releaseAt = iso(row.release_at)
  const ends = iso(row.ends_at)
  return {
    id: row.id,
    portalId: row.portal_id,
    title: row.title,
    productId: row.product_id,
    coverUrl: row.cover_url,
    pictureUrl: row.picture_url,
    releaseAt,
    durationDays: row.duration_days,
    endsAt: ends,
    phase: phaseOf(releaseAt, ends, now),
    presave: row.presave,
    links: row.links,
    status: row.status,
    signUps: row.sign_ups,
    clicks: row.clicks,
    version: row.version,
    updatedAt: iso(row.updated_at),
  }
}
