import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { stringify } from 'csv-stringify/sync'
import type { DecimalMark } from '#platform/amount.ts'
import type { CsvFile, CsvRow } from '#platform/csv.ts'
import type { uploadFormats } from '../choices.ts'
import type { GenericMap, Layout } from '../map-shape.ts'
import type { Finding } from './column-marks.ts'
import { plainName } from './column-names.ts'
import type { ColumnMarks } from './columns.ts'
import { csvLayout } from './layout.ts'
import { openTable } from './open-table.ts'
import { bandcampFigures, digest } from './read-bandcamp.ts'
import { figuresBy, tellMarks } from './read-generic.ts'
import { shopifyFigures } from './read-shopify.ts'
import { askingWhatIsOpen } from './what-is-open.ts'

export interface Vetting {
  format: (typeof uploadFormats)[number]
  map?: GenericMap | undefined
  layout?: Layout | undefined
  /** The person's word on what separates decimals, where the file leaves it open. */
  answer?: DecimalMark | undefined
}

export interface Vetted {
  marks: ColumnMarks
  layout: Layout
  signature: string
  columns: number
}

/**
 * Goes through an uploaded file once, as its import will, where that can neither hang nor fill the memory of anybody
 * else: what comes out of it is bounded. A workbook becomes a CSV in its place. Answers what separates the decimals of
 * columns with figures, and how the file is a table now. @throws UnreadableFile
 */
export async function vetFile(path: string, vetting: Vetting): Promise<Vetted> {
  const { file, layout, sheet } = await openTable(path, vetting.layout)
  const kept: CsvRow[] = []
  const { map } = vetting
  const seen = map ? askingWhatIsOpen(file, map) : file.rows
  const rows = sheet ? keeping(seen, kept) : seen
  const marks = await marksOf({ ...file, rows }, vetting)
  const known = { marks, signature: signatureOf(file.header), columns: file.header.length }
  if (!sheet) return { ...known, layout: csvLayout(layout) }
  const headerRow = layout.headerRow ?? 1
  await writeCsv(path, { header: file.header, headerRow, rows: kept, marks })
  return { ...known, layout: { encoding: 'utf-8', delimiter: ',', headerRow } }
}

async function marksOf(file: CsvFile, { format, map, answer }: Vetting): Promise<ColumnMarks> {
  if (!map?.decimal) return tellMarks(file, figuresOf(format, map), answer)
  for await (const _ of file.rows);
  return map.decimal
}

/** What files of one shop are known by. */
export const signatureOf = (header: readonly string[]): string => digest(header.map(plainName))

/** Columns with figures, and whose sign may stand beside them. */
export function figuresOf(format: Vetting['format'], map: GenericMap | undefined): Finding {
  if (format === 'generic') return map ? figuresBy(map) : { names: [], currencyOf: () => '' }
  return { names: format === 'shopify' ? shopifyFigures : bandcampFigures, currencyOf: () => '' }
}

async function* keeping(rows: AsyncIterable<CsvRow>, kept: CsvRow[]): AsyncGenerator<CsvRow> {
  for await (const one of rows) {
    kept.push(one)
    yield one
  }
}

/** Cells of a row, those that are numbers written as the texts of their column are. */
export const asWritten = (
  header: readonly string[],
  { fields, exact }: CsvRow,
  marks: ColumnMarks,
): string[] =>
  fields.map((cell, place) => {
    const mark = typeof marks === 'string' ? marks : marks.get(header[place] ?? '')
    return mark === ',' && exact?.has(place) ? cell.replace('.', ',') : cell
  })

interface Table {
  header: readonly string[]
  headerRow: number
  rows: readonly CsvRow[]
  marks: ColumnMarks
}

/** Each row at the place that it has in the workbook; its numbers as the column's texts are written. */
async function writeCsv(path: string, { header, headerRow, rows, marks }: Table) {
  // In the place of the upload, and like it nobody else's to read.
  const out = createWriteStream(path)
  let at = 0
  const write = async (row: number, cells: readonly string[]) => {
    const blank = '\n'.repeat(row - at - 1)
    at = row
    if (!out.write(blank + stringify([cells]))) await once(out, 'drain')
  }
  await write(headerRow, header)
  for (const one of rows) {
    const { row } = one
    const cells = asWritten(header, one, marks)
    await write(
      row,
      cells.map((cell) => cell.replace(/\r\n?/g, '\n')),
    )
  }
  out.end()
  await once(out, 'finish')
}
