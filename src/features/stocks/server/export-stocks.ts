import type { Call } from '#platform/call.ts'
import { sheetFile } from '#platform/sheet-out.ts'
import { words } from '#platform/words.ts'
import type { StocksQuery } from '../contract.ts'
import { allStocks } from './queries.ts'

/** The sheet to count with: everything, however much, and an empty column for what is counted. */
export function exportStocks(
  call: Pick<Call, 'tx' | 'locale' | 'byPerson' | 'headers' | 'signal'> & { portal: { id: string } },
  query: Pick<StocksQuery, 'q' | 'level'>,
) {
  const { tx, locale, portal } = call
  const heading = ['name', 'size', 'colour', 'sku', 'onHand', 'committed', 'available', 'counted'].map(
    (column) => words(`stocks.column.${column}`, locale),
  )
  async function* lines() {
    for await (const some of allStocks(tx, portal.id, query))
      yield some.map((one) => [
        (locale === 'en' && one.name.en) || one.name.es,
        one.size ?? '',
        one.colour ?? '',
        one.sku ?? '',
        one.onHand,
        one.committed,
        one.available,
        '',
      ])
  }
  return sheetFile(call, { name: words('stocks.fileName', locale), as: 'csv', heading, lines: lines() })
}
