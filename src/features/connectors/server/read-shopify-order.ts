import type { Snapshot, SnapshotLine, SnapshotRefund } from '#features/orders/server/order-snapshot.ts'
import { allocate, Big } from '#platform/money.ts'
import { countryCode, provinceCode } from '#platform/place.ts'
import { shopifyAttribution } from './attribution.ts'
import { BadDelivery, type Payload } from './payload.ts'

export interface ReadOrder {
  snapshot: Snapshot
  buyer: string | null
  /** A trial order of the shop: nothing that anybody bought. */
  test: boolean
  /** Who makes what each line is about, by the line's id. */
  vendors?: Record<string, string>
}

/** An order as Shopify's `orders/*` webhooks tell it, all of it each time. @throws BadDelivery */
export function readShopifyOrder(order: Payload): ReadOrder {
  const placedAt = order.neededMoment('created_at')
  const taxIncluded = order.flag('taxes_included')
  const lines = order.list('line_items').map((item) => readLine(item, taxIncluded))
  if (lines.length === 0) throw new BadDelivery('missingField', { field: 'line_items' })
  addTip(lines, order.amount('total_tip_received'))
  countShipments(lines, order)
  const refunds = readRefunds(lines, order, taxIncluded)
  const cancelledAt = order.moment('cancelled_at')
  const status = order.text('financial_status')
  return {
    buyer: order.text('email') || order.text('contact_email') || null,
    test: order.flag('test'),
    vendors: Object.fromEntries(order.list('line_items').map((item) => [item.text('id'), vendorOf(item)])),
    snapshot: {
      externalId: order.filled('name'),
      sourceId: order.text('id'),
      placedAt,
      toldAt: order.moment('updated_at') ?? placedAt,
      currency: order.currency('currency'),
      ...placeOf(order),
      ...shopifyAttribution(order),
      sold: true,
      cancelled:
        cancelledAt === undefined ? null : { at: cancelledAt, keepsMoney: status === 'partially_refunded' },
      lines,
      refunds,
    },
  }
}

/** A shop's word for itself is not worth an order. */
const vendorOf = (item: Payload) => {
  const vendor = item.raw('vendor')
  return typeof vendor === 'string' ? vendor : ''
}

function readLine(item: Payload, taxIncluded: boolean): SnapshotLine {
  const units = item.units('quantity')
  const listed = item.price('price', true).times(units)
  const shares = item.list('discount_allocations')
  const discount =
    shares.length > 0
      ? shares.reduce((sum, share) => sum.plus(share.amount('amount')), new Big(0))
      : item.amount('total_discount')
  const tax = item.list('tax_lines').reduce((sum, each) => sum.plus(each.amount('price')), new Big(0))
  const paid = listed.minus(discount)
  const net = paid.minus(taxIncluded ? tax : 0)
  // What was taken off was priced with its tax, as the rest of the line.
  const gross = taxIncluded && !paid.eq(0) ? listed.times(net).div(paid).round(6) : listed
  const name = item.text('name') || item.text('title')
  const sku = item.text('sku') || name
  if (sku === '') throw new BadDelivery('missingField', { field: 'line_items.sku' })
  return {
    id: item.filled('id'),
    sku,
    name,
    units,
    gross: gross.toFixed(),
    net: net.toFixed(),
    tax: tax.toFixed(),
    shipped: 0,
    removed: 0,
    returned: 0,
  }
}

/** A tip is part of the price charged. */
function addTip(lines: SnapshotLine[], tip: Big) {
  if (tip.eq(0)) return
  const parts = allocate(
    tip,
    lines.map(({ net }) => new Big(net)),
  )
  lines.forEach((line, at) => {
    line.gross = new Big(line.gross).plus(parts[at] ?? 0).toFixed()
    line.net = new Big(line.net).plus(parts[at] ?? 0).toFixed()
  })
}

const undone = new Set(['cancelled', 'error', 'failure'])

function countShipments(lines: SnapshotLine[], order: Payload) {
  for (const shipment of order.list('fulfillments')) {
    if (undone.has(shipment.text('status'))) continue
    for (const item of shipment.list('line_items')) {
      const line = lines.find(({ id }) => id === item.text('id'))
      if (line) line.shipped = Math.min(line.units, line.shipped + item.units('quantity'))
    }
  }
}

function takeBack(line: SnapshotLine, units: number, way: string) {
  if (way === 'return' || way === 'legacy_restock') line.returned += units
  else line.removed += Math.min(units, Math.max(0, line.units - line.shipped - line.removed))
}

function readRefunds(lines: SnapshotLine[], order: Payload, taxIncluded: boolean): SnapshotRefund[] {
  return order.list('refunds').map((refund) => {
    const parts = refund.list('refund_line_items').map((item) => {
      const id = item.filled('line_item_id')
      const tax = item.amount('total_tax')
      const line = lines.find((each) => each.id === id)
      const units = item.units('quantity')
      if (line) takeBack(line, units, item.text('restock_type'))
      const net = item.amount('subtotal').minus(taxIncluded ? tax : 0)
      return { id, net, tax }
    })
    const extra = givenBeside(refund)
    const goods = lines.reduce((sum, { net, tax }) => sum.plus(net).plus(tax), new Big(0))
    return {
      id: refund.filled('id'),
      at: refund.moment('processed_at') ?? refund.neededMoment('created_at'),
      lines: (extra.lt(0) ? givenOf(parts, extra) : parts).map(({ id, net, tax }) => ({
        ...{ id, net: net.toFixed(), tax: tax.toFixed() },
      })),
      ...(extra.gt(0) && goods.gt(0) ? { share: extra.div(goods).round(12).toFixed() } : {}),
    }
  })
}

/**
 * How much more was given back than the lines of a refund come to, its tax inside; less, where something was kept back.
 * Shipping is none of ours, and what was kept back was kept of it first. What only waits to be given back will be.
 */
function givenBeside(refund: Payload): Big {
  let [shipping, more] = [new Big(0), new Big(0)]
  for (const each of refund.list('order_adjustments')) {
    const amount = each.amount('amount')
    if (each.text('kind') === 'shipping_refund') shipping = shipping.minus(amount)
    else if (amount.lt(0) || !/^pending/i.test(each.text('reason') || each.text('kind')))
      more = more.minus(amount)
  }
  if (more.gte(0)) return more
  const kept = more.plus(shipping)
  return kept.lt(0) ? kept : new Big(0)
}

interface Part {
  id: string
  net: Big
  tax: Big
}

/** What is left of the parts of a refund of which something was kept back, each as much as the others. */
function givenOf(parts: readonly Part[], extra: Big): Part[] {
  const paid = parts.map(({ net, tax }) => net.plus(tax))
  const left = paid.reduce((sum, one) => sum.plus(one), extra)
  // Sent back, and not paid back.
  if (left.lte(0)) return []
  const given = allocate(left, paid)
  return parts.flatMap((part, at) => {
    const [whole, amount] = [paid[at], given[at]]
    if (!whole || !amount || amount.eq(0)) return []
    const net = part.net.times(amount).div(whole).round(2)
    return [{ ...part, net, tax: amount.minus(net) }]
  })
}

function placeOf(order: Payload) {
  const address = order.object('shipping_address') ?? order.object('billing_address')
  const country = countryCode(address?.text('country_code') || address?.text('country') || '')
  return {
    country: country ?? null,
    province: provinceCode(country, address?.text('province') ?? '', address?.text('zip') ?? '') ?? null,
    city: address?.text('city', 100) || null,
  }
}
