import { stringify } from 'csv-stringify/sync'

/** Text, which is guarded, or a figure, whose minus starts no formula. */
export type CsvCell = string | number | null

/**
 * Rows as CSV that opens in any spreadsheet: UTF-8 with its mark (only where there is a heading, so that batches can be
 * put together), and no cell that starts a formula, whatever invisible characters come first. csv-stringify's own guard
 * misses those.
 */
export function toCsv(rows: readonly (readonly CsvCell[])[], heading?: readonly string[]): string {
  const lines = heading ? [heading, ...rows] : rows
  return stringify(
    lines.map((line) => line.map((cell) => (typeof cell === 'string' ? guardedCell(cell) : cell))),
    { bom: heading !== undefined },
  )
}

const formula =
  /^[\s\u00a0\u00ad\u180e\u200b-\u200f\u2028-\u202f\u2060-\u2064\ufeff]*[=+\-@|%\uff0b\uff0d\uff1d\uff20]/u

/** A cell's text with an apostrophe before it where a spreadsheet would read it as a formula. */
export const guardedCell = (cell: string) =>
  formula.test(cell) || /\n\s*[=+\-@]/.test(cell) ? `'${cell}` : cell
