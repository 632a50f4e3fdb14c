import { describe, expect, test } from 'vitest'
import { linesOf, mergeSnapshot } from '#features/orders/server/order-snapshot.ts'
import { Big } from '#platform/money.ts'
import { parseBody } from './server/payload.ts'
import { readShopifyOrder } from './server/read-shopify-order.ts'
import { readWooCommerceOrder } from './server/read-woocommerce-order.ts'
import { shopifyOrder } from './test-orders.ts'

const at = '2026-11-03T10:00:00+01:00'
const line = (quantity: number, subtotal: string, total_tax: string) => ({
  ...{ line_item_id: 1, quantity, subtotal, total_tax, restock_type: 'return' },
})
const beside = (amount: string, reason = 'Refund discrepancy', kind = 'refund_discrepancy') => ({
  ...{ amount, tax_amount: '0.00', kind, reason },
})

/** What an order of 40.00 with 6.94 of tax inside pays back, without tax and of tax. */
function paidBack(refund: object, order: object = {}) {
  const refunds = [{ id: 7, created_at: at, processed_at: at, ...refund }]
  const { snapshot } = readShopifyOrder(parseBody(JSON.stringify(shopifyOrder('#1', { refunds, ...order }))))
  return sums(mergeSnapshot(undefined, snapshot, '1'))
}
function sums(history: ReturnType<typeof mergeSnapshot>) {
  const back = linesOf(history, 'x').filter(({ kind }) => kind === 'refund')
  const sum = (of: 'net' | 'tax') => back.reduce((all, each) => all.minus(each[of]), new Big(0)).toFixed(2)
  return [sum('net'), sum('tax')]
}

describe('what Shopify gives back beside the lines of a refund', () => {
  test('an amount alone has its tax inside, as what was paid', () => {
    expect(paidBack({ order_adjustments: [beside('-20.00')] })).toEqual(['16.53', '3.47'])
    expect(paidBack({ order_adjustments: [beside('-40.00')] })).toEqual(['33.06', '6.94'])
  })

  test('an amount alone of prices without tax, too', () => {
    const order = { taxes_included: false }
    expect(paidBack({ order_adjustments: [beside('-46.94')] }, order)).toEqual(['40.00', '6.94'])
  })

  test('of a line that came back, what the shop kept was not given back', () => {
    const refund_line_items = [line(1, '20.00', '3.47')]
    expect(paidBack({ refund_line_items })).toEqual(['16.53', '3.47'])
    const kept = (amount: string) => paidBack({ refund_line_items, order_adjustments: [beside(amount)] })
    expect(kept('5.00')).toEqual(['12.40', '2.60'])
    // Only put back on the shelf.
    expect(kept('20.00')).toEqual(['0.00', '0.00'])
    expect(kept('25.00')).toEqual(['0.00', '0.00'])
  })

  test('what waits to be given back counts, and shipping is kept back first', () => {
    const refund_line_items = [line(1, '20.00', '3.47')]
    const waits = [beside('20.00', 'Pending refund discrepancy')]
    const asked = [beside('20.00', '', 'pending_refund_discrepancy')]
    const shipping = [beside('-5.00', 'Shipping refund', 'shipping_refund'), beside('5.00')]
    for (const order_adjustments of [waits, asked, shipping])
      expect(paidBack({ refund_line_items, order_adjustments })).toEqual(['16.53', '3.47'])
    const more = [shipping[0], beside('6.00')]
    expect(paidBack({ refund_line_items, order_adjustments: more })).toEqual(['15.70', '3.30'])
  })
})

test('a refund of WooCommerce that names nothing but shipping takes nothing from the goods', () => {
  const read = (refund: object) => {
    const order = {
      ...{
        id: 5,
        number: '5',
        status: 'processing',
        date_created_gmt: '2026-11-02T09:00:00',
        currency: 'EUR',
      },
      ...{ total: '30.25', billing: { country: 'ES', email: 'ana@example.test' } },
      line_items: [
        { id: 1, sku: 'A', name: 'A', quantity: 1, subtotal: '20.00', total: '20.00', total_tax: '4.20' },
      ],
      refunds: [{ id: 9, date_created_gmt: '2026-11-03T09:00:00', line_items: [], ...refund }],
    }
    return sums(
      mergeSnapshot(undefined, readWooCommerceOrder(parseBody(JSON.stringify(order))).snapshot, '1'),
    )
  }
  const shipping_lines = [{ total: '-5.00', total_tax: '-1.05' }]
  expect(read({ amount: '6.05', shipping_lines })).toEqual(['0.00', '0.00'])
  expect(read({ amount: '30.25' })).toEqual(['20.00', '4.20'])
})
