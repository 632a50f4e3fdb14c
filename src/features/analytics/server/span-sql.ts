import { type SQL, sql } from 'drizzle-orm'
import { portalType } from '#features/portals/server/portal-type.ts'
import { everything, simpleScope } from '#features/rollups/server/dimensions.ts'
import { keptPlan } from '#platform/prepared.ts'
import { dayMs, dayOf, startOfDay, startOfMonth } from '#platform/time.ts'
import type { Grouping } from '../contract.ts'
import { momentsOf, monthsWithin, type Piece, piecesOf, piecesWithYears, type Span } from './period.ts'
import { ofTheseOnly, type RolledPortal, type Selection } from './selection.ts'

// A year before 1 stands for "since ever": PostgreSQL and JavaScript write it differently.
const moment = (date: Date) =>
  sql`${date.getTime() < -62_135_596_800_000 ? '-infinity' : date.toISOString()}::timestamptz`

const anyOf = (conditions: SQL[]) =>
  conditions.length === 0 ? sql`false` : sql`(${sql.join(conditions, sql` or `)})`

/** Rollup rows of these pieces. */
export const rollupsWithin = (pieces: readonly Piece[]): SQL =>
  anyOf(
    pieces.map(
      ({ grain, from, until }) => sql`(grain = ${grain} and t >= ${moment(from)} and t < ${moment(until)})`,
    ),
  )

/** Asks for what these pieces tell, and for what is to be taken off, each with its sign. */
export function bySign(pieces: readonly Piece[], of: (pieces: Piece[], sign: '' | '-') => SQL): SQL {
  const [plus, less] = [pieces.filter(({ less }) => !less), pieces.filter(({ less }) => less)]
  return union([...(plus.length > 0 ? [of(plus, '')] : []), ...(less.length > 0 ? [of(less, '-')] : [])])
}

/**
 * Asks for the rollups of a selection: of one type of portals, those of simple ones as they are, and of the others what
 * they leave of everything.
 */
export function inScopes(
  { type, scopes }: Selection,
  pieces: readonly Piece[],
  of: (scopes: SQL, pieces: readonly Piece[]) => SQL,
): SQL {
  if (!type) return of(scopes, pieces)
  const simple = sql`scope_id = ${simpleScope}`
  if (type === 'simple') return of(simple, pieces)
  const off = pieces.map((piece) => ({ ...piece, less: !piece.less }))
  return union([of(sql`scope_id = ${everything}`, pieces), of(simple, off)])
}

/** Columns with a sign. */
export const signed = (columns: readonly string[], sign: '' | '-'): SQL =>
  sql.raw(columns.map((column) => `${sign}${column} as ${column}`).join(', '))

/**
 * Their sums with a sign, as doubles: whole numbers up to 2^53 as everywhere in the program. Adding up as `numeric` takes
 * twice as long.
 */
export const summed = (columns: readonly string[], sign: '' | '-', from: (column: string) => string): SQL =>
  sql.raw(columns.map((column) => `${sign}sum((${from(column)})::float8) as ${column}`).join(', '))

/** The totals over time that tell a selection, as a table and a condition: an account's own where it counts whole. */
export const totalsOf = (family: 'sales' | 'visits', { account, scopes }: Selection): SQL =>
  account
    ? sql`${sql.raw(`account_${family}_total`)} where account_id = ${account}`
    : sql`${sql.raw(`${family}_total`)} where ${scopes}`

/**
 * Stands in what asks only for totals over time of an account, of a portal or of everything: their key finds them whatever
 * the span. Nothing where facts of the span are counted as well.
 */
export function sameForAnySpan(
  { account, whole, portals, countries, goods, type, sources, without }: Selection,
  grouping?: Grouping,
): SQL {
  const ofAll = countries.length === 0 && !goods && !type && !sources && !without
  const byKey = account !== undefined || whole || portals.length === 1
  return ofAll && byKey && grouping !== 'time' ? keptPlan : sql``
}

/** Facts of these pieces. */
export const factsWithin = (pieces: readonly Piece[]): SQL =>
  anyOf(pieces.map(({ from, until }) => sql`(f.t >= ${moment(from)} and f.t < ${moment(until)})`))

/** The grain that a series needs, or as few rows as cover the span; `years: false` where the table has none. */
export function piecesFor(
  span: Span,
  grouping: Grouping | undefined,
  { years = true, mayLeave }: { years?: boolean; mayLeave?: (left: Piece) => boolean } = {},
): Piece[] {
  if (grouping === 'time') return [{ grain: 'hour', ...momentsOf(span) }]
  if (grouping === 'day') return [{ grain: 'day', ...momentsOf(span) }]
  return years && grouping !== 'month' ? piecesWithYears(span, mayLeave) : piecesOf(span, mayLeave)
}

/** The whole span at once, for facts. */
export const wholeSpan = (span: Span): Piece[] => [{ grain: 'day', ...momentsOf(span) }]

