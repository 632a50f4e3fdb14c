import { type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { portal } from '#features/portals/server/table.ts'
import { blank, blankVariant } from '#features/products/server/blank-table.ts'
import { supplyOf } from '#features/products/server/queries.ts'
import { product } from '#features/products/server/table.ts'
import type { Locale } from '#platform/constants.ts'
import type { Tx } from '#platform/db.ts'
import { contains, plain } from '#platform/like.ts'
import { changedSince, listOf, pageRows } from '#platform/paging.ts'
import { iso, select } from '#platform/select.ts'
import type { Blank, BlanksQuery } from '../contract.ts'

const k = alias(blank, 'k')
const columns = {
  id: k.id,
  name: k.name,
  type: k.type,
  supplier: k.supplier,
  reference: k.reference,
  variants: sql<number>`k.variants`,
  sellable: sql<number>`k.sellable`,
  products: sql<number>`k.products`,
  flagged: sql<number>`k.flagged`,
  version: k.version,
  updatedAt: iso(k.updatedAt),
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
    from product d join portal p on p.id = d.portal_id and p.deleted_at is null ${supplyOf} where d.blank_id = c.id and d.status = 'active') u on true
) k`

const orders: Record<string, SQL> = {
  name: plain(sql`k.name`),
  supplier: plain(sql`k.supplier`),
  products: sql`k.products`,
}

/** A page of blanks, and how many there are. */
export async function listBlanks(tx: Tx, query: BlanksQuery) {
  const { q, type, out } = query
  const conditions = [changedSince(sql`k.updated_at`)]
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
  const [total] = await select(tx, { total: sql<number>`count(*)::int` }, sql` ${counted} where ${where}`)
  const found = await select(
    tx,
    columns,
    sql`${counted} where ${where} order by ${order} ${way}, k.id
      ${pageRows(page)}`,
  )
  return listOf(found, total?.total ?? 0, page)
}

const x = alias(blankVariant, 'x')
const variantColumns = {
  id: x.id,
  size: x.size,
  colour: x.colour,
  costCents: x.costCents,
  supply: x.supply,
  alternativeId: x.alternativeId,
  alternative: sql<string | null>`a.name`,
  available: sql<boolean | null>`a.available`,
}

const d = alias(product, 'd')
const p = alias(portal, 'p')
const needingColumns = (locale: Locale) => ({
  id: d.id,
  portalId: d.portalId,
  portalName: p.name,
  name: sql<string>`coalesce(nullif(d.name->>${locale}, ''), d.name->>'es')`,
  sellable: sql<boolean | null>`s.sellable`,
  missing: sql<boolean | null>`s.missing`,
  featured: sql<number>`(select count(*)::int from featured f where f.portal_id = d.portal_id and f.target_id = d.id
    and f.status in ('published', 'scheduled'))`,
})

/** The name of a blank's variant `v` of blank `c`: «Stanley Creator · Negro · M». */
const named = sql`concat_ws(' · ', c.name, nullif(v.colour, ''), nullif(v.size, ''))`

/** One blank, or undefined. */
export async function getBlank(tx: Tx, blankId: string, locale: Locale): Promise<Blank | undefined> {
  const [row] = await select(tx, columns, sql`${counted} where k.id = ${blankId}`)
  if (!row) return undefined
  const variants = await select(
    tx,
    variantColumns,
    sql`blank_variant x
      left join lateral (select ${named} as name, ${had('v')} as available from blank_variant v
        join blank c on c.id = v.blank_id where v.id = x.alternative_id) a on true
      where x.blank_id = ${blankId} order by x.position, x.id`,
  )
  const needing = await select(
    tx,
    needingColumns(locale),
    sql`product d join portal p on p.id = d.portal_id and p.deleted_at is null ${supplyOf}
      where d.blank_id = ${blankId} and d.status = 'active'
      order by not coalesce(s.sellable, false) or s.missing desc, ${plain(sql`p.name`)}, ${plain(sql`d.name->>'es'`)}, d.id
      limit 200`,
  )
  return {
    ...row,
    variantRows: variants.map((one) => ({
      id: one.id,
      size: one.size,
      colour: one.colour,
      costCents: one.costCents,
      supply: one.supply,
      alternative:
        one.alternativeId && one.alternative
          ? { id: one.alternativeId, name: one.alternative, available: one.available ?? false }
          : null,
    })),
    needing: needing.map((one) => ({
      id: one.id,
      portal: { id: one.portalId, name: one.portalName },
      name: one.name,
      supply: one.sellable ? (one.missing ? 'partly' : 'ok') : 'out',
      featured: one.featured,
    })),
  }
}

const inName = (q: string) => {
  const words = q.split(/\s+/).filter(Boolean)
  return words.length > 0
    ? sql.join(
        words.map((word) => contains(named, word)),
        sql` and `,
      )
    : sql`true`
}

const [v, c] = [alias(blankVariant, 'v'), alias(blank, 'c')]
/** Colours and sizes of blanks by name, the first two thousand; with words, those that have each of them in it. */
export const listAlternatives = (tx: Tx, q = '') =>
  select(
    tx,
    { value: v.id, label: sql<string>`${named}`, blankId: c.id },
    sql` blank_variant v join blank c on c.id = v.blank_id where ${inName(q)}
      order by c.name, v.position, v.id limit 2000`,
  )

/** Whether any product on sale of the portal lacks its blank, whole or in part. */
export async function blankAlerts(tx: Tx, portalId: string): Promise<'blank-out'[]> {
  const [row] = await select(
    tx,
    { id: d.id },
    sql`product d ${supplyOf} where d.portal_id = ${portalId} and d.status = 'active'
      and d.blank_id is not null and (not coalesce(s.sellable, false) or s.missing) limit 1`,
  )
  return row ? ['blank-out'] : []
}
