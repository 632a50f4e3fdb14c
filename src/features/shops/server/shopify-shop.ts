import type { ShopifyApp } from '#platform/shop-app.ts'
import { askShopify } from './shopify-call.ts'
import { toldByShopify } from './shopify-product.ts'
import {
  type Connection,
  detailsQuery,
  linesQuery,
  ordersQuery,
  productsQuery,
  registerMutation,
  type ShopifyDetails,
  type ShopifyLine,
  type ShopifyOrder,
  type ShopifyProduct,
  type ShopifyVariant,
  stockQuery,
  variantsQuery,
  webhooksQuery,
} from './shopify-queries.ts'
import { type Held, type Look, type OrderTold, ShopError, type SpeakingShop } from './speaking-shop.ts'
import { isInvolved, webhookForm } from './webhook-form.ts'

type Ask = <T>(query: string, variables?: Record<string, unknown>) => Promise<T>

/** A search of what changed since; everything comes by id, so that pages stay what they are while the shop changes. */
const searchOf = ({ since }: Look) =>
  since ? { query: `updated_at:>='${since}'`, sortKey: 'UPDATED_AT' } : { query: null, sortKey: 'ID' }

const nextOf = ({ pageInfo }: Connection<unknown>) => (pageInfo.hasNextPage ? pageInfo.endCursor : null)

/** A shop of Shopify, by its GraphQL Admin API. */
export function shopifyShop(app: ShopifyApp, domain: string, token: string): SpeakingShop {
  const ask: Ask = (query, variables) => askShopify(app, { domain, token }, query, variables)
  return {
    products: (look) => products(ask, look),
    orders: (look) => orders(ask, look),
    webhooks: (uri) => webhooks(ask, uri),
    stock: (ids) => stock(ask, ids),
  }
}

/** Five products with all of their variants. */
async function products(ask: Ask, look: Look) {
  const found = await ask<{
    shop: { currencyCode: string }
    productsCount: { count: number } | null
    products: Connection<ShopifyProduct>
  }>(productsQuery, { after: look.cursor, ...searchOf(look) })
  for (const product of found.products.nodes)
    await readOn(product.variants, async (after) => {
      const more = await ask<{ node: { variants: Connection<ShopifyVariant> } | null }>(variantsQuery, {
        id: product.id,
        after,
      })
      return more.node?.variants
    })
  return {
    items: found.products.nodes.map(toldByShopify),
    cursor: nextOf(found.products),
    total: found.productsCount?.count,
    currency: found.shop.currencyCode,
  }
}

/** Ten orders with all of their lines, and what was given back. */
async function orders(ask: Ask, look: Look) {
  const found = await ask<{ ordersCount: { count: number } | null; orders: Connection<ShopifyOrder> }>(
    ordersQuery,
    { after: look.cursor, ...searchOf(look) },
  )
  const items: OrderTold[] = []
  for (const order of found.orders.nodes) {
    await readOn(order.lineItems, async (after) => {
      const more = await ask<{ node: { lineItems: Connection<ShopifyLine> } | null }>(linesQuery, {
        id: order.id,
        after,
      })
      return more.node?.lineItems
    })
    const details = isInvolved(order)
      ? await ask<{ node: ShopifyDetails | null }>(detailsQuery, { id: order.id })
      : undefined
    const body = JSON.stringify(webhookForm(order, details?.node ?? undefined))
    items.push({ topic: 'orders/sync', body, name: order.name, updatedAt: order.updatedAt })
  }
  return { items, cursor: nextOf(found.orders), total: found.ordersCount?.count }
}

/** What is longer than the first page of a list, added to it. */
async function readOn<T>(
  list: Connection<T>,
  more: (after: string | null) => Promise<Connection<T> | undefined>,
) {
  for (let page: Connection<T> | undefined = list; page?.pageInfo.hasNextPage; ) {
    page = await more(page.pageInfo.endCursor)
    list.nodes.push(...(page?.nodes ?? []))
  }
}

/** An order that is changed, shipped, refunded or cancelled is updated. */
const topics = ['ORDERS_CREATE', 'ORDERS_UPDATED', 'APP_UNINSTALLED', 'INVENTORY_LEVELS_UPDATE']

/** Looked at again each time: Shopify takes out what did not answer for some hours. They are signed with the app's secret. */
async function webhooks(ask: Ask, uri: string): Promise<number> {
  const { webhookSubscriptions } = await ask<{
    webhookSubscriptions: { nodes: { topic: string; uri: string }[] }
  }>(webhooksQuery)
  for (const topic of topics) {
    if (webhookSubscriptions.nodes.some((one) => one.topic === topic && one.uri === uri)) continue
    const { webhookSubscriptionCreate: made } = await ask<{
      webhookSubscriptionCreate: { userErrors: { message: string }[] } | null
    }>(registerMutation, { topic, uri })
    const [fault] = made?.userErrors ?? []
    if (fault && !/already been taken/.test(fault.message))
      throw new ShopError('refused', undefined, fault.message)
  }
  return topics.length
}

/** What the shop has on hand in all of its places. */
async function stock(ask: Ask, ids: readonly string[]): Promise<Map<string, Held>> {
  const { nodes } = await ask<{
    nodes: ({
      id: string
      tracked: boolean
      inventoryLevels: { nodes: { quantities: { quantity: number }[] }[] }
    } | null)[]
  }>(stockQuery, { ids })
  return new Map(
    nodes.flatMap((node) => {
      if (!node?.tracked) return []
      const each = node.inventoryLevels.nodes.flatMap((one) => one.quantities)
      return [[node.id, { onHand: each.reduce((sum, one) => sum + one.quantity, 0) }] as const]
    }),
  )
}
