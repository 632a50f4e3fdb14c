import { listOf } from '#platform/clickhouse.ts'
import { businessTimeZone } from '#platform/constants.ts'
import { dayOf } from '#platform/time.ts'
import type { Grouping } from '../contract.ts'
import { monthsWithin, type Span } from './period.ts'
import type { SalesKey } from './sales-columns.ts'
import type { Selection } from './selection.ts'
import type { SalesQuestion } from './store.ts'
import type { VisitKey } from './visit-facts.ts'

type Told = Pick<SalesQuestion, 'selection' | 'span' | 'grouping'> & { key: SalesKey | VisitKey }

/**
 * What sums come to by a key. A long span of what totals by month tell is asked in two: its whole months, and the days around
 * them; added up there, so that few rows cross over.
 */
export function questionOf(
  told: Told,
  table: string,
  by: string,
  sums: readonly string[],
  more: string,
): string {
  const { selection, span, key, grouping } = told
  const asked = (
    where: string,
    month: string,
  ) => `SELECT ${by} AS told_by, ${timeOf(key, grouping, month)} AS told_at,
    ${sums.map((sum, at) => `${sum} AS s${at}`).join(', ')}
    FROM ${table} WHERE ${whoseOf(selection)} AND ${where}${more} GROUP BY told_by, told_at`
  const months = more || !isToldByMonth(told) ? undefined : monthsWithin(span)
  if (!months) return asked(daysWithin('day', span.first, span.last + 1), 'toStartOfMonth(day)')
  const [from, until] = [dayOf(months.from.getTime()), dayOf(months.until.getTime())]
  const around = `(${daysWithin('day', span.first, from)} OR ${daysWithin('day', until, span.last + 1)})`
  return `SELECT told_by, told_at, ${sums.map((_, at) => `sum(s${at})`).join(', ')} FROM (
    ${asked(daysWithin('month', from, until), 'month')} UNION ALL ${asked(around, 'toStartOfMonth(day)')})
    GROUP BY told_by, told_at`
}

/** Whether totals by month tell it: of portals, and of the cities of everything. By hour or day nothing is asked of months. */
const isToldByMonth = ({ selection: { whole, countries }, key, grouping }: Told) =>
  grouping !== 'time' &&
  grouping !== 'day' &&
  (key === 'city' ? whole : countries.length === 0 && (key === 'portal' || (key === 'none' && !whole)))

/** Seconds since 1970 at which the hour, day or month of a row begins; nothing where nobody asks. */
function timeOf(key: string, grouping: Grouping | undefined, month: string): string {
  if (!grouping || key !== 'none') return '0'
  if (grouping === 'time') return 'toUnixTimestamp(toStartOfHour(t))'
  return `toUnixTimestamp(toDateTime(${grouping === 'day' ? 'day' : month}, '${businessTimeZone}'))`
}

/** The last day that a moment of ClickHouse can be of: beyond it there are no facts. */
const lastDay = 49_710
const dateOf = (day: number) => `toDate(${Math.max(0, Math.min(lastDay, day))})`
export const daysWithin = (column: string, from: number, until: number) =>
  `${column} >= ${dateOf(from)} AND ${column} < ${dateOf(until)}`

/** Portals first: by them the rows are sorted and the shards told apart. */
const whoseOf = ({ whole, portals, countries }: Selection): string =>
  [
    whole ? '1' : `portal_id IN ${idsOf(portals.map(({ id }) => id))}`,
    ...(countries.length > 0 ? [`country IN ${listOf(countries)}`] : []),
  ].join(' AND ')
export const whereOf = (selection: Selection, { first, last }: Span) =>
  `${whoseOf(selection)} AND ${daysWithin('day', first, last + 1)}`

/** Thousands of ids are one text: each said by itself, the server reads them longer than it looks for them. */
export const idsOf = (ids: readonly string[]): string =>
  ids.length > 100
    ? `(SELECT toUUID(arrayJoin(splitByChar(',', '${ids.join(',')}'))))`
    : ids.length > 0
      ? listOf(ids)
      : nobody
const nobody = `('00000000-0000-0000-0000-000000000000')`
