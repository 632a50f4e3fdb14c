import type { ShopifyDetails, ShopifyLine, ShopifyOrder } from './shopify-queries.ts'
import { bareId } from './shopify-queries.ts'

/** Is it more than sold, and perhaps sent: was something taken back or cancelled? */
export const isInvolved = ({ cancelledAt, displayFinancialStatus, lineItems }: ShopifyOrder): boolean =>
  cancelledAt !== null ||
  /REFUNDED|VOIDED/.test(displayFinancialStatus ?? '') ||
  lineItems.nodes.some(({ quantity, currentQuantity }) => quantity !== currentQuantity)

/**
 * An order of the GraphQL API in the form in which webhooks tell it, so that both are read by the same reader and end in the
 * same facts. Without details what was sent follows from what is left to be sent.
 */
export function webhookForm(order: ShopifyOrder, details?: ShopifyDetails): Record<string, unknown> {
  const lines = order.lineItems.nodes
  const address = order.shippingAddress ?? order.billingAddress
  return {
    id: bareId(order.id),
    name: order.name,
    email: order.email,
    test: order.test,
    created_at: order.createdAt,
    updated_at: order.updatedAt,
    cancelled_at: order.cancelledAt,
    currency: order.currencyCode,
    taxes_included: order.taxesIncluded,
    financial_status: order.displayFinancialStatus?.toLowerCase() ?? '',
    total_tip_received: order.totalTipReceivedSet.shopMoney.amount,
    landing_site: order.customerJourneySummary?.lastVisit?.landingPage ?? null,
    note_attributes: order.customAttributes.map(({ key, value }) => ({ name: key, value })),
    shipping_address: address && {
      country_code: address.countryCodeV2,
      province: address.province,
      city: address.city,
      zip: address.zip,
    },
    line_items: lines.map(lineForm),
    fulfillments: details ? details.fulfillments.map(fulfilmentForm) : sentOf(lines),
    refunds: (details?.refunds ?? []).map(refundForm),
  }
}

const lineForm = (line: ShopifyLine) => ({
  id: bareId(line.id),
  sku: line.sku,
  name: line.name,
  title: line.title,
  vendor: line.vendor,
  quantity: line.quantity,
  price: line.originalUnitPriceSet.shopMoney.amount,
  tax_lines: line.taxLines.map(({ priceSet }) => ({ price: priceSet.shopMoney.amount })),
  discount_allocations: line.discountAllocations.map(({ allocatedAmountSet }) => ({
    amount: allocatedAmountSet.shopMoney.amount,
  })),
})

const sentOf = (lines: readonly ShopifyLine[]) => {
  const sent = lines
    .map(({ id, quantity, unfulfilledQuantity }) => ({
      id: bareId(id),
      quantity: quantity - unfulfilledQuantity,
    }))
    .filter(({ quantity }) => quantity > 0)
  return sent.length > 0 ? [{ status: 'success', line_items: sent }] : []
}

const fulfilmentForm = ({ status, fulfillmentLineItems }: ShopifyDetails['fulfillments'][number]) => ({
  status: status.toLowerCase(),
  line_items: fulfillmentLineItems.nodes.map(({ quantity, lineItem }) => ({
    id: bareId(lineItem.id),
    quantity: quantity ?? 0,
  })),
})

const refundForm = (refund: ShopifyDetails['refunds'][number]) => ({
  id: bareId(refund.id),
  created_at: refund.createdAt,
  processed_at: refund.processedAt,
  refund_line_items: refund.refundLineItems.nodes.map((one) => ({
    line_item_id: bareId(one.lineItem.id),
    quantity: one.quantity,
    restock_type: one.restockType.toLowerCase(),
    subtotal: one.subtotalSet.shopMoney.amount,
    total_tax: one.totalTaxSet.shopMoney.amount,
  })),
  order_adjustments: refund.orderAdjustments.nodes.map(({ reason, amountSet }) => ({
    kind: (reason ?? '').toLowerCase(),
    amount: amountSet.shopMoney.amount,
  })),
})
