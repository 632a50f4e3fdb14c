import { microsToCents } from '#platform/money.ts'
import { startOfDay } from '#platform/time.ts'
import type { Answer, Column, Figures, Measure, Point, Row } from '../contract.ts'
import { placesBeside } from './beside.ts'
import { type Bucket, bucketsOf, metaOf, type Question, type Span } from './period.ts'
import { type Found, noSums, type Sums } from './queries.ts'

const ratio = (part: number, whole: number) => (whole === 0 ? null : part / whole)

const figure: Record<Measure, (sums: Sums) => number | null> = {
  grossCents: ({ grossMicros }) => microsToCents(grossMicros),
  discountsCents: ({ discountsMicros }) => microsToCents(discountsMicros),
  refundsCents: ({ refundsMicros }) => microsToCents(refundsMicros),
  netCents: ({ netMicros }) => microsToCents(netMicros),
  incomeCents: ({ incomeMicros }) => microsToCents(incomeMicros),
  orders: ({ orders }) => orders,
  units: ({ units }) => units,
  albums: ({ albums }) => albums,
  averageOrderCents: ({ netMicros, orders }) =>
    orders === 0 ? null : microsToCents(Math.round(netMicros / orders)),
  visits: ({ visits }) => visits,
  visitors: ({ visitors }) => visitors,
  conversion: ({ orders, visits }) => ratio(orders, visits),
  clicks: ({ clicks }) => clicks,
}

/** The named measures of some sums, rounded to cents only now. */
export const figuresOf = (sums: Sums, measures: readonly Measure[]): Figures =>
  Object.fromEntries(measures.map((measure) => [measure, figure[measure](sums)]))

function add(into: Sums, sums: Partial<Sums>) {
  for (const [key, value] of Object.entries(sums)) into[key as keyof Sums] += value
}

const total = (found: readonly Found[]): Sums => {
  const all = noSums()
  for (const { sums } of found) add(all, sums)
  return all
}

/** Sums per bucket; a rollup row belongs to the last bucket that begins at or before it. */
function perBucket(found: readonly Found[], buckets: Bucket[]): Sums[] {
  const sums = buckets.map(noSums)
  const starts = buckets.map(({ from }) => from)
  for (const row of found) {
    let low = 0
    let high = starts.length - 1
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if ((starts[middle] ?? 0) <= row.t) low = middle
      else high = middle - 1
    }
    const into = sums[low]
    if (into) add(into, row.sums)
  }
  return sums
}

/** Change in per cent with two decimals; null where nothing was before. */
export function changeOf(now: number | null | undefined, before: number | null | undefined): number | null {
  if (now == null || before == null || before === 0) return null
  return Math.round(((now - before) / Math.abs(before)) * 10_000) / 100
}

/** Where the one period follows the other they are one; months and years may lie in both. */
async function readBoth(
  { span, previous, grouping }: Question,
  read: (spans: Span[]) => Promise<Found[][]>,
): Promise<Found[][]> {
  const fine = grouping === 'time' || grouping === 'day'
  if (!fine || previous.last + 1 !== span.first) return read([span, previous])
  const start = startOfDay(span.first)
  const [both = []] = await read([{ first: previous.first, last: span.last }])
  return [both.filter(({ t }) => t >= start), both.filter(({ t }) => t < start)]
}

/** Sums of the period before by the place of the bucket that they are compared with. */
function besideEach(question: Question, buckets: Bucket[], before: readonly Found[]): Map<number, Sums> {
  const found = perBucket(before, bucketsOf(question.previous, question.grouping))
  const beside = new Map<number, Sums>()
  for (const [at, place] of placesBeside(question, buckets).entries()) {
    const into = beside.get(place) ?? noSums()
    add(into, found[at] ?? noSums())
    beside.set(place, into)
  }
  return beside
}

/**
 * Puts an answer together. `main` is the measure that `value` shows; `read` answers the rollup rows of each of some spans.
 */
export async function answerOf(
  question: Question,
  measures: readonly [main: Measure, ...others: Measure[]],
  read: (spans: Span[]) => Promise<Found[][]>,
  table: { rows: Row[]; columns: Column[] } = { rows: [], columns: [] },
): Promise<Answer> {
  const [main] = measures
  const [current = [], before = []] = await readBoth(question, read)
  const buckets = bucketsOf(question.span, question.grouping)
  const sums = perBucket(current, buckets)
  const previousSums = besideEach(question, buckets, before)
  const series = buckets.map(({ t }, index): Point => {
    const values = figuresOf(sums[index] ?? noSums(), measures)
    const then = previousSums.get(index)
    const previousValues = then ? figuresOf(then, measures) : null
    return {
      t,
      value: values[main] ?? null,
      previous: previousValues?.[main] ?? null,
      values,
      previousValues,
    }
  })
  const totals = figuresOf(total(current), measures)
  const previous = figuresOf(total(before), measures)
  const deltaPct = Object.fromEntries(
    measures.map((measure) => [measure, changeOf(totals[measure], previous[measure])]),
  )
  return { meta: metaOf(question), totals, previous, deltaPct, series, ...table }
}
