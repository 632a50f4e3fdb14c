import { type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { account, portal } from '#features/portals/server/table.ts'
import { everything } from '#features/rollups/server/dimensions.ts'
import { contains, plain } from '#platform/like.ts'
import { ofPortals, type Seen, seenPortal } from '#platform/of-portals.ts'
import { inSeen } from '#platform/own-reach.ts'
import { ask, select } from '#platform/select.ts'
import { dayOf } from '#platform/time.ts'
import type { FilterOptions } from '../detail-contract.ts'
import { type Base, within } from './base.ts'
import type { Asking } from './detail.ts'
import { postgresStore } from './postgres-store.ts'
import { wholeSelection } from './selection.ts'

const most = 50

const [a, o] = [alias(account, 'a'), alias(portal, 'o')]
const label = { id: a.id, name: a.name }
const ofAccount = { id: o.id, name: o.name, accountId: o.accountId }

/**
 * What the filters may be set to, within what the actor may see: 50 of each and, before them, the chosen ones. Asked for
 * chosen ones alone, nothing else is looked for: every page that has filters asks for their names.
 */
export function filterOptions(asking: Asking, query: Query): Promise<FilterOptions> {
  // Each of ten tables' policies would hash a label's thousand portals anew.
  return inSeen(asking.tx, 'index', seenFrom(asking.base), () => optionsOf(asking, query))
}

interface Query {
  q?: string | undefined
  chosen?: string | string[] | undefined
}

async function optionsOf(asking: Asking, query: Query): Promise<FilterOptions> {
  const { tx, base } = asking
  const chosen = query.chosen === undefined ? [] : [query.chosen].flat()
  const isChosen = (id: SQL) => sql`${id} = any(${`{${chosen.join(',')}}`}::uuid[])`
  const namesOnly = chosen.length > 0 && query.q === undefined
  const like = (name: SQL) =>
    namesOnly ? sql`false` : query.q?.trim() ? contains(name, query.q.trim()) : sql`true`
  const wanted = (name: SQL, id: SQL) => sql`(${like(name)} or ${isChosen(id)})`
  // Without any, in the order of an index.
  const first = (id: SQL) => (chosen.length > 0 ? sql`${isChosen(id)} desc,` : sql``)
  const limit = most + chosen.length
  return {
    labels:
      base === 'everything'
        ? await select(
            tx,
            label,
            sql`account a where ${wanted(sql`a.name`, sql`a.id`)} order by ${first(sql`a.id`)} a.name, a.id limit ${limit}`,
          )
        : [],
    portals: await select(
      tx,
      ofAccount,
      sql`portal o where ${within(base)} and ${chosen.length > 0 ? sql`(o.deleted_at is null or ${isChosen(sql`o.id`)})` : sql`o.deleted_at is null`} and ${wanted(sql`o.name`, sql`o.id`)}
        order by ${first(sql`o.id`)} o.name, o.id limit ${limit}`,
    ),
    products: await productsOf(asking, { isChosen, like, limit }),
    countries: namesOnly ? [] : (await countriesOf(asking)).map(({ value }) => value),
    sources: namesOnly ? [] : await sourcesOf(asking, query.q?.trim()),
  }
}

interface Wanted {
  isChosen: (id: SQL) => SQL
  like: (name: SQL) => SQL
  limit: number
}

const product = { id: sql<string>`x.id`, name: sql<string>`x.name`, portalName: o.name }

/**
 * What was sold: products in the order of an index, so that the first of a hundred thousand cost what fifty do, and SKUs
 * that no product is known for. A chosen product may never have been sold, and a chosen SKU may have a product by now.
 */
async function productsOf({ tx, base, locale }: Asking, { isChosen, like, limit }: Wanted) {
  const said = sql`coalesce(nullif(p.name->>${locale}, ''), p.name->>'es')`
  const sku = sql`coalesce(nullif(m.name, ''), m.sku)`
  const columns = {
    product: sql`p.id, ${said} as name, p.portal_id`,
    sku: sql`m.id, ${sku} as name, m.portal_id`,
  }
  const sold = sql`exists (select 1 from sku_mapping s where s.portal_id = p.portal_id and s.product_id = p.id)`
  const seen = (column: SQL) => ofPortals(column, seenFrom(base))
  return select(
    tx,
    product,
    sql`(
        (select ${columns.product} from product p where ${isChosen(sql`p.id`)} and ${seen(sql`p.portal_id`)})
        union (select ${columns.sku} from sku_mapping m where ${isChosen(sql`m.id`)} and ${seen(sql`m.portal_id`)})
        union (select ${columns.product} from product p where ${like(said)} and ${seen(sql`p.portal_id`)} and ${sold}
          order by ${plain(sql`p.name->>'es'`)}, p.id limit ${most})
        union (select ${columns.sku} from sku_mapping m
          where m.product_id is null and ${like(sku)} and ${seen(sql`m.portal_id`)} order by name, m.id limit ${most})
      ) x join portal o on o.id = x.portal_id
      order by ${isChosen(sql`x.id`)} desc, ${plain(sql`x.name`)}, x.id limit ${limit}`,
  )
}

const seenFrom = (base: Base): Seen | undefined =>
  base === 'everything'
    ? undefined
    : 'accountId' in base
      ? { portals: [], accounts: [base.accountId] }
      : seenPortal(base.portalId)

/** What visits have of a dimension, as rows of `value` and `n`: the database's rollups lack those that went past it. */
async function ofVisits({ tx, base, store, now }: Asking, key: 'source' | 'country', rows?: number) {
  if (store === postgresStore) {
    const scope =
      base === 'everything'
        ? sql`scope_id = ${everything}`
        : sql`scope_id in (select o.id from portal o where ${within(base)})`
    return sql`select value, visits as n from visits_dimension where dimension = ${key} and grain = 'year' and ${scope}`
  }
  const found = await store.visits({
    selection: await wholeSelection(tx, base),
    ...{ span: { first: 0, last: dayOf(now.getTime()) }, key },
    most: rows ? { of: 'visits', rows } : undefined,
  })
  return sql`select key as value, visits as n from (${found}) v`
}

async function countriesOf(asking: Asking) {
  const { tx, base } = asking
  if (base !== 'everything')
    return ask(
      tx,
      { value: sql<string>`country` },
      (columns) =>
        sql`select distinct ${columns} from fact_country where ${ofPortals(sql`portal_id`, seenFrom(base))} order by value`,
    )
  return select(
    tx,
    { value: sql<string>`value` },
    sql`(select value from sales_dimension where dimension = 'country' and scope_id = ${everything} and grain = 'year'
      union select value from (${await ofVisits(asking, 'country')}) v) x where length(value) = 2 order by value`,
  )
}

/** By the years' rollups, which every portal has of its sources; a new one is among them after its first hour. */
async function sourcesOf(asking: Asking, q: string | undefined): Promise<string[]> {
  const found = await select(
    asking.tx,
    { value: sql<string>`value` },
    sql`(${await ofVisits(asking, 'source', q ? undefined : most)}) v where ${q ? contains(sql`value`, q) : sql`true`}
      group by value having sum(n) > 0 order by sum(n) desc, value limit ${most}`,
  )
  return [...new Set(found.map(({ value }) => value || 'direct'))]
}
