import { writeXlsxStream } from 'hucre/xlsx'
import type { CallContext } from './call.ts'
import { type CsvCell, type CsvMarks, guardedCell, marksFor, toCsv } from './csv-out.ts'
import { AppError } from './errors.ts'
import { type Asked, fileOut } from './file-out.ts'

const types = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}

/** How a spreadsheet writes a column's figures, with the signs of whoever opens it. */
const formats = { text: undefined, count: '#,##0', money: '#,##0.00', percent: '0.00%' } as const
export type SheetKind = keyof typeof formats
const widths = { text: 24, count: 12, money: 14, percent: 12 } as const

/** Of a call that answers a sheet: in which language, and whether a program asks. */
export type SheetAsked = Asked & Pick<CallContext, 'locale' | 'byPerson'>

interface Sheet {
  /** Without its ending. */
  name: string
  as: keyof typeof types
  heading: readonly string[]
  /** What each column holds, for a workbook; text where it is not said. */
  kinds?: readonly SheetKind[]
  /** What the table is called inside a workbook, at most 31 characters; the file's name without it. */
  title?: string
  /** How a CSV is written; as spreadsheets in the call's language open it where it is not said. */
  marks?: CsvMarks
  lines: AsyncIterable<readonly (readonly CsvCell[])[]>
}

/**
 * Lines under a heading as a file to download, however many there are: as CSV or XLSX, never held whole, no cell of which
 * starts a formula. @throws AppError 422 where a workbook would need more rows than Excel opens.
 */
export function sheetFile(call: SheetAsked, sheet: Sheet): Promise<ReadableStream<Uint8Array>> {
  const { name, as, marks = marksFor(call) } = sheet
  return fileOut(
    call,
    { name: `${name}.${as}`, type: types[as] },
    as === 'csv' ? csvChunks(sheet, marks) : xlsxChunks(sheet),
  )
}

async function* csvChunks({ heading, lines }: Sheet, marks: CsvMarks): AsyncGenerator<string> {
  yield toCsv([], marks, heading)
  for await (const some of lines) yield toCsv(some, marks)
}

async function* xlsxChunks({
  name,
  title = name,
  heading,
  kinds = [],
  lines,
}: Sheet): AsyncGenerator<Uint8Array> {
  const stream = writeXlsxStream(withinExcel(lines), {
    name: title.slice(0, 31),
    columns: heading.map((header, at) => {
      const kind = kinds[at] ?? 'text'
      const width = Math.max(widths[kind], header.length + 2)
      return { header: guardedCell(header), width, ...(formats[kind] ? { numFmt: formats[kind] } : {}) }
    }),
    freezePane: { rows: 1 },
  })
  for await (const chunk of stream) yield chunk
}

/** What a sheet of Excel holds, its heading among them. */
const excelRowsMax = 1_048_576

/** Each line, its texts guarded. More would go to a second sheet, which whoever opens the first does not look for. */
export async function* withinExcel(
  lines: AsyncIterable<readonly (readonly CsvCell[])[]>,
  max = excelRowsMax,
): AsyncGenerator<CsvCell[]> {
  let written = 1
  for await (const some of lines)
    for (const line of some) {
      written += 1
      if (written > max) throw new AppError(422, 'sheet.tooManyRows', { params: { max } })
      yield line.map((cell) => (typeof cell === 'string' ? guardedCell(cell) : cell))
    }
}
