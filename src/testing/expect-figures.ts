import { expect } from 'vitest'
import type { Answer, Measure, Row } from '#features/analytics/contract.ts'
import type { DetailAnswer } from '#features/analytics/detail-contract.ts'
import type { Database } from '#platform/db.ts'
import {
  change,
  type Figures,
  type Filters,
  figures,
  groups,
  micros,
  type Span,
  type Sums,
} from './raw-model.ts'

/** What raw facts say under some filters. */
export interface Told {
  sums: Sums
  filters: Filters
}

interface Bucket {
  t: string
  /** Hours by the clock since the period's first midnight; of other buckets its place. */
  place: number
}
const known = new Map<string, Bucket[]>()
const steps = { time: 'hour', day: 'day', month: 'month', year: 'year' } as const
const formats = { day: 'YYYY-MM-DD', month: 'YYYY-MM', year: 'YYYY' } as const

/** The buckets of a period, by the database's own calendar: moments of hours in milliseconds, or `yyyy-MM-dd` cut short. */
async function buckets(database: Database, [f, t]: Span, grouping: keyof typeof steps): Promise<Bucket[]> {
  const key = `${f} ${t} ${grouping}`
  const cached = known.get(key)
  if (cached) return cached
  const found = await database.query<{ t: string; place?: number }>(
    grouping === 'time'
      ? `select (extract(epoch from h) * 1000)::bigint::text as t,
          (extract(epoch from (h at time zone 'Europe/Madrid') - '${f}'::timestamp) / 3600)::int as place from generate_series('${f}'::timestamp at time zone 'Europe/Madrid',
          ('${t}'::date + 1)::timestamp at time zone 'Europe/Madrid' - interval '1 hour', interval '1 hour') h`
      : `select to_char(d, '${formats[grouping]}') as t from generate_series(date_trunc('${steps[grouping]}', '${f}'::date::timestamp),
          '${t}'::date::timestamp, interval '1 ${steps[grouping]}') d order by d`,
  )
  const list = found.map(({ t, place = -1 }, at) => ({ t, place: grouping === 'time' ? place : at }))
  known.set(key, list)
  return list
}

/** What of the period before stands beside each bucket: of an hour that this period does not have, beside the one before it. */
function standBeside(keys: readonly Bucket[], before: readonly Bucket[]): string[][] {
  const beside = keys.map((): string[] => [])
  for (const { t, place } of before) {
    const same = keys.findIndex((one) => one.place === place)
    const near = keys.findLastIndex((one) => one.place < place)
    if (same >= 0) beside[same]?.push(t)
    else if (place < (keys.at(-1)?.place ?? 0)) beside[near]?.push(t)
  }
  return beside
}

const lengths = { day: 10, month: 7, year: 4 } as const
const bucketOf = (grouping: keyof typeof steps) => (fact: { hour: number; day: string }) =>
  grouping === 'time' ? String(fact.hour) : fact.day.slice(0, lengths[grouping])

const only = (measures: readonly Measure[], of: Figures) =>
  Object.fromEntries(measures.map((measure) => [measure, of[measure]]))

