import { parse } from 'csv-parse/sync'
import { textOf as writtenIn } from './text-encoding.ts'
import { unpackWorkbook } from './unpack-workbook.ts'

/** A table file that cannot be read as one; `code` says why. */
export class UnreadableSheet extends Error {
  override name = 'UnreadableSheet'
  readonly code: 'unreadable' | 'noHeading' | 'tooMany'
  constructor(code: 'unreadable' | 'noHeading' | 'tooMany') {
    super(code)
    this.code = code
  }
}

export interface SheetRow {
  /** As a spreadsheet counts it: empty ones too, and a cell of several lines as one; the heading is 1. */
  row: number
  /** By the heading's plain form: letters alone, small, without accents. What is empty is left out. */
  cells: Record<string, string>
  /** Headings whose cells are numbers in a workbook, and so need no reading. */
  numbers: string[]
}

/** A heading as columns are told apart: «Código (3–8)» is `codigo`. */
export const plainHeading = (heading: string): string =>
  heading
    .slice(0, 200)
    .normalize('NFD')
    .replace(/\(.*\)/, '')
    .replace(/[^A-Za-z]/g, '')
    .toLowerCase()

const zipMark = [0x50, 0x4b, 0x03, 0x04]
const columnsMax = 200
const cellMax = 20_000
/** Rows before the heading with nothing in them, and the heading. */
const headMax = 20
/** All cells together: more is no list that somebody typed, and would burden whoever asked for it. */
const charactersMax = 8 * 1024 * 1024

/** The rows under the heading; runs where strangers' bytes are read. @throws UnreadableSheet */
export async function readTable(bytes: Uint8Array, rowsMax: number): Promise<SheetRow[]> {
  const zipped = zipMark.every((byte, at) => bytes[at] === byte)
  const table = zipped ? await workbookTable(bytes, rowsMax) : await csvTable(bytes, rowsMax)
  const first = table.findIndex(hasWords)
  const head = table[first]
  if (!head || first >= headMax) throw new UnreadableSheet('noHeading')
  const body = table.slice(first + 1)
  const headings = apart(head.cells.slice(0, columnsMax).map(plainHeading))
  let characters = 0
  const rows = body.flatMap(({ row, cells, exact }) => {
    const named = headings.flatMap((heading, at) => {
      const cell = (cells[at] ?? '').slice(0, cellMax).trim()
      characters += cell.length
      return heading && cell ? [[heading, cell] as const] : []
    })
    if (characters > charactersMax) throw new UnreadableSheet('unreadable')
    const numbers = headings.filter((_, at) => exact?.has(at))
    return named.length > 0 ? [{ row, cells: Object.fromEntries(named), numbers }] : []
  })
  if (rows.length > rowsMax) throw new UnreadableSheet('tooMany')
  if (rows.length === 0) throw new UnreadableSheet('noHeading')
  return rows
}

/** Not what stands before a heading: nothing, or the mark that Excel parts cells by. */
const hasWords = ({ cells: [first = '', ...rest] }: Line): boolean =>
  !/^sep=.?$/i.test(first) && [first, ...rest].some((cell) => cell.trim() !== '')

/** The second of one name gets a number: «Attribute 1 name» and «Attribute 2 name» are told by figures alone. */
function apart(headings: readonly string[]): string[] {
  const seen = new Map<string, number>()
  return headings.map((heading) => {
    const nth = (seen.get(heading) ?? 0) + 1
    seen.set(heading, nth)
    return heading && nth > 1 ? `${heading}${nth}` : heading
  })
}

interface Line {
  row: number
  cells: string[]
  /** Places of cells that are numbers. */
  exact?: Set<number>
}

async function csvTable(bytes: Uint8Array, rowsMax: number): Promise<Line[]> {
  try {
    // Excel's «CSV» is in the old encoding of its system, unless somebody knows to choose another.
    const text = await writtenIn(bytes)
    if (text === undefined || text.includes('\0')) throw new UnreadableSheet('unreadable')
    const records = parse(text, {
      bom: true,
      info: true,
      delimiter: delimiterOf(text),
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      max_record_size: cellMax,
      to: rowsMax + 1 + headMax,
    }) as unknown as { record: string[]; info: { records: number; empty_lines: number } }[]
    return records.map(({ record, info }) => ({ row: info.records + info.empty_lines, cells: record }))
  } catch {
    throw new UnreadableSheet('unreadable')
  }
}

/** What the file says itself, or the heading's own: a list in Spanish is parted by semicolons, with commas inside its cells. */
function delimiterOf(text: string): string {
  const told = /^\uFEFF?"?sep=([,;\t])"?\r?\n/i.exec(text)?.[1]
  if (told) return told
  const heading = /^[^\r\n]*[^\s,;\uFEFF][^\r\n]*/m.exec(text)?.[0] ?? ''
  const count = (mark: string) => heading.split(mark).length
  return [',', ';', '\t'].sort((a, b) => count(b) - count(a))[0] ?? ','
}

async function workbookTable(bytes: Uint8Array, rowsMax: number): Promise<Line[]> {
  try {
    const { readXlsx } = await import('hucre/xlsx')
    const { sheets } = await readXlsx(await unpackWorkbook(bytes), {
      sheets: [0],
      maxRows: rowsMax + 1 + headMax,
    })
    return (sheets[0]?.rows ?? []).map((cells, at) => ({
      row: at + 1,
      cells: cells.slice(0, columnsMax).map(textOf),
      exact: new Set(cells.flatMap((cell, place) => (typeof cell === 'number' ? [place] : []))),
    }))
  } catch {
    throw new UnreadableSheet('unreadable')
  }
}

/** Cells as a person would have typed them; dates by their clock, which has no zone, and hours without the day that Excel counts from. */
function textOf(cell: unknown): string {
  if (cell instanceof Date) {
    const [day, hour] = [cell.toISOString().slice(0, 10), cell.toISOString().slice(11, 16)]
    return cell.getUTCFullYear() < 1900 ? hour : hour === '00:00' ? day : `${day} ${hour}`
  }
  return typeof cell === 'object' || cell === undefined ? '' : String(cell)
}
