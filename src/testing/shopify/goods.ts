import type { LocalShop } from './shop.ts'

/** Goods and orders as Shopify answers them, each told apart by its place. */

const money = (amount: number) => ({ shopMoney: { amount: amount.toFixed(2), currencyCode: 'EUR' } })
const gid = (type: string, id: number) => `gid://shopify/${type}/${id}`

interface Wish {
  title?: string
  vendor?: string
  tags?: string[]
  collections?: string[]
  sizes?: string[]
  sku?: string
  price?: number
  onHand?: number
  pictures?: number
  tracked?: boolean
}

/** Adds a product with a variant for each size; without sizes it has Shopify's single «Default Title». */
export function addProduct(shop: LocalShop, place: number, wish: Wish = {}, origin = '') {
  const { title = `Producto ${place}`, sizes = ['S', 'M', 'L'], price = 20, onHand = 50, pictures = 1 } = wish
  const { sku = `P${place}`, vendor = shop.name, tags = [], collections = [], tracked = true } = wish
  const id = 1_000 + place
  const handle = `producto-${place}`
  const product = {
    id: gid('Product', id),
    title,
    descriptionHtml: `<p>Descripción de <b>${title}</b></p><script>x()</script><ul><li>Algodón</li></ul>`,
    handle,
    vendor,
    productType: 'Camiseta',
    tags,
    status: 'ACTIVE',
    onlineStoreUrl: `https://${shop.name}.example/products/${handle}`,
    updatedAt: new Date(shop.now()).toISOString(),
    collections: collections.map((name, at) => ({
      id: gid('Collection', id * 10 + at),
      title: name,
      handle: name,
    })),
    media: Array.from({ length: pictures }, (_, at) => ({
      id: gid('MediaImage', id * 10 + at),
      image: { url: `${origin}/files/${handle}-${at}.png`, altText: title },
    })),
    variants: (sizes.length > 0 ? sizes : ['Default Title']).map((size, at) => ({
      id: gid('ProductVariant', id * 100 + at),
      title: size,
      sku: sizes.length > 0 && sku ? `${sku}-${size}` : sku,
      price: price.toFixed(2),
      taxable: true,
      inventoryQuantity: onHand,
      selectedOptions: [{ name: sizes.length > 0 ? 'Talla' : 'Title', value: size }],
      inventoryItem: {
        id: gid('InventoryItem', id * 100 + at),
        tracked,
        requiresShipping: true,
        inventoryLevels: [
          { id: gid('InventoryLevel', id * 100 + at), quantities: [{ name: 'on_hand', quantity: onHand }] },
        ],
      },
    })),
  }
  shop.products.push(product)
  return product
}

interface Sale {
  sku: string
  title?: string
  quantity?: number
  price?: number
  at: number
  sent?: boolean
  click?: string
  vendor?: string
}

/** Adds an order of one line, tax inside; answers it as webhooks tell it too. */
export function addOrder(shop: LocalShop, place: number, sale: Sale) {
  const {
    sku,
    title = 'Camiseta',
    quantity = 1,
    price = 20,
    at,
    sent = true,
    click,
    vendor = shop.name,
  } = sale
  const when = new Date(at).toISOString()
  const tax = (price * quantity * 21) / 121
  const landing = click ? `https://${shop.name}.example/products/x?click=${click}` : null
  const name = `#${1000 + place}`
  const line = { id: 500_000 + place, quantity }
  const node = {
    id: gid('Order', 100_000 + place),
    name,
    test: false,
    createdAt: when,
    updatedAt: when,
    cancelledAt: null,
    email: `fan${place % 700}@example.test`,
    currencyCode: 'EUR',
    taxesIncluded: true,
    displayFinancialStatus: 'PAID',
    totalTipReceivedSet: money(0),
    customAttributes: [],
    customerJourneySummary: { lastVisit: { landingPage: landing } },
    shippingAddress: { countryCodeV2: 'ES', province: 'Valencia', city: 'València', zip: '46001' },
    billingAddress: null,
    lineItems: [
      {
        id: gid('LineItem', line.id),
        sku,
        name: title,
        title,
        quantity,
        currentQuantity: quantity,
        unfulfilledQuantity: sent ? 0 : quantity,
        vendor,
        originalUnitPriceSet: money(price),
        taxLines: [{ priceSet: money(tax) }],
        discountAllocations: [],
      },
    ],
    fulfillments: sent
      ? [
          {
            id: gid('Fulfillment', place),
            status: 'SUCCESS',
            fulfillmentLineItems: [
              { id: gid('FulfillmentLineItem', place), quantity, lineItem: { id: gid('LineItem', line.id) } },
            ],
          },
        ]
      : [],
    refunds: [] as unknown[],
  }
  shop.orders.push(node)
  return { node, told: () => toldOf(node) }
}

/** The same order as `orders/*` webhooks tell it (shopify.dev, REST Order object). */
function toldOf(node: Omit<ReturnType<typeof addOrder>['node'], never>) {
  const bare = (id: string) => Number(id.slice(id.lastIndexOf('/') + 1))
  const [line] = node.lineItems
  const { shippingAddress: address } = node
  return {
    id: bare(node.id),
    admin_graphql_api_id: node.id,
    name: node.name,
    test: node.test,
    email: node.email,
    created_at: node.createdAt,
    updated_at: node.updatedAt,
    cancelled_at: node.cancelledAt,
    currency: node.currencyCode,
    taxes_included: true,
    financial_status: 'paid',
    landing_site: node.customerJourneySummary.lastVisit.landingPage?.replace(/^https:\/\/[^/]+/, '') ?? null,
    note_attributes: [],
    shipping_address: {
      country_code: address.countryCodeV2,
      province: address.province,
      city: address.city,
      zip: address.zip,
    },
    line_items: line
      ? [
          {
            id: bare(line.id),
            sku: line.sku,
            name: line.name,
            title: line.title,
            vendor: line.vendor,
            quantity: line.quantity,
            price: line.originalUnitPriceSet.shopMoney.amount,
            total_discount: '0.00',
            discount_allocations: [],
            tax_lines: line.taxLines.map(({ priceSet }) => ({ price: priceSet.shopMoney.amount })),
          },
        ]
      : [],
    fulfillments: node.fulfillments.map(({ status, fulfillmentLineItems }) => ({
      status: status.toLowerCase(),
      line_items: fulfillmentLineItems.map(({ quantity, lineItem }) => ({ id: bare(lineItem.id), quantity })),
    })),
    refunds: [],
  }
}

/** So many products of three sizes, and so many orders of the two years up to yesterday, the newest last. */
export function fillShop(
  shop: LocalShop,
  { products, orders, origin }: { products: number; orders: number; origin: string },
) {
  for (let place = 0; place < products; place++) addProduct(shop, place, { price: 15 + (place % 20) }, origin)
  // What was sold on the day of the connection is owed (decision 0067), and is some of it only from the morning on.
  const [now, step] = [shop.now() - 86_400_000, (600 * 86_400_000) / Math.max(1, orders)]
  for (let place = 0; place < orders; place++)
    addOrder(shop, place, {
      sku: `P${place % products}-${['S', 'M', 'L'][place % 3]}`,
      title: `Producto ${place % products}`,
      price: 15 + ((place % products) % 20),
      quantity: 1 + (place % 2),
      at: now - (orders - place) * step,
    })
}
