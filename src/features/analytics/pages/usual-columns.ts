import type { Column } from '../contract.ts'
import type { DetailAnswer } from '../detail-contract.ts'

/** What a desk of 1440 px has room for, in figures; a text takes more. */
const room = 12
const widthOf = ({ kind }: Column) => (kind === 'text' ? 1.6 : 1)
/** What is left to be chosen first where there is no room: the first is missed least. */
const leftOut = ['discountsCents', 'grossCents', 'albums', 'rank', 'previousRank', 'refundsCents', 'sku']

/**
 * The columns, besides the name, that are shown until somebody chooses: all of them where there is room. The first of the
 * totals is what the page is about, which the period before and the change belong to: it never goes.
 */
export function usualColumns({ columns, totals }: Pick<DetailAnswer, 'columns' | 'totals'>): string[] {
  const [main] = Object.keys(totals)
  const out = leftOut.filter((key) => key !== main && columns.some((column) => column.key === key))
  const width = columns.reduce((sum, column) => sum + widthOf(column), 0)
  const dropped = out.slice(0, Math.max(0, Math.ceil(width - room)))
  return columns.map(({ key }) => key).filter((key) => key !== 'name' && !dropped.includes(key))
}

/** The name always, the others as chosen. */
export const shownColumns = (columns: readonly Column[], chosen: readonly string[]) =>
  columns.filter(({ key }) => key === 'name' || chosen.includes(key))
