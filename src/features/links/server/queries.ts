import { sql } from 'drizzle-orm'
import { last30Days, recentClicks } from '#features/visits/server/clicks.ts'
import { rows, type Tx } from '#platform/db.ts'
import { type Link, linksMax } from '../contract.ts'

interface Columns {
  id: string
  portal_id: string
  title: { es: string; en?: string }
  url: string
  icon: string | null
  picture_url: string | null
  position: number
  visible: boolean
  highlight: boolean
  starts_at: Date | string | null
  ends_at: Date | string | null
  version: number
  updated_at: Date | string
  clicks: number | null
  visits: string | null
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

function find(tx: Tx, portalId: string, linkId?: string): Promise<Columns[]> {
  return rows<Columns>(
    tx,
    sql`select l.*, c.clicks,
        (select sum(visits) from visits_total where scope_id = ${portalId} and ${last30Days}) as visits
      from link l
      left join ${recentClicks(portalId)} c on c.value = l.id::text
      where l.portal_id = ${portalId} ${linkId ? sql`and l.id = ${linkId}` : sql``}
      order by l.position, l.id limit ${linksMax}`,
  )
}

const iso = (moment: Date | string | null) => (moment === null ? null : new Date(moment).toISOString())

function toLink(row: Columns): Link {
  const clicks = row.clicks ?? 0
  const visits = Number(row.visits ?? 0)
  return {
    id: row.id,
    portalId: row.portal_id,
    title: row.title,
    url: row.url,
    icon: row.icon,
    pictureUrl: row.picture_url,
    position: row.position,
    visible: row.visible,
    highlight: row.highlight,
    startsAt: iso(row.starts_at),
    endsAt: iso(row.ends_at),
    version: row.version,
    updatedAt: new Date(row.updated_at).toISOString(),
    clicks,
    ctr: visits > 0 ? clicks / visits : null,
  }
}
