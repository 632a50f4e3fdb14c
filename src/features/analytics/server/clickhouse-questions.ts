import { type FactKind, factTables, totalOf } from '#features/rollups/server/fact-columns.ts'
import { listOf } from '#platform/clickhouse.ts'
import { businessTimeZone } from '#platform/constants.ts'
import { dayOf } from '#platform/time.ts'
import type { Grouping } from '../contract.ts'
import { monthsWithin, type Span } from './period.ts'
import type { Selection } from './selection.ts'

/** A question as the server is asked it. */
export interface Told {
  kind: FactKind
  /** What rows are told apart by, beside time: nothing if it is empty. */
  by: string
  isText: boolean
  /** The columns that this and the condition take, beside days: they say which totals tell it. */
  columns: readonly string[]
  sums: readonly string[]
  where: string
  /** Of so few portals that their days are read at once. */
  few: boolean
  span: Span
  /** How fine `told_at` has to be; without it there is none. */
  grouping?: Grouping | undefined
  /** How many rows are wanted, of those that have most of a sum. */
  most?: { sum: string; rows: number } | undefined
}
export type Numbered = Told & { n: number }

/** Days of a question, or its whole months, where totals by month tell it. */
interface Piece {
  column: 'day' | 'month'
  from: number
  until: number
}

/**
 * Answers to several questions by one statement: each is a row of its number and one text for each of its columns. `names`: is
 * it said which totals tell them?
 */
export const statementOf = (scans: readonly (readonly Numbered[])[], names: boolean): string =>
  scans.map((scan) => scanOf(scan, names)).join(' UNION ALL ')

/** Questions that differ by their days alone are answered by one look. */
function scanOf(asked: readonly Numbered[], names: boolean): string {
  const inOrder = asked.toSorted((a, b) => a.span.first - b.span.first)
  const [told] = inOrder
  if (!told) throw new Error('A look without a question')
  const { by, isText, sums, grouping, most } = told
  const months = isToldByMonth(told)
  const pieces = inOrder.flatMap(({ span }) => cut(span, months))
  const legs = (['month', 'day'] as const).flatMap((column) => {
    const own = pieces.filter((piece) => piece.column === column)
    return own.length > 0 ? [legOf(inOrder, column, own, names)] : []
  })
  const keys = ['n', ...(by ? ['told_by'] : []), ...(grouping ? ['told_at'] : [])].join(', ')
  const all =
    legs.length > 1
      ? `SELECT ${keys}, ${sums.map((_, at) => `sum(a${at}) AS s${at}`).join(', ')} FROM (${legs.join(' UNION ALL ')}) GROUP BY ${keys}`
      : `SELECT ${keys}, ${sums.map((_, at) => `a${at} AS s${at}`).join(', ')} FROM (${legs.join('')})`
  const best = most
    ? `SELECT * FROM (${all}) ORDER BY s${sums.indexOf(most.sum)} DESC, toString(told_by) LIMIT ${most.rows}`
    : all
  return `SELECT n, ${textsOf([
    by ? (isText ? quotedText('told_by') : 'toString(told_by)') : `'""'`,
    ...(grouping ? ['toString(told_at)'] : []),
    ...sums.map((_, at) => `toString(s${at})`),
  ])} FROM (${best}) GROUP BY n`
}

/**
 * What days or months come to. It says which totals tell them, where the server understands that: left to itself, it looks at all
 * of them, which costs more than what it reads then. Where none does, any that is named is fewer.
 */
function legOf(
  asked: readonly Numbered[],
  column: Piece['column'],
  pieces: readonly Piece[],
  names: boolean,
): string {
  const { kind, by, sums, where, grouping, columns, few } = asked[0] as Numbered
  const keys = [
    ...(asked.length > 1 ? ['n'] : []),
    ...(by ? ['told_by'] : []),
    ...(grouping ? ['told_at'] : []),
  ]
  const leg = `SELECT ${[
    `${numberOf(asked, column)} AS n`,
    ...(by ? [`${by} AS told_by`] : []),
    ...(grouping ? [`${timeOf(grouping, column)} AS told_at`] : []),
    ...sums.map((sum, at) => `${sum} AS a${at}`),
  ].join(', ')} FROM ${factTables[kind]} WHERE ${where} AND (${rangesOf(pieces)})
    ${keys.length > 0 ? `GROUP BY ${keys.join(', ')}` : ''}`
  const total = totalOf(kind, [...columns, grouping === 'time' ? 't' : column], few) ?? totalOf(kind, [])
  return names && total
    ? `SELECT * FROM (${leg} SETTINGS preferred_optimize_projection_name = '${total.name}')`
    : leg
}

