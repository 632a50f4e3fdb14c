import { type DecimalMark, hundredths } from '#platform/amount.ts'
import type { Locale } from '#platform/constants.ts'
import { readSheet, UnreadableSheet } from '#platform/sheet.ts'
import { columnReader } from '#platform/sheet-amounts.ts'
import { plainFields, wholeKeys } from '../plain-fields.ts'
import { importRowsMax } from '../transfer-contract.ts'
import { columnOf, headingOf, type SheetColumn } from './sheet-columns.ts'
import { fromWooCommerce, isWooCommerce } from './woocommerce-products.ts'
import { refusedFile } from './write-product.ts'

const bytesMax = 900_000

export interface ProductRecord {
  row: number
  cells: Partial<Record<SheetColumn, string>>
  /** Cents and units of the cells with figures; NaN for what is none. */
  figures: Partial<Record<FigureColumn, number>>
}

const amountColumns = ['price', 'cost', 'variantPrice'] as const
/** Columns that hold figures. */
export const figureColumns = [...amountColumns, ...wholeKeys] as const
export type FigureColumn = (typeof figureColumns)[number]
/** Units have no decimals. */
export const isWhole = (column: FigureColumn) => column in plainFields

/**
 * The rows of a product file, CSV or XLSX, with headings in either language, or of WooCommerce's export of products; those
 * that name no portal are of `portal`.
 * @throws Unprocessable by the field `file`, or `decimal` when a column's figures can be read in two ways.
 */
export async function readProductFile(
  file: File,
  locale: Locale,
  { decimal, portal }: { decimal?: DecimalMark | undefined; portal?: string | undefined } = {},
): Promise<ProductRecord[]> {
  if (file.size > bytesMax) throw refusedFile('products.fileTooLarge', importRowsMax)
  try {
    const rows = await readSheet(new Uint8Array(await file.arrayBuffer()), importRowsMax)
    if (isWooCommerce(rows)) return withFigures(fromWooCommerce(rows, portal), locale, decimal)
    const records = rows.map(({ row, cells, numbers }) => ({
      row,
      exact: new Set(numbers.map((heading) => columnOf.get(heading))),
      cells: {
        ...(portal ? { portal } : {}),
        ...Object.fromEntries(
          Object.entries(cells).flatMap(([heading, cell]) => {
            const column = columnOf.get(heading)
            // The apostrophe that keeps spreadsheets from taking a text for a formula is not the text's own.
            return column ? [[column, cell.replace(/^'(?=[\s]*[=+\-@|%])/, '')]] : []
          }),
        ),
      },
    }))
    if (!records.some(({ cells }) => 'nameEs' in cells || 'id' in cells || 'sku' in cells))
      throw new UnreadableSheet('noHeading')
    return withFigures(records, locale, decimal)
  } catch (error) {
    if (!(error instanceof UnreadableSheet)) throw error
    const code = { unreadable: 'fileUnreadable', noHeading: 'fileNoHeading', tooMany: 'fileTooMany' }[
      error.code
    ]
    throw refusedFile(`products.${code}`, importRowsMax)
  }
}

type Read = Omit<ProductRecord, 'figures'> & { exact: Set<SheetColumn | undefined> }

function withFigures(
  records: readonly Read[],
  locale: Locale,
  decimal: DecimalMark | undefined,
): ProductRecord[] {
  const made = records.map(({ row, cells }): ProductRecord => ({ row, cells, figures: {} }))
  for (const column of figureColumns) {
    const found = records.flatMap(({ cells: { [column]: text }, exact }, at) =>
      text === undefined ? [] : [{ at, text: text.replace(/^'/, ''), exact: exact.has(column) }],
    )
    const read = columnReader(headingOf(column, locale), found, decimal)
    for (const cell of found) {
      const record = made[cell.at]
      if (record) record.figures[column] = figureOf(read(cell), isWhole(column))
    }
  }
  return made
}

/** Cents, or units: neither has more decimals than it can hold. */
function figureOf(read: string | undefined, whole: boolean): number {
  if (read === undefined || !(whole ? /^-?\d+(\.0+)?$/ : /^-?\d+(\.\d{1,2}0*)?$/).test(read))
    return Number.NaN
  return whole ? Number(read) : hundredths(read.replace(/(\.\d\d)0+$/, '$1'))
}
