import { createHash, randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import sharp from 'sharp'

interface Wish {
  name?: string
  sku?: string
  sizes?: string[]
  price?: string
  ignored?: boolean
  pictures?: boolean
}

/**
 * Printful on this machine, as its documentation has v1: `{ code, result, paging }`, private tokens of one store or of an
 * account, sync products with their variants, orders with items and shipments, one webhook address a store, 120 calls in 60
 * seconds and 429 with `X-Ratelimit-Reset` beyond.
 */
export class LocalPrintful {
  address = ''
  stores = [{ id: 12, type: 'native', name: 'Tienda de prueba' }]
  tokens = new Set<string>()
  products: { sync_product: { id: number; [name: string]: unknown }; sync_variants: object[] }[] = []
  orders: { id: number; created: number; shipments: object[]; [name: string]: unknown }[] = []
  webhook: { url: string | null; types: string[] } = { url: null, types: [] }
  /** Calls a minute before it is 429. */
  limit = 120
  throttled = 0
  stop: () => Promise<void> = async () => {}
  #ahead = 0
  #ids = 900
  #calls: number[] = []

  now = () => Date.now() + this.#ahead
  wait(ms: number) {
    this.#ahead += ms
  }
  newToken() {
    const token = randomBytes(24).toString('base64url')
    this.tokens.add(token)
    return token
  }

  /** Seconds until the next call is free; 0 when it is now. */
  busyFor(): number {
    const since = this.now() - 60_000
    this.#calls = this.#calls.filter((at) => at > since)
    const [first] = this.#calls
    if (first !== undefined && this.#calls.length >= this.limit) {
      this.throttled++
      return Math.max(1, Math.ceil((first - since) / 1000))
    }
    this.#calls.push(this.now())
    return 0
  }

  addProduct(wish: Wish = {}) {
    const {
      name = '',
      sku = '',
      sizes = ['S', 'M'],
      price = '25.00',
      ignored = false,
      pictures = true,
    } = wish
    const id = this.#ids++
    const picture = (of: string) => `${this.address}/files/${of}.png`
    this.products.push({
      sync_product: {
        ...{ id, external_id: String(id), name: name || `Camiseta ${id}`, variants: sizes.length },
        ...{ synced: sizes.length, thumbnail_url: pictures ? picture(`${id}`) : null, is_ignored: ignored },
      },
      sync_variants: sizes.map((size) => ({
        ...{ id: this.#ids++, external_id: `v${id}-${size}`, sync_product_id: id, synced: true },
        ...{
          name: `${name || `Camiseta ${id}`} / ${size}`,
          variant_id: 4011,
          retail_price: price,
          currency: 'EUR',
        },
        ...{ sku: `${sku || `PF${id}`}-${size}`, is_ignored: false, size, color: 'Black' },
        availability_status: 'active',
        product: {
          variant_id: 4011,
          product_id: 71,
          image: picture('base'),
          name: 'Bella + Canvas 3001 T-Shirt',
        },
        files: pictures
          ? [
              { type: 'default', preview_url: picture('art'), thumbnail_url: null },
              { type: 'preview', preview_url: picture(`${id}-${size}`), thumbnail_url: null },
            ]
          : [],
      })),
    })
    return id
  }

  /** An order of another shop, printed here; `sentAt` when it has been sent. */
  addOrder({
    reference,
    sku,
    quantity = 1,
    at,
    sentAt,
  }: {
    reference: string
    sku: string
    quantity?: number
    at: number
    sentAt?: number
  }) {
    const [id, item] = [this.#ids++, this.#ids++]
    const order = {
      ...{
        id,
        external_id: reference,
        status: sentAt ? 'fulfilled' : 'pending',
        created: Math.floor(at / 1000),
      },
      items: [
        {
          id: item,
          external_id: `item-${item}`,
          sync_variant_id: 1,
          quantity,
          price: '13.00',
          retail_price: '25.00',
          name: 'Camiseta',
          sku,
        },
      ],
      costs: { currency: 'EUR', subtotal: '13.00', shipping: '5.00', total: '18.00' },
      shipments: [] as object[],
    }
    this.orders.push(order)
    if (sentAt) this.ship(order, sentAt)
    return order
  }
  ship(order: { items: { id: number; quantity: number }[]; shipments: object[] }, at: number) {
    const shipped_at = Math.floor(at / 1000)
    const items = order.items.map(({ id, quantity }) => ({
      item_id: id,
      quantity,
      picked: quantity,
      printed: quantity,
    }))
    const shipment = {
      id: this.#ids++,
      carrier: 'CORREOS',
      created: shipped_at,
      shipped_at,
      reshipment: false,
      items,
    }
    order.shipments.push(shipment)
    return shipment
  }
}

export async function startPrintful(): Promise<LocalPrintful> {
  const printful = new LocalPrintful()
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://localhost')
    const path = url.pathname.slice(1)
    if (path.startsWith('files/')) {
      const [r = 0, g = 0, b = 0] = createHash('sha256').update(path).digest()
      const drawn = sharp({ create: { width: 800, height: 800, channels: 3, background: { r, g, b } } })
      return void response.writeHead(200, { 'content-type': 'image/png' }).end(await drawn.png().toBuffer())
    }
    const send = (code: number, result: unknown, more: object = {}, headers = {}) =>
      response
        .writeHead(code, { 'content-type': 'application/json; charset=utf-8', ...headers })
        .end(JSON.stringify({ code, result, ...more }))
    const refuse = (code: number, reason: string, message: string, headers = {}) =>
      send(code, message, { error: { reason, message } }, headers)
    const token = (request.headers.authorization ?? '').replace(/^Bearer /, '')
    if (!printful.tokens.has(token))
      return void refuse(401, 'Unauthorized', 'The access token provided is invalid.')
    const busy = printful.busyFor()
    if (busy > 0)
      return void refuse(429, 'TooManyRequests', 'Too many requests', { 'x-ratelimit-reset': String(busy) })
    const listed = (all: readonly object[]) => {
      const [offset, limit] = [
        Number(url.searchParams.get('offset') ?? 0),
        Number(url.searchParams.get('limit') ?? 20),
      ]
      if (!(limit >= 1 && limit <= 100)) return void refuse(400, 'BadRequest', 'Limit is out of range')
      send(200, all.slice(offset, offset + limit), { paging: { total: all.length, offset, limit } })
    }
    if (path === 'stores') return void listed(printful.stores)
    if (path === 'store/products') return void listed(printful.products.map((one) => one.sync_product))
    if (path.startsWith('store/products/')) {
      const found = printful.products.find((one) => one.sync_product.id === Number(path.slice(15)))
      return void (found ? send(200, found) : refuse(404, 'NotFound', 'Product not found'))
    }
    if (path === 'orders') return void listed(printful.orders.toSorted((a, b) => b.id - a.id))
    if (path === 'webhooks') {
      // What is there is replaced.
      if (request.method === 'POST') printful.webhook = JSON.parse(await bodyOf(request))
      return void send(200, printful.webhook)
    }
    refuse(404, 'NotFound', 'Not found')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const bound = server.address()
  printful.address = `http://127.0.0.1:${typeof bound === 'object' && bound ? bound.port : 0}`
  printful.stop = () => new Promise((resolve) => server.close(() => resolve()))
  return printful
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  return Buffer.concat(parts).toString()
}
