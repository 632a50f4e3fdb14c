import { m } from '#paraglide/messages.js'
import { daysAgo } from '#ui/example-page.ts'
import type { Connector } from '../contract.ts'

/** A shop that tells of its orders, for whoever has connected none yet. */
export function exampleConnectors() {
  const connector: Connector = {
    id: 'example',
    kind: 'shopify',
    name: m['orders.connectors.exampleName'](),
    url: 'https://backline.example/api/webhooks/…',
    currencyRates: {},
    lastDeliveryAt: daysAgo(0),
    ...{ deliveries: 6, failed: 0, waitingRates: [], owedFrom: null },
    createdAt: daysAgo(30),
    version: 1,
  }
  return { items: [connector] }
}
