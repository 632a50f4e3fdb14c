import { type CsvCell, guardedCell, toCsv } from './csv-out.ts'

/** A file as an answer of the API carries it. */
export interface SheetFile {
  name: string
  type: string
  base64: string
  rows: number
}

/** Rows under a heading as CSV or XLSX, no cell of which starts a formula. `name` comes without its ending. */
export async function sheetFile(
  name: string,
  as: 'csv' | 'xlsx',
  heading: readonly string[],
  lines: readonly (readonly CsvCell[])[],
): Promise<SheetFile> {
  if (as === 'csv') {
    const text = toCsv(lines, heading)
    return { name: `${name}.csv`, type: 'text/csv', base64: base64(text), rows: lines.length }
  }
  const { writeXlsx } = await import('hucre/xlsx')
  const guarded = lines.map((line) =>
    line.map((cell) => (typeof cell === 'string' ? guardedCell(cell) : cell)),
  )
  const bytes = await writeXlsx({ sheets: [{ name: name.slice(0, 31), rows: [[...heading], ...guarded] }] })
  return {
    name: `${name}.xlsx`,
    type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    base64: base64(bytes),
    rows: lines.length,
  }
}

const base64 = (content: string | Uint8Array) => Buffer.from(content as Uint8Array).toString('base64')
