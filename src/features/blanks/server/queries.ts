import { type SQL, sql } from 'drizzle-orm'
import { supplyOf } from '#features/products/server/queries.ts'
import { pageSize } from '#platform/constants.ts'
import { rows, type Tx } from '#platform/db.ts'
import { contains, plain } from '#platform/like.ts'
import { listOf } from '#platform/shapes.ts'
import type { Blank, BlankRow, BlanksQuery } from '../contract.ts'

interface Columns {
  id: string
  name: string
  type: BlankRow['type']
  supplier: string
  reference: string
  variants: number
  sellable: number
  products: number
  flagged: number
  version: number
  updated_at: Date | string
}

const had = (alias: string) => sql.raw(`${alias}.supply in ('inStock', 'onDemand')`)

/** Each blank with its counts, as `k`. */
const counted = sql`(
  select c.*, (select count(*)::int from blank_variant v where v.blank_id = c.id) as variants,
    (select count(*)::int from blank_variant v left join blank_variant a on v.supply = 'alternative' and a.id = v.alternative_id
      where v.blank_id = c.id and (${had('v')} or ${had('a')})) as sellable,
    coalesce(u.products, 0) as products, coalesce(u.flagged, 0) as flagged
  from blank c
  left join lateral (
    select count(*)::int as products, count(*) filter (where not coalesce(s.sellable, false) or s.missing)::int as flagged
    from product d ${supplyOf} where d.blank_id = c.id and d.status = 'active') u on true
) k`

const orders: Record<string, SQL> = {
  name: plain(sql`k.name`),
  supplier: plain(sql`k.supplier`),
  products: sql`k.products`,
}

/** A page of blanks, and how many there are. */
export async function listBlanks(tx: Tx, query: BlanksQuery) {
  const { q, type, out } = query
  const conditions = [sql`true`]
  if (q)
    conditions.push(
      sql`(${contains(sql`k.name`, q)} or ${contains(sql`k.supplier`, q)} or ${contains(sql`k.reference`, q)})`,
    )
  if (type) conditions.push(sql`k.type = ${type}`)
  if (out) conditions.push(sql`k.sellable < k.variants`)
  const where = sql.join(conditions, sql` and `)
  const page = query.page ?? 1
  const order = orders[query.orderBy?.replace('-', '') ?? 'name'] ?? orders.name
  const way = sql.raw(query.orderBy?.startsWith('-') ? 'desc' : 'asc')
  const [total] = await rows<{ total: number }>(
    tx,
    sql`select count(*)::int as total from ${counted} where ${where}`,
  )
  const found = await rows<Columns>(
    tx,
    sql`select k.* from ${counted} where ${where} order by ${order} ${way}, k.id
      limit ${pageSize} offset ${(page - 1) * pageSize}`,
  )
  return listOf(found.map(toRow), total?.total ?? 0, page)
}

interface VariantColumns {
  id: string
  size: string
  colour: string
  cost_cents: string
  supply: Blank['variantRows'][number]['supply']
  alternative_id: string | null
  alternative: string | null
  available: boolean | null
}

interface NeedingColumns {
  id: string
  portal_id: string
  portal_name: string
  name: string
  sellable: boolean | null
  missing: boolean | null
  featured: number
}

/** The name of a blank's variant `v` of blank `c`: «Stanley Creator · Negro · M». */
const named = sql`concat_ws(' · ', c.name, nullif(v.colour, ''), nullif(v.size, ''))`

/** One blank, or undefined. */
export async function getBlank(tx: Tx, blankId: string): Promise<Blank | undefined> {
  const [row] = await rows<Columns>(tx, sql`select k.* from ${counted} where k.id = ${blankId}`)
  if (!row) return undefined
  const variants = await rows<VariantColumns>(
    tx,
    sql`select x.*, a.name as alternative, a.available from blank_variant x
      left join lateral (select ${named} as name, ${had('v')} as available from blank_variant v
        join blank c on c.id = v.blank_id where v.id = x.alternative_id) a on true
      where x.blank_id = ${blankId} order by x.position, x.id`,
  )
  const needing = await rows<NeedingColumns>(
    tx,
    sql`select d.id, d.portal_id, p.name as portal_name, d.name->>'es' as name, s.sellable, s.missing,
        (select count(*)::int from featured f where f.portal_id = d.portal_id and f.target_id = d.id
          and f.status in ('published', 'scheduled')) as featured
      from product d join portal p on p.id = d.portal_id and p.deleted_at is null ${supplyOf}
      where d.blank_id = ${blankId} and d.status = 'active' order by p.name, d.name->>'es' limit 200`,
  )
  return {
    ...toRow(row),
    variantRows: variants.map((one) => ({
      id: one.id,
      size: one.size,
      colour: one.colour,
      costCents: Number(one.cost_cents),
      supply: one.supply,
      alternative:
        one.alternative_id && one.alternative
          ? { id: one.alternative_id, name: one.alternative, available: one.available ?? false }
          : null,
    })),
    needing: needing.map((one) => ({
      id: one.id,
      portal: { id: one.portal_id, name: one.portal_name },
      name: one.name,
      supply: one.sellable ? (one.missing ? 'partly' : 'ok') : 'out',
      featured: one.featured,
    })),
  }
}

/** Every colour and size of every blank, by name. */
export const listAlternatives = (tx: Tx) =>
  rows<{ value: string; label: string; blankId: string }>(
    tx,
    sql`select v.id as value, ${named} as label, c.id as "blankId" from blank_variant v join blank c on c.id = v.blank_id
      order by c.name, v.position, v.id limit 2000`,
  )

/** Does any product on sale of the portal lack its blank, whole or in part? */
export async function anythingLacksBlank(tx: Tx, portalId: string): Promise<boolean> {
  const [row] = await rows(
    tx,
    sql`select 1 from product d ${supplyOf} where d.portal_id = ${portalId} and d.status = 'active'
      and d.blank_id is not null and (not coalesce(s.sellable, false) or s.missing) limit 1`,
  )
  return row !== undefined
}

const toRow = (row: Columns): BlankRow => ({
  id: row.id,
  name: row.name,
  type: row.type,
  supplier: row.supplier,
  reference: row.reference,
  variants: row.variants,
  sellable: row.sellable,
  products: row.products,
  flagged: row.flagged,
  version: row.version,
  updatedAt: new Date(row.updated_at).toISOString(),
})
