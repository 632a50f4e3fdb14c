import { m } from '#paraglide/messages.js'
import { getLocale } from '#paraglide/runtime.js'
import { here } from '#ui/formats.ts'
import { units } from '#ui/units.ts'
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

type Paced = Pick<StockRow, 'available' | 'soldLately' | 'soldInDays' | 'runsOutOn' | 'version'>

/** «3 uds. en 28 días»: what a pace is drawn from. */
export const soldWord = ({ soldLately, soldInDays }: Pick<Paced, 'soldLately' | 'soldInDays'>) =>
  soldInDays === 1
    ? m['stocks.pace.ofOneDay']({ units: units(soldLately) })
    : m['stocks.pace.ofDays']({ units: units(soldLately), days: soldInDays })

/** When what is left is gone, in a sentence with what that is drawn from; undefined where nothing is left. */
export function paceSentence(row: Paced): string | undefined {
  if (row.available <= 0) return undefined
  if (row.soldLately <= 0) return m['stocks.pace.noSales']({ days: row.soldInDays })
  if (!row.runsOutOn) return m['stocks.pace.tooFar']({ evidence: soldWord(row) })
  return m['stocks.pace.runsOut']({ date: here().date(row.runsOutOn), evidence: soldWord(row) })
}
