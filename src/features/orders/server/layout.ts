import { parse } from 'csv-parse/sync'
import { delimiters } from '#platform/constants.ts'
import { type CsvLayout, openBytes, openText, UnreadableFile } from '#platform/csv.ts'
import { type Encoding, encodingOf } from '#platform/text-encoding.ts'
import type { Layout } from '../map-shape.ts'
import { fieldNamed } from './column-names.ts'
import { sheetsOf, type WorkbookSheet } from './workbook.ts'

/** A file with its layout, nothing of which is left open. */
export interface Opened {
  layout: Layout
  /** Of a workbook, its sheets' names; none of a text. */
  sheets: string[]
  sheet: WorkbookSheet | undefined
}

const startMax = 128 * 1024
const startRows = 60

/**
 * Tells how a file is a table; what is `given` is taken as it is. Runs where strangers' bytes are read.
 * @throws UnreadableFile for what is neither a text nor a workbook of Excel.
 */
export async function findLayout(path: string, given: Layout = {}): Promise<Opened> {
  const first = await firstBytes(path)
  if (isOldExcel(first)) throw new UnreadableFile('oldExcel')
  if (isArchive(first)) return workbookLayout(path, given)
  const encoding = given.encoding ?? (await encodingOf(await openBytes(path)))
  if (!encoding) throw new UnreadableFile('notText')
  const start = await startOf(path, encoding)
  if (/^\uFEFF?\s*[{[<]/.test(start)) throw new UnreadableFile('notCsv')
  const told = /^\uFEFF?"?sep=(.)"?\r?\n/i.exec(start)?.[1]
  const delimiter = given.delimiter ?? delimiters.find((one) => one === told) ?? bestDelimiter(start)
  const headerRow = given.headerRow ?? headerIn(records(start, delimiter))
  return { layout: { encoding, delimiter, headerRow }, sheets: [], sheet: undefined }
}

async function workbookLayout(path: string, given: Layout): Promise<Opened> {
  const sheets = await sheetsOf(path)
  const scored = sheets.map((sheet) => ({ sheet, ...bestHeader(sheet.rows.slice(0, startRows)) }))
  const chosen =
    scored.find(({ sheet }) => sheet.name === given.sheet) ??
    scored.reduce((best, one) => (one.score > best.score ? one : best))
  return {
    layout: { sheet: chosen.sheet.name, headerRow: given.headerRow ?? chosen.row },
    sheets: sheets.map(({ name }) => name),
    sheet: chosen.sheet,
  }
}

export const csvLayout = ({ encoding, delimiter, headerRow }: Layout): CsvLayout => ({
  encoding,
  delimiter,
  headerRow,
})

async function firstBytes(path: string): Promise<Uint8Array> {
  for await (const chunk of await openBytes(path)) return chunk as Uint8Array
  throw new UnreadableFile('empty', { path: 'CSV' })
}

const startsWith = (bytes: Uint8Array, mark: readonly number[]) =>
  mark.every((byte, at) => bytes[at] === byte)
const isArchive = (bytes: Uint8Array) => startsWith(bytes, [0x50, 0x4b, 0x03, 0x04])
const isOldExcel = (bytes: Uint8Array) => startsWith(bytes, [0xd0, 0xcf, 0x11, 0xe0])

async function startOf(path: string, encoding: Encoding): Promise<string> {
  let text = ''
  for await (const chunk of await openText(path, undefined, encoding)) {
    text += chunk
    if (text.length >= startMax) break
  }
  return text
}

/** The first rows, as far as they can be read; the last may be cut off. */
function records(start: string, delimiter: string): string[][] {
  try {
    return parse(start, {
      bom: true,
      delimiter,
      relax_column_count: true,
      relax_quotes: true,
      max_record_size: startMax,
      to: startRows,
    })
  } catch {
    // A quote that the cut left open: lines alone tell enough.
    return start.split(/\r\n|\r|\n/, startRows).map((line) => line.split(delimiter))
  }
}

/** The one that most rows have in the same number, and then the most often. */
function bestDelimiter(start: string) {
  const scored = delimiters.map((delimiter) => {
    const widths = records(start, delimiter).map((row) => row.length)
    const counts = new Map<number, number>()
    for (const width of widths) if (width > 1) counts.set(width, (counts.get(width) ?? 0) + 1)
    const [width = 0, rows = 0] = [...counts].sort((a, b) => b[1] - a[1] || b[0] - a[0])[0] ?? []
    return { delimiter, score: rows * (1000 + width) }
  })
  return scored.reduce((best, one) => (one.score > best.score ? one : best)).delimiter
}

const headerIn = (rows: readonly (readonly string[])[]) => bestHeader(rows.map((cells) => ({ cells }))).row

/** The row whose cells name the most columns; without any, the first that is as wide as the table. */
function bestHeader(rows: readonly { cells: readonly string[] }[]): { row: number; score: number } {
  let best = { row: 0, score: 0 }
  for (const [at, { cells }] of rows.entries()) {
    const fields = new Set(cells.flatMap((cell) => fieldNamed(cell)?.field ?? []))
    if (fields.size > best.score) best = { row: at + 1, score: fields.size }
  }
  if (best.score >= 2) return best
  const filled = rows.map(({ cells }) => cells.filter((cell) => cell.trim() !== '').length)
  const width = Math.max(1, ...filled)
  const first = filled.findIndex((count) => count > 1 && count >= width * 0.6)
  return { row: Math.max(0, first) + 1, score: best.score }
}
