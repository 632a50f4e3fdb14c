import { sql } from 'drizzle-orm'
import { atPortals, lines, mayProducts, productsKey, type Searcher, type Source } from './source.ts'

/** Orders and bills that are called exactly as was typed, as people write their numbers. */
export function numbered(searcher: Searcher, q: string): (Source | undefined)[] {
  const number = q.trim().replace(/^#\s*/, '')
  return /\p{N}/u.test(number) ? [orders(searcher, number), bills(searcher, number)] : []
}

/** One number as a shop may keep it. */
const spellings = (number: string) => {
  const cases = [number, number.toUpperCase(), number.toLowerCase()]
  return sql`${sql.param([...new Set(cases.flatMap((one) => [one, `#${one}`]))])}::text[]`
}

/**
 * The index of orders knows a number only within a source of a portal: the sources of each are walked first, of which
 * there are few, so that no portal's orders are read.
 */
function orders(searcher: Searcher, number: string): Source | undefined {
  if (!mayProducts(searcher)) return undefined
  const next = (after: ReturnType<typeof sql>) =>
    sql`(select o.source from "order" o where ${after} order by o.source limit 1)`
  const sources = sql`with recursive kept as (
      select p.id as portal_id, ${next(sql`o.portal_id = p.id`)} as source from portal p
      where p.deleted_at is null and ${atPortals(sql`p.id`, searcher, productsKey(searcher))}
      union all
      select k.portal_id, ${next(sql`o.portal_id = k.portal_id and o.source > k.source`)}
      from kept k where k.source is not null)`
  return {
    type: 'order',
    from: sql`(${sources} select o.* from kept k join "order" o
      on o.portal_id = k.portal_id and o.source = k.source and o.external_id = any(${spellings(number)})) o
      join portal p on p.id = o.portal_id`,
    where: sql`true`,
    exact: sql`true`,
    texts: [sql`o.external_id`],
    words: sql`null`,
    begins: [],
    table: 'order',
    id: sql`o.id`,
    title: sql`o.external_id`,
    detail: lines(sql`p.name`, sql`to_char(o.placed_at, 'DD/MM/YYYY')`),
    place: sql`o.portal_id::text`,
    link: ({ id, place }) => `${searcher.staff ? '/products' : '/stocks'}/orders/${place}/${id}`,
  }
}

/** Members have their bills where they work in the account's master portal. */
function bills({ staff, keys, searched }: Searcher, number: string): Source | undefined {
  if (!keys.has('billing.viewbills') || (!staff && !searched?.portal.master)) return undefined
  return {
    type: 'bill',
    from: sql`bill b join account a on a.id = b.account_id`,
    where: searched ? sql`b.account_id = ${searched.portal.accountId}` : sql`true`,
    exact: sql`b.number = ${number.toUpperCase()}`,
    texts: [sql`b.number`],
    words: sql`null`,
    begins: [],
    table: 'bill',
    id: sql`b.id`,
    title: sql`b.number`,
    detail: lines(sql`a.name`, sql`to_char(b.issued_on, 'DD/MM/YYYY')`),
    link: ({ id }) => `/billing/${id}`,
  }
}
