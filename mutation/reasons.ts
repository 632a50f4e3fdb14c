import { readFileSync } from 'node:fs'
import type { Place } from '#testing/mutants.ts'

interface Reason {
  /** How its file ends. */
  file: string
  /** A part of what it changes. */
  change: string
  /** A part of its line or the next, where the file could be wrong in the same way elsewhere. */
  on?: string
  reason: string
}

const noneChosen = 'Of no chosen ones none is chosen: the order is the same, only no longer that of an index.'
const oneRow = 'A sum without groups always answers one row: the fallback is for the compiler.'
const aPart = 'What is shared out has a part for each: the fallback is for the compiler.'

const threeMonths = 'What a release brought is of three months: the fallback is for the compiler.'
const inVain = 'Brought nothing that is compared, and is asked for in vain: the same answer, later.'
const ofNobody = 'Of nobody nothing is found: one question less.'

/** Mutants that change nothing that anybody could notice. */
const reasons: readonly Reason[] = [
  {
    file: 'analytics/server/heat-facts.ts',
    change: 'if plain',
    reason: 'Both ways come to the same hours: totals by hour are only fewer rows than facts.',
  },
  { file: 'analytics/server/buyers.ts', change: 'found ?? { buyers: 0', reason: oneRow },
  { file: 'analytics/server/buyers.ts', change: '0 → 1', on: 'return found ?? {', reason: oneRow },
  { file: 'billing/server/share-payments.ts', change: 'row ?? {}', reason: oneRow },
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
    file: 'analytics/server/queries.ts',
    change: 'limit - 1: - → +',
    on: 'const last = found[limit - 1]',
    reason: 'Never finds enough in a few portals, and looks in all of them: the same answer, later.',
  },
  {
    file: 'orders/server/apply-orders.ts',
    change: 'Math.min(firstOf.get(key) ?? ordinal, ordinal): min → max',
    reason: 'Takes out all lines of a kind that has several, and writes the same ones again.',
  },
  {
    file: 'orders/server/stage-lines.ts',
    change: 'if buyer !== this.lastBuyer: always',
    reason: 'The same buyer’s hash is made again instead of kept: the same one.',
  },
  {
    file: 'platform/moments.ts',
    change: 'if text !== last: always',
    reason: 'The same text is read again instead of remembered: as the same moment.',
  },
  ...['if /\\p{L}{3}/u.test(bare): always', 'likes.slice(0, 1): without slice()', '1 → 2'].map((change) => ({
    file: 'platform/moments.ts',
    change,
    on: 'for (const like of',
    reason: 'Days with the name of a month are tried on what has no name, and read none of it.',
  })),
  ...['30 → 31', 'without slice()', 'exact === 0: never'].map((change) => ({
    file: 'orders/server/date-formats.ts',
    change,
    reason: 'Formats that read nothing of a column are tried on more of it, and win nothing.',
  })),
  ...['0 → 1', '1_000 → 1001'].map((change) => ({
    file: 'orders/server/propose-columns.ts',
    change,
    on: 'const empty =',
    reason: 'Of two ranks only the order counts, and the ranks of names end far below a thousand.',
  })),
  {
    file: 'orders/server/propose-columns.ts',
    change: 'cells.get(tax) ?? []: without the fallback',
    reason: 'What is proposed is a column of the table: the fallback is for the compiler.',
  },
  {
    file: 'orders/server/read-shopify.ts',
    change: '[index] ?? zero: without the fallback',
    reason: aPart,
  },
  {
    file: 'orders/server/layout.ts',
    change: 'text.length >= startMax',
    reason: 'Reads on where only the first rows are looked at.',
  },
  ...['0 → 1', '1000 → 1001'].map((change) => ({
    ...{ file: 'orders/server/layout.ts', change, on: 'score: rows * (1000 + width)' },
    reason: 'One more row weighs more than any width, and of no row is nobody who has one.',
  })),
  {
    file: 'orders/server/order-snapshot.ts',
    change: 'a < b: < → <=',
    on: 'Object.fromEntries(Object.entries(each)',
    reason: 'No two fields have one name.',
  },
  {
    file: 'orders/server/file-sums.ts',
    change: "constants.date ?? '': without the fallback",
    reason: 'Nothing is read of no date either.',
  },
  {
    file: 'orders/server/examine-file.ts',
    change: "fields[place] ?? '': without the fallback",
    on: 'const cell =',
    reason: 'Rows are as wide as their heading: the fallback is for the compiler.',
  },
  {
    file: 'orders/server/vet-file.ts',
    change: 'if sheet: always',
    on: 'const rows = sheet',
    reason: 'Keeps the rows of a text, too, and nobody asks for them.',
  },
  ...['without the fallback', '1 → 2'].map((change) => ({
    ...{ file: 'orders/server/vet-file.ts', change, on: 'const headerRow = layout.headerRow ?? 1' },
    reason: 'A workbook’s heading has its row by then: the fallback is for the compiler.',
  })),
  {
    file: 'orders/server/what-is-open.ts',
    change: 'without filter()',
    on: 'const sending =',
    reason: 'Columns that say nothing of sending are looked at in vain.',
  },
  {
    file: 'billing/server/charge-paper.ts',
    change: 'amountCents < 0: < → <=',
    reason: 'No line of a charge is of nothing.',
  },
  { file: 'billing/server/preview-rate.ts', change: 'all ?? { ...none', reason: oneRow },
  { file: 'billing/server/preview-rate.ts', change: '0 → 1', on: 'const whole = all ?? {', reason: oneRow },
  {
    file: 'billing/server/correct-bill.ts',
    change: '0 → 1',
    on: 'retentionBp: information?.retentionBp ?? 0',
    reason: 'What is corrected was issued, and an issued bill has its information.',
  },
  {
    file: 'billing/server/correct-bill.ts',
    change: 'without the fallback',
    on: 'retentionBp: information?.retentionBp ?? 0',
    reason: 'What is corrected was issued, and an issued bill has its information.',
  },
  {
    file: 'billing/server/correct-bill.ts',
    change: "row.number ?? '': without the fallback",
    reason: 'What is corrected was issued, and has its number: the fallback is for the compiler.',
  },
  {
    file: 'billing/server/approve-bill.ts',
    change: "row.ownNumber ?? '': without the fallback",
    reason: 'Without its own number it was refused before: the fallback is for the compiler.',
  },
  {
    file: 'billing/server/correct-late.ts',
    change: "amounts[0]?.month ?? '': without the fallback",
    reason: 'What came back is of a month: the fallback is for the compiler.',
  },
  {
    file: 'billing/server/expected-payment.ts',
    change: '(totals?.payableCents ?? 0) > 0: > → >=',
    reason: 'A bill that comes to nothing is paid when it is issued.',
  },
  {
    file: 'billing/server/check-chain.ts',
    change: 'row.number && row.issuedOn: && → ||',
    reason: 'A record has both, an event has neither.',
  },
  {
    file: 'billing/server/share-file.ts',
    change: 'max( → min(',
    reason: 'All entries of an account that are added up are of the same persons, and of one information.',
  },
  {
    file: 'billing/server/advance-forecast.ts',
    change: 'coalesce(l.owed_at, l.at) < ${moment(to)} group by 1`…: < → <=',
    reason: 'What was sold in the first moment after these months is of a month that nobody looks up.',
  },
  ...['without the fallback', '0 → 1'].map((change) => ({
    ...{ file: 'billing/server/advance-forecast.ts', change, on: 'sum + (cents[at] ?? 0)' },
    reason: threeMonths,
  })),
  ...['without filter()', '&& → ||'].map((change) => ({
    ...{ file: 'billing/server/advance-forecast.ts', change, on: 'const past =', reason: inVain },
  })),
  ...['if accounts.length === 0: never', 'if wanted.length === 0: never'].map((change) => ({
    ...{ file: 'billing/server/share-persons.ts', change, reason: ofNobody },
  })),
  {
    file: 'billing/server/shares-between.ts',
    change: 'if payerId: always',
    on: 'persons: payerId',
    reason: 'The provider owes no royalties: whoever is asked for as one, none are found.',
  },
  ...['without the fallback', '0 → 1'].map((change) => ({
    ...{ file: 'billing/server/shares-between.ts', change, on: 'wholeCents:' },
    reason:
      'What somebody has of a month is a part of a whole that was read: the fallback is for the compiler.',
  })),
  ...['without the fallback', '0 → 1'].map((change) => ({
    ...{ file: 'billing/server/shares-between.ts', change, on: 'const eve =' },
    reason: 'The day has been read before: the fallback is for the compiler.',
  })),
  ...["row?.name ?? ''", "row?.ownerId ?? ''"].map((change) => ({
    ...{ file: 'billing/server/shares-between.ts', change: `${change}: without the fallback` },
    reason: 'Entries are of portals that are there: the fallback is for the compiler.',
  })),
  {
    file: 'stocks/server/import-count.ts',
    change: "?.id ?? '': without the fallback",
    reason: 'What is right in a sheet is something of the portal: the fallback is for the compiler.',
  },
  {
    file: 'billing/server/fiscal-settings.ts',
    change: 'created_at desc, id desc limit 1) as next`…: desc → asc',
    on: 'valid_from, created_at desc, id desc limit 1) as next',
    reason: 'Which of two is the later one, ids say only where somebody said both in one millisecond.',
  },
  {
    file: 'stocks/server/find-stock.ts',
    change: 'if colours.length > 0: always',
    reason: 'Nothing has a colour of none.',
  },
  {
    file: 'stocks/server/find-stock.ts',
    change: 'and → or',
    reason:
      'What is found by words is only looked for among: the query of the list looks into texts and portals itself.',
  },
  {
    file: 'orders/server/queries.ts',
    change: 'if counted === undefined: always',
    reason: 'What was counted is counted again, and comes to the same.',
  },
  {
    file: 'orders/server/queries.ts',
    change: 'if narrow: never',
    reason: 'What is few is found in the order of an index instead of put in order: the same, later.',
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
  ...['part.tax ?? 0: without the fallback', '0 → 1'].map((change) => ({
    ...{ file: 'orders/server/put-order.ts', change, on: 'new Big(part.tax ?? 0)' },
    reason: 'What goes back is of a line, or was refused before: the fallback is for the compiler.',
  })),
  ...['a.currency < b.currency', 'a.month < b.month'].map((change) => ({
    ...{ file: 'orders/server/file-sums.ts', change: `${change}: < → <=` },
    reason: 'No two sums are of one month and currency.',
  })),
  {
    file: 'orders/server/order-conditions.ts',
    change: 'if where.length > 2: always',
    on: 'const names =',
    reason: 'A country that is taken for a province is none that the list of towns has.',
  },
  {
    file: 'orders/server/order-conditions.ts',
    change: 'where.length > 2: > → >=',
    on: 'const names =',
    reason: 'A country that is taken for a province is none that the list of towns has.',
  },
  ...['a.id < b.id: < → <=', '1 → 2'].map((change) => ({
    file: 'analytics/server/play-places.ts',
    change,
    on: 'b.fans - a.fans ||',
    reason: 'No two places have one id, and of what is compared only the sign counts.',
  })),
  {
    file: 'billing/server/standing.ts',
    change: 'union all → union',
    reason: 'Of several that are alike in everything the first is taken, as of one.',
  },
  { file: 'billing/server/share-payments.ts', change: '0 → 1', on: 'opening = 0', reason: oneRow },
  {
    file: 'billing/server/facturae-lines.ts',
    change: 'last < issuedOn: < → <=',
    reason: 'Of a month invoiced on its last day both are that day.',
  },
  {
    file: 'billing/server/facturae-lines.ts',
    change: 'line.commissionBp ?? 0: without the fallback',
    reason: 'Arithmetic takes null for 0: the fallback is for the compiler.',
  },
  {
    file: 'billing/server/verifactu-xml.ts',
    change: '[one] ?? one: without the fallback',
    reason: 'Each sign that is found has its entity: the fallback is for the compiler.',
  },
  { file: 'orders/server/share-totals.ts', change: '[at] ?? zero: without the fallback', reason: aPart },
  ...['[at] ?? new Big(0): without the fallback', '0 → 1'].map((change) => ({
    ...{ file: 'orders/server/order-snapshot.ts', change, on: 'const [net, tax] =', reason: aPart },
  })),
  {
    file: 'orders/server/order-snapshot.ts',
    change: '0 → 1',
    on: 'lines.reduce((sum, { shipped',
    reason: 'Of two states both have it: only which of them is further counts.',
  },
  ...['one?.type', 'one?.at', 'one?.hash', 'ends[0]', 'ends[1]'].map((change) => ({
    file: 'billing/server/export-fiscal.ts',
    change: `${change} ?? `,
    reason: 'Of no events nothing is said: the fallback is for the compiler.',
  })),
  { file: 'billing/server/remittance.ts', change: 'ids.length > 0: > → >=', reason: ofNobody },
  { file: 'billing/server/remittance.ts', change: 'if ids.length > 0: always', reason: ofNobody },
  {
    file: 'orders/server/import-orders.ts',
    change: '',
    on: "if (database.kind === 'pglite' && tally",
    reason: 'Only the planner hears of it: the same answers, perhaps later.',
  },
  ...['if size?.many', 'if many', 'size?.many === true', 'true → false'].map((change) => ({
    file: 'orders/server/ingest-lines.ts',
    change,
    on: 'many',
    reason: 'Only the planner is told of many lines: the same answers, perhaps later.',
  })),
  ...['count?.imported ?? 0', 'count?.rows ?? 0'].map((change) => ({
    ...{ file: 'orders/server/ingest-lines.ts', change, reason: oneRow },
  })),
  { file: 'orders/server/ingest-lines.ts', change: '0 → 1', on: 'count?.', reason: oneRow },
  {
    file: 'orders/server/ingest-lines.ts',
    change: 'if options.cumulative || paired: always',
    reason: 'Where no line is paired none tells a sum so far: the same facts, later.',
  },
  {
    file: 'contacts/server/erase-contact.ts',
    change: 'without filter()',
    reason: 'No mail is to nobody: the filter is for the compiler.',
  },
  ...['if q || tag', 'q || tag', 'if few', '1_000 → 1001', '1 → 2'].map((change) => ({
    file: 'contacts/server/queries.ts',
    change,
    on: 'few',
    reason: 'What few have is found in the order of an index instead of put in order: the same, later.',
  })),
  {
    file: 'contacts/server/import-contacts.ts',
    change: '500 → 501',
    reason: 'How many are written at once nobody can tell.',
  },
  {
    file: 'orders/server/order-faults.ts',
    change: 'if at: always',
    reason: 'What is no moment is neither early nor late.',
  },
  ...['if page > 1: always', 'page > 1: > → >='].map((change) => ({
    ...{ file: 'orders/server/skus.ts', change, on: 'countRows(tx, known)' },
    reason: 'On the first page nothing is found where there is nothing: it is counted in vain.',
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
  ...['without the fallback', '0 → 1'].flatMap((change) => [
    { file: 'analytics/server/where-to-play.ts', change, on: 'unplaced?.fans ?? 0', reason: oneRow },
    { file: 'billing/server/payout-limit.ts', change, on: 'totalCents + (row?.cents ?? 0)', reason: oneRow },
  ]),
  {
    file: 'orders/server/order-conditions.ts',
    change: "if state === 'fullyRefunded': never",
    reason: 'Without keys the orders are looked through themselves: the same ones, later.',
  },
  {
    file: 'orders/server/propose-map.ts',
    change: 'cells.get(name) ?? []: without the fallback',
    on: 'const filled =',
    reason: 'What is asked is a column of the table: the fallback is for the compiler.',
  },
  {
    file: 'billing/server/list-charges.ts',
    change: 'counted?.total ?? 0: without the fallback',
    reason: oneRow,
  },
  {
    file: 'billing/server/list-charges.ts',
    change: 'counted?.cents ?? 0: without the fallback',
    reason: 'The sum of no charges is null, which is nought as a number.',
  },
]

const linesOf = ({ file, line }: Place) =>
  readFileSync(file, 'utf8')
    .split('\n')
    .slice(line - 1, line + 1)
    .join('\n')

/** Why a mutant may live, or undefined: then a test is missing. */
export const reasonOf = (place: Place): string | undefined =>
  reasons.find(
    ({ file, change, on }) =>
      place.file.endsWith(file) && place.change.includes(change) && (!on || linesOf(place).includes(on)),
  )?.reason
