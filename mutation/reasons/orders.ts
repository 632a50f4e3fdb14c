import { oneRow, type Reason } from './reason.ts'

const aPart = 'What is shared out has a part for each: the fallback is for the compiler.'

export const orders: readonly Reason[] = [
  ...['if !index?.there: always', 'countMax + 1: + → -'].map((change) => ({
    file: 'orders/server/find-orders.ts',
    change,
    reason: 'The list is searched row by row instead of by its index: the same orders, later.',
  })),
  {
    file: 'orders/server/share-totals.ts',
    change: 'if lines.length < 2: never',
    reason: 'A single line has the whole as its part.',
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
    file: 'orders/server/file-amounts.ts',
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
    file: 'orders/server/queries.ts',
    change: 'if counted === undefined: always',
    reason: 'What was counted is counted again, and comes to the same.',
  },
  {
    file: 'orders/server/queries.ts',
    change: 'if narrow: never',
    reason: 'What is few is found in the order of an index instead of put in order: the same, later.',
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
    file: 'orders/server/order-faults.ts',
    change: 'if at: always',
    reason: 'What is no moment is neither early nor late.',
  },
  ...['if page > 1: always', 'page > 1: > → >='].map((change) => ({
    ...{ file: 'orders/server/skus.ts', change, on: 'countRows(tx, known)' },
    reason: 'On the first page nothing is found where there is nothing: it is counted in vain.',
  })),
  {
    ...{ file: 'orders/server/find-orders.ts', change: '1 → 2', on: 'limit ${countMax + 1}`' },
    reason: 'Whether there are more is told by one more than is looked for as by two.',
  },
  ...['without the fallback', '1 → 2'].map((change) => ({
    ...{ file: 'orders/server/date-formats.ts', change: change === '1 → 2' ? change : `?? -1: ${change}` },
    on: '?? apartAt[0] ?? -1',
    reason: 'Two readings differ on some date, and one reads some: the fallback is for the compiler.',
  })),
  ...['owe-shipped.ts', 'told-twice.ts'].map((name) => ({
    ...{ file: `orders/server/${name}`, change: 'length === 0: never' },
    reason: 'Of no orders nothing is owed: one question less.',
  })),
  {
    ...{ file: 'orders/server/read-samples.ts', change: 'if one: always', on: 'return one ?' },
    reason: 'Lines are of rows that were read: the other answer is for the compiler.',
  },
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
    file: 'orders/server/sku-choices.ts',
    change: 'if likely.length === 0: never',
    reason: 'Of no goods none is found: one question more.',
  },
  {
    file: 'orders/server/column-marks.ts',
    change: 'if !this.isParted(name): never',
    reason:
      'A column of several moneys has a mark for cells without any: the point, as they are read anyway.',
  },
  {
    file: 'orders/server/export-orders.ts',
    change: 'without regions.set(locale, names)',
    reason: 'The names of countries are made again instead of kept: the same, later.',
  },
  {
    file: 'orders/server/order-snapshot.ts',
    change: 'canonical(a) > canonical(b): > → >=',
    reason: 'Of two that say the same it was answered before which is the newer.',
  },
]
