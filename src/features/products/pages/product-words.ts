import { m } from '#paraglide/messages.js'
import { getLocale } from '#paraglide/runtime.js'
import { taxClasses } from '../choices.ts'
import type { ProductRow } from '../contract.ts'

/** The name in the reader's language, else in Spanish. */
export const nameOf = ({ name }: Pick<ProductRow, 'name'>) => (getLocale() === 'en' && name.en) || name.es

export const categoryOptions = () => [
  { value: 'album' as const, label: m['products.category.album']() },
  { value: 'apparel' as const, label: m['products.category.apparel']() },
  { value: 'accessory' as const, label: m['products.category.accessory']() },
  { value: 'culture' as const, label: m['products.category.culture']() },
  { value: 'digital' as const, label: m['products.category.digital']() },
]
export const formatOptions = () => [
  { value: 'onDemand' as const, label: m['products.format.onDemand']() },
  { value: 'presave' as const, label: m['products.format.presave']() },
  { value: 'limited' as const, label: m['products.format.limited']() },
  { value: 'digital' as const, label: m['products.format.digital']() },
]
export const statusOptions = () => [
  { value: 'active' as const, label: m['products.status.active']() },
  { value: 'draft' as const, label: m['products.status.draft']() },
  { value: 'archived' as const, label: m['products.status.archived']() },
]
export const buyableOptions = () => [
  { value: 'yes' as const, label: m['products.buyable.yes']() },
  { value: 'no' as const, label: m['products.buyable.no']() },
]
export const taxOptions = () => [
  { value: '', label: m['products.tax.none']() },
  { value: 'general', label: m['products.tax.general']({ pct: taxClasses.general }) },
  { value: 'reduced', label: m['products.tax.reduced']({ pct: taxClasses.reduced }) },
  { value: 'superReduced', label: m['products.tax.superReduced']({ pct: taxClasses.superReduced }) },
  { value: 'exempt', label: m['products.tax.exempt']({ pct: taxClasses.exempt }) },
]

const labelIn = <V extends string>(options: readonly { value: V; label: string }[], value: V) =>
  options.find((one) => one.value === value)?.label ?? value
export const categoryWord = (value: ProductRow['category']) => labelIn(categoryOptions(), value)
export const formatWord = (value: ProductRow['format']) => labelIn(formatOptions(), value)

/** The status with its mark; on sale without its blank is broken, without an address nobody can buy it. */
export function statusOf({ status, supply, buyable }: Pick<ProductRow, 'status' | 'supply' | 'buyable'>) {
  if (status === 'draft') return { mark: 'draft', word: m['products.status.draft']() } as const
  if (status === 'archived') return { mark: 'paused', word: m['products.status.archived']() } as const
  if (supply === 'out') return { mark: 'broken', word: m['products.supply.out']() } as const
  if (supply === 'partly') return { mark: 'review', word: m['products.supply.partly']() } as const
  if (!buyable) return { mark: 'review', word: m['products.buyable.none']() } as const
  return { mark: 'live', word: m['products.status.active']() } as const
}