/** Which of some questions, in the order of their days, a row is of. */
const numberOf = (asked: readonly Numbered[], column: Piece['column']): string =>
  asked.reduceRight(
    (later, { n }, at) =>
      at + 1 < asked.length
        ? `if(${column} < ${dateOf(asked[at + 1]?.span.first ?? 0)}, ${n}, ${later})`
        : `${n}`,
    '',
  )

/** Pieces that meet are one: the fewer there are, the sooner it is planned. */
function rangesOf(pieces: readonly Piece[]): string {
  const found: Piece[] = []
  for (const piece of pieces) {
    const before = found.at(-1)
    if (before?.until === piece.from) before.until = piece.until
    else found.push({ ...piece })
  }
  return found.map(({ column, from, until }) => daysWithin(column, from, until)).join(' OR ')
}

/** Whether the fewest rows that tell it are of months: the whole months of a span are read from those, its other days from others. */
const isToldByMonth = ({ kind, columns, few, grouping }: Told): boolean =>
  grouping !== 'time' && grouping !== 'day' && totalOf(kind, columns, few)?.by.includes('month') === true

function cut(span: Span, byMonth: boolean): Piece[] {
  const end = span.last + 1
  const months = byMonth ? monthsWithin(span) : undefined
  const [from, until] = months ? [dayOf(months.from.getTime()), dayOf(months.until.getTime())] : [end, end]
  return (
    [
      { column: 'day', from: span.first, until: from },
      { column: 'month', from, until },
      { column: 'day', from: until, until: end },
    ] as const
  ).filter(({ from, until }) => from < until)
}

/** Seconds since 1970 at which the hour, day or month of a row begins. */
function timeOf(grouping: Grouping, column: Piece['column']): string {
  if (grouping === 'time') return 'toUnixTimestamp(toStartOfHour(t))'
  const of = grouping === 'day' || column === 'month' ? column : 'toStartOfMonth(day)'
  return `toUnixTimestamp(toDateTime(${of}, '${businessTimeZone}'))`
}

/** The last day that a moment of ClickHouse can be of: beyond it there are no facts. */
const lastDay = 49_710
const dateOf = (day: number) => `toDate(${Math.max(0, Math.min(lastDay, day))})`
export const daysWithin = (column: string, from: number, until: number) =>
  `${column} >= ${dateOf(from)} AND ${column} < ${dateOf(until)}`

/**
 * Columns of a relation as one text each, what stands within an array's braces: tens of thousands of rows pass the program
 * as they are.
 */
export const textsOf = (columns: readonly string[]) =>
  `[${columns.map((column) => `arrayStringConcat(groupArray(${column}), ',')`).join(', ')}]`
export const quotedText = (text: string) =>
  `concat('"', replaceRegexpAll(toString(${text}), '(["\\\\\\\\])', '\\\\\\\\\\\\1'), '"')`

/** Portals first: by them the rows are sorted and the shards told apart. */
export const whoseOf = ({ whole, portals, countries }: Selection): string =>
  [
    whole ? '1' : `portal_id IN ${idsOf(portals.map(({ id }) => id))}`,
    ...(countries.length > 0 ? [`country IN ${listOf(countries)}`] : []),
  ].join(' AND ')

export const fewIds = 100
/** Thousands of ids are one text: each said by itself, the server reads them longer than it looks for them. */
export const idsOf = (ids: readonly string[]): string =>
  ids.length > fewIds
    ? `(SELECT toUUID(arrayJoin(splitByChar(',', '${ids.join(',')}'))))`
    : ids.length > 0
      ? listOf(ids)
      : nobody
const nobody = `('00000000-0000-0000-0000-000000000000')`
