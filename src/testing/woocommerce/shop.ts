import { randomBytes } from 'node:crypto'

export interface LocalThing {
  id: number
  status: string
  date_created_gmt: string
  date_modified_gmt: string
  [name: string]: unknown
}
export interface LocalVariation {
  id: number
  [name: string]: unknown
}
export interface LocalWebhook {
  id: number
  status: 'active' | 'paused' | 'disabled'
  topic: string
  delivery_url: string
  secret: string
  failed: number
}
interface Key {
  secret: string
  permissions: 'read' | 'write' | 'read_write'
}

/** A moment as WooCommerce writes it: without a zone. */
export const gmt = (ms: number) => new Date(ms).toISOString().slice(0, 19)

/** One shop of WooCommerce: what it sells and has sold, who may ask, and what it tells. */
export class LocalWooShop {
  readonly domain: string
  products: LocalThing[] = []
  variations = new Map<number, LocalVariation[]>()
  orders: LocalThing[] = []
  refunds = new Map<number, { id: number }[]>()
  webhooks: LocalWebhook[] = []
  /** Consumer key → its secret and what it may. */
  keys = new Map<string, Key>()
  settings: Record<'general' | 'tax', Record<string, string>> = {
    general: {
      woocommerce_currency: 'EUR',
      woocommerce_default_country: 'ES:V',
      woocommerce_calc_taxes: 'yes',
    },
    tax: { woocommerce_prices_include_tax: 'yes' },
  }
  taxes: object[] = []
  /** The next calls are answered so, before anything else is looked at. */
  faults: (429 | 500 | 503 | 'html')[] = []
  calls: string[] = []
  #ids = 5_000
  #ahead = 0

  constructor(domain: string) {
    this.domain = domain
  }
  now = () => Date.now() + this.#ahead
  wait(ms: number) {
    this.#ahead += ms
  }
  nextId = () => this.#ids++

  newKey(permissions: Key['permissions'] = 'read_write') {
    const key = {
      consumer_key: `ck_${randomBytes(20).toString('hex')}`,
      consumer_secret: `cs_${randomBytes(20).toString('hex')}`,
    }
    this.keys.set(key.consumer_key, { secret: key.consumer_secret, permissions })
    return key
  }

  /** Changes an order, with the moment of the change. */
  change(order: LocalThing, part: object) {
    Object.assign(order, part, { date_modified_gmt: gmt(this.now()) })
  }
}
