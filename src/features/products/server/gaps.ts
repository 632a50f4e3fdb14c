import { BadInput } from '#platform/errors.ts'
import type { Gap } from '../choices.ts'
import type { Product } from '../contract.ts'

type Judged = Pick<
  Product,
  | 'format'
  | 'pictures'
  | 'priceCents'
  | 'taxClass'
  | 'supply'
  | 'editionUnits'
  | 'closesOn'
  | 'releaseOn'
  | 'fileUrl'
>

/** What a product lacks to be sold, by its format (product.md §4). */
export function gapsOf(product: Judged): Gap[] {
  const gaps: Gap[] = []
  if (product.pictures.length === 0) gaps.push('pictures')
  if (product.priceCents <= 0) gaps.push('priceCents')
  if (!product.taxClass) gaps.push('taxClass')
  const { format } = product
  if (format === 'onDemand' && (product.supply === null || product.supply === 'out')) gaps.push('blankId')
  if (format === 'limited' && product.editionUnits === null && !product.closesOn) gaps.push('editionUnits')
  if (format === 'presave' && !product.releaseOn) gaps.push('releaseOn')
  if (format === 'digital' && !product.fileUrl) gaps.push('fileUrl')
  return gaps
}

/** @throws BadInput that names each field. */
export function refuseGaps(gaps: readonly Gap[]): void {
  if (gaps.length === 0) return
  throw new BadInput(
    'invalidInput',
    Object.fromEntries(gaps.map((gap) => [gap, { code: `products.gap.${gap}` }])),
  )
}
