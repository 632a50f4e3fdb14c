import { sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { clicksOf } from '#features/visits/server/clicks.ts'
import { countRows } from '#platform/count.ts'
import type { Tx } from '#platform/db.ts'
import { keyedOrder, withoutKeys } from '#platform/keyed-order.ts'
import { changedSince, listOf, pageRows } from '#platform/paging.ts'
import { iso, type RowOf, select } from '#platform/select.ts'
import type { Release, ReleasePhase } from '../contract.ts'
import { release } from './table.ts'

/** When a release `r` is over: days of Madrid's calendar, counted from its date. */
export const endsAt = sql`((r.release_at at time zone 'Europe/Madrid') + make_interval(days => r.duration_days)) at time zone 'Europe/Madrid'`
const r = alias(release, 'r')
const columns = {
  id: r.id,
  portalId: r.portalId,
  title: r.title,
  productId: r.productId,
  product: sql<Release['product']>`case when d.id is not null then
    jsonb_build_object('name', d.name, 'onSale', d.status = 'active') end`,
  coverUrl: r.coverUrl,
  upc: r.upc,
  isrc: r.isrc,
  pictureUrl: sql<string | null>`coalesce(r.cover_url, d.picture_urls->>0)`,
  releaseAt: iso(r.releaseAt),
  durationDays: r.durationDays,
  endsAt: iso(sql<Date>`${endsAt}`),
  presave: r.presave,
  links: r.links,
  status: r.status,
  signUps: sql<number>`(select count(*)::int from presave s where s.portal_id = r.portal_id and s.release_id = r.id
    and s.confirmed_at is not null)`,
  clicks: sql<number>`${clicksOf(sql`r.portal_id`, sql`r.id`)}`,
  version: r.version,
  updatedAt: iso(r.updatedAt),
}
const source = sql`release r left join product d on d.portal_id = r.portal_id and d.id = r.product_id`

/** A page of a portal's releases, the latest date first. */
export async function listReleases(tx: Tx, portalId: string, page: number) {
  const where = sql`r.portal_id = ${portalId} and ${changedSince(sql`r.updated_at`)}`
  const { order, after, key } = keyedOrder([
    { by: sql`r.release_at`, as: 'moment', way: 'desc' },
    { by: sql`r.id`, as: 'id' },
  ])
  const found = await select(
    tx,
    { ...columns, key },
    sql`${source} where ${where} and ${after} order by ${order} ${pageRows(page)}`,
  )
  const now = Date.now()
  return listOf(
    withoutKeys(found).map((row) => toRelease(row, now)),
    await countRows(tx, sql`release r where ${where}`),
    page,
  )
}

/** One release of a portal, or undefined. */
export async function getRelease(tx: Tx, portalId: string, id: string): Promise<Release | undefined> {
  const [row] = await select(tx, columns, sql`${source} where r.portal_id = ${portalId} and r.id = ${id}`)
  return row && toRelease(row, Date.now())
}

/** What stands on a portal's page: published releases from their countdown to the end of their days, the next first. */
export async function currentReleases(
  tx: Tx,
  portalId: string,
  now: Date,
): Promise<{ items: Release[]; turns: number[] }> {
  const found = await select(
    tx,
    columns,
    sql`${source} where r.portal_id = ${portalId} and r.status = 'published'
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

function phaseOf(releaseAt: string, ends: string, now: number): ReleasePhase {
  if (Date.parse(releaseAt) > now) return 'countdown'
  return Date.parse(ends) > now ? 'out' : 'over'
}

function toRelease(row: RowOf<typeof columns>, now: number): Release {
  const releaseAt = row.releaseAt
  const ends = row.endsAt
  return {
    id: row.id,
    portalId: row.portalId,
    title: row.title,
    productId: row.productId,
    product: row.product,
    coverUrl: row.coverUrl,
    upc: row.upc,
    isrc: row.isrc,
    pictureUrl: row.pictureUrl,
    releaseAt,
    durationDays: row.durationDays,
    endsAt: ends,
    phase: phaseOf(releaseAt, ends, now),
    presave: row.presave,
    links: row.links,
    status: row.status,
    signUps: row.signUps,
    clicks: row.clicks,
    version: row.version,
    updatedAt: row.updatedAt,
  }
}
