/** What products are told apart by. Browser-safe, without validators. */
export const categories = ['album', 'apparel', 'accessory', 'culture', 'digital'] as const
export const formats = ['onDemand', 'presave', 'limited', 'digital'] as const
export const statuses = ['active', 'draft', 'archived'] as const
export const productOrders = ['name', 'price', 'updatedAt', 'category'] as const
export const descriptionMaxLength = 2_000
/** Shops that sell one product, at most. */
export const shopsMax = 5
export const shopMaxLength = 40
/** VAT of what is sold, in per cent, by tax class (Ley 37/1992: general, reduced, super-reduced, exempt). */
export const taxClasses = { general: 21, reduced: 10, superReduced: 4, exempt: 0 } as const
export type TaxClass = keyof typeof taxClasses
export const taxClassNames = Object.keys(taxClasses) as TaxClass[]
/** What a product still lacks before it can be sold, by field. */
export const gaps = [
  'pictures',
  'priceCents',
  'taxClass',
  'blankId',
  'editionUnits',
  'releaseOn',
  'fileUrl',
] as const
export type Gap = (typeof gaps)[number]

/** Letters in which somebody says what should change of a product. */
export const askForChangeMax = 500
