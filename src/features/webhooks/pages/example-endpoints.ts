import { m } from '#paraglide/messages.js'
import { daysAgo, examplePage } from '#ui/example-page.ts'
import type { WebhookEndpoint } from '../contract.ts'

/** A program that is told of orders, for whoever has none yet. */
export function exampleEndpoints() {
  const endpoint: WebhookEndpoint = {
    id: 'example',
    name: m['webhooks.exampleName'](),
    url: 'https://almacen.example/backline',
    types: ['order.created', 'order.refunded'],
    wholeAccount: false,
    state: 'active',
    failingSince: null,
    waiting: 0,
    lastSentAt: daysAgo(0),
    oldSecretEndsAt: null,
    createdAt: daysAgo(30),
    version: 1,
  }
  return examplePage([endpoint])
}
