import { type SQL, sql } from 'drizzle-orm'
import type { Tx } from '#platform/db.ts'
import { ask, number } from '#platform/select.ts'
import type { Period } from '../contract.ts'
import type { Returns } from '../questions-contract.ts'
import type { Asking } from './detail.ts'
import { momentsOf, readPeriod, type Span } from './period.ts'
import type { Looking } from './queries.ts'
import { type FilterQuery, narrowed, readSelection, type Selection } from './selection.ts'
import { type Good, skusOf } from './skus-of.ts'
import { listed } from './span-sql.ts'

const most = 20

const sums = {
  told: number(sql<string>`r.told`),
  cancelled: number(sql<string>`r.cancelled`),
  refunded: number(sql<string>`r.refunded`),
}
const all = {
  rows: number(sql<string>`r.rows`),
  allTold: number(sql<string>`r.all_told`),
  allCancelled: number(sql<string>`r.all_cancelled`),
  allRefunded: number(sql<string>`r.all_refunded`),
}

/**
 * Units that came back in a period, by product or by variant of one, beside those sold in it: of sales that were cancelled,
 * and those whose price was paid back in whole by its end and not by its beginning. Both on the day on which they happened,
 * as everywhere; a part of a price brings nothing back.
 */
export async function returns(
  { tx, store, now, base, locale }: Asking,
  { variantsOf, ...query }: Period & FilterQuery & { variantsOf?: string | undefined },
): Promise<Returns> {
  const { span } = readPeriod(query, now)
  const selection = await readSelection(tx, base, query)
  // Of everything that was ever sold everywhere it would be a walk over everything that ever came back.
  if (selection.whole) return { items: null, total: null, sold: null, cancelled: null, refunded: null }
  const looking = { tx, store }
  const found = await cameBackOf(tx, selection, span, locale, variantsOf)
  const { byGood, total } = await soldOf(looking, selection, span, found, variantsOf)
  const { rows = 0, allTold = 0, allCancelled = 0, allRefunded = 0 } = found[0] ?? {}
  return {
    items: found
      .filter(({ cancelled, refunded }) => cancelled + refunded > 0)
      .map(({ id, name, portalName, told, cancelled, refunded }) => {
        // What was taken back and told as units is taken off the sales of its day.
        const sold = (byGood.get(id) ?? 0) + cancelled + told
        const share = sold > 0 ? (cancelled + refunded) / sold : null
        return { id, name, portalName, sold, cancelled, refunded, share }
      }),
    total: rows,
    ...{ sold: total + allTold + allCancelled, cancelled: allCancelled, refunded: allRefunded },
  }
}

/** The goods of which most came back, each with the sums over all of them. */
function cameBackOf(
  tx: Tx,
  selection: Selection,
  span: Span,
  locale: string,
  variantsOf: string | undefined,
) {
  const { goods, inPortals } = selection
  const id = variantsOf ? sql`coalesce(m.variant_id, m.id)` : sql`coalesce(m.product_id, m.id)`
  const only = variantsOf ? sql`and coalesce(m.product_id, m.id) = ${variantsOf}` : sql``
  const named = variantsOf
    ? sql<string>`coalesce(nullif(concat_ws(' · ', v.size, v.colour), ''), nullif(m.name, ''), m.sku, '')`
    : sql<string>`coalesce(nullif(p.name->>${locale}, ''), p.name->>'es', nullif(m.name, ''), m.sku)`
  // A product has a name; what has none is a SKU by itself, or a variant by what its SKUs are called.
  const names = variantsOf
    ? sql`select max(k.name) as name, max(k.sku) as sku from sku_mapping k
        where k.portal_id = r.portal_id and coalesce(k.product_id, k.id) = ${variantsOf} and r.id in (k.id, k.variant_id)`
    : sql`select k.name, k.sku from sku_mapping k where k.portal_id = r.portal_id and k.id = r.id`
  const portal = { portalId: sql<string>`r.portal_id::text`, portalName: sql<string>`o.name` }
  return ask(
    tx,
    { id: sql<string>`r.id::text`, name: named, ...portal, ...sums, ...all },
    (columns) => sql`with came as (${cameBack(selection, span)}),
      good as (
        select m.portal_id, ${id} as id, sum(c.told) as told, sum(c.cancelled) as cancelled, sum(c.refunded) as refunded
        from came c join sku_mapping m on m.id = c.sku_id and ${inPortals(sql`m.portal_id`)}
        left join product p on p.portal_id = m.portal_id and p.id = m.product_id
        where ${goods ?? sql`true`} ${only} group by 1, 2),
      r as (
        select g.*, count(*) filter (where cancelled + refunded > 0) over () as rows, sum(told) over () as all_told,
          sum(cancelled) over () as all_cancelled, sum(refunded) over () as all_refunded
        from good g order by cancelled + refunded desc, id limit ${most})
      select ${columns} from r join portal o on o.id = r.portal_id
      left join product p on p.portal_id = r.portal_id and p.id = r.id
      left join variant v on v.portal_id = r.portal_id and v.id = r.id
      left join lateral (${names}) m on true
      order by r.cancelled + r.refunded desc, r.id`,
  )
}

