import { readSheet, UnreadableSheet } from '#platform/sheet.ts'
import { importRowsMax } from '../transfer-contract.ts'
import { columnOf, type SheetColumn } from './sheet-columns.ts'
import { refusedFile } from './write-product.ts'

const bytesMax = 900_000

export interface ProductRecord {
  row: number
  cells: Partial<Record<SheetColumn, string>>
}

/**
 * The rows of a product file, CSV or XLSX, with headings in either language.
 * @throws AppError 422 by the field `file`.
 */
export async function readProductFile(file: File): Promise<ProductRecord[]> {
  if (file.size > bytesMax) throw refusedFile('products.fileTooLarge', importRowsMax)
  try {
    const rows = await readSheet(new Uint8Array(await file.arrayBuffer()), importRowsMax)
    const records = rows.map(({ row, cells }) => ({
      row,
      cells: Object.fromEntries(
        Object.entries(cells).flatMap(([heading, cell]) => {
          const column = columnOf.get(heading)
          // The apostrophe that keeps spreadsheets from taking a text for a formula is not the text's own.
          return column ? [[column, cell.replace(/^'(?=[\s]*[=+\-@|%])/, '')]] : []
        }),
      ),
    }))
    if (!records.some(({ cells }) => 'nameEs' in cells || 'id' in cells || 'sku' in cells))
      throw new UnreadableSheet('noHeading')
    return records
  } catch (error) {
    if (!(error instanceof UnreadableSheet)) throw error
    const code = { unreadable: 'fileUnreadable', noHeading: 'fileNoHeading', tooMany: 'fileTooMany' }[
      error.code
    ]
    throw refusedFile(`products.${code}`, importRowsMax)
  }
}
