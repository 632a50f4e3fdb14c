import * as z from 'zod/mini'
import { anyOf, operation } from '#platform/operation.ts'
import { Currency, Id, List, Moment, Nothing, PageNumber, PortalId, Text } from '#platform/shapes.ts'
import { connectorKinds, deliveryStates } from './choices.ts'

const manage = anyOf(['stocks.managestocks', 'products.manageproducts'])

/** EUR per unit of the shop's other currencies, as decimals: `{"USD": "0.92"}`. */
const Rates = z
  .record(Currency, z.string().check(z.regex(/^(?=.*[1-9])\d{1,6}(\.\d{1,8})?$/)))
  .check(z.refine((rates) => Object.keys(rates).length <= 20, { error: 'format' }))

/** A way by which a shop sends its orders by itself, and how that has gone. */
export const Connector = z.object({
  id: Id,
  kind: z.enum(connectorKinds),
  name: z.string(),
  /** Where the shop sends to. */
  url: z.string(),
  currencyRates: z.record(z.string(), z.string()),
  lastDeliveryAt: z.nullable(Moment),
  /** Of the last 24 hours. */
  deliveries: z.number(),
  failed: z.number(),
  /** Currencies that failed deliveries came in and no rate is known for. */
  waitingRates: z.array(z.object({ currency: z.string(), deliveries: z.number() })),
  /** Its sales from this day on are owed to the account; null where all of them are. */
  owedFrom: z.nullable(z.iso.date()),
  createdAt: Moment,
  version: z.number(),
})
export type Connector = z.infer<typeof Connector>

export const listConnectors = operation({
  method: 'GET',
  path: '/portal/{portalId}/connectors',
  tag: 'connectors',
  summary: 'Shops and print services that tell a portal of its orders',
  access: manage,
  scope: 'portal',
  input: PortalId,
  output: List(Connector),
})

export const createConnector = operation({
  method: 'POST',
  path: '/portal/{portalId}/connector',
  status: 201,
  tag: 'connectors',
  summary:
    'Connect a shop; without a secret of its own one is made, and this answer is the only place where it stands',
  access: manage,
  scope: 'portal',
  spy: false,
  idempotent: 'secret',
  input: z.extend(PortalId, {
    kind: z.enum(connectorKinds),
    name: Text(60),
    /** The shop's own secret, where the shop makes it (Shopify). */
    secret: z.optional(z.string().check(z.trim(), z.minLength(16), z.maxLength(200), z.regex(/^[!-~]+$/))),
    currencyRates: z.optional(Rates),
  }),
  output: z.object({ connector: Connector, secret: z.string() }),
})

const ConnectorOf = z.extend(PortalId, { connectorId: Id })

export const updateConnector = operation({
  method: 'PUT',
  path: '/portal/{portalId}/connector/{connectorId}',
  tag: 'connectors',
  summary: 'Change a connector’s name and currency rates',
  access: manage,
  scope: 'portal',
  versioned: true,
  input: z.extend(ConnectorOf, { name: Text(60), currencyRates: Rates }),
  output: Connector,
})

export const updateOwedFrom = operation({
  method: 'PUT',
  path: '/portal/{portalId}/connector/{connectorId}/owedFrom',
  tag: 'connectors',
  summary:
    'Say from which day on a shop’s sales are owed; those of before leave the next bill, or come into it',
  access: { staff: 'billing.managebills' },
  scope: 'portal',
  // It decides over what a bill pays: a person's act.
  apiKey: false,
  versioned: true,
  input: z.extend(ConnectorOf, { owedFrom: z.iso.date() }),
  output: Connector,
})

export const answerRate = operation({
  method: 'POST',
  path: '/portal/{portalId}/connector/{connectorId}/rate',
  tag: 'connectors',
  summary: 'Say what a currency of a shop is counted at; its orders that waited for it come in',
  access: manage,
  scope: 'portal',
  input: z.extend(ConnectorOf, {
    currency: Currency,
    /** EUR per unit. */
    rate: z.string().check(z.regex(/^(?=.*[1-9])\d{1,6}(\.\d{1,8})?$/)),
  }),
  output: Connector,
})

