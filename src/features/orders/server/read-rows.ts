import type { CsvFile } from '#platform/csv.ts'
import type { Columns } from './columns.ts'
import { BadRow, type LineDraft, type Reading } from './line-draft.ts'

/** Reads a file in which each row stands for itself; `read` throws BadRow for a row that cannot be used. */
export async function* readRows(
  file: CsvFile,
  columns: Columns,
  read: (row: number) => LineDraft[],
): AsyncGenerator<Reading> {
  for await (const record of file.rows) {
    try {
      columns.take(record)
      yield { rows: 1, lines: read(record.row), faults: [] }
    } catch (error) {
      if (!(error instanceof BadRow)) throw error
      yield { rows: 1, lines: [], faults: [{ row: record.row, ...error.fault }] }
    }
  }
}
