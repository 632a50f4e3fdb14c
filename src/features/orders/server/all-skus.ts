import { sql } from 'drizzle-orm'
import { pageSize } from '#platform/constants.ts'
import { rows, type Tx } from '#platform/db.ts'
import { contains } from '#platform/like.ts'
import { microsToCents } from '#platform/money.ts'
import { listOf } from '#platform/shapes.ts'
import type { StaffSku } from '../sku-contract.ts'

interface Columns {
  id: string
  portal_id: string
  portal_name: string
  picture_url: string | null
  source: string
  sku: string
  name: string
  target: string | null
  product: string | null
  by_hand: boolean
  lines: number
  units: number
  net: string
  last_at: Date | string | null
}

interface Query {
  q?: string | undefined
  portal?: string | undefined
  state?: 'unmapped' | 'mapped' | undefined
  page?: number | undefined
}

/** A page of the SKUs of all portals that one sees; without a state those that no product is known for. */
export async function listAllSkus(tx: Tx, query: Query, seen: string[] | undefined) {
  const { q, portal, state = 'unmapped', page = 1 } = query
  const mapped = state === 'mapped'
  const reach = seen ? sql`m.portal_id = any(${sql.param(`{${seen.join(',')}}`)}::uuid[])` : sql`true`
  const conditions = [reach, sql`p.deleted_at is null`]
  if (portal) conditions.push(sql`m.portal_id = ${portal}`)
  if (q)
    conditions.push(
      sql`(${contains(sql`m.sku`, q)} or ${contains(sql`m.name`, q)} or ${contains(sql`p.name`, q)})`,
    )
  const of = sql`sku_mapping m join portal p on p.id = m.portal_id`
  const where = sql.join(conditions, sql` and `)
  const [counted] = await rows<{ total: number; unmapped: number }>(
    tx,
    sql`select count(*) filter (where (m.product_id is not null) = ${mapped})::int as total,
        count(*) filter (where m.product_id is null)::int as unmapped
      from ${of} where ${where}`,
  )
  const sold = sql`left join lateral (select count(*)::int as lines, coalesce(sum(l.units), 0)::int as units,
      coalesce(sum(l.net_micros), 0)::bigint as net, max(l.at) as last_at
    from order_line l where l.portal_id = m.portal_id and l.sku_id = m.id) s on true`
  const window = sql`limit ${pageSize} offset ${(page - 1) * pageSize}`
  const columns = sql`m.id, m.portal_id, p.name as portal_name, p.picture_url, m.source, m.sku, m.name, m.by_hand,
    m.product_id, m.variant_id, m.mapped_at`
  // Sales of what is unmapped are few, and sort it; those of what is mapped are all sales, and are read for a page only.
  const found = await rows<Columns>(
    tx,
    sql`select x.*, d.name->>'es' as product,
        case when x.product_id is not null then x.product_id::text || coalesce('/' || x.variant_id::text, '') end as target
      from (${
        mapped
          ? sql`select m.*, s.* from (select ${columns} from ${of} where ${where} and m.product_id is not null
              order by m.mapped_at desc nulls last, m.id ${window}) m ${sold}`
          : sql`select ${columns}, s.* from ${of} ${sold} where ${where} and m.product_id is null
              order by s.net desc, m.sku, m.id ${window}`
      }) x
      left join product d on d.portal_id = x.portal_id and d.id = x.product_id
      order by ${mapped ? sql`x.mapped_at desc nulls last, x.id` : sql`x.net desc, x.sku, x.id`}`,
  )
  return { ...listOf(found.map(toSku), counted?.total ?? 0, page), unmapped: counted?.unmapped ?? 0 }
}

const toSku = (row: Columns): StaffSku => ({
  id: row.id,
  portal: { id: row.portal_id, name: row.portal_name, pictureUrl: row.picture_url },
  source: row.source,
  sku: row.sku,
  name: row.name,
  lines: row.lines,
  units: row.units,
  netCents: microsToCents(row.net),
  target: row.target,
  product: row.product,
  byHand: row.by_hand,
  lastAt: row.last_at ? new Date(row.last_at).toISOString() : null,
})
