import { connectorKinds } from '#features/connectors/choices.ts'
import type { PortalCall } from '#platform/call.ts'
import { handle, handleOutside } from '#platform/handle.ts'
import { seenInView } from '#platform/of-portals.ts'
import { listOf } from '#platform/paging.ts'
import { wakeAfter } from '#platform/wake-after.ts'
import * as connectContract from '../connect-contract.ts'
import * as contract from '../contract.ts'
import * as privacyContract from '../privacy-contract.ts'
import { readOwnApp } from './connect-own-shopify.ts'
import { readPrintfulToken } from './connect-printful.ts'
import { type Allowed, keepAllowed } from './connect-shop.ts'
import { readAllowed, startShopify } from './connect-shopify.ts'
import { keepSentKeys, readSentKeys, readTypedKeys, startWooCommerce } from './connect-woocommerce.ts'
import { openQuestions } from './open-questions.ts'
import { placeVendor } from './place-vendor.ts'
import { findPrivacyRequests, finishPrivacyRequest, privacyFile } from './privacy-requests.ts'
import { findShops, shopOf, siblingsOf } from './queries.ts'
import { receivePrivacy } from './receive-privacy.ts'
import { startRun } from './start-run.ts'
import { updateRules } from './update-rules.ts'

async function finish(call: PortalCall, _: unknown, allowed: Allowed) {
  const shop = await keepAllowed(call, allowed)
  call.record({ targetId: shop.id, after: { name: shop.name, domain: shop.domain } })
  return shop
}

export const operations = {
  listShops: handle(contract.listShops, async (call) => {
    const items = await findShops(call)
    return {
      ...listOf(items, items.length, 1),
      targets: await siblingsOf(call),
      kinds: [...connectorKinds],
      consent: call.services.shops.shopify !== undefined,
    }
  }),
  startShopify: handle(connectContract.startShopify, async (call, { portalId: _, ...wish }) => {
    const started = await startShopify(call, wish)
    call.record({ targetId: call.portal.id, after: { domain: wish.domain, name: wish.name } })
    return started
  }),
  finishShopify: wakeAfter('shops', handle(connectContract.finishShopify, finish, { before: readAllowed })),
  connectShopify: wakeAfter('shops', handle(connectContract.connectShopify, finish, { before: readOwnApp })),
  startWooCommerce: handle(connectContract.startWooCommerce, async (call, { portalId: _, ...wish }) => {
    const started = await startWooCommerce(call, wish)
    call.record({ targetId: call.portal.id, after: { domain: wish.domain, name: wish.name } })
    return started
  }),
  receiveWooCommerceKeys: handleOutside(
    connectContract.receiveWooCommerceKeys,
    async ({ database, services, now }, sent) => {
      await keepSentKeys(database, services.secret, now, sent)
      return {}
    },
  ),
  finishWooCommerce: wakeAfter(
    'shops',
    handle(connectContract.finishWooCommerce, finish, { before: readSentKeys }),
  ),
  connectWooCommerce: wakeAfter(
    'shops',
    handle(connectContract.connectWooCommerce, finish, { before: readTypedKeys }),
  ),
  connectPrintful: wakeAfter(
    'shops',
    handle(connectContract.connectPrintful, finish, { before: readPrintfulToken }),
  ),
  updateShopRules: wakeAfter(
    'shops',
    handle(contract.updateShopRules, async (call, { connectorId, rules }) => {
      const { before, after } = await updateRules(call, connectorId, rules)
      call.record({ targetId: connectorId, before: { rules: before.rules }, after: { rules: after.rules } })
      return after
    }),
  ),
  listOpenQuestions: handle(contract.listOpenQuestions, (call) => openQuestions(call.tx, seenInView(call))),
  placeVendor: wakeAfter(
    'shops',
    handle(contract.placeVendor, async (call, { portalId: _, ...placement }) => {
      const { before, after } = await placeVendor(call, placement)
      call.record({
        targetId: placement.connectorId,
        before: { rules: before.rules },
        after: { rules: after.rules },
      })
      return after
    }),
  ),
  receivePrivacy: handleOutside(privacyContract.receivePrivacy, receivePrivacy),
  listPrivacyRequests: handle(
    privacyContract.listPrivacyRequests,
    async ({ tx, portal }, { connectorId }) => {
      const items = await findPrivacyRequests(tx, portal.id, connectorId)
      return listOf(items, items.length, 1)
    },
  ),
  downloadPrivacyData: handle(privacyContract.downloadPrivacyData, (call, { connectorId, requestId }) =>
    privacyFile(call, { connectorId, requestId }),
  ),
  finishPrivacyRequest: handle(
    privacyContract.finishPrivacyRequest,
    async (call, { connectorId, requestId }) => {
      const done = await finishPrivacyRequest(call, { connectorId, requestId })
      call.record({ targetId: connectorId, after: { reference: done.reference } })
      return done
    },
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
