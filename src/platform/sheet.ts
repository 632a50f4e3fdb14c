import { ForeignRefusal, readForeign } from './foreign.ts'
import { type SheetRow, UnreadableSheet } from './read-table.ts'

export { plainHeading, type SheetRow, UnreadableSheet } from './read-table.ts'

/**
 * The rows under the heading of a CSV (comma, semicolon or tab; UTF-8 or UTF-16) or of an XLSX's first sheet.
 * @throws UnreadableSheet for anything else, without a heading, or with more than `rowsMax` rows; AppError as
 * `readForeign` does.
 */
export async function readSheet(bytes: Uint8Array, rowsMax: number): Promise<SheetRow[]> {
  try {
    return await readForeign<SheetRow[]>('table', bytes, rowsMax)
  } catch (error) {
    if (!(error instanceof ForeignRefusal)) throw error
    const { code } = error.fault
    throw new UnreadableSheet(code === 'noHeading' || code === 'tooMany' ? code : 'unreadable')
  }
}
