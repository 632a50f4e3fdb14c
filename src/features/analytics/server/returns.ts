import { type SQL, sql } from 'drizzle-orm'
import { ask, number } from '#platform/select.ts'
import type { Period } from '../contract.ts'
import type { Returns } from '../questions-contract.ts'
import type { Asking } from './detail.ts'
import { momentsOf, readPeriod, type Span } from './period.ts'
import type { Looking } from './queries.ts'
import { type FilterQuery, readSelection, type Selection } from './selection.ts'
import { listed } from './span-sql.ts'

const most = 20

const sums = {
  sold: number(sql<string>`r.sold`),
  cancelled: number(sql<string>`r.cancelled`),
  refunded: number(sql<string>`r.refunded`),
}
const all = {
  rows: number(sql<string>`r.rows`),
  allSold: number(sql<string>`r.all_sold`),
  allCancelled: number(sql<string>`r.all_cancelled`),
  allRefunded: number(sql<string>`r.all_refunded`),
}
const nothing = { items: [], total: 0, sold: 0, cancelled: 0, refunded: 0 }

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
  const found = await asked({ tx, store }, selection, span, locale, variantsOf)
  const [first] = found
  if (!first) return nothing
  return {
    items: found
      .filter(({ cancelled, refunded }) => cancelled + refunded > 0)
      .map(({ id, name, portalName, sold, cancelled, refunded }) => ({
        ...{ id, name, portalName, sold, cancelled, refunded },
        share: sold > 0 ? (cancelled + refunded) / sold : null,
      })),
    total: first.rows,
    ...{ sold: first.allSold, cancelled: first.allCancelled, refunded: first.allRefunded },
  }
}

async function asked(
  { tx, store }: Looking,
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
  const units = await store.sales({ selection, span, key: 'sku', columns: ['units'] })
  return ask(
    tx,
    { id: sql<string>`r.id`, name: named, portalName: sql<string>`o.name`, ...sums, ...all },
    (columns) => sql`with came as (${cameBack(selection, span)}),
      sold as (select key as sku_id, sum(units) as units
        from (${units}) f group by key),
      good as (
        select m.portal_id, ${id} as id, sum(coalesce(s.units, 0) + coalesce(c.cancelled, 0) + coalesce(c.told, 0)) as sold,
          sum(coalesce(c.cancelled, 0)) as cancelled, sum(coalesce(c.refunded, 0)) as refunded
        from came c full join sold s on s.sku_id = c.sku_id
        join sku_mapping m on m.id = coalesce(c.sku_id, s.sku_id) and ${inPortals(sql`m.portal_id`)}
        left join product p on p.portal_id = m.portal_id and p.id = m.product_id
        where ${goods ?? sql`true`} ${only} group by 1, 2),
      r as (
        select g.*, count(*) filter (where cancelled + refunded > 0) over () as rows, sum(sold) over () as all_sold,
          sum(cancelled) over () as all_cancelled, sum(refunded) over () as all_refunded
        from good g order by cancelled + refunded desc, id limit ${most})
      select ${columns} from r join portal o on o.id = r.portal_id
      left join product p on p.portal_id = r.portal_id and p.id = r.id
      left join variant v on v.portal_id = r.portal_id and v.id = r.id
      left join lateral (select max(k.name) as name, max(k.sku) as sku from sku_mapping k where k.portal_id = r.portal_id
        and r.id in (k.id, k.product_id, k.variant_id)) m on true
      order by r.cancelled + r.refunded desc, r.id`,
  )
}

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
