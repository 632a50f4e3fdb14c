import { m } from '#paraglide/messages.js'
import type { Supply } from '#platform/constants.ts'
import type { BlankRow } from '../contract.ts'

export const typeOptions = () => [
  { value: 'Blanks' as const, label: m['products.blanks.type.blanks']() },
  { value: 'Cultura' as const, label: m['products.blanks.type.culture']() },
  { value: 'Ropa' as const, label: m['products.blanks.type.apparel']() },
  { value: 'Accesorios' as const, label: m['products.blanks.type.accessories']() },
]
export const typeWord = (type: BlankRow['type']) =>
  typeOptions().find(({ value }) => value === type)?.label ?? type

export const supplyOptions = (): { value: Supply; label: string }[] => [
  { value: 'inStock', label: m['products.blanks.supply.inStock']() },
  { value: 'onDemand', label: m['products.blanks.supply.onDemand']() },
  { value: 'supplierOut', label: m['products.blanks.supply.supplierOut']() },
  { value: 'discontinued', label: m['products.blanks.supply.discontinued']() },
  { value: 'alternative', label: m['products.blanks.supply.alternative']() },
]

/** Can all of it be had, some of it, or nothing? */
export function blankState({ variants, sellable }: Pick<BlankRow, 'variants' | 'sellable'>) {
  if (sellable === 0) return { mark: 'broken', word: m['products.blanks.state.out']() } as const
  if (sellable < variants)
    return { mark: 'review', word: m['products.blanks.state.partly']({ sellable, variants }) } as const
  return { mark: 'live', word: m['products.blanks.state.ok']() } as const
}
