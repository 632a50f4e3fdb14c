import { Big, parseDecimal } from '#platform/money.ts'

/** A delivery that cannot be used; `code` of messages `orders.delivery.error`. */
export class BadDelivery extends Error {
  readonly code: string
  readonly params: Record<string, string | number>
  constructor(code: string, params: Record<string, string | number> = {}) {
    super(code)
    this.code = code
    this.params = params
  }
}

const [earliest, latest] = [Date.UTC(1990, 0), Date.UTC(2100, 0)]

type Json = Record<string, unknown>

type Reviver = (key: string, value: unknown, context: { source?: string }) => unknown
const parseWith = JSON.parse as (text: string, reviver: Reviver) => unknown

/**
 * The object that a body holds. Ids beyond 2^53 stay whole: shops number lines with 64 bits, and two of them must not
 * become one. @throws BadDelivery
 */
export function parseBody(text: string): Payload {
  let value: unknown
  try {
    value = parseWith(text, (_key, each, { source }) =>
      typeof each === 'number' && Number.isInteger(each) && !Number.isSafeInteger(each) ? source : each,
    )
  } catch {
    throw new BadDelivery('notJson')
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new BadDelivery('notAnObject')
  return new Payload(value as Json, '')
}

/** Reads fields of foreign JSON; what is missing or of another kind is told by its path. */
export class Payload {
  readonly #value: Json
  readonly #path: string
  constructor(value: Json, path: string) {
    this.#value = value
    this.#path = path
  }

  #bad(name: string, code = 'badField'): BadDelivery {
    return new BadDelivery(code, { field: `${this.#path}${name}` })
  }

  has(name: string): boolean {
    return this.#value[name] !== undefined && this.#value[name] !== null
  }

  /** Whatever stands there: for what an order does without when it cannot be read. */
  raw(name: string): unknown {
    return this.#value[name]
  }

  /** Text, or a number as it was written; empty when it is missing. */
  text(name: string, max = 200): string {
    const value = this.#value[name]
    if (value === undefined || value === null) return ''
    if (typeof value !== 'string' && typeof value !== 'number') throw this.#bad(name)
    const text = String(value).trim()
    // biome-ignore lint/suspicious/noControlCharactersInRegex: NUL cannot be stored.
    if (/\u0000/.test(text)) throw this.#bad(name)
    // A pair that the cut parts, or half of one that was sent, cannot be stored either.
    return text.slice(0, max).toWellFormed()
  }

  filled(name: string): string {
    const text = this.text(name)
    if (text === '') throw this.#bad(name, 'missingField')
    return text
  }

  flag(name: string): boolean {
    return this.#value[name] === true
  }

  amount(name: string, needed = false): Big {
    const value = this.#value[name]
    if (value === undefined || value === null || value === '') {
      if (needed) throw this.#bad(name, 'missingField')
      return new Big(0)
    }
    const amount =
      typeof value === 'string' || typeof value === 'number' ? parseDecimal(String(value)) : undefined
    if (!amount) throw this.#bad(name, 'notANumber')
    return amount
  }

  /** What something costs: no less than nothing, and not so much that sums of it overflow. */
  price(name: string, needed = false): Big {
    const price = this.amount(name, needed)
    if (price.lt(0) || price.gt(1_000_000)) throw this.#bad(name, 'notANumber')
    return price
  }

  units(name: string): number {
    const units = this.amount(name, true).toNumber()
    if (!Number.isInteger(units) || units < 0 || units > 100_000) throw this.#bad(name, 'notANumber')
    return units
  }

  /** Milliseconds; a moment without its offset is UTC. */
  moment(name: string): number | undefined {
    const text = this.text(name)
    if (text === '') return undefined
    const zoned = /(Z|[+-]\d\d:?\d\d)$/.test(text) ? text : `${text}Z`
    const at = Date.parse(zoned)
    if (Number.isNaN(at) || at < earliest || at > latest) throw this.#bad(name, 'notADate')
    return at
  }

  neededMoment(name: string): number {
    const at = this.moment(name)
    if (at === undefined) throw this.#bad(name, 'missingField')
    return at
  }

  currency(name: string): string {
    const code = this.filled(name)
    if (!/^[A-Z]{3}$/.test(code)) throw this.#bad(name)
    return code
  }

  object(name: string): Payload | undefined {
    const value = this.#value[name]
    if (value === undefined || value === null || (Array.isArray(value) && value.length === 0))
      return undefined
    if (typeof value !== 'object' || Array.isArray(value)) throw this.#bad(name)
    return new Payload(value as Json, `${this.#path}${name}.`)
  }

  list(name: string): Payload[] {
    const value = this.#value[name]
    if (value === undefined || value === null) return []
    if (!Array.isArray(value) || value.length > 1_000) throw this.#bad(name)
    return value.map((each, at) => {
      if (typeof each !== 'object' || each === null || Array.isArray(each)) throw this.#bad(`${name}[${at}]`)
      return new Payload(each as Json, `${this.#path}${name}[${at}].`)
    })
  }
}
