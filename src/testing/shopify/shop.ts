type Values = Record<string, unknown>
interface Thing extends Values {
  id: string
}

/** A leaky bucket as Shopify keeps one for each app and shop. */
export class Bucket {
  readonly size: number
  readonly perSecond: number
  readonly #now: () => number
  #left: number
  #at: number
  constructor(perSecond: number, now: () => number) {
    this.perSecond = perSecond
    this.size = perSecond * 20
    this.#now = now
    this.#left = this.size
    this.#at = now()
  }
  left(): number {
    const now = this.#now()
    this.#left = Math.min(this.size, this.#left + ((now - this.#at) / 1000) * this.perSecond)
    this.#at = now
    return this.#left
  }
  take(points: number) {
    this.#left = this.left() - points
  }
}

/** One shop: what it sells and has sold, who may ask, and what it tells. Its clock can be put forward. */
export class LocalShop {
  readonly domain: string
  readonly name: string
  currency = 'EUR'
  scopes: string[] = []
  products: Thing[] = []
  orders: Thing[] = []
  webhooks: { id: string; topic: string; uri: string }[] = []
  /** Access token → until when; refresh token likewise. A new pair ends the former refresh token. */
  tokens = new Map<string, number>()
  refreshTokens = new Map<string, number>()
  codes = new Map<string, string>()
  installed = false
  throttled = 0
  calls = 0
  /** The next calls are answered so, before anything else is looked at. */
  faults: (429 | 500 | 502)[] = []
  bucket: Bucket
  #ahead = 0
  #ids = 7_000_000

  constructor(domain: string, perSecond: number) {
    this.domain = domain
    this.name = domain.split('.')[0] ?? domain
    this.bucket = new Bucket(perSecond, this.now)
  }

  now = () => Date.now() + this.#ahead
  wait(ms: number) {
    this.#ahead += ms
  }
  nextId = () => this.#ids++

  find(id: string): Thing | undefined {
    const of = /^gid:\/\/shopify\/(\w+)\//.exec(id)?.[1]
    if (of === 'Product') return this.products.find((one) => one.id === id)
    if (of === 'Order') return this.orders.find((one) => one.id === id)
    if (of !== 'InventoryItem') return undefined
    for (const product of this.products)
      for (const variant of product.variants as Thing[])
        if ((variant.inventoryItem as Thing).id === id) return variant.inventoryItem as Thing
    return undefined
  }

  uninstall() {
    this.installed = false
    this.webhooks = []
    this.tokens.clear()
    this.refreshTokens.clear()
  }
}