/** The days of a piece. */
export const spanOf = ({ from, until }: Piece): Span => ({
  first: dayOf(from.getTime()),
  last: dayOf(until.getTime()) - 1,
})

/** A part of what is asked: what rollups by month tell of it, and what facts tell. */
export interface Part {
  selection: Selection
  months: Piece[]
  rest: Piece[]
}

const isRolled = ({ grain }: Piece) => grain === 'month' || grain === 'year'

/**
 * Facts come at once, rollups of them up to some minutes later: of the last two days, facts are never taken off what is
 * rolled up.
 */
const isSettled = ({ from, until }: Piece) =>
  until.getTime() < Date.now() - 2 * dayMs || from.getTime() > Date.now()

/** For rollups that have no rows by day, whoever asks. */
export function splitAtMonths(
  selection: Selection,
  span: Span,
  grouping: Grouping | undefined,
  mayLeave: (left: Piece) => boolean = isSettled,
): Part {
  const pieces = piecesFor(span, grouping, { mayLeave })
  return { selection, months: pieces.filter(isRolled), rest: pieces.filter((piece) => !isRolled(piece)) }
}

/** For rollups that everything has, and of portals those with many facts, month by month. */
export function partsOf(
  kind: 'orders' | 'visits',
  selection: Selection,
  span: Span,
  grouping: Grouping | undefined,
): Part[] {
  if (selection.whole || selection.type) return [splitAtMonths(selection, span, grouping)]
  const rest = wholeSpan(span)
  const month = grouping === 'time' || grouping === 'day' ? undefined : monthsWithin(span)
  const groups = new Map<string, RolledPortal[]>()
  for (const portal of selection.portals) {
    const key = month ? rolledWithin(portal[kind], month).join() : ''
    groups.set(key, [...(groups.get(key) ?? []), portal])
  }
  if ([...groups.keys()].join() === '') return [{ selection, months: [], rest }]
  return [...groups].map(([key, portals]) => ({
    selection: { ...selection, ...ofTheseOnly(portals) },
    ...(key ? cutAt(span, key.split(',').map(Number)) : { months: [], rest }),
  }))
}

const rolledWithin = (months: ReadonlySet<number>, { from, until }: Piece) =>
  [...months].filter((t) => t >= from.getTime() && t < until.getTime()).sort((a, b) => a - b)

/** A span cut into these months and what lies around them. */
function cutAt(span: Span, starts: readonly number[]): Pick<Part, 'months' | 'rest'> {
  const { from, until } = momentsOf(span)
  const months: Piece[] = []
  const rest: Piece[] = []
  let at = from
  for (const start of starts) {
    const begin = new Date(start)
    const end = new Date(startOfDay(startOfMonth(dayOf(start), 1)))
    if (begin > at) rest.push({ grain: 'day', from: at, until: begin })
    const before = months.at(-1)
    if (before && before.until.getTime() === start) before.until = end
    else months.push({ grain: 'month', from: begin, until: end })
    at = end
  }
  if (at < until) rest.push({ grain: 'day', from: at, until })
  return { months, rest }
}

/** Several queries of the same columns as one. */
export const union = (parts: SQL[]): SQL => sql.join(parts, sql` union all `)

/** `(a, b, c)` for `in`. */
export const listed = (all: readonly string[]): SQL =>
  sql`(${sql.join(
    all.map((value) => sql`${value}`),
    sql`, `,
  )})`

/** The rollups of a dimension within some countries or categories. */
export const namedWithin = (name: string, all: readonly string[]): SQL =>
  sql`dimension in ${listed(all.map((each) => `${name} ${each}`))}`

/** Places are written `ES`, `ES-B` and `ES-B/Barcelona`: all begin with their country. */
export const inCountries = ({ countries }: Selection): SQL =>
  countries.length > 0 ? sql`and left(value, 2) in ${listed(countries)}` : sql``

/** Facts of the places and portals of a selection; `f` is the facts' alias. */
export const factsOf = ({ inPortals, countries, type }: Selection): SQL => {
  const places = sql`and f.place_id in (select id from fact_place where country in ${listed(countries)})`
  // Of thousands of portals, the facts of some days lie together by time and not by portal.
  const portals = type
    ? sql`(f.portal_id in (select p.id from portal p join account a on a.id = p.account_id where ${sql.raw(portalType('p', 'a'))} = ${type})) is true`
    : inPortals(sql`f.portal_id`)
  return sql`${portals} ${countries.length > 0 ? places : sql``}`
}

export type PlaceKey = 'country' | 'province' | 'city'
export const isPlace = (key: string): key is PlaceKey => ['country', 'province', 'city'].includes(key)

/** How a place of facts (`p`) is written. */
export const placeText: Record<PlaceKey, SQL> = {
  country: sql`coalesce(p.country, '')`,
  province: sql`coalesce(p.province, '')`,
  city: sql`coalesce(coalesce(p.province, p.country) || '/' || p.city, '')`,
}