export const renewSecret = operation({
  method: 'POST',
  path: '/portal/{portalId}/connector/{connectorId}/secret',
  status: 201,
  tag: 'connectors',
  summary: 'Give a connector another secret; the old one ends at once',
  access: manage,
  scope: 'portal',
  spy: false,
  input: ConnectorOf,
  output: z.object({ secret: z.string() }),
})

export const deleteConnector = operation({
  method: 'DELETE',
  path: '/portal/{portalId}/connector/{connectorId}',
  status: 204,
  tag: 'connectors',
  summary: 'Disconnect a shop; its orders stay',
  access: manage,
  scope: 'portal',
  input: ConnectorOf,
  output: Nothing,
})

const Delivery = z.object({
  id: Id,
  topic: z.string(),
  state: z.enum(deliveryStates),
  /** What is wrong with it, in the reader's words. */
  fault: z.nullable(z.string()),
  reference: z.nullable(z.string()),
  tries: z.number(),
  receivedAt: Moment,
  /** When the same delivery came once more. */
  repeatedAt: z.nullable(Moment),
  processedAt: z.nullable(Moment),
})
export type Delivery = z.infer<typeof Delivery>

export const listDeliveries = operation({
  method: 'GET',
  path: '/portal/{portalId}/connector/{connectorId}/deliveries',
  tag: 'connectors',
  summary: 'What a connector has been told, the latest first',
  access: manage,
  scope: 'portal',
  input: z.extend(ConnectorOf, { page: PageNumber, state: z.optional(z.enum(deliveryStates)) }),
  output: List(Delivery),
})

export const retryDelivery = operation({
  method: 'POST',
  path: '/portal/{portalId}/connector/{connectorId}/delivery/{deliveryId}/retry',
  tag: 'connectors',
  summary: 'Work a failed delivery off once more',
  access: manage,
  scope: 'portal',
  input: z.extend(ConnectorOf, { deliveryId: Id }),
  output: Delivery,
})

export const testConnector = operation({
  method: 'POST',
  path: '/portal/{portalId}/connector/{connectorId}/test',
  status: 201,
  tag: 'connectors',
  summary: 'Send the connector a signed sample delivery; it is read in full and changes nothing',
  access: manage,
  scope: 'portal',
  input: ConnectorOf,
  output: Delivery,
})

const Received = z.object({ id: Id, repeated: z.boolean() })
/** Of a greeting nothing is kept that could have an id. */
const Greeted = z.object({ id: z.optional(Id), repeated: z.optional(z.boolean()) })

const webhook = <K extends (typeof connectorKinds)[number], O extends typeof Received | typeof Greeted>(
  kind: K,
  summary: string,
  output: O,
) =>
  operation({
    method: 'POST',
    path: `/webhooks/${kind}/{connectorId}`,
    foreignBody: 'bytes',
    tag: 'connectors',
    summary,
    access: 'public',
    scope: 'none',
    outside: 'delivery',
    browser: false,
    silent: true,
    ignoresUnknown: true,
    input: z.object({ connectorId: Id }),
    output,
  })

export const receiveShopify = webhook(
  'shopify',
  'Shopify’s orders/* webhooks, signed with X-Shopify-Hmac-Sha256',
  Received,
)
export const receiveWooCommerce = webhook(
  'woocommerce',
  'WooCommerce’s order webhooks, signed with X-WC-Webhook-Signature; its unsigned greeting answers an empty object',
  Greeted,
)
export const receivePrintful = webhook(
  'printful',
  'Printful’s webhooks, signed with X-PF-Webhook-Signature or with the secret as ?token=',
  Received,
)
