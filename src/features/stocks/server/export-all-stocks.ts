import type { Call } from '#platform/call.ts'
import { seenInView } from '#platform/of-portals.ts'
import { sheetFile } from '#platform/sheet-out.ts'
import { words } from '#platform/words.ts'
import type { AllStocksQuery } from '../contract.ts'
import { everyStock } from './all-stocks.ts'

const headings = [
  ...(['portal', 'name', 'size', 'colour', 'sku', 'onHand', 'committed', 'safety', 'available'] as const),
  ...(['incoming', 'soldLately', 'soldInDays', 'runsOutOn'] as const),
]

/** What the filters leave of every portal's stock, by portal and name. */
export function exportAllStocks(
  call: Pick<Call, 'tx' | 'locale' | 'byPerson' | 'view' | 'headers' | 'signal'>,
  query: Omit<AllStocksQuery, 'page' | 'orderBy'>,
) {
  const { tx, locale } = call
  async function* lines() {
    for await (const some of everyStock(tx, query, seenInView(call)))
      yield some.map((one) => [
        one.portal.name,
        (locale === 'en' && one.name.en) || one.name.es,
        one.size ?? '',
        one.colour ?? '',
        one.sku ?? '',
        one.onHand,
        one.committed,
        one.safety,
        one.available,
        one.incoming,
        one.soldLately,
        one.soldInDays,
        one.runsOutOn ?? '',
      ])
  }
  const heading = headings.map((column) => words(`stocks.column.${column}`, locale))
  return sheetFile(call, { name: words('stocks.fileName', locale), as: 'csv', heading, lines: lines() })
}