/** Totals, the period before, changes, and every bucket of the series with every measure. */
export async function expectAnswer(
  database: Database,
  where: string,
  answer: Answer,
  span: Span,
  now: Told,
  then: Told,
): Promise<void> {
  const measures = Object.keys(answer.totals) as Measure[]
  const [main] = measures as [Measure]
  const [current, before] = [figures(now.sums, now.filters), figures(then.sums, then.filters)]
  expect([where, answer.totals]).toEqual([where, only(measures, current)])
  expect([where, answer.previous]).toEqual([where, only(measures, before)])
  for (const measure of measures)
    expect([where, measure, answer.deltaPct[measure]]).toEqual([
      where,
      measure,
      change(current[measure], before[measure]),
    ])
  const { grouping } = answer.meta
  const of = ({ sums }: Told) => groups(sums, bucketOf(grouping), bucketOf(grouping))
  const [found, foundBefore] = [of(now), of(then)]
  const keys = await buckets(database, span, grouping)
  const keysBefore = await buckets(database, [answer.meta.previousFrom, answer.meta.previousTo], grouping)
  const none: Sums = { lines: [], counted: [], views: [] }
  const beside = standBeside(keys, keysBefore)
  const expected = keys.map(({ t }, at) => {
    const values = only(measures, figures(found.get(t) ?? none, now.filters))
    const those = (beside[at] ?? []).map((key) => foundBefore.get(key) ?? none)
    const together: Sums = {
      lines: those.flatMap(({ lines }) => lines),
      counted: those.flatMap(({ counted }) => counted),
      views: those.flatMap(({ views }) => views),
    }
    const previousValues = those.length === 0 ? null : only(measures, figures(together, then.filters))
    return {
      t,
      value: values[main] ?? null,
      previous: previousValues?.[main] ?? null,
      values,
      previousValues,
    }
  })
  const told = answer.series.map((point) => ({
    ...point,
    t: grouping === 'time' ? String(Date.parse(point.t)) : point.t,
  }))
  expect([where, told]).toEqual([where, expected])
}

interface RowsAsked {
  filters: Filters
  compare: 'previous' | 'year' | undefined
  ranks: boolean | undefined
  /** Rows are places. */
  places?: boolean | undefined
}

/** Who told no place converts nowhere; where nobody told one, a place has no figure of visits. */
function forgetPlaces(id: string, told: Figures, all: ReadonlyMap<string, Sums>): void {
  const visits = (of: Sums) => of.views.reduce((sum, view) => sum + view.visits, 0)
  const placed = [...all].reduce((sum, [place, sums]) => sum + (place === '' ? 0 : visits(sums)), 0)
  if (id === '') told.conversion = null
  else if (placed === 0 && [...all.values()].some((sums) => visits(sums) > 0)) told.visits = null
}

/** Every row and cell of a table: measures, share, place and the period before; highest first. */
export function expectRows(
  where: string,
  answer: DetailAnswer,
  now: ReadonlyMap<string, Sums>,
  then: ReadonlyMap<string, Sums>,
  { filters, compare, ranks, places }: RowsAsked,
): void {
  const measures = Object.keys(answer.totals) as Measure[]
  const [main] = measures as [Measure]
  const none: Sums = { lines: [], counted: [], views: [] }
  const total = answer.totals[main]
  const place = (of: ReadonlyMap<string, Sums>, id: string) => {
    const mine = micros(of.get(id)?.lines ?? [], 'net')
    if (mine === 0n) return null
    return 1 + [...of.values()].filter(({ lines }) => micros(lines, 'net') > mine).length
  }
  const expected = new Map(
    [...now].map(([id, sums]) => {
      const told = figures(sums, filters)
      if (places) forgetPlaces(id, told, now)
      const before = figures(then.get(id) ?? none, filters)[main]
      const row = {
        ...only(measures, told),
        share: told[main] === null || !total ? null : told[main] / total,
        ...(ranks ? { rank: place(now, id), previousRank: place(then, id) } : {}),
        ...(compare ? { previous: before, deltaPct: change(told[main], before) } : {}),
      }
      return [id, row] as const
    }),
  )
  const some = (row: Record<string, unknown>) =>
    measures.some((measure) => row[measure] !== 0 && row[measure] !== null)
  const wanted = Object.keys([...expected.values()][0] ?? {})
  const cut = (row: Row) => Object.fromEntries(wanted.map((key) => [key, row[key]]))
  const byId = (list: [string, unknown][]) => list.sort(([a], [b]) => (a < b ? -1 : 1))
  expect([where, byId(answer.rows.filter(some).map((row) => [row.id, cut(row)]))]).toEqual([
    where,
    byId([...expected].filter(([, row]) => some(row)).map(([id, row]) => [id, row])),
  ])
  const order = answer.rows.map((row) => Number(row[main] ?? Number.NEGATIVE_INFINITY))
  expect([where, order]).toEqual([where, order.toSorted((a, b) => b - a)])
}
