import { microsToCents } from '#platform/money.ts'
import { type Answer, type Column, type Measure, measures, type Row } from '../contract.ts'
import { answerOf, figuresOf } from './answer.ts'
import type { Question } from './period.ts'
import { type Looking, readSeries } from './queries.ts'
import type { Selection } from './selection.ts'
import { portalsOf, sourcesOf, topPortals, topProducts, topSources, whereSold } from './tops.ts'

/** Rows in the short tables of the overview. */
const topRows = 10

const sales: [Measure, ...Measure[]] = [
  'netCents',
  'grossCents',
  'discountsCents',
  'refundsCents',
  'incomeCents',
  'orders',
  'units',
  'albums',
  'averageOrderCents',
]
const everyMeasure: [Measure, ...Measure[]] = [
  'netCents',
  ...measures.filter((measure) => measure !== 'netCents' && measure !== 'clicks'),
]
const visits: [Measure, ...Measure[]] = ['visits', 'visitors', 'orders', 'conversion']
const column = (key: string, kind: Column['kind']): Column => ({ key, kind })
const share = (part: number, whole: number | null | undefined) => (whole ? part / whole : null)

interface Asked extends Looking {
  selection: Selection
  question: Question
  locale: string
}

/** All measures with their series. */
export const highlights = ({ selection, question, ...looking }: Asked): Promise<Answer> =>
  seriesOf(looking, everyMeasure, selection, question)

/** Measures over time. Whatever else is asked of facts is asked with it. */
const seriesOf = (
  looking: Looking,
  wanted: readonly [Measure, ...Measure[]],
  selection: Selection,
  question: Question,
) => answerOf(question, wanted, (spans) => readSeries(looking, wanted, selection, spans, question.grouping))

/** Sales with the products that sold best. */
export async function salesInfo({ selection, question, locale, ...looking }: Asked): Promise<Answer> {
  const first = whereSold(looking, selection, question.span)
  const [answer] = await Promise.all([seriesOf(looking, sales, selection, question), first])
  const products = await topProducts(looking, selection, question.span, locale, topRows, undefined, first)
  const rows = products.map(({ netMicros, ...product }): Row => {
    const netCents = microsToCents(netMicros)
    return { ...product, netCents, share: share(netCents, answer.totals.netCents) }
  })
  const columns = [
    column('name', 'text'),
    column('units', 'count'),
    column('netCents', 'money'),
    column('share', 'percent'),
  ]
  return { ...answer, rows, columns }
}

/** Visits with the sources that brought most; a row with an empty name is the visits that came from nowhere else. */
export async function visitsInfo({ selection, question, ...looking }: Asked): Promise<Answer> {
  const [answer, facts] = await Promise.all([
    seriesOf(looking, visits, selection, question),
    sourcesOf(looking, selection, question.span, topRows),
  ])
  const sources = await topSources(looking.tx, facts, topRows)
  const rows = sources.map(
    ({ value, visits, visitors }): Row => ({
      id: value || 'direct',
      name: value,
      visits,
      visitors,
      share: share(visits, answer.totals.visits),
    }),
  )
  const columns = [
    column('name', 'text'),
    column('visits', 'count'),
    column('visitors', 'count'),
    column('share', 'percent'),
  ]
  return { ...answer, rows, columns }
}

const staffTables = {
  albums: {
    measures: ['albums', 'units', 'orders'] as [Measure, ...Measure[]],
  },
  sales: { measures: sales },
  visits: { measures: ['visits', 'visitors'] as [Measure, ...Measure[]] },
}

/** One subject over all portals, with the portals that have most of it. */
export async function staffInfo(
  { selection, question, ...looking }: Asked,
  subject: keyof typeof staffTables,
): Promise<Answer> {
  const { measures: wanted } = staffTables[subject]
  const [main] = wanted
  const [answer, facts] = await Promise.all([
    seriesOf(looking, wanted, selection, question),
    portalsOf(looking, selection, question.span, subject, topRows),
  ])
  const portals = await topPortals(looking.tx, facts, subject, topRows)
  const shown = wanted
    .slice(0, 1)
    .concat(wanted.filter((measure) => measure === 'orders' || measure === 'units' || measure === 'visitors'))
  const rows = portals.map((portal): Row => {
    const figures = figuresOf(portal, shown)
    return {
      id: portal.id,
      name: portal.name,
      pictureUrl: portal.pictureUrl,
      ...figures,
      share: share(figures[main] ?? 0, answer.totals[main]),
    }
  })
  const columns = [
    column('name', 'text'),
    ...shown.map((measure) => column(measure, measure.endsWith('Cents') ? 'money' : 'count')),
    column('share', 'percent'),
  ]
  return { ...answer, rows, columns }
}
