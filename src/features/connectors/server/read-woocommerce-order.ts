import type { SnapshotLine, SnapshotRefund } from '#features/orders/server/order-snapshot.ts'
import { Big } from '#platform/money.ts'
import { countryCode, provinceCode } from '#platform/place.ts'
import { wooCommerceAttribution } from './attribution.ts'
import { BadDelivery, type Payload } from './payload.ts'
import type { ReadOrder } from './read-shopify-order.ts'

/** Only noted: nothing has been paid or promised yet. */
const notSold = new Set(['pending', 'checkout-draft', 'auto-draft', 'draft'])
const called = new Set(['cancelled', 'failed', 'trash'])

/** An order as WooCommerce's REST API v3 and its webhooks tell it. @throws BadDelivery */
export function readWooCommerceOrder(order: Payload): ReadOrder {
  const status = order.filled('status')
  const placedAt = order.moment('date_created_gmt') ?? order.neededMoment('date_created')
  const completed = status === 'completed'
  const lines = order.list('line_items').map((item) => readLine(item, completed))
  if (lines.length === 0) throw new BadDelivery('missingField', { field: 'line_items' })
  const buyer = order.object('billing')?.text('email') || order.text('customer_id')
  return {
    buyer: buyer && buyer !== '0' ? buyer : null,
    test: false,
    snapshot: {
      externalId: order.text('number') || order.filled('id'),
      sourceId: order.text('id'),
      placedAt,
      toldAt: order.moment('date_modified_gmt') ?? order.moment('date_modified') ?? placedAt,
      currency: order.currency('currency'),
      ...placeOf(order),
      ...wooCommerceAttribution(order),
      sold: !notSold.has(status),
      cancelled: called.has(status) ? { keepsMoney: false } : null,
      lines,
      refunds: readRefunds(order, status, lines),
      completed,
    },
  }
}

/** WooCommerce tells amounts without tax: `subtotal` before what was taken off, `total` after. */
function readLine(item: Payload, completed: boolean): SnapshotLine {
  const units = item.units('quantity')
  const name = item.text('name')
  const sku = item.text('sku') || name
  if (sku === '') throw new BadDelivery('missingField', { field: 'line_items.sku' })
  return {
    id: item.filled('id'),
    sku,
    name,
    units,
    gross: item.price('subtotal', true).toFixed(),
    net: item.price('total', true).toFixed(),
    tax: item.amount('total_tax').toFixed(),
    shipped: completed ? units : 0,
    removed: 0,
    returned: 0,
  }
}

/**
 * The order tells of each refund only its sum, shipping and tax included: it is spread over everything by cost. Asked for by
 * itself a refund has its day, and names what was given back for which line.
 */
function readRefunds(order: Payload, status: string, lines: SnapshotLine[]): SnapshotRefund[] {
  const total = order.amount('total', true)
  const shareOf = (amount: Big) => {
    const share = total.gt(0) ? amount.abs().div(total) : new Big(0)
    return (share.gt(1) ? new Big(1) : share).round(12).toFixed()
  }
  const listed = order.list('refunds').map((refund): SnapshotRefund => {
    const id = refund.filled('id')
    const at = refund.moment('date_created_gmt')
    if (at === undefined) return { id, lines: [], share: shareOf(refund.amount('total', true)) }
    const parts = refund.list('line_items').flatMap((item) => {
      const line = lines.find((each) => each.id === refundedItem(item))
      if (!line) return []
      // What was sent may have come back or not: WooCommerce does not tell.
      if (line.shipped === 0)
        line.removed = Math.min(line.units, line.removed + Math.abs(item.amount('quantity').toNumber()))
      const net = item.amount('total', true).abs()
      return [{ id: line.id, net: net.toFixed(), tax: item.amount('total_tax', true).abs().toFixed() }]
    })
    return parts.length > 0
      ? { id, at, lines: parts }
      : { id, at, lines: [], share: shareOf(goodsOf(refund)) }
  })
  if (listed.length > 0 || status !== 'refunded') return listed
  return [{ id: 'whole', lines: [], share: '1' }]
}

/** What a refund gave back beside the shipping that it names, which is none of ours. */
function goodsOf(refund: Payload): Big {
  const shipping = refund
    .list('shipping_lines')
    .reduce(
      (sum, each) => sum.plus(each.amount('total').abs()).plus(each.amount('total_tax').abs()),
      new Big(0),
    )
  const left = refund.amount('amount').abs().minus(shipping)
  return left.gt(0) ? left : new Big(0)
}

/** The line of the order that a line of a refund is about. */
function refundedItem(item: Payload): string {
  const noted = item.list('meta_data').find((each) => each.text('key') === '_refunded_item_id')
  return noted?.text('value') ?? ''
}

function placeOf(order: Payload) {
  const shipping = order.object('shipping')
  const address = shipping?.text('country') ? shipping : order.object('billing')
  const country = countryCode(address?.text('country') ?? '')
  return {
    country: country ?? null,
    province: provinceCode(country, address?.text('state') ?? '', address?.text('postcode') ?? '') ?? null,
    city: address?.text('city', 100) || null,
  }
}
