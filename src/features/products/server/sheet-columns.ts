import { locales } from '#platform/constants.ts'
import { plainHeading } from '#platform/sheet.ts'
import { words } from '#platform/words.ts'

/** The columns of a product file in their order; a product with variants takes one row a variant. */
export const sheetColumns = [
  'id',
  'portal',
  'sku',
  'nameEs',
  'nameEn',
  'descriptionEs',
  'descriptionEn',
  'category',
  'format',
  'status',
  'price',
  'cost',
  'taxClass',
  'blank',
  'releaseOn',
  'edition',
  'closesOn',
  'fileUrl',
  'pictures',
  'purchaseAddresses',
  'size',
  'colour',
  'variantSku',
  'variantPrice',
  'variantPurchaseAddresses',
] as const
export type SheetColumn = (typeof sheetColumns)[number]

/** A heading in either language, in its plain form → column. */
export const columnOf: ReadonlyMap<string, SheetColumn> = new Map(
  sheetColumns.flatMap((column) =>
    locales.map((locale) => [plainHeading(words(`products.sheet.${column}`, locale)), column] as const),
  ),
)
