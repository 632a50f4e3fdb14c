import { microsToCents } from '#platform/money.ts'
import type { Compared } from '../contract.ts'
import type { SideBySide } from '../why-contract.ts'
import { answerOf } from './answer.ts'
import type { Asking } from './detail.ts'
import { bucketsOf, readCompared } from './period.ts'
import { readSeries } from './queries.ts'
import { narrowed, wholeSelection } from './selection.ts'
import { portalsOf, topPortals } from './tops.ts'

/** As many as are told apart at a glance. */
const most = 12

/** The portals that sold most, each by the same buckets, so that they can be held against one another. */
export async function sideBySide({ tx, store, base, now }: Asking, period: Compared): Promise<SideBySide> {
  const question = readCompared(period, now)
  const selection = await wholeSelection(tx, base)
  const looking = { tx, store }
  const facts = await portalsOf(looking, selection, question.span, 'sales', most + 1)
  const found = await topPortals(tx, facts, 'sales', most + 1)
  const items: SideBySide['items'] = []
  for (const { id, name, pictureUrl, netMicros } of found.slice(0, most)) {
    const own = narrowed(selection, [id])
    const { series, previous, deltaPct } = await answerOf(question, ['netCents'], (spans) =>
      readSeries(looking, ['netCents'], own, spans, question.grouping),
    )
    items.push({
      ...{ id, name, pictureUrl, netCents: microsToCents(netMicros) },
      previousCents: previous.netCents ?? 0,
      deltaPct: deltaPct.netCents ?? null,
      series: series.map(({ value }) => value),
    })
  }
  const buckets = bucketsOf(question.span, question.grouping)
  const begun = buckets.filter(({ from }) => from <= now.getTime()).length
  return {
    ...{ from: period.f ?? '', to: period.t ?? '', buckets: buckets.map(({ t }) => t) },
    // What has not begun has no figure yet, rather than nought.
    items: items.map((item) => ({
      ...item,
      series: item.series.map((value, at) => (at < begun ? value : null)),
    })),
    more: found.length > most,
  }
}
