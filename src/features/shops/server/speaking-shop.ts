import type { SyncFault } from '../choices.ts'
import type { ToldProduct } from './told-product.ts'

/** Where a step of a run goes on: by a cursor of the shop's own making, and only what changed `since`. */
export interface Look {
  cursor: string | null
  since: string | null
  startedAt: string
}

/** A page of what a shop holds; `cursor` is where the next begins, null after the last. */
export interface Told<T> {
  items: T[]
  cursor: string | null
  /** How many were looked at, where that is not how many came of it. */
  looked?: number
  /** How many there are in all, where the shop says it. */
  total?: number | undefined
}

/** An order in the form in which the shop's webhooks tell it, so that both end in the same facts. */
export interface OrderTold {
  topic: string
  body: string
  /** What it is known by here. */
  name: string
  updatedAt: string
  /** When it was told, where what it says has no moment of its own. */
  at?: Date
}

/** What a shop has of a variant: on its shelves, or what is left of that beside what is sold and not yet sent. */
export type Held = { onHand: number } | { available: number }

/** A shop that can be asked, whatever its kind. Each question throws ShopError. */
export interface SpeakingShop {
  products(look: Look): Promise<Told<ToldProduct> & { currency: string }>
  orders(look: Look): Promise<Told<OrderTold>>
  /** Has the shop tell this address from now on, signed with the secret; answers how many things it tells of. */
  webhooks(uri: string, secret: () => Promise<string>): Promise<number>
  /** By the ids that its variants' stock is asked by; those that it keeps no count of are left out. */
  stock(inventoryIds: readonly string[]): Promise<Map<string, Held>>
}

/** Why a shop did not answer as it should; `retryMs`: not before. */
export class ShopError extends Error {
  readonly fault: SyncFault | 'expired'
  readonly retryMs: number | undefined
  constructor(fault: SyncFault | 'expired', retryMs?: number, cause?: unknown) {
    super(`shop: ${fault}`, { cause })
    this.fault = fault
    this.retryMs = retryMs
  }
}
