import { type SQL, sql } from 'drizzle-orm'
import { countMax } from '#platform/constants.ts'
import { elevated, rows, type Tx } from '#platform/db.ts'
import { contains, plain } from '#platform/like.ts'
import { ofPortals, type Seen } from '#platform/of-portals.ts'
import { inSeen } from '#platform/own-reach.ts'
import { type RowOf, select } from '#platform/select.ts'
import { calledSo, wentTo } from './order-conditions.ts'

/** Trigrams know no shorter ones. */
const shortest = 3

/**
 * SQL: the keys `k` of orders whose number or town holds a word, found by the indexes of both; the query looks into the texts itself.
 * Undefined for numbers, where the database has no index of what numbers hold, and where so many have it that the order of the
 * list finds them sooner.
 */
export async function keysByWord(tx: Tx, q: string, seen: Seen | undefined): Promise<SQL | undefined> {
  if (q.length < shortest || /\d/.test(q)) return undefined
  // Neither index is of use below row-level security, which the query of the list runs under.
  return elevated(tx, 'index', async () => {
    const [index] = await rows<{ there: boolean }>(
      tx,
      sql`select to_regclass('order_number_part') is not null as there`,
    )
    if (!index?.there) return undefined
    const towns = await townsWith(tx, q)
    const own = ofPortals(sql`o.portal_id`, seen)
    const named = sql`select o.portal_id, o.id from "order" o where ${own} and ${contains(sql`lower(o.external_id)`, q)}`
    const [countries, cities] = [towns.map(({ country }) => country), towns.map(({ city }) => city)]
    const sent = sql`select o.portal_id, o.id from unnest(${sql.param(countries)}::text[], ${sql.param(cities)}::text[]) t (country, city)
      join "order" o on o.country = t.country and ${plain(sql`o.city`)} = t.city where ${own}`
    const nowhere = sql`select o.portal_id, o.id from "order" o
      where o.country is null and o.city is not null and ${contains(sql`o.city`, q)} and ${own}`
    const found = await rows<{ portal: string; id: string }>(
      tx,
      sql`select portal_id as portal, id from (
        (${named} limit ${countMax + 1}) union (${sent} limit ${countMax + 1}) union (${nowhere} limit ${countMax + 1})) k
        limit ${countMax + 1}`,
    )
    return found.length > countMax ? undefined : asKeys(found)
  })
}

/**
 * SQL: the keys of what a member sees of the orders that went to a place, found by the index of places; staff's list uses it by
 * itself. Undefined where so many went there that the order of the list finds them sooner.
 */
export async function keysByPlace(tx: Tx, place: string, seen: Seen | undefined): Promise<SQL | undefined> {
  if (!seen) return undefined
  const found = await inSeen(tx, 'index', seen, () =>
    select(
      tx,
      keyColumns,
      sql`"order" o where ${wentTo(place)} and ${ofPortals(sql`o.portal_id`, seen)} limit ${countMax + 1}`,
    ),
  )
  return found.length > countMax ? undefined : asKeys(found)
}

const keyColumns = { portal: sql<string>`o.portal_id`, id: sql<string>`o.id` }

/** SQL: keys `k` as a table. */
function asKeys(found: readonly RowOf<typeof keyColumns>[]): SQL {
  const [portals, ids] = [found.map(({ portal }) => portal), found.map(({ id }) => id)]
  return sql`select * from unnest(${sql.param(portals)}::uuid[], ${sql.param(ids)}::uuid[]) as k (portal_id, order_id)`
}

/** The towns of orders that hold a word, as their index has them: it is walked from one to the next. */
function townsWith(tx: Tx, q: string) {
  const city = plain(sql`o.city`)
  const next = (after: SQL) => sql`(select o.country, ${city} as city from "order" o where ${after}
    order by o.country, ${city} limit 1)`
  return rows<{ country: string; city: string }>(
    tx,
    sql`with recursive each as (
        select * from ${next(sql`o.country is not null`)} f
        union all
        select n.* from each e cross join lateral ${next(sql`(o.country, ${city}) > (e.country, coalesce(e.city, ''))`)} n)
      select country, city from each where city is not null
        and (${contains(sql`city`, q)} or ${calledSo(q, sql`country`, sql`city`)})`,
  )
}
