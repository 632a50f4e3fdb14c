import { m } from '#paraglide/messages.js'
import { getLocale } from '#paraglide/runtime.js'
import type { MovementKind } from '../choices.ts'
import type { StockRow } from '../contract.ts'

/** «Camiseta · Negro · M» in the reader's language. */
export const stockName = ({ name, colour, size }: Pick<StockRow, 'name' | 'colour' | 'size'>) =>
  [(getLocale() === 'en' && name.en) || name.es, colour, size].filter(Boolean).join(' · ')

const kinds: Record<MovementKind, () => string> = {
  sale: m['stocks.kind.sale'],
  return: m['stocks.kind.return'],
  count: m['stocks.kind.count'],
  damage: m['stocks.kind.damage'],
  transfer: m['stocks.kind.transfer'],
  production: m['stocks.kind.production'],
  note: m['stocks.kind.note'],
  shop: m['stocks.kind.shop'],
}
export const kindWord = (kind: MovementKind) => kinds[kind]()

/** How much there is, in words: enough, low, or none. */
export function stockState({ available, low, version }: Pick<StockRow, 'available' | 'low' | 'version'>) {
  if (version === 0) return { mark: 'draft', word: m['stocks.state.uncounted']() } as const
  if (available <= 0) return { mark: 'broken', word: m['stocks.state.out']() } as const
  if (low) return { mark: 'review', word: m['stocks.state.low']() } as const
  return { mark: 'live', word: m['stocks.state.enough']() } as const
}
