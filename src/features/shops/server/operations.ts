import { handle } from '#platform/handle.ts'
import { listOf } from '#platform/shapes.ts'
import { wakeAfter } from '#platform/wake-after.ts'
import * as contract from '../contract.ts'
import { keepAllowed, readAllowed, startShopify } from './connect-shopify.ts'
import { findShops, shopOf, siblingsOf } from './queries.ts'
import { startRun } from './start-run.ts'
import { updateRules } from './update-rules.ts'

export const operations = {
  listShops: handle(contract.listShops, async (call) => {
    const items = await findShops(call)
    return {
      ...listOf(items, items.length, 1),
      targets: await siblingsOf(call),
      kinds: call.services.shopify ? (['shopify'] as const).slice() : [],
    }
  }),
  startShopify: handle(contract.startShopify, async (call, { portalId: _, ...wish }) => {
    const started = await startShopify(call, wish)
    call.record({ targetId: call.portal.id, after: { domain: wish.domain, name: wish.name } })
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
  updateShopRules: handle(contract.updateShopRules, async (call, { connectorId, rules }) => {
    const { before, after } = await updateRules(call, connectorId, rules)
    call.record({ targetId: connectorId, before: { rules: before.rules }, after: { rules: after.rules } })
    return after
  }),
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
