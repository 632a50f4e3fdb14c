import { BadDelivery, type Payload } from './payload.ts'

export interface Produced {
  shipmentId: string
  /** The shop's order, as the shop names it. */
  reference: string
  at: number
  lines: { line: string; sku: string; units: number }[]
}

/**
 * What Printful's `package_shipped` says was made and sent; undefined for its other events, which change nothing here.
 * @throws BadDelivery
 */
export function readPrintful(body: Payload): Produced | undefined {
  const type = body.filled('type')
  const data = body.object('data')
  if (!data) throw new BadDelivery('missingField', { field: 'data' })
  const order = data.object('order')
  if (type !== 'package_shipped') return undefined
  const shipment = data.object('shipment')
  if (!shipment) throw new BadDelivery('missingField', { field: 'data.shipment' })
  if (!order) throw new BadDelivery('missingField', { field: 'data.order' })
  const items = new Map(order.list('items').map((item) => [item.filled('id'), item]))
  const sent = shipment.list('items')
  const lines = sent.map((part) => {
    const item = items.get(part.filled('item_id'))
    if (!item) throw new BadDelivery('unknownItem', { item: part.text('item_id') })
    return {
      line: item.text('external_id') || part.text('item_id'),
      sku: item.text('sku'),
      units: part.units('quantity'),
    }
  })
  // A shipment without its items is the whole order.
  const all = [...items.values()].map((item) => ({
    line: item.text('external_id') || item.text('id'),
    sku: item.text('sku'),
    units: item.units('quantity'),
  }))
  const at = Number(shipment.text('shipped_at') || shipment.text('created') || body.text('created'))
  if (!(at > 0 && at < 4_102_444_800))
    throw new BadDelivery('notADate', { field: 'data.shipment.shipped_at' })
  return {
    shipmentId: shipment.filled('id'),
    reference: order.text('external_id') || order.filled('id'),
    at: at * 1000,
    lines: sent.length > 0 ? lines : all,
  }
}