/** Units sold in the days: of the goods that are shown, and in all. Of others nothing is read one by one. */
async function soldOf(
  { tx, store }: Looking,
  selection: Selection,
  span: Span,
  shown: readonly Good[],
  variantsOf: string | undefined,
): Promise<{ byGood: Map<string, number>; total: number }> {
  const units = { units: number(sql<string>`coalesce(sum(f.units), 0)`) }
  const goods = variantsOf ? await whose(tx, selection, variantsOf) : shown
  const skus = await skusOf(tx, goods)
  const own = narrowed(selection, [...new Set(goods.map(({ portalId }) => portalId))])
  const told = await store.sales({ selection: own, span, key: 'sku', columns: ['units'] })
  const ids = sql.param(skus.map(({ id }) => id))
  const sold = await ask(
    tx,
    { id: sql<string>`f.key::text`, ...units },
    (columns) => sql`select ${columns} from (${told}) f where f.key = any(${ids}::uuid[]) group by f.key`,
  )
  const of = new Map(skus.map(({ id, good, variant }) => [id, variantsOf ? variant : good]))
  const byGood = new Map<string, number>()
  for (const { id, units } of sold) byGood.set(of.get(id) ?? id, (byGood.get(of.get(id) ?? id) ?? 0) + units)
  if (variantsOf) return { byGood, total: sold.reduce((sum, { units }) => sum + units, 0) }
  const everything = await store.sales({ selection, span, key: 'none', columns: ['units'] })
  const [whole] = await ask(tx, units, (columns) => sql`select ${columns} from (${everything}) f`)
  return { byGood, total: whole?.units ?? 0 }
}

/** The portal in which a product, or a SKU without one, was sold. */
const whose = async (tx: Tx, { inPortals }: Selection, id: string): Promise<Good[]> =>
  ask(
    tx,
    { portalId: sql<string>`m.portal_id::text`, id: sql<string>`${id}::text` },
    (columns) => sql`select ${columns} from sku_mapping m
      where ${inPortals(sql`m.portal_id`)} and coalesce(m.product_id, m.id) = ${id} limit 1`,
  )

/**
 * What came back of each SKU: `cancelled` and `refunded` units, of which files told so many as units (`told`); of the others
 * only the money is known. The price of a unit counts as paid back to the cent, which
 * is all that dividing a line's price by its units leaves open; never more units than the order sold. Only what came back in
 * the period is looked up in its whole history.
 */
function cameBack({ inPortals, countries }: Selection, span: Span): SQL {
  const { from, until } = momentsOf(span)
  const [begins, ends] = [sql`${from.toISOString()}::timestamptz`, sql`${until.toISOString()}::timestamptz`]
  const called = (before: SQL) =>
    sql`coalesce(-sum(l.units) filter (where l.kind = 'cancellation' and l.at < ${before}), 0)`
  const told = (before: SQL) =>
    sql`coalesce(-sum(l.units) filter (where l.kind = 'refund' and l.at < ${before}), 0)`
  const paid = (before: SQL) =>
    sql`coalesce(-sum(l.net_amount) filter (where l.kind = 'refund' and l.units = 0 and l.at < ${before}), 0)`
  const units = (refunded: SQL, gone: SQL) =>
    sql`case when s.net > 0 and ${refunded} > 0
      then greatest(0, least(s.units - (${gone}), floor(s.units * (${refunded} + 0.01) / s.net))) else 0 end`
  const where =
    countries.length > 0
      ? sql`and exists (select from "order" p where p.portal_id = l.portal_id and p.id = l.order_id
          and p.country in ${listed(countries)})`
      : sql``
  return sql`select b.sku_id, sum(b.called_now - b.called_then) as cancelled,
      sum(b.told_now - b.told_then) as told,
      sum(b.told_now - b.told_then + ${units(sql`b.paid_now`, sql`b.called_now + b.told_now`)}
        - ${units(sql`b.paid_then`, sql`b.called_then + b.told_then`)}) as refunded
    from (select l.portal_id, l.order_id, l.sku_id, ${called(ends)} as called_now, ${called(begins)} as called_then,
        ${told(ends)} as told_now, ${told(begins)} as told_then, ${paid(ends)} as paid_now, ${paid(begins)} as paid_then
      from (select distinct c.portal_id, c.order_id, c.sku_id from order_line c
          where c.kind <> 'sale' and ${inPortals(sql`c.portal_id`)} and c.at >= ${begins} and c.at < ${ends}) c
        join order_line l on l.portal_id = c.portal_id and l.order_id = c.order_id and l.sku_id = c.sku_id
          and l.kind <> 'sale' and l.at < ${ends} ${where}
      group by 1, 2, 3) b
    left join lateral (select sum(s.units) as units, sum(s.net_amount) as net from order_line s
      where s.portal_id = b.portal_id and s.order_id = b.order_id and s.sku_id = b.sku_id and s.kind = 'sale') s on true
    group by b.sku_id`
}
