import { sql } from 'drizzle-orm'
import type { OpenCall, Services } from '#platform/call.ts'
import { NotFound } from '#platform/errors.ts'
import { handle, handleOutside } from '#platform/handle.ts'
import { listOf } from '#platform/paging.ts'
import { wakeAfter } from '#platform/wake-after.ts'
import type { ConnectorKind } from '../choices.ts'
import * as contract from '../contract.ts'
import { answerRate } from './answer-rate.ts'
import {
  connectorOf,
  connectorVersion,
  createConnector,
  deleteConnector,
  findConnectors,
  renewSecret,
  secretOf,
  updateOwedFrom,
} from './connectors.ts'
import { deliveryOf, listDeliveries, retryDelivery, testDelivery } from './deliveries.ts'
import { receiveDelivery } from './receive-delivery.ts'

const receive =
  (kind: ConnectorKind) =>
  async ({ database, services, delivery }: OpenCall, { connectorId }: { connectorId: string }) => {
    const kept = await receiveDelivery(database, kind, connectorId, delivery, services.secret)
    if (kept && !kept.repeated) wakeSoon(services)
    return kept
  }

/** Of shops that say nothing but deliveries. */
const kept = (kind: 'shopify' | 'printful') => async (call: OpenCall, input: { connectorId: string }) => {
  const found = await receive(kind)(call, input)
  if (!found) throw new NotFound()
  return found
}

const wakesSoon = new WeakSet<Services>()
/** Shops send hundreds a second: one wake-up serves all that come within half a second, and no answer waits for it. */
function wakeSoon(services: Services) {
  if (wakesSoon.has(services)) return
  wakesSoon.add(services)
  setTimeout(() => {
    wakesSoon.delete(services)
    void services.wake('deliveries')
  }, 500).unref()
}

export const operations = {
  listConnectors: handle(contract.listConnectors, async (call) => {
    const items = await findConnectors(call)
    return listOf(items, items.length, 1)
  }),
  createConnector: handle(contract.createConnector, async (call, { portalId: _, ...draft }) => {
    const made = await createConnector(call, draft)
    call.record({ targetId: made.connector.id, after: made.connector })
    return made
  }),
  updateConnector: handle(
    contract.updateConnector,
    async (call, { connectorId, name, currencyRates }) => {
      const { tx, portal, record } = call
      const before = await connectorOf(call, connectorId)
      await tx.execute(sql`update connector set name = ${name}, currency_rates = ${JSON.stringify(currencyRates)}::jsonb,
        version = version + 1 where portal_id = ${portal.id} and id = ${connectorId}`)
      const after = await connectorOf(call, connectorId)
      record({ targetId: connectorId, before, after })
      return after
    },
    { versionOf: (call, { connectorId }) => connectorVersion(call, connectorId) },
  ),
  updateOwedFrom: handle(
    contract.updateOwedFrom,
    async (call, { connectorId, owedFrom }) => {
      const { before, after } = await updateOwedFrom(call, connectorId, owedFrom)
      call.record({ targetId: connectorId, before, after })
      return after
    },
    { versionOf: (call, { connectorId }) => connectorVersion(call, connectorId) },
  ),
  answerRate: wakeAfter(
    'deliveries',
    handle(contract.answerRate, async (call, { portalId: _, ...answer }) => {
      const { before, after } = await answerRate(call, answer)
      call.record({ targetId: answer.connectorId, before, after })
      return after
    }),
  ),
  renewSecret: handle(contract.renewSecret, async (call, { connectorId }) => {
    call.record({ targetId: connectorId })
    return renewSecret(call, connectorId)
  }),
  deleteConnector: handle(contract.deleteConnector, async (call, { connectorId }) => {
    call.record({ targetId: connectorId, before: await deleteConnector(call, connectorId) })
    return null
  }),
  listDeliveries: handle(contract.listDeliveries, async (call, { connectorId, portalId: _, ...query }) => {
    await connectorOf(call, connectorId)
    return listDeliveries(call.tx, call.portal.id, connectorId, query, call.locale)
  }),
  retryDelivery: wakeAfter(
    'deliveries',
    handle(contract.retryDelivery, async (call, { connectorId, deliveryId }) => {
      await retryDelivery(call.tx, call.portal.id, connectorId, deliveryId)
      call.record({ targetId: connectorId })
      return deliveryOf(call.tx, call.portal.id, deliveryId, call.locale)
    }),
  ),
  testConnector: handle(contract.testConnector, async (call, { connectorId }) => {
    const { tx, portal, services, now, locale, record } = call
    const connector = await connectorOf(call, connectorId)
    const secret = await secretOf(tx, services.secret, connectorId)
    if (!secret) throw new NotFound()
    const id = await testDelivery(tx, portal.id, connector, secret, now)
    record({ targetId: connectorId, after: { name: connector.name } })
    return deliveryOf(tx, portal.id, id, locale)
  }),
  receiveShopify: handleOutside(contract.receiveShopify, kept('shopify')),
  receiveWooCommerce: handleOutside(
    contract.receiveWooCommerce,
    async (call, input) => (await receive('woocommerce')(call, input)) ?? {},
  ),
  receivePrintful: handleOutside(contract.receivePrintful, kept('printful')),
}
