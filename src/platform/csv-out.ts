import { stringify } from 'csv-stringify/sync'
import type { CallContext } from './call.ts'
import { businessTimeZone } from './constants.ts'

/** Text, which is guarded, or a figure, whose minus starts no formula. */
export type CsvCell = string | number | null

/** What stands between cells, and before a figure's decimals. */
export interface CsvMarks {
  delimiter: ',' | ';'
  decimal: '.' | ','
}

/** As programs read a CSV, and spreadsheets of people who write a decimal point. */
export const pointMarks: CsvMarks = { delimiter: ',', decimal: '.' }
/** As spreadsheets read it of people who write a decimal comma, which then can part no cells. */
const commaMarks: CsvMarks = { delimiter: ';', decimal: ',' }

/**
 * Those of a file in a language: a spreadsheet opens a CSV by what its reader's language writes. A program goes by none
 * (decision 163).
 */
export const marksFor = ({ locale, byPerson }: Pick<CallContext, 'locale' | 'byPerson'>): CsvMarks =>
  locale === 'es' && byPerson ? commaMarks : pointMarks

// Sweden writes days as spreadsheets of every language read them.
const clock = new Intl.DateTimeFormat('sv-SE', {
  timeZone: businessTimeZone,
  dateStyle: 'short',
  timeStyle: 'medium',
})
/** A moment by the clock of Madrid, as every spreadsheet reads one; a program gets it with its zone. */
export const momentCell = (at: string, { byPerson }: Pick<CallContext, 'byPerson'>): string =>
  byPerson ? clock.format(new Date(at)) : at

/**
 * Rows as CSV that opens in any spreadsheet: UTF-8 with its mark (only where there is a heading, so that batches can be
 * put together), and no cell that starts a formula, whatever invisible characters come first. csv-stringify's own guard
 * misses those.
 */
export function toCsv(
  rows: readonly (readonly CsvCell[])[],
  { delimiter, decimal }: CsvMarks,
  heading?: readonly string[],
): string {
  const lines = heading ? [heading, ...rows] : rows
  return stringify(
    lines.map((line) => line.map((cell) => (typeof cell === 'string' ? guardedCell(cell) : cell))),
    {
      bom: heading !== undefined,
      delimiter,
      cast: { number: (value) => String(value).replace('.', decimal) },
    },
  )
}

const formula =
  /^[\s\u00a0\u00ad\u180e\u200b-\u200f\u2028-\u202f\u2060-\u2064\ufeff]*[=+\-@|%\uff0b\uff0d\uff1d\uff20]/u

/** A cell's text with an apostrophe before it where a spreadsheet would read it as a formula. */
export const guardedCell = (cell: string) =>
  formula.test(cell) || /\n\s*[=+\-@]/.test(cell) ? `'${cell}` : cell
