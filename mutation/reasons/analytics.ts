import { oneRow, type Reason } from './reason.ts'

const noneChosen = 'Of no chosen ones none is chosen: the order is the same, only no longer that of an index.'

export const analytics: readonly Reason[] = [
  {
    file: 'analytics/server/answer.ts',
    change: 'previous.last + 1: + → -',
    reason: 'Two periods are read one by one instead of as one: the same buckets.',
  },
  {
    file: 'analytics/server/heat-facts.ts',
    change: 'if plain',
    reason: 'Both ways come to the same hours: totals by hour are only fewer rows than facts.',
  },
  {
    file: 'analytics/server/send-week.ts',
    change: 'if own.length === 1: never',
    reason: 'Of one portal the one that sold most is itself: only its sales are read for nothing.',
  },
  { file: 'analytics/server/buyers.ts', change: 'found ?? { buyers: 0', reason: oneRow },
  { file: 'analytics/server/buyers.ts', change: '0 → 1', on: 'return found ?? {', reason: oneRow },
  { file: 'analytics/server/filter-options.ts', change: 'if chosen.length > 0: always', reason: noneChosen },
  {
    ...{
      file: 'analytics/server/filter-options.ts',
      change: 'chosen.length > 0: > → >=',
      reason: noneChosen,
    },
    on: 'const first =',
  },
  {
    file: 'analytics/server/filter-options.ts',
    change: "if base === 'everything': never",
    on: '? sql`scope_id = ${everything}`',
    reason:
      'Everything’s rollups are the sums of all portals’: added up by portal, the sources are the same.',
  },
  {
    file: 'analytics/server/returns.ts',
    change: 'l.at < ${ends} ${where} group b…: < → <=',
    reason: 'What came back as the days end is read, and none of the sums takes it.',
  },
  {
    file: 'analytics/server/returns.ts',
    change: "c.kind <> 'sale' and ${inPortals(sql`c.portal_id`)}…: and → or",
    reason: 'Of more orders it is looked up what came back: nothing in the days, or nothing of the portals.',
  },
  {
    file: 'analytics/server/tops.ts',
    change: 'limit - 1: - → +',
    on: 'const last = found[limit - 1]',
    reason: 'Never finds enough in a few portals, and looks in all of them: the same answer, later.',
  },
  {
    file: 'analytics/server/detail.ts',
    change: '1 → 2',
    on: "const sign = orderBy.startsWith('-')",
    reason: 'Of a sign only whether it turns the order round counts.',
  },
  {
    file: 'analytics/server/clickhouse-store.ts',
    change: 'true → false',
    on: "current_setting('app.portals', true)",
    reason: 'Whoever is a member’s role has said whose portals it reaches.',
  },
  ...['a.id < b.id: < → <=', '1 → 2'].map((change) => ({
    file: 'analytics/server/play-places.ts',
    change,
    on: 'b.fans - a.fans ||',
    reason: 'No two places have one id, and of what is compared only the sign counts.',
  })),
  ...['without the fallback', '0 → 1'].map((change) => ({
    ...{ file: 'analytics/server/clickhouse-questions.ts', change, on: 'dateOf(asked[at + 1]?.span.first' },
    reason: 'Another one follows, as was asked before: the fallback is for the compiler.',
  })),
  ...['later', 'never', 'released', 'micros'].flatMap((name) =>
    [`found?.${name} ?? 0: without the fallback`, '0 → 1'].map((change) => ({
      ...{ file: 'analytics/server/owing.ts', change, on: `found?.${name} ?? 0` },
      reason: oneRow,
    })),
  ),
  ...['without the fallback', '0 → 1'].map((change) => ({
    ...{ file: 'analytics/server/where-to-play.ts', change, on: 'unplaced?.fans ?? 0', reason: oneRow },
  })),
  ...['totals.netCents', 'previous.netCents', 'totals.orders', 'totals.visits'].flatMap((name) =>
    [`${name} ?? 0: without the fallback`, '0 → 1'].map((change) => ({
      ...{ file: 'analytics/server/week-lines.ts', change, on: `${name} ?? 0` },
      reason: 'Of what is added up there is always a sum: the fallback is for the compiler.',
    })),
  ),
  {
    ...{ file: 'analytics/server/side-by-side.ts', change: '1 → 2', on: 'most + 1' },
    reason: 'Whether there are more is told by one more than is shown as by two.',
  },
  ...["period.f ?? ''", "period.t ?? ''"].map((name) => ({
    ...{ file: 'analytics/server/side-by-side.ts', change: `${name}: without the fallback` },
    reason: 'Days are asked for, or it was refused before: the fallback is for the compiler.',
  })),
  { file: 'analytics/server/funnel.ts', change: 'sold ?? {}: without the fallback', reason: oneRow },
  ...['< → <=', 'if areProducts(selection): never'].map((change) => ({
    ...{ file: 'analytics/server/order-facts.ts', change, on: 'const found =' },
    reason: 'All three ways find the same orders: on the ninety-third day another one is taken, and later.',
  })),
  {
    ...{ file: 'analytics/server/period.ts', change: '86_400_000 → 86400001' },
    // Of the two that end so, the one whose function ends with it.
    on: 'date.getTime() / 86_400_000\n}',
    reason: 'A day’s number that is a little less is still above that of the day before.',
  },
  {
    ...{ file: 'analytics/server/returns.ts', change: 'of.get(id) ?? id: without the fallback' },
    reason: 'Only SKUs of these goods are read: the fallback is for the compiler.',
  },
  ...['without the fallback', '0 → 1'].map((change) => ({
    ...{ file: 'analytics/server/returns.ts', change, on: 'whole?.units ?? 0', reason: oneRow },
  })),
  ...['without the fallback', '0 → 1'].map((change) => ({
    ...{ file: 'analytics/server/answer.ts', change, on: 'if ((starts[middle] ?? 0) <= row.t)' },
    reason: 'The middle of what begins is one of them: the fallback is for the compiler.',
  })),
  {
    ...{ file: 'analytics/server/period.ts', change: '86_400_000 → 86400001' },
    on: 'const [from, until] = [new Date(first',
    reason: 'Less than a minute after a day has begun it is the same month.',
  },
  ...['1 → 2', '* → /'].map((change) => ({
    ...{ file: 'analytics/server/detail.ts', change, on: 'return (x < y ? -1 : x > y ? 1 : 0) * sign' },
    reason: 'Of what is compared only the sign counts.',
  })),
]
