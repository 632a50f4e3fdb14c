import { type SQL, sql } from 'drizzle-orm'
import type { Grouping } from '../contract.ts'
import { momentsOf, type Piece, piecesOf, piecesWithYears, type Span } from './period.ts'
import type { Selection } from './selection.ts'

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

/** Facts of these pieces. */
export const factsWithin = (pieces: readonly Piece[]): SQL =>
  anyOf(pieces.map(({ from, until }) => sql`(f.t >= ${moment(from)} and f.t < ${moment(until)})`))

/** The grain that a series needs, or as few rows as cover the span; `years` where the table has them. */
export function piecesFor(span: Span, grouping: Grouping | undefined, years: boolean): Piece[] {
  if (grouping === 'time') return [{ grain: 'hour', ...momentsOf(span) }]
  if (grouping === 'day') return [{ grain: 'day', ...momentsOf(span) }]
  return years && grouping !== 'month' ? piecesWithYears(span) : piecesOf(span)
}

/** The whole span at once, for facts. */
export const wholeSpan = (span: Span): Piece[] => [{ grain: 'day', ...momentsOf(span) }]

/** What dimensions without rows by day tell, and the rest of the span. */
export function splitAtMonths(span: Span, grouping: Grouping | undefined) {
  const pieces = piecesFor(span, grouping, true)
  const rolled = (piece: Piece) => piece.grain === 'month' || piece.grain === 'year'
  return { rolled: pieces.filter(rolled), loose: pieces.filter((piece) => !rolled(piece)) }
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
export const factsOf = ({ inPortals, countries }: Selection): SQL => {
  const places = sql`and f.place_id in (select id from fact_place where country in ${listed(countries)})`
  return sql`${inPortals(sql`f.portal_id`)} ${countries.length > 0 ? places : sql``}`
}

export type PlaceKey = 'country' | 'province' | 'city'
export const isPlace = (key: string): key is PlaceKey => ['country', 'province', 'city'].includes(key)

/** How a place of facts (`p`) is written. */
export const placeText: Record<PlaceKey, SQL> = {
  country: sql`coalesce(p.country, '')`,
  province: sql`coalesce(p.province, '')`,
  city: sql`coalesce(coalesce(p.province, p.country) || '/' || p.city, '')`,
}
