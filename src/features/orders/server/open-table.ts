import { type CsvFile, type CsvRow, openCsv, UnreadableFile } from '#platform/csv.ts'
import type { Layout } from '../map-shape.ts'
import { columnsMax } from './columns.ts'
import { csvLayout, findLayout, type Opened } from './layout.ts'

/** What an upload may unpack to; a longer history comes in by the command line. */
const charactersMax = 64 * 1024 * 1024

/**
 * A file of any kind as a table with a header, bounded in what comes out of it; runs where strangers' bytes are read.
 * @throws UnreadableFile
 */
export async function openTable(path: string, given?: Layout): Promise<Opened & { file: CsvFile }> {
  const opened = await findLayout(path, given)
  const { layout, sheet } = opened
  const { header, rows } = sheet
    ? fromSheet(sheet.rows, layout.headerRow ?? 1)
    : await openCsv(path, undefined, csvLayout(layout))
  if (header.length > columnsMax) throw new UnreadableFile('tooManyColumns', { max: columnsMax })
  const names = columnNames(header)
  return { ...opened, file: { header: names, rows: bounded(fitting(rows, names.length)) } }
}

/** The same for a text that has been looked through: nothing of it is bounded any more. */
export async function openKnown(
  path: string,
  layout: Layout,
  onBytes?: (bytes: number) => void,
): Promise<CsvFile> {
  const { header, rows } = await openCsv(path, onBytes, csvLayout(layout))
  const names = columnNames(header)
  return { header: names, rows: fitting(rows, names.length) }
}

function fromSheet(rows: NonNullable<Opened['sheet']>['rows'], headerRow: number): CsvFile {
  const header = (rows[headerRow - 1]?.cells ?? []).map((cell) => cell.trim())
  while (header.at(-1) === '') header.pop()
  if (header.length === 0) throw new UnreadableFile('noHeader', { path: 'XLSX' })
  async function* below(): AsyncGenerator<CsvRow> {
    for (const [at, { cells, exact }] of rows.entries()) {
      const width = Math.max(cells.length, header.length)
      const fields = Array.from({ length: width }, (_, place) => cells[place] ?? '')
      if (at >= headerRow) yield { row: at + 1, fields, exact }
    }
  }
  return { header, rows: below() }
}

/** Each column by a name of its own: what has none by its letter, what has another's with a number behind it. */
function columnNames(header: readonly string[]): string[] {
  const taken = new Set<string>()
  return header.map((heading, at) => {
    const wish = heading.slice(0, 200) || `(${letterOf(at)})`
    let name = wish
    for (let n = 2; taken.has(name.toLowerCase()); n++) name = `${wish.slice(0, 190)} (${n})`
    taken.add(name.toLowerCase())
    return name
  })
}

/** A, B … Z, AA: what spreadsheets call a column. */
function letterOf(at: number): string {
  const letter = String.fromCharCode(65 + (at % 26))
  return at < 26 ? letter : letterOf(Math.floor(at / 26) - 1) + letter
}

const totalWord = /^(gran |grand )?(sub)?total(es|s)?( general)?( ventas)?:?$|^sum(a|as|s)?:?$/i
/** Does a cell say that its row adds up the others? */
export const saysTotal = (cell: string) => cell.length < 24 && totalWord.test(cell.trim())

/** Rows without those of nothing but separators; what is too long by empty cells alone is no fault, nor a short sum. */
async function* fitting(rows: AsyncIterable<CsvRow>, width: number): AsyncGenerator<CsvRow> {
  for await (const one of rows) {
    const { fields } = one
    if (fields.every((field) => field.trim() === '')) continue
    if (fields.length > width && fields.slice(width).every((field) => field.trim() === '')) {
      yield { ...one, fields: fields.slice(0, width) }
    } else if (fields.length < width && fields.some(saysTotal)) {
      yield { ...one, fields: [...fields, ...Array<string>(width - fields.length).fill('')] }
    } else yield one
  }
}

async function* bounded(rows: AsyncIterable<CsvRow>): AsyncGenerator<CsvRow> {
  let characters = 0
  for await (const one of rows) {
    characters += one.fields.length
    for (const field of one.fields) characters += field.length
    if (characters > charactersMax) throw new UnreadableFile('tooLong', { max: charactersMax / 1024 / 1024 })
    yield one
  }
}
