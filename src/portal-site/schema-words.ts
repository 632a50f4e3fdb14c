import { isToCome, type PageProduct } from './product-data.ts'

/** JSON as text for a script element: `<` never stands in it. */
export const ldText = (data: object): string =>
  JSON.stringify(data)
    .replaceAll('<', '\\u003c')
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029')

/** Whether it can be had, in schema.org's words. */
export const availabilityOf = (product: PageProduct, soldOut: boolean): string =>
  `https://schema.org/${soldOut ? 'SoldOut' : isToCome(product) ? 'PreOrder' : 'InStock'}`
