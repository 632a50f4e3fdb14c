import type { ToldOrder } from '#features/orders/server/order-histories.ts'
import { pastMomentFault } from '#platform/windows.ts'
import type { ConnectorKind } from '../choices.ts'
import { BadDelivery, type Payload, parseBody } from './payload.ts'
import { type Produced, readPrintful } from './read-printful.ts'
import { readShopifyOrder } from './read-shopify-order.ts'
import { readWooCommerceOrder } from './read-woocommerce-order.ts'

export interface Waiting {
  portal_id: string
  id: string
  connector_id: string
  kind: ConnectorKind
  source: string
  topic: string
  received_at: Date | string
  body: string
  currency_rates: Record<string, string>
}

type UnratedOrder = Omit<ToldOrder, 'rate'> & { vendors?: Record<string, string> | undefined }

export interface Outcome {
  id: string
  portal_id: string
  state: 'done' | 'ignored' | 'test' | 'failed'
  reference: string | null
  error: { code: string; params?: Record<string, string | number> } | null
}

export type Read = { order?: UnratedOrder; produced?: Produced; binned?: string; outcome: Outcome }

/** What a delivery says, without any database: what is wrong with it is its own. */
export function readDelivery(one: Waiting): Read {
  // Customers, coupons and products are none of ours; of an edited order only the edit is told, its whole follows.
  if (one.topic !== '' && !/^orders?[./](?!edited$)/.test(one.topic)) return ignored(one, null)
  try {
    const body = parseBody(one.body)
    if (one.kind === 'printful') return readProduced(one, body)
    return /^orders?[./]deleted?$/.test(one.topic) ? readDeleted(one, body) : readOrder(one, body)
  } catch (error) {
    if (!(error instanceof BadDelivery)) throw error
    const { code, params } = error
    return { outcome: { ...outcomeOf(one), state: 'failed', reference: null, error: { code, params } } }
  }
}

const outcomeOf = ({ id, portal_id }: Waiting) => ({ id, portal_id, error: null })

const ignored = (one: Waiting, reference: string | null): Read => ({
  outcome: { ...outcomeOf(one), state: 'ignored', reference },
})

function readProduced(one: Waiting, body: Payload): Read {
  const produced = readPrintful(body)
  if (!produced) return ignored(one, null)
  return { produced, outcome: { ...outcomeOf(one), state: 'done', reference: produced.reference } }
}

/**
 * Of a deleted order only its id is told. WooCommerce says so of what went into its bin, which takes the order back until it
 * is restored; Shopify of orders long closed, whose sales happened.
 */
function readDeleted(one: Waiting, body: Payload): Read {
  const sourceId = body.text('id')
  if (one.kind !== 'woocommerce' || !sourceId) return ignored(one, sourceId || null)
  return { binned: sourceId, outcome: { ...outcomeOf(one), state: 'done', reference: sourceId } }
}

function readOrder(one: Waiting, body: Payload): Read {
  const { snapshot, buyer, test, vendors } =
    one.kind === 'shopify' ? readShopifyOrder(body) : readWooCommerceOrder(body)
  const reference = snapshot.externalId
  const receivedAt = new Date(one.received_at).getTime()
  if (snapshot.placedAt > receivedAt && pastMomentFault(snapshot.placedAt, new Date(receivedAt)))
    throw new BadDelivery('future')
  // Restoring changes nothing of an order but that it counts again; its own date may be of before.
  if (one.topic === 'order.restored') snapshot.toldAt = Math.max(snapshot.toldAt, receivedAt)
  if (test) return { outcome: { ...outcomeOf(one), state: 'test', reference } }
  return {
    order: { portalId: one.portal_id, snapshot, buyer, vendors },
    outcome: { ...outcomeOf(one), state: 'done', reference },
  }
}
