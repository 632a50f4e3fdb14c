/**
 * The part of Shopify's Admin GraphQL API that Backline speaks, as its reference documents it (shopify.dev, api/admin-graphql):
 * names, arguments and nullability. A field that is asked for and stands not here is refused, as Shopify refuses it. Held field
 * by field against types generated from the published schema of 2026-01: 149 fields with their arguments and values.
 */
export const schemaText = `
scalar DateTime
scalar Decimal
scalar URL
scalar HTML

type PageInfo { hasNextPage: Boolean! endCursor: String }
type MoneyV2 { amount: Decimal! currencyCode: String! }
type MoneyBag { shopMoney: MoneyV2! }
type Shop { id: ID! name: String! myshopifyDomain: String! currencyCode: String! }

type SelectedOption { name: String! value: String! }
type InventoryQuantity { name: String! quantity: Int! }
type InventoryLevel { id: ID! quantities(names: [String!]!): [InventoryQuantity!]! }
type InventoryLevelConnection { nodes: [InventoryLevel!]! pageInfo: PageInfo! }
interface Node { id: ID! }
type InventoryItem implements Node {
  id: ID! tracked: Boolean! requiresShipping: Boolean!
  inventoryLevels(first: Int, after: String): InventoryLevelConnection!
}
type ProductVariant {
  id: ID! title: String! sku: String price: Decimal! taxable: Boolean! inventoryQuantity: Int
  selectedOptions: [SelectedOption!]! inventoryItem: InventoryItem!
}
type ProductVariantConnection { nodes: [ProductVariant!]! pageInfo: PageInfo! }
type Image { url: URL! altText: String }
type MediaImage implements Node { id: ID! image: Image }
union Media = MediaImage
type MediaConnection { nodes: [Media!]! pageInfo: PageInfo! }
type Collection { id: ID! title: String! handle: String! }
type CollectionConnection { nodes: [Collection!]! pageInfo: PageInfo! }
enum ProductStatus { ACTIVE ARCHIVED DRAFT UNLISTED }
type Product implements Node {
  id: ID! title: String! descriptionHtml: HTML! handle: String! vendor: String! productType: String! tags: [String!]!
  status: ProductStatus! onlineStoreUrl: URL updatedAt: DateTime!
  collections(first: Int, after: String): CollectionConnection!
  media(first: Int, after: String): MediaConnection!
  variants(first: Int, after: String): ProductVariantConnection!
}
type ProductConnection { nodes: [Product!]! pageInfo: PageInfo! }

type Attribute { key: String! value: String }
type MailingAddress { countryCodeV2: String province: String city: String zip: String }
type TaxLine { priceSet: MoneyBag! }
type DiscountAllocation { allocatedAmountSet: MoneyBag! }
type LineItem {
  id: ID! sku: String name: String! title: String! quantity: Int! currentQuantity: Int! unfulfilledQuantity: Int!
  vendor: String product: Product
  originalUnitPriceSet: MoneyBag! taxLines: [TaxLine!]! discountAllocations: [DiscountAllocation!]!
}
type LineItemConnection { nodes: [LineItem!]! pageInfo: PageInfo! }
type FulfillmentLineItem { id: ID! quantity: Int lineItem: LineItem! }
type FulfillmentLineItemConnection { nodes: [FulfillmentLineItem!]! pageInfo: PageInfo! }
enum FulfillmentStatus { CANCELLED ERROR FAILURE OPEN PENDING SUCCESS }
type Fulfillment {
  id: ID! status: FulfillmentStatus!
  fulfillmentLineItems(first: Int, after: String): FulfillmentLineItemConnection!
}
enum RefundLineItemRestockType { CANCEL LEGACY_RESTOCK NO_RESTOCK RETURN }
type RefundLineItem {
  id: ID lineItem: LineItem! quantity: Int! restockType: RefundLineItemRestockType!
  subtotalSet: MoneyBag! totalTaxSet: MoneyBag!
}
type RefundLineItemConnection { nodes: [RefundLineItem!]! pageInfo: PageInfo! }
enum OrderAdjustmentDiscrepancyReason {
  CUSTOMER DAMAGE FULL_RETURN_BALANCING_ADJUSTMENT PENDING_REFUND_DISCREPANCY REFUND_DISCREPANCY RESTOCK
}
type OrderAdjustment { id: ID! reason: OrderAdjustmentDiscrepancyReason amountSet: MoneyBag! }
type OrderAdjustmentConnection { nodes: [OrderAdjustment!]! pageInfo: PageInfo! }
type Refund {
  id: ID! createdAt: DateTime processedAt: DateTime!
  refundLineItems(first: Int, after: String): RefundLineItemConnection!
  orderAdjustments(first: Int, after: String): OrderAdjustmentConnection!
}
type CustomerVisit { landingPage: URL }
type CustomerJourneySummary { lastVisit: CustomerVisit }
enum OrderDisplayFinancialStatus { AUTHORIZED EXPIRED PAID PARTIALLY_PAID PARTIALLY_REFUNDED PENDING REFUNDED VOIDED }
type Order implements Node {
  id: ID! name: String! test: Boolean! createdAt: DateTime! updatedAt: DateTime! cancelledAt: DateTime email: String
  currencyCode: String! taxesIncluded: Boolean! displayFinancialStatus: OrderDisplayFinancialStatus
  totalTipReceivedSet: MoneyBag! customAttributes: [Attribute!]! customerJourneySummary: CustomerJourneySummary
  shippingAddress: MailingAddress billingAddress: MailingAddress
  lineItems(first: Int, after: String): LineItemConnection!
  fulfillments(first: Int): [Fulfillment!]!
  refunds(first: Int): [Refund!]!
}
type OrderConnection { nodes: [Order!]! pageInfo: PageInfo! }

enum WebhookSubscriptionTopic { APP_UNINSTALLED INVENTORY_LEVELS_UPDATE ORDERS_CREATE ORDERS_UPDATED }
enum WebhookSubscriptionFormat { JSON XML }
input WebhookSubscriptionInput { uri: String format: WebhookSubscriptionFormat }
type WebhookSubscription { id: ID! topic: WebhookSubscriptionTopic! uri: String! }
type WebhookSubscriptionConnection { nodes: [WebhookSubscription!]! pageInfo: PageInfo! }
type UserError { field: [String!] message: String! }
type WebhookSubscriptionCreatePayload { webhookSubscription: WebhookSubscription userErrors: [UserError!]! }

enum ProductSortKeys { ID UPDATED_AT }
enum OrderSortKeys { ID UPDATED_AT }
type Count { count: Int! }
type Query {
  shop: Shop!
  node(id: ID!): Node
  nodes(ids: [ID!]!): [Node]!
  products(first: Int, after: String, query: String, sortKey: ProductSortKeys = ID): ProductConnection!
  productsCount(query: String): Count
  orders(first: Int, after: String, query: String, sortKey: OrderSortKeys = ID): OrderConnection!
  ordersCount(query: String, limit: Int = 10000): Count
  webhookSubscriptions(first: Int, after: String): WebhookSubscriptionConnection!
}
type Mutation {
  webhookSubscriptionCreate(topic: WebhookSubscriptionTopic!, webhookSubscription: WebhookSubscriptionInput!):
    WebhookSubscriptionCreatePayload
}
`
