import { type SQL, sql } from 'drizzle-orm'
import { businessTimeZone } from '#platform/constants.ts'
import { rows, type Tx } from '#platform/db.ts'
import { contains } from '#platform/like.ts'
import { atPortals, lines, mayProducts, productsKey, type Searcher, type Source } from './source.ts'

const typedNumber = (q: string) => q.trim().replace(/^#\s*/, '')

/**
 * Orders and bills that are called as was typed, as people write their numbers, or whose number holds it. Where the
 * database cannot look into numbers (`parts`), whose number ends so.
 */
export function numbered(searcher: Searcher, q: string, parts: boolean): (Source | undefined)[] {
  const number = typedNumber(q)
  return isNumber(number) ? [...orders(searcher, number, parts), bills(searcher, number, parts)] : []
}

const isNumber = (number: string) => /\p{N}/u.test(number)

/** Is there an index of what numbers hold? Not where the database does not bring pg_trgm; see 0014. */
export async function looksIntoNumbers(tx: Tx, q: string): Promise<boolean> {
  const number = typedNumber(q)
  if (!isNumber(number) || number.length < leastPart) return false
  const [index] = await rows<{ there: boolean }>(
    tx,
    sql`select to_regclass('order_number_part') is not null as there`,
  )
  return index?.there ?? false
}

/** One number as a shop may keep it. */
const spellings = (number: string) => {
  const cases = [number, number.toUpperCase(), number.toLowerCase()]
  return sql`${sql.param([...new Set(cases.flatMap((one) => [one, `#${one}`]))])}::text[]`
}

/** Fewer characters stand in too many numbers. */
const leastPart = 4
const reversed = (text: string) => [...text].reverse().join('')

/** SQL: orders `o` whose number ends so, of all portals: one stretch of an index of numbers from their ends. */
function ending(number: string): SQL {
  const from = reversed(number.toLowerCase())
  const turned = sql`reverse(lower(o.external_id))`
  return sql`(${turned} ~>=~ ${from} and ${turned} ~<~ ${`${from}\u{10FFFF}`})`
}

/** SQL: the text holds the number, whatever its case; an index by trigrams of what is lower case knows. */
const holding = (text: SQL, number: string): SQL =>
  sql`lower(${text}) like ${`%${number.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`}`

function orders(searcher: Searcher, number: string, parts: boolean): Source[] {
  if (!mayProducts(searcher)) return []
  const shared = {
    type: 'order',
    where: sql`true`,
    exact: sql`true`,
    texts: [sql`o.external_id`],
    words: sql`null`,
    begins: [],
    table: 'order',
    id: sql`o.id`,
    title: sql`o.external_id`,
    detail: lines(sql`p.name`, sql`to_char(o.placed_at at time zone ${businessTimeZone}, 'DD/MM/YYYY')`),
    near: sql`extract(epoch from o.placed_at)`,
    place: sql`o.portal_id::text`,
    link: ({ id, place }) => `${searcher.staff ? '/products' : '/stocks'}/orders/${place}/${id}`,
  } satisfies Omit<Source, 'from'>
  const whole: Source = { ...shared, from: wholeNumber(searcher, number) }
  if (number.length < leastPart) return [whole]
  const some = parts ? held(searcher, number) : ended(searcher, number)
  const from = sql`(select o.* from ${some} o where o.external_id <> all(${spellings(number)}) limit ${looked}) o
    join portal p on p.id = o.portal_id and p.deleted_at is null`
  return [whole, { ...shared, from, type: 'order' }]
}

const ended = (searcher: Searcher, number: string) =>
  sql`(select o.* from "order" o
    where ${ending(number)} and ${atPortals(sql`o.portal_id`, searcher, productsKey(searcher))})`

/**
 * By itself first: a limit would have the planner hope for an early hit among all orders, which a portal that has none
 * never gives. The portals as a list, so that their index and that of the numbers meet.
 */
function held(searcher: Searcher, number: string): SQL {
  const mine = searcher.searched
    ? sql`o.portal_id = any(array(select p.id from portal p
        where p.deleted_at is null and ${atPortals(sql`p.id`, searcher, productsKey(searcher))}))`
    : sql`true`
  return sql`(with held as materialized (
      select o.* from "order" o where ${holding(sql`o.external_id`, number)} and ${mine}) select * from held)`
}

/** So many numbers that hold it are looked at: many shops begin to count at 1001. */
const looked = 100

/**
 * The index of orders knows a number only within a source of a portal: the sources of each are walked first, of which
 * there are few, so that no portal's orders are read.
 */
function wholeNumber(searcher: Searcher, number: string): SQL {
  const next = (after: SQL) => sql`(select o.source from "order" o where ${after} order by o.source limit 1)`
  const sources = sql`with recursive kept as (
      select p.id as portal_id, ${next(sql`o.portal_id = p.id`)} as source from portal p
      where p.deleted_at is null and ${atPortals(sql`p.id`, searcher, productsKey(searcher))}
      union all
      select k.portal_id, ${next(sql`o.portal_id = k.portal_id and o.source > k.source`)}
      from kept k where k.source is not null)`
  return sql`(${sources} select o.* from kept k join "order" o
      on o.portal_id = k.portal_id and o.source = k.source and o.external_id = any(${spellings(number)})) o
      join portal p on p.id = o.portal_id`
}

/** Members have their bills where they work in the account's master portal. */
function bills({ staff, keys, searched }: Searcher, number: string, parts: boolean): Source | undefined {
  if (!keys.has('billing.viewbills') || (!staff && !searched?.portal.master)) return undefined
  const whole = sql`b.number = ${number.toUpperCase()}`
  return {
    type: 'bill',
    from: sql`bill b join account a on a.id = b.account_id`,
    where: searched ? sql`b.account_id = ${searched.portal.accountId}` : sql`true`,
    // An account's bills are few; of all accounts' a number is looked for whole where no index holds its parts.
    exact:
      number.length < leastPart
        ? whole
        : searched
          ? contains(sql`b.number`, number)
          : parts
            ? holding(sql`b.number`, number)
            : whole,
    texts: [sql`b.number`],
    words: sql`null`,
    begins: [],
    table: 'bill',
    id: sql`b.id`,
    title: sql`b.number`,
    detail: lines(sql`a.name`, sql`to_char(b.issued_on, 'DD/MM/YYYY')`),
    near: sql`coalesce(b.issued_on, 'epoch') - 'epoch'::date`,
    link: ({ id }) => `/billing/${id}`,
  }
}
