import { type CsvFile, type CsvRow, UnreadableFile } from '#platform/csv.ts'
import type { uploadFormats } from '../choices.ts'
import type { GenericMap } from '../map-shape.ts'
import type { FileReading, Question, Wish } from '../reading-contract.ts'
import { MarkFinder } from './column-marks.ts'
import { Columns } from './columns.ts'
import { openTable } from './open-table.ts'
import { meaningOf } from './order-status.ts'
import { proposeMap } from './propose-map.ts'
import { readSamples } from './read-samples.ts'
import { asWritten, figuresOf, signatureOf } from './vet-file.ts'

/** Rows that tell what a file is; the check reads all of them. */
const examinedMax = 20_000
const shownMax = 6
const samplesMax = 3

export type Examined = FileReading & { signature: string }

/**
 * What a file of orders seems to be: how it is a table, which column is what, what its first rows come to, and what it
 * leaves open. What the person `wishes` is taken as it is. Runs where strangers' bytes are read. @throws UnreadableFile
 */
export async function examineFile(path: string, wish: Wish): Promise<Examined> {
  const { file, layout, sheets } = await openTable(path, wish.layout)
  if (file.header.length < 3) throw new UnreadableFile('fewColumns', { columns: file.header.length })
  const rows = await firstRows(file)
  const format = wish.format ?? formatOf(file.header)
  const proposed =
    format === 'generic'
      ? proposeMap({ header: file.header, rows }, wish)
      : { map: undefined, questions: [], lacks: [] }
  const { map, lacks } = proposed
  const finder = new MarkFinder(new Columns(file.header), figuresOf(format, map))
  for (const row of rows) finder.see(row)
  const told = finder.told(wish.decimal)
  // Columns that leave their decimals open are one question.
  const decimals = told.open.slice(0, 1).map((doubt) => ({ id: 'decimal' as const, ...doubt, options: [] }))
  const questions: Question[] = [...decimals, ...proposed.questions]
  const columns = new Columns(file.header)
  const shown = rows
    .slice(0, shownMax)
    .map((row) => ({ row: row.row, fields: asWritten(file.header, row, told.marks) }))
  return {
    format,
    layout,
    sheets,
    columns: file.header.map((name) => ({ name, samples: samplesOf(rows, columns.placeOf(name)) })),
    map: map ?? null,
    decimal: wish.decimal ?? null,
    questions,
    lacks,
    statuses: map ? statusesOf(rows, columns, map) : [],
    // What is open would be read one way or the other: nothing is shown before it is answered, but for whose money it is.
    rows:
      lacks.length > 0 || questions.some(({ id }) => id !== 'currency')
        ? []
        : await readSamples({ header: file.header, rows: shown }, { format, map, marks: told.marks }),
    examined: rows.length,
    signature: signatureOf(file.header),
  }
}

async function firstRows(file: CsvFile): Promise<CsvRow[]> {
  const rows: CsvRow[] = []
  for await (const row of file.rows) {
    if (row.fields.length === file.header.length) rows.push(row)
    if (rows.length >= examinedMax) break
  }
  return rows
}

function formatOf(header: readonly string[]): (typeof uploadFormats)[number] {
  const names = new Set(header.map((name) => name.toLowerCase()))
  const has = (...wanted: string[]) => wanted.every((name) => names.has(name))
  if (has('name', 'lineitem quantity', 'lineitem price', 'lineitem name', 'created at', 'subtotal'))
    return 'shopify'
  if (has('store_host', 'utc_time', 'total_paid') || has('bandcamp transaction id', 'item price'))
    return 'bandcamp'
  return 'generic'
}

function samplesOf(rows: readonly CsvRow[], place: number): string[] {
  const found = new Set<string>()
  for (const { fields } of rows.slice(0, 200)) {
    const cell = (fields[place] ?? '').trim()
    if (cell) found.add(cell.length > 60 ? `${cell.slice(0, 59)}…` : cell)
    if (found.size >= samplesMax) break
  }
  return [...found]
}

/** The words of a column of states, the most frequent first, and what each means. */
function statusesOf(rows: readonly CsvRow[], columns: Columns, map: GenericMap): FileReading['statuses'] {
  const place = columns.placeOf(map.columns.status ?? '')
  const counts = new Map<string, number>()
  for (const { fields } of rows) {
    const word = (fields[place] ?? '').trim().slice(0, 60)
    if (word) counts.set(word, (counts.get(word) ?? 0) + 1)
  }
  return [...counts]
    .sort((a, b) => b[1] - a[1])
    .slice(0, 12)
    .map(([value, count]) => ({ value, rows: count, means: meaningOf(value) }))
}
