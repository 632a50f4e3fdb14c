import { inflateRawSync } from 'node:zlib'
import { parse } from 'csv-parse/sync'

/** A table file that cannot be read as one; `code` says why. */
export class UnreadableSheet extends Error {
  readonly code: 'unreadable' | 'noHeading' | 'tooMany'
  constructor(code: 'unreadable' | 'noHeading' | 'tooMany') {
    super(code)
    this.code = code
  }
}

export interface SheetRow {
  /** Line of the file or row of the sheet; the heading is 1. */
  row: number
  /** By the heading's plain form: letters alone, small, without accents. What is empty is left out. */
  cells: Record<string, string>
  /** Headings whose cells are numbers in a workbook, and so need no reading. */
  numbers: string[]
}

/** A heading as columns are told apart: «Código (3–8)» is `codigo`. */
export const plainHeading = (heading: string): string =>
  heading
    .normalize('NFD')
    .replace(/\(.*\)/, '')
    .replace(/[^A-Za-z]/g, '')
    .toLowerCase()

const zipMark = [0x50, 0x4b, 0x03, 0x04]
/** A workbook that unpacks to more than this is no list that somebody typed. */
const unpackedMax = 32 * 1024 * 1024

/**
 * The rows under the heading of a CSV (comma, semicolon or tab; UTF-8 or UTF-16) or of an XLSX's first sheet.
 * @throws UnreadableSheet for anything else, without a heading, or with more than `rowsMax` rows.
 */
export async function readSheet(bytes: Uint8Array, rowsMax: number): Promise<SheetRow[]> {
  const table = zipMark.every((byte, at) => bytes[at] === byte)
    ? await workbookTable(bytes, rowsMax)
    : csvTable(bytes, rowsMax)
  const [head, ...body] = table
  if (!head) throw new UnreadableSheet('noHeading')
  const headings = head.cells.map(plainHeading)
  const rows = body.flatMap(({ row, cells, exact }) => {
    const named = headings.flatMap((heading, at) => {
      const cell = (cells[at] ?? '').trim()
      return heading && cell ? [[heading, cell] as const] : []
    })
    const numbers = headings.filter((_, at) => exact?.has(at))
    return named.length > 0 ? [{ row, cells: Object.fromEntries(named), numbers }] : []
  })
  if (rows.length > rowsMax) throw new UnreadableSheet('tooMany')
  if (rows.length === 0) throw new UnreadableSheet('noHeading')
  return rows
}

interface Line {
  row: number
  cells: string[]
  /** Places of cells that are numbers. */
  exact?: Set<number>
}

function csvTable(bytes: Uint8Array, rowsMax: number): Line[] {
  try {
    const utf16 = bytes[0] === 0xff && bytes[1] === 0xfe
    const text = new TextDecoder(utf16 ? 'utf-16le' : 'utf-8', { fatal: true }).decode(bytes)
    if (text.includes('\0')) throw new UnreadableSheet('unreadable')
    const records = parse(text, {
      bom: true,
      info: true,
      delimiter: delimiterOf(text),
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      max_record_size: 20_000,
      to: rowsMax + 2,
    }) as unknown as { record: string[]; info: { lines: number } }[]
    return records.map(({ record, info }) => ({ row: info.lines, cells: record }))
  } catch {
    throw new UnreadableSheet('unreadable')
  }
}

/** The heading's own: a list in Spanish is parted by semicolons, with commas inside its cells. */
function delimiterOf(text: string): string {
  const [heading = ''] = text.split(/\r|\n/, 1)
  const count = (mark: string) => heading.split(mark).length
  return [',', ';', '\t'].sort((a, b) => count(b) - count(a))[0] ?? ','
}

async function workbookTable(bytes: Uint8Array, rowsMax: number): Promise<Line[]> {
  try {
    demandSmall(bytes)
    const { readXlsx } = await import('hucre/xlsx')
    const { sheets } = await readXlsx(bytes, { sheets: [0], maxRows: rowsMax + 2 })
    return (sheets[0]?.rows ?? []).map((cells, at) => ({
      row: at + 1,
      cells: cells.map(textOf),
      exact: new Set(cells.flatMap((cell, place) => (typeof cell === 'number' ? [place] : []))),
    }))
  } catch {
    throw new UnreadableSheet('unreadable')
  }
}

/** Cells as a person would have typed them; dates by their clock, which has no zone. */
function textOf(cell: unknown): string {
  if (cell instanceof Date) return cell.toISOString().slice(0, 16).replace('T', ' ').replace(' 00:00', '')
  return typeof cell === 'object' || cell === undefined ? '' : String(cell)
}

/** Unpacks each part with a budget first: the sizes that a zip tells of itself may be lies. @throws when it is over. */
function demandSmall(bytes: Uint8Array): void {
  const data = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const end = data.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]))
  let at = data.readUInt32LE(end + 16)
  let budget = unpackedMax
  for (let entry = data.readUInt16LE(end + 10); entry > 0; entry--) {
    const method = data.readUInt16LE(at + 10)
    const packed = data.readUInt32LE(at + 20)
    const local = data.readUInt32LE(at + 42)
    const from = local + 30 + data.readUInt16LE(local + 26) + data.readUInt16LE(local + 28)
    if (method === 8)
      budget -= inflateRawSync(data.subarray(from, from + packed), {
        maxOutputLength: Math.max(1, budget),
      }).length
    at += 46 + data.readUInt16LE(at + 28) + data.readUInt16LE(at + 30) + data.readUInt16LE(at + 32)
  }
}
