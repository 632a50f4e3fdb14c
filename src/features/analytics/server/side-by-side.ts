import { sql } from 'drizzle-orm'
import { microsToCents } from '#platform/money.ts'
import { once } from '#platform/once.ts'
import { iso, select } from '#platform/select.ts'
import type { Compared } from '../contract.ts'
import type { SideBySide } from '../why-contract.ts'
import { answerOf } from './answer.ts'
import type { Asking } from './detail.ts'
import { bucketsOf, type Question, readCompared, type Span } from './period.ts'
import { type Found, grainOf, type Looking } from './queries.ts'
import { narrowed, type Selection, wholeSelection } from './selection.ts'
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
  const shown = found.slice(0, most)
  const own = narrowed(
    selection,
    shown.map(({ id }) => id),
  )
  // Each answer asks for the same days.
  const told = once((spans: Span[]) => netOf(looking, own, spans, question.grouping))
  const items: SideBySide['items'] = []
  for (const { id, name, pictureUrl, netMicros } of shown) {
    const { series, previous, deltaPct } = await answerOf(question, ['netCents'], async (spans) =>
      (await told(spans)).map((of) => of.get(id) ?? []),
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

/** Net sales of each portal over time, in each of some spans: of all portals at once. */
async function netOf(
  { tx, store }: Looking,
  selection: Selection,
  spans: readonly Span[],
  grouping: Question['grouping'],
): Promise<Map<string, Found[]>[]> {
  const asked = { selection, key: 'portal', grouping, columns: ['net_micros'] } as const
  const told = await Promise.all(spans.map((span) => store.sales({ ...asked, span })))
  const columns = {
    id: sql<string>`f.key::text`,
    t: iso(sql<Date>`${grainOf(grouping)}`),
    netMicros: sql<number>`sum(f.net_micros::float8)`,
  }
  const found: Map<string, Found[]>[] = []
  for (const facts of told) {
    const rows = await select(tx, columns, sql`(${facts}) f group by 1, 2`)
    const byPortal = Map.groupBy(rows, ({ id }) => id)
    const foundOf = (of: typeof rows) =>
      of.map(({ t, netMicros }): Found => ({ t: Date.parse(t), sums: { netMicros } }))
    found.push(new Map([...byPortal].map(([id, of]) => [id, foundOf(of)])))
  }
  return found
}
