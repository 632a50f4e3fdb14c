import { type SQL, sql } from 'drizzle-orm'
import { everything } from '#features/rollups/server/dimensions.ts'
import { rows } from '#platform/db.ts'
import { contains } from '#platform/like.ts'
import type { FilterOptions } from '../detail-contract.ts'
import type { Asking } from './detail.ts'
import { type Base, wholeSelection, within } from './selection.ts'

const most = 50

/**
 * What the filters may be set to, within what the actor may see: 50 of each and, before them, the chosen ones. Asked for
 * chosen ones alone, nothing else is looked for: every page that has filters asks for their names.
 */
export async function filterOptions(
  { tx, base, locale }: Asking,
  query: { q?: string | undefined; chosen?: string | string[] | undefined },
): Promise<FilterOptions> {
  const chosen = query.chosen === undefined ? [] : [query.chosen].flat()
  const isChosen = (id: SQL) => sql`${id} = any(${`{${chosen.join(',')}}`}::uuid[])`
  const namesOnly = chosen.length > 0 && query.q === undefined
  const like = (name: SQL) =>
    namesOnly ? sql`false` : query.q?.trim() ? contains(name, query.q.trim()) : sql`true`
  const wanted = (name: SQL, id: SQL) => sql`(${like(name)} or ${isChosen(id)})`
  // Without any, in the order of an index.
  const first = (id: SQL) => (chosen.length > 0 ? sql`${isChosen(id)} desc,` : sql``)
  const limit = most + chosen.length
  const said = sql`coalesce(nullif(p.name->>${locale}, ''), p.name->>'es')`
  const sku = sql`coalesce(nullif(m.name, ''), m.sku)`
  return {
    labels:
      base === 'everything'
        ? await rows(
            tx,
            sql`select a.id, a.name from account a where ${wanted(sql`a.name`, sql`a.id`)} order by ${first(sql`a.id`)} a.name, a.id limit ${limit}`,
          )
        : [],
    portals: await rows(
      tx,
      sql`select o.id, o.name, o.account_id as "accountId" from portal o
        where ${within(base)} and ${chosen.length > 0 ? sql`(o.deleted_at is null or ${isChosen(sql`o.id`)})` : sql`o.deleted_at is null`} and ${wanted(sql`o.name`, sql`o.id`)}
        order by ${first(sql`o.id`)} o.name, o.id limit ${limit}`,
    ),
    products: await rows(
      tx,
      // What was sold is offered; a chosen product may never have been, and a chosen SKU may have a product by now.
      sql`(select p.id, ${said} as name, o.name as "portalName" from product p join portal o on o.id = p.portal_id
          where ${within(base)} and ${isChosen(sql`p.id`)})
        union (select m.id, ${sku}, o.name from sku_mapping m join portal o on o.id = m.portal_id
          where ${within(base)} and ${isChosen(sql`m.id`)})
        union (select distinct on (name, id) * from (
            select coalesce(m.product_id, m.id) as id, coalesce(${said}, ${sku}) as name, o.name as "portalName"
            from sku_mapping m join portal o on o.id = m.portal_id
            left join product p on p.portal_id = m.portal_id and p.id = m.product_id where ${within(base)}) g
          where ${like(sql`name`)} order by name, id limit ${most})
        order by name, id`,
    ),
    countries: namesOnly
      ? []
      : (await countriesOf(tx, base)).filter(({ value }) => value.length === 2).map(({ value }) => value),
  }
}

const countriesOf = async (tx: Asking['tx'], base: Base) => {
  if (base === 'everything') {
    const of = (table: string) =>
      sql`select distinct value from ${sql.raw(table)} where dimension = 'country' and scope_id = ${everything} and grain = 'year'`
    return rows<{ value: string }>(
      tx,
      sql`${of('sales_dimension')} union ${of('visits_dimension')} order by value`,
    )
  }
  const { inPortals, scopes } = await wholeSelection(tx, base)
  const of = (table: string) =>
    sql`select distinct place_id from ${sql.raw(table)} where ${inPortals(sql`portal_id`)}`
  return rows<{ value: string }>(
    tx,
    sql`select p.country as value from fact_place p
        where p.country is not null and p.id in (${of('sale_fact')} union ${of('visit_fact')})
      union select value from visits_dimension where dimension = 'country' and ${scopes} and grain = 'year' order by value`,
  )
}
