import { handle } from '#platform/handle.ts'
import { listOf } from '#platform/shapes.ts'
import { wakeAfter } from '#platform/wake-after.ts'
import * as contract from '../contract.ts'
import { keepAllowed, readAllowed, startShopify } from './connect-shopify.ts'
import { findShops, shopOf } from './queries.ts'
import { startRun } from './start-run.ts'

export const operations = {
  listShops: handle(contract.listShops, async (call) => {
    const items = await findShops(call)
    return {
      ...listOf(items, items.length, 1),
      kinds: call.services.shopify ? (['shopify'] as const).slice() : [],
    }
  }),
  startShopify: handle(contract.startShopify, async (call, { domain, name }) => {
    const started = await startShopify(call, { domain, name })
    call.record({ targetId: call.portal.id, after: { domain, name } })
    return started
  }),
  finishShopify: wakeAfter(
    'shops',
    handle(
      contract.finishShopify,
      async (call, _, allowed) => {
        const shop = await keepAllowed(call, allowed)
        call.record({ targetId: shop.id, after: { name: shop.name, domain: shop.domain } })
        return shop
      },
      { before: readAllowed },
    ),
  ),
  syncShop: wakeAfter(
    'shops',
    handle(contract.syncShop, async (call, { connectorId }) => {
      const { name } = await shopOf(call, connectorId)
      await startRun(call.tx, call.portal.id, connectorId)
      call.record({ targetId: connectorId, after: { name } })
      return shopOf(call, connectorId)
    }),
  ),
}
