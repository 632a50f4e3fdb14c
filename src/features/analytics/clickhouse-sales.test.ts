import { expect, test } from 'vitest'
import { parseDay } from '#platform/time.ts'
import { storeThatRepeats, totalsOf, whereOf } from '#testing/repeating-clickhouse.ts'
import type { Selection } from './server/selection.ts'
import type { AnalyticsStore } from './server/store.ts'

/** What the store in ClickHouse asks of sales and of goods, and the rows that its answer becomes. */

const { of, sku, ask, sell } = storeThatRepeats()
const span = { first: parseDay('2026-03-01') ?? 0, last: parseDay('2026-03-31') ?? 0 }
const someday = { first: span.first, last: span.first + 3 }
const mine = () => `portal_id IN ('${of.portalId}')`

const unitsBy =
  (key: 'none' | 'sku' | 'city' = 'none') =>
  (store: AnalyticsStore, selection: Selection) =>
    store.sales({ selection, span, key, columns: ['units', 'albums'] })

test('are the sums asked for, or all of them', async () => {
  const { heard, found } = await ask(unitsBy('sku'), [[sku.album, '3', '2']])
  expect(found).toEqual([{ key: sku.album, t: null, units: 3, albums: 2 }])
  expect(heard[0]).toContain(
    `sku_id AS told_by, sum(units) AS a0, sumIf(units, category = 'album') AS a1 FROM sale_fact`,
  )
  const all = await ask(
    (store, selection) => store.sales({ selection, span, key: 'city' }),
    [['"ES/Vigo"', '1', '2', '3', '4', '5', '6', '7', '8']],
  )
  expect(all.heard[0]).toContain('place AS told_by, sum(orders) AS a0')
  expect(all.found).toEqual([
    {
      ...{ key: 'ES/Vigo', t: null, orders: 1, units: 2, albums: 3, gross_micros: 4 },
      ...{ discounts_micros: 5, refunds_micros: 6, net_micros: 7, income_micros: 8 },
    },
  ])
  const most = { of: 'albums', rows: 4 } as const
  const best = await ask(
    (store, selection) => store.sales({ selection, span, key: 'sku', columns: ['units', 'albums'], most }),
    [['', '', '']],
  )
  expect(best.heard[0]).toContain('ORDER BY s1 DESC, toString(told_by) LIMIT 4')
})

test('are of categories and products, of those added to both, and of nothing that is left out', async () => {
  const goodsOf = async (filters: object) => {
    const { heard } = await ask(unitsBy(), [['""', '1', '1']], { filters })
    return whereOf(heard[0])?.slice(`${mine()} AND `.length)
  }
  const some = (...skus: string[]) => `('${skus.toSorted().join("', '")}')`
  const sorted = (text: string | undefined) =>
    text?.replace(/\((?:'[\w-]+'(?:, )?)+\)/g, (list) =>
      some(...[...list.matchAll(/'([\w-]+)'/g)].map(([, one]) => one ?? '')),
    )
  const albums = `sku_id IN ${some(sku.album, sku.again)}`
  expect(await goodsOf({ categories: ['album', 'unmapped'] })).toBe(`category IN ('album', '')`)
  expect(sorted(await goodsOf({ products: [of.album] }))).toBe(albums)
  // What is no product yet is named by its SKU.
  expect(await goodsOf({ products: [sku.unknown] })).toBe(`sku_id IN ${some(sku.unknown)}`)
  expect(sorted(await goodsOf({ products: [of.album], categories: ['album'] }))).toBe(
    `category IN ('album') AND ${albums}`,
  )
  expect(await goodsOf({ addedCategories: ['apparel'] })).toBe(`category IN ('apparel')`)
  expect(sorted(await goodsOf({ products: [of.album], addedCategories: ['apparel'] }))).toBe(
    `((${albums}) OR category IN ('apparel'))`,
  )
  expect(sorted(await goodsOf({ excludedProducts: [of.album] }))).toBe(
    `sku_id NOT IN ${some(sku.album, sku.again)}`,
  )
  expect(await goodsOf({ categories: ['apparel'], excludedProducts: [of.shirt] })).toBe(
    `category IN ('apparel') AND sku_id NOT IN ${some(sku.shirt)}`,
  )
})

test('of goods are told by them, and by no totals that know nothing of them', async () => {
  const totalOf = async (filters: object) => {
    const { heard } = await ask(unitsBy(), [['""', '1', '1']], { filters, server: { namesTotals: true } })
    return totalsOf(heard[0])
  }
  expect(await totalOf({ categories: ['album'] })).toEqual(['month_sku'])
  expect(await totalOf({ countries: ['ES'] })).not.toContain('portal_day')
  expect(await totalOf({ sources: ['x'] })).toEqual(['portal_day'])
})

test('look up the goods of what is asked at once but once', async () => {
  const { found, heard } = await ask(
    async (store, selection) => {
      const [one] = await Promise.all([
        unitsBy()(store, selection),
        store.sales({ selection, span: someday, key: 'sku', columns: ['units'] }),
      ])
      return one
    },
    [['""', '1', '1']],
    { filters: { products: [of.shirt] } },
  )
  expect(heard).toHaveLength(1)
  expect(found).toMatchObject([{ units: 1 }])
})

test('of orders that sold some goods ask the database which, beside what the server adds up', async () => {
  await sell(of.portalId, sku.shirt, [{}, {}])
  await sell(of.portalId, sku.album, [{}])
  const told = (columns: ('orders' | 'units')[], filters: object, key: 'none' | 'sku' = 'none') =>
    ask(
      (store, selection) => store.sales({ selection, span, key, columns }),
      [[key === 'sku' ? sku.shirt : '""', '7', '7']],
      {
        filters,
      },
    )
  const sum = (found: Record<string, unknown>[], name: string) =>
    found.reduce((all, row) => all + Number(row[name]), 0)
  const shirts = { products: [of.shirt] }
  const alone = await told(['orders'], shirts)
  expect([sum(alone.found, 'orders'), alone.heard]).toEqual([2, []])
  const both = await told(['orders', 'units'], shirts)
  expect([sum(both.found, 'orders'), sum(both.found, 'units')]).toEqual([2, 7])
  expect(both.heard).toHaveLength(1)
  expect(both.heard[0]).not.toContain('sum(orders)')
  const turned = await told(['units', 'orders'], shirts)
  expect([sum(turned.found, 'orders'), sum(turned.found, 'units')]).toEqual([2, 7])
  // By SKU an order counts where its line says so, which the server adds up.
  expect((await told(['orders'], shirts, 'sku')).found).toMatchObject([{ key: sku.shirt, orders: 7 }])
  // Of all but some goods: all seven orders but the two that sold nothing else.
  const without = await told(['orders'], { excludedProducts: [of.shirt] })
  expect(sum(without.found, 'orders')).toBe(5)
  expect(whereOf(without.heard[0])).toBe(mine())
  // Nothing of goods: the server knows it all.
  expect((await told(['orders'], { countries: ['ES'] })).found).toMatchObject([{ orders: 7 }])
})
