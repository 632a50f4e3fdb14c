import { type SQL, sql } from 'drizzle-orm'
import { rows } from '#platform/db.ts'
import { contains } from '#platform/like.ts'
import type { FilterOptions } from '../detail-contract.ts'
import type { Asking } from './detail.ts'
import { everything } from './dimensions.ts'
import { type Base, wholeSelection, within } from './selection.ts'

const most = 50

/** What the filters may be set to, within what the actor may see; at most 50 of each, the chosen ones always. */
export async function filterOptions(
  { tx, base, locale }: Asking,
  query: { q?: string | undefined; chosen?: string | string[] | undefined },
): Promise<FilterOptions> {
  const chosen = query.chosen === undefined ? [] : [query.chosen].flat()
  const wanted = (name: SQL, id: SQL) => {
    const like = query.q?.trim() ? contains(name, query.q.trim()) : sql`true`
    if (chosen.length === 0) return like
    return sql`(${like} or ${id} in (${sql.join(
      chosen.map((each) => sql`${each}::uuid`),
      sql`, `,
    )}))`
  }
  const good = sql`coalesce(p.name->>${locale}, p.name->>'es', nullif(m.name, ''), m.sku)`
  return {
    labels:
      base === 'everything'
        ? await rows(
            tx,
            sql`select a.id, a.name from account a where ${wanted(sql`a.name`, sql`a.id`)} order by a.name, a.id limit ${most}`,
          )
        : [],
    portals: await rows(
      tx,
      sql`select o.id, o.name, o.account_id as "accountId" from portal o
        where ${within(base)} and o.deleted_at is null and ${wanted(sql`o.name`, sql`o.id`)} order by o.name, o.id limit ${most}`,
    ),
    products: await rows(
      tx,
      sql`select distinct on (name, id) * from (
          select coalesce(m.product_id, m.id) as id, ${good} as name, o.name as "portalName"
          from sku_mapping m join portal o on o.id = m.portal_id
          left join product p on p.portal_id = m.portal_id and p.id = m.product_id
          where ${within(base)} and ${wanted(good, sql`coalesce(m.product_id, m.id)`)}) g
        order by name, id limit ${most}`,
    ),
    countries: (await countriesOf(tx, base))
      .filter(({ value }) => value.length === 2)
      .map(({ value }) => value),
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
