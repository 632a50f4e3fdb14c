import { sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { last30Days, recentClicks } from '#features/visits/server/clicks.ts'
import type { Tx } from '#platform/db.ts'
import { iso, number, select } from '#platform/select.ts'
import { type Link, linksMax } from '../contract.ts'
import { link } from './table.ts'

const l = alias(link, 'l')
const columns = {
  id: l.id,
  portalId: l.portalId,
  title: l.title,
  url: l.url,
  icon: l.icon,
  pictureUrl: l.pictureUrl,
  position: l.position,
  visible: l.visible,
  highlight: l.highlight,
  startsAt: iso(l.startsAt),
  endsAt: iso(l.endsAt),
  version: l.version,
  updatedAt: iso(l.updatedAt),
  clicks: sql<number | null>`c.clicks`,
}

/** The links of a portal in their order, each with its clicks of the last 30 days. */
export async function listLinks(tx: Tx, portalId: string): Promise<Link[]> {
  return (await find(tx, portalId)).map(toLink)
}

/** One link of a portal, or undefined. */
export async function getLink(tx: Tx, portalId: string, linkId: string): Promise<Link | undefined> {
  const [row] = await find(tx, portalId, linkId)
  return row && toLink(row)
}

function find(tx: Tx, portalId: string, linkId?: string) {
  const visits = sql<
    string | null
  >`(select sum(visits) from visits_total where scope_id = ${portalId} and ${last30Days})`
  return select(
    tx,
    { ...columns, visits: number(visits) },
    sql`link l left join ${recentClicks(portalId)} c on c.value = l.id::text
      where l.portal_id = ${portalId} ${linkId ? sql`and l.id = ${linkId}` : sql``}
      order by l.position, l.id limit ${linksMax}`,
  )
}

function toLink({ visits, ...row }: Awaited<ReturnType<typeof find>>[number]): Link {
  const clicks = row.clicks ?? 0
  return {
    ...row,
    clicks,
    ctr: visits ? clicks / visits : null,
  }
}
