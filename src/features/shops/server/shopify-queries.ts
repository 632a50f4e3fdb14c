/**
 * What is asked of Shopify. No query may cost more than 1,000 points: connections count by their `first`, each object in them
 * one; what is longer than its `first` is asked for by itself.
 */

const variantFields = `nodes { id title sku price taxable inventoryQuantity selectedOptions { name value }
  inventoryItem { id tracked requiresShipping } } pageInfo { hasNextPage endCursor }`

export const productsQuery = `query ($after: String, $query: String, $sortKey: ProductSortKeys) {
  shop { currencyCode }
  productsCount(query: $query) { count }
  products(first: 5, after: $after, query: $query, sortKey: $sortKey) {
    nodes {
      id title descriptionHtml vendor productType tags status onlineStoreUrl
      collections(first: 10) { nodes { title } }
      media(first: 12) { nodes { ... on MediaImage { image { url altText } } } }
      variants(first: 30) { ${variantFields} }
    }
    pageInfo { hasNextPage endCursor }
  }
}`

export const variantsQuery = `query ($id: ID!, $after: String) {
  node(id: $id) { ... on Product { variants(first: 100, after: $after) { ${variantFields} } } }
}`

const money = 'shopMoney { amount }'
const lineFields = `nodes { id sku name title quantity currentQuantity unfulfilledQuantity vendor
  originalUnitPriceSet { ${money} } taxLines { priceSet { ${money} } }
  discountAllocations { allocatedAmountSet { ${money} } } } pageInfo { hasNextPage endCursor }`

export const ordersQuery = `query ($after: String, $query: String, $sortKey: OrderSortKeys) {
  ordersCount(query: $query) { count }
  orders(first: 10, after: $after, query: $query, sortKey: $sortKey) {
    nodes {
      id name test createdAt updatedAt cancelledAt email currencyCode taxesIncluded displayFinancialStatus
      totalTipReceivedSet { ${money} } customAttributes { key value }
      customerJourneySummary { lastVisit { landingPage } }
      shippingAddress { countryCodeV2 province city zip } billingAddress { countryCodeV2 province city zip }
      lineItems(first: 6) { ${lineFields} }
    }
    pageInfo { hasNextPage endCursor }
  }
}`

export const linesQuery = `query ($id: ID!, $after: String) {
  node(id: $id) { ... on Order { lineItems(first: 60, after: $after) { ${lineFields} } } }
}`

/** What was sent and given back, of the few orders that are not simply sent or not. */
export const detailsQuery = `query ($id: ID!) {
  node(id: $id) { ... on Order {
    fulfillments(first: 8) { status fulfillmentLineItems(first: 20) { nodes { quantity lineItem { id } } } }
    refunds(first: 6) {
      id createdAt processedAt
      refundLineItems(first: 12) { nodes { quantity restockType lineItem { id }
        subtotalSet { ${money} } totalTaxSet { ${money} } } }
      orderAdjustments(first: 3) { nodes { reason amountSet { ${money} } } }
    }
  } }
}`

export const stockQuery = `query ($ids: [ID!]!) {
  nodes(ids: $ids) { ... on InventoryItem { id tracked
    inventoryLevels(first: 5) { nodes { quantities(names: ["on_hand"]) { quantity } } } } }
}`

export const webhooksQuery = `query { webhookSubscriptions(first: 50) { nodes { topic uri } } }`

export const registerMutation = `mutation ($topic: WebhookSubscriptionTopic!, $uri: String!) {
  webhookSubscriptionCreate(topic: $topic, webhookSubscription: { uri: $uri, format: JSON }) { userErrors { message } }
}`

export interface Connection<T> {
  nodes: T[]
  pageInfo: { hasNextPage: boolean; endCursor: string | null }
}

export interface ShopifyVariant {
  id: string
  title: string
  sku: string | null
  price: string
  taxable: boolean
  inventoryQuantity: number | null
  selectedOptions: { name: string; value: string }[]
  inventoryItem: { id: string; tracked: boolean; requiresShipping: boolean }
}
export interface ShopifyProduct {
  id: string
  title: string
  descriptionHtml: string
  vendor: string
  productType: string
  tags: string[]
  status: 'ACTIVE' | 'ARCHIVED' | 'DRAFT' | 'UNLISTED'
  onlineStoreUrl: string | null
  collections: { nodes: { title: string }[] }
  media: { nodes: { image?: { url: string; altText: string | null } | null }[] }
  variants: Connection<ShopifyVariant>
}

interface Money {
  shopMoney: { amount: string }
}
export interface ShopifyLine {
  id: string
  sku: string | null
  name: string
  title: string
  quantity: number
  currentQuantity: number
  unfulfilledQuantity: number
  vendor: string | null
  originalUnitPriceSet: Money
  taxLines: { priceSet: Money }[]
  discountAllocations: { allocatedAmountSet: Money }[]
}
interface Address {
  countryCodeV2: string | null
  province: string | null
  city: string | null
  zip: string | null
}
export interface ShopifyOrder {
  id: string
  name: string
  test: boolean
  createdAt: string
  updatedAt: string
  cancelledAt: string | null
  email: string | null
  currencyCode: string
  taxesIncluded: boolean
  displayFinancialStatus: string | null
  totalTipReceivedSet: Money
  customAttributes: { key: string; value: string | null }[]
  customerJourneySummary: { lastVisit: { landingPage: string | null } | null } | null
  shippingAddress: Address | null
  billingAddress: Address | null
  lineItems: Connection<ShopifyLine>
}
export interface ShopifyDetails {
  fulfillments: {
    status: string
    fulfillmentLineItems: { nodes: { quantity: number | null; lineItem: { id: string } }[] }
  }[]
  refunds: {
    id: string
    createdAt: string | null
    processedAt: string | null
    refundLineItems: {
      nodes: {
        quantity: number
        restockType: string
        lineItem: { id: string }
        subtotalSet: Money
        totalTaxSet: Money
      }[]
    }
    orderAdjustments: { nodes: { reason: string | null; amountSet: Money }[] }
  }[]
}

/** `gid://shopify/LineItem/123` → `123`, as webhooks call it. */
export const bareId = (gid: string) => gid.slice(gid.lastIndexOf('/') + 1)
