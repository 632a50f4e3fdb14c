import { readRules, targetOf } from '#features/connectors/server/rules.ts'
import { DailyRates } from '#features/exchange-rates/server/daily-rates.ts'
import { inBulk } from '#platform/bulk.ts'
import { Big } from '#platform/money.ts'
import { keepProduct } from './keep-product.ts'
import type { Means, Run, Step } from './run.ts'
import {
  type Connection,
  productsQuery,
  type ShopifyProduct,
  type ShopifyVariant,
  variantsQuery,
} from './shopify-queries.ts'
import { toldByShopify } from './told-product.ts'

interface Answer {
  shop: { currencyCode: string }
  productsCount: { count: number } | null
  products: Connection<ShopifyProduct>
}

/** A search of what changed since; everything comes by id, so that pages stay what they are while the shop changes. */
export const searchOf = ({ since }: Run) =>
  since ? { query: `updated_at:>='${since}'`, sortKey: 'UPDATED_AT' } : { query: null, sortKey: 'ID' }

/** Five products with their variants, prices and purchase addresses. */
export const syncProducts: Step = async (means, run, ask) => {
  const found = await ask<Answer>(productsQuery, { after: run.cursor, ...searchOf(run) })
  const { nodes, pageInfo } = found.products
  for (const product of nodes) {
    for (let page = product.variants; page.pageInfo.hasNextPage; ) {
      const more = await ask<{ node: { variants: Connection<ShopifyVariant> } | null }>(variantsQuery, {
        id: product.id,
        after: page.pageInfo.endCursor,
      })
      if (!more.node) break
      page = more.node.variants
      product.variants.nodes.push(...page.nodes)
    }
  }
  return {
    cursor: pageInfo.hasNextPage ? pageInfo.endCursor : null,
    looked: nodes.length,
    total: found.productsCount?.count,
    keep: async (tx) => {
      const rate = await rateOf(means, run, found.shop.currencyCode)
      const rules = await readRules(tx, run)
      for (const node of nodes) {
        const told = toldByShopify(node)
        const { portalId, connectorId, source, name } = run
        const targetId = targetOf(rules, told, told.variants[0]?.key ?? '') ?? portalId
        await keepProduct(tx, { portalId, connectorId, source, shop: name, targetId, rate }, told)
      }
      return 0
    },
  }
}

/** Euros for one unit of the shop's money today: as typed at the connection, else the bank's. */
async function rateOf({ database }: Means, run: Run, currency: string): Promise<Big | undefined> {
  if (currency === 'EUR') return new Big(1)
  const typed = run.currencyRates[currency]
  if (typed) return new Big(typed)
  return inBulk(database, (bulk) => new DailyRates(bulk).on(currency, Date.parse(run.startedAt)))
}
