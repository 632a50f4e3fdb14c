import { readFile } from 'node:fs/promises'
import { UnreadableFile } from '#platform/csv.ts'
import { unpackWorkbook } from '#platform/unpack-workbook.ts'

export interface WorkbookRow {
  cells: string[]
  /** Places of cells that are numbers. */
  exact: ReadonlySet<number>
}
export interface WorkbookSheet {
  name: string
  rows: WorkbookRow[]
}

const sheetsMax = 12
const rowsMax = 200_000
/** All cells of a sheet together, and places of cells, filled or not: a far corner makes many of few bytes. */
const charactersMax = 32 * 1024 * 1024
const placesMax = 6_000_000

/** The sheets of a workbook of Excel as text; runs where strangers' bytes are read. @throws UnreadableFile */
export async function sheetsOf(path: string): Promise<WorkbookSheet[]> {
  const { readXlsx } = await import('hucre/xlsx')
  const bytes = await readFile(path)
  const plain = await unpackWorkbook(bytes).catch(() => {
    throw new UnreadableFile('brokenWorkbook')
  })
  const { sheets } = await readXlsx(plain, {
    sheets: ({ hidden, veryHidden }, index) => !hidden && !veryHidden && index < sheetsMax,
    maxRows: rowsMax + 1,
  }).catch(() => {
    throw new UnreadableFile('brokenWorkbook')
  })
  const filled = sheets.filter(({ rows }) => rows.length > 0)
  if (filled.length === 0) throw new UnreadableFile('empty', { path: 'XLSX' })
  return filled.map(({ name, rows }) => ({ name, rows: rowsOf(rows) }))
}

function rowsOf(rows: readonly (readonly unknown[])[]): WorkbookRow[] {
  if (rows.length > rowsMax) throw new UnreadableFile('tooManyRows', { max: rowsMax })
  let characters = 0
  let places = 0
  return rows.map((row) => {
    const cells = row.map(textOf)
    for (const cell of cells) characters += cell.length
    places += cells.length
    if (characters > charactersMax || places > placesMax)
      throw new UnreadableFile('tooLong', { max: charactersMax / 1024 / 1024 })
    return { cells, exact: new Set(row.flatMap((cell, at) => (typeof cell === 'number' ? [at] : []))) }
  })
}

/** Cells as a person would have typed them; dates by their clock, which has no zone; numbers without binary dust. */
function textOf(cell: unknown): string {
  if (cell instanceof Date)
    return Number.isNaN(cell.getTime())
      ? ''
      : cell.toISOString().slice(0, 19).replace('T', ' ').replace(' 00:00:00', '')
  if (typeof cell === 'number') return plainNumber(cell)
  return typeof cell === 'string' || typeof cell === 'boolean' ? String(cell) : ''
}

/** Spreadsheets compute in binary: 24.990000000000002 is what they show as 24.99. */
const plainNumber = (value: number) =>
  Math.abs(value) < 1e12 ? String(Number(value.toFixed(6))) : BigInt(Math.round(value)).toString()
