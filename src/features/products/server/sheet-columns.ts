import { type Locale, locales } from '#platform/constants.ts'
import { plainHeading } from '#platform/sheet.ts'
import { words } from '#platform/words.ts'
import { plainFields, plainKeys } from '../plain-fields.ts'

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
  'blank',
  ...plainKeys,
  'pictures',
  'purchaseAddresses',
  'size',
  'colour',
  'variantSku',
  'variantPrice',
  'variantPurchaseAddresses',
] as const
export type SheetColumn = (typeof sheetColumns)[number]

/** The heading of a column. */
export const headingOf = (column: SheetColumn, locale: Locale): string =>
  words(column in plainFields ? `products.field.${column}` : `products.sheet.${column}`, locale)

/** A heading in either language, in its plain form → column. */
export const columnOf: ReadonlyMap<string, SheetColumn> = new Map(
  sheetColumns.flatMap((column) =>
    locales.map((locale) => [plainHeading(headingOf(column, locale)), column] as const),
  ),
)
