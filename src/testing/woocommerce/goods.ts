import { gmt, type LocalThing, type LocalVariation, type LocalWooShop } from './shop.ts'

/** Goods and orders with the fields and forms of the REST API v3's documentation (products, variations, orders, refunds). */

interface Wish {
  name?: string
  sizes?: string[]
  sku?: string
  price?: string
  stock?: number | null
  pictures?: string[]
  categories?: string[]
  tags?: string[]
  brands?: string[]
  more?: object
}

const named = (names: readonly string[], id: number) =>
  names.map((name, at) => ({ id: id * 10 + at, name, slug: name.toLowerCase() }))

const sold = (shop: LocalWooShop, id: number, { sku, price, stock, slug }: Record<string, unknown>) => ({
  id,
  permalink: `https://${shop.domain}/product/${slug}/`,
  sku,
  price,
  regular_price: price,
  sale_price: '',
  virtual: false,
  downloadable: false,
  tax_status: 'taxable',
  tax_class: '',
  manage_stock: stock !== null,
  stock_quantity: stock,
  stock_status: 'instock',
})

/** Adds a product, variable where it has sizes. */
export function addWooProduct(shop: LocalWooShop, wish: Wish = {}): LocalThing {
  const { sizes = [], price = '20.00', stock = 50, pictures = [], categories = [], tags = [] } = wish
  const id = shop.nextId()
  const { name = `Producto ${id}`, sku = `P${id}`, brands = [] } = wish
  const slug = `producto-${id}`
  const at = gmt(shop.now())
  const variations = sizes.map((size): LocalVariation => {
    const own = shop.nextId()
    return {
      ...sold(shop, own, {
        sku: sku && `${sku}-${size}`,
        price,
        stock,
        slug: `${slug}/?attribute_talla=${size}`,
      }),
      attributes: [{ id: 1, name: 'Talla', slug: 'pa_talla', option: size }],
      status: 'publish',
    }
  })
  const variable = sizes.length > 0
  const product: LocalThing = {
    ...sold(shop, id, { sku: variable ? '' : sku, price, stock: variable ? null : stock, slug }),
    name,
    slug,
    date_created_gmt: at,
    date_modified_gmt: at,
    type: variable ? 'variable' : 'simple',
    status: 'publish',
    description: `<p>Descripción de <b>${name}</b></p><ul><li>Algodón</li></ul>`,
    short_description: '',
    categories: named(categories, id),
    tags: named(tags, id),
    brands: named(brands, id),
    images: pictures.map((src, place) => ({ id: id * 10 + place, src, name: '', alt: name })),
    attributes: variable ? [{ id: 1, name: 'Talla', variation: true, options: sizes }] : [],
    variations: variations.map((one) => one.id),
    ...wish.more,
  }
  shop.products.push(product)
  if (variable) shop.variations.set(id, variations)
  return product
}

interface Sale {
  sku: string
  name?: string
  quantity?: number
  /** Of the whole line, without tax. */
  total?: number
  at: number
  status?: string
  click?: string
}

/** Adds an order of one line with 21 % of tax beside it, and 5 € for its way. */
export function addWooOrder(shop: LocalWooShop, sale: Sale): LocalThing {
  const { sku, name = 'Camiseta', quantity = 1, total = 20, at, status = 'completed', click } = sale
  const id = shop.nextId()
  const tax = (total * 21) / 100
  const money = (amount: number) => amount.toFixed(2)
  const address = { city: 'València', state: 'V', postcode: '46001', country: 'ES' }
  const entry = `https://${shop.domain}/product/x/?click=${click}`
  const order: LocalThing = {
    id,
    parent_id: 0,
    number: String(id),
    status,
    currency: 'EUR',
    date_created_gmt: gmt(at),
    date_modified_gmt: gmt(at),
    prices_include_tax: true,
    total: money(total + tax + 5),
    total_tax: money(tax),
    shipping_total: '5.00',
    customer_id: 0,
    billing: { ...address, email: `fan${id % 700}@example.test` },
    shipping: address,
    meta_data: click ? [{ id: 1, key: '_wc_order_attribution_session_entry', value: entry }] : [],
    line_items: [
      {
        id: shop.nextId(),
        name,
        product_id: 1,
        variation_id: 0,
        quantity,
        subtotal: money(total),
        subtotal_tax: money(tax),
        total: money(total),
        total_tax: money(tax),
        sku,
        price: total / quantity,
        meta_data: [],
      },
    ],
    shipping_lines: [{ id: 2, method_title: 'Envío', total: '5.00', total_tax: '0.00' }],
    refunds: [],
  }
  shop.orders.push(order)
  return order
}

/**
 * Gives back a part of an order's only line. The order names the sum as a negative total; the refund itself has its line with
 * negative amounts, and `_refunded_item_id` (documentation, «List all refunds»).
 */
export function refundWooOrder(shop: LocalWooShop, order: LocalThing, net: number, quantity = 0) {
  const id = shop.nextId()
  const tax = (net * 21) / 100
  const [line] = order.line_items as { id: number; name: string; sku: string }[]
  const amount = (net + tax).toFixed(2)
  const refund = {
    id,
    date_created_gmt: gmt(shop.now()),
    amount,
    reason: 'Talla equivocada',
    line_items: [
      {
        id: shop.nextId(),
        name: line?.name,
        sku: line?.sku,
        quantity: -quantity,
        subtotal: (-net).toFixed(2),
        total: (-net).toFixed(2),
        total_tax: (-tax).toFixed(2),
        meta_data: [{ id: 9, key: '_refunded_item_id', value: String(line?.id) }],
      },
    ],
  }
  shop.refunds.set(order.id, [refund, ...(shop.refunds.get(order.id) ?? [])])
  const summary = { id, reason: refund.reason, total: `-${amount}` }
  shop.change(order, { refunds: [...(order.refunds as object[]), summary] })
}

/** So many products of three sizes, and so many orders of the last two years, the newest last. */
export function fillWooShop(
  shop: LocalWooShop,
  { products, orders, pictures }: { products: number; orders: number; pictures: string },
) {
  for (let place = 0; place < products; place++)
    addWooProduct(shop, {
      name: `Producto ${place}`,
      sku: `W${place}`,
      sizes: ['S', 'M', 'L'],
      price: `${15 + (place % 20)}.00`,
      pictures: [`${pictures}/${place}.png`],
    })
  const [now, step] = [shop.now() - 3_600_000, (600 * 86_400_000) / Math.max(1, orders)]
  for (let place = 0; place < orders; place++)
    addWooOrder(shop, {
      sku: `W${place % products}-${['S', 'M', 'L'][place % 3]}`,
      name: `Producto ${place % products}`,
      quantity: 1 + (place % 2),
      at: now - (orders - place) * step,
    })
}
