import { beforeAll } from 'vitest'
import { clickhouseStore } from '#features/analytics/server/clickhouse-store.ts'
import { readSelection, type Selection, wholeSelection } from '#features/analytics/server/selection.ts'
import type { AnalyticsStore } from '#features/analytics/server/store.ts'
import { skuRows } from '#features/orders/test-skus.ts'
import type { ClickHouse } from '#platform/clickhouse.ts'
import { asService, type Reach, rows } from '#platform/db.ts'
import { putAccount } from './raw-sales.ts'

type Server = Partial<Pick<ClickHouse, 'reader' | 'namesTotals'>>

/** A portal with some goods, and a store whose server repeats what it is given. */
export function storeThatRepeats() {
  const { world, putGood, putSku, sell } = skuRows()
  const of = { portalId: '', album: '', shirt: '' }
  const sku = { album: '', again: '', shirt: '', unknown: '' }
  beforeAll(async () => {
    of.portalId = (await putAccount(world.database, 'Sello')).portalId
    of.album = await putGood(of.portalId, 'Disco')
    of.shirt = await putGood(of.portalId, 'Camiseta', { category: 'apparel' })
    sku.album = await putSku(of.portalId, { productId: of.album }, [])
    sku.again = await putSku(of.portalId, { productId: of.album }, [])
    sku.shirt = await putSku(of.portalId, { productId: of.shirt }, [])
    sku.unknown = await putSku(of.portalId, {}, [])
  })

  /** Runs a question of a server that answers `texts`: what it was asked, as whom, and the rows that came of it. */
  async function ask(
    question: (store: AnalyticsStore, selection: Selection) => ReturnType<AnalyticsStore['sales']>,
    texts: string[][],
    {
      filters,
      reach = asService('trial'),
      server = {},
    }: { filters?: object | undefined; reach?: Reach; server?: Server } = {},
  ) {
    const heard: string[] = []
    const asWhom: unknown[] = []
    const repeats = async (statement: string, as?: string) => {
      heard.push(statement.replace(/\s+/g, ' '))
      asWhom.push(as)
      const questions = [...statement.matchAll(/SELECT n, \[/g)]
      return questions.length > 0 ? questions.map((_, n) => [n, texts[n] ?? []]) : [[texts[0]]]
    }
    const found = await world.database.transaction(reach, async (tx) => {
      const store = clickhouseStore(tx, {
        ...{ namesTotals: false, ...server, ask: repeats },
      } as unknown as ClickHouse)
      const base = { portalId: of.portalId }
      const selection = filters ? await readSelection(tx, base, filters) : await wholeSelection(tx, base)
      return rows<Record<string, unknown>>(tx, await question(store, selection))
    })
    return { heard, asWhom, found }
  }
  return { of, sku, ask, sell }
}

/** What a statement asks of facts beside their days. */
export const whereOf = (statement: string | undefined) =>
  /WHERE (.*) AND \((?:day|month) /.exec(statement ?? '')?.[1]
/** The totals that a statement names. */
export const totalsOf = (statement: string | undefined) =>
  [...(statement?.matchAll(/projection_name = '(\w+)'/g) ?? [])].map(([, name]) => name)
