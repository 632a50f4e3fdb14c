import type { Bulk } from '#platform/bulk.ts'

/**
 * Where the source numbers no lines, one is known by what it says, not by where it stands: files list an order's lines in
 * another order, and a line that was refunded since has one more behind it.
 */

/** Numbers of orders as people compare them: `#WS-1` and `ws-1` are one. @see order_number in drizzle */
const numberOf = (column: string) => `lower(ltrim(${column}, '# '))`

/** Lines of files that tell no place of their own; those of reversals alone stand beyond all that go with a sale. */
const aloneFrom = 50_000

/**
 * How orders of the stage are written, where another spelling of the same number is known or stands in the file too.
 * Answers whether there are any: temporary table `spelling` (portal_id, external_id, known_as). Number by number: what is staged has no
 * statistics, and joined as a whole each number was held against every order that files ever brought to the portal.
 */
export async function spellNumbers(bulk: Bulk): Promise<boolean> {
  await bulk.query('drop table if exists spelling')
  await bulk.query(`create temporary table spelling on commit drop as
    select * from (
      select t.portal_id, t.external_id,
        coalesce(max(o.external_id) filter (where o.external_id = t.external_id), min(o.external_id),
          min(t.external_id) over (partition by t.portal_id, t.number)) as known_as
      from (select distinct p.portal_id, s.external_id, ${numberOf('s.external_id')} as number
        from stage s join stage_portal p on p.key = coalesce(s.portal_key, '')) t
      left join lateral (select o.external_id from "order" o where o.portal_id = t.portal_id and o.source = 'csv'
        and ${numberOf('o.external_id')} = t.number offset 0) o on true
      group by t.portal_id, t.external_id, t.number
    ) x where known_as <> external_id`)
  const [found] = await bulk.query<{ any: boolean }>('select exists (select from spelling) as any')
  return found?.any === true
}

/** The place of a line of `stage s` whose source tells none. */
export const placeSql = (externalId: string) => `case
  when s.kind = 'sale' then row_number() over (partition by p.portal_id, ${externalId}, s.kind = 'sale' order by s.seq)
  else ${aloneFrom} + row_number() over (partition by p.portal_id, ${externalId}, s.kind = 'sale' order by s.seq) end::int`

/**
 * A reversal that came out of a sale's own row has that sale's place, and tells how much of it was taken back so far. Answers
 * whether there are any.
 */
export async function pairReversals(bulk: Bulk): Promise<boolean> {
  const [found] = await bulk.query<{ any: boolean }>(`with paired as (
      update line n set place = s.place, paired = true from line s
      where n.kind <> 'sale' and not n.matched and s.kind = 'sale' and s.row = n.row and s.portal_id = n.portal_id
        and s.external_id = n.external_id returning 1)
    select exists (select from paired) as any`)
  return found?.any === true
}

/**
 * Gives lines of orders that were there before this batch the places of the lines that say the same. What is left takes
 * the places that are left (there it differs, which is said), and then new ones. What calls a sale off goes with its sale:
 * called off, sold and called off again, it would say what the first time said.
 */
export async function matchKnown(bulk: Bulk, source: string, batchId: string): Promise<void> {
  const same = 'portal_id, order_id, kind, sku, units, net_amount, currency'
  await bulk.query('drop table if exists again')
  await bulk.query(
    `create temporary table again on commit drop as
    select n.seq, n.row, n.portal_id, o.id as order_id, n.kind, n.sku, n.units, n.net_amount, n.currency
    from line n join "order" o on o.portal_id = n.portal_id and o.source = $1 and o.external_id = n.external_id
    where o.batch_id <> $2::uuid and not (n.called_off and n.kind <> 'sale')`,
    [source, batchId],
  )
  await bulk.analyze('again')
  await bulk.query(`update line n set place = k.ordinal, matched = true
    from (select *, row_number() over (partition by ${same} order by seq) as copy from again) a
    join (select l.portal_id, l.order_id, l.kind, m.sku, l.units, l.net_amount, l.currency, l.ordinal,
        row_number() over (partition by l.portal_id, l.order_id, l.kind, m.sku, l.units, l.net_amount, l.currency
          order by l.ordinal) as copy
      from (select distinct portal_id, order_id from again) d
      join order_line l on l.portal_id = d.portal_id and l.order_id = d.order_id
      join sku_mapping m on m.portal_id = l.portal_id and m.id = l.sku_id) k using (${same}, copy)
    where n.seq = a.seq`)
  await bulk.query(`with unmatched as (
      select a.seq, a.portal_id, a.order_id, a.kind,
        row_number() over (partition by a.portal_id, a.order_id, a.kind order by a.seq) as nth
      from again a join line n on n.seq = a.seq
      where not n.matched and (a.kind = 'sale' or not exists (
        select from again s where s.row = a.row and s.kind = 'sale' and s.portal_id = a.portal_id and s.order_id = a.order_id))
    ), known as (
      select l.portal_id, l.order_id, l.kind, l.ordinal, exists (select from again a join line n on n.seq = a.seq
        where n.matched and a.portal_id = l.portal_id and a.order_id = l.order_id and a.kind = l.kind
          and n.place = l.ordinal) as taken
      from (select distinct portal_id, order_id, kind from unmatched) u
      join order_line l on l.portal_id = u.portal_id and l.order_id = u.order_id and l.kind = u.kind
    ), free as (
      select *, row_number() over (partition by portal_id, order_id, kind order by ordinal) as nth from known where not taken
    ), top as (
      select portal_id, order_id, kind, max(ordinal) as ordinal from known group by 1, 2, 3
    )
    update line n set place = coalesce(f.ordinal,
      greatest(coalesce(t.ordinal, 0), case when u.kind = 'sale' then 0 else ${aloneFrom} end) + u.nth)::int
    from unmatched u
    left join free f on f.portal_id = u.portal_id and f.order_id = u.order_id and f.kind = u.kind and f.nth = u.nth
    left join top t on t.portal_id = u.portal_id and t.order_id = u.order_id and t.kind = u.kind
    where n.seq = u.seq`)
}
