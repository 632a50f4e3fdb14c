import { createHash } from 'node:crypto'

/** Repeatable chance: the same seed gives the same world. */
export interface Random {
  /** 0 ≤ x < 1. */
  next(): number
  /** Whole number from `low` to `high`, both included. */
  between(low: number, high: number): number
  /** Whether something of this probability happens. */
  chance(probability: number): boolean
  one<T>(list: readonly T[]): T
  /** A count around `mean`, as independent arrivals give. */
  poisson(mean: number): number
}

/** Mulberry32, seeded by any text; good enough for shapes of charts, not for secrets. */
export function randomFrom(seed: string): Random {
  let state = createHash('sha256').update(seed).digest().readUInt32LE(0)
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
  const between = (low: number, high: number) => low + Math.floor(next() * (high - low + 1))
  return {
    next,
    between,
    chance: (probability) => next() < probability,
    one: (list) => {
      const found = list[Math.floor(next() * list.length)]
      if (found === undefined) throw new Error('Nothing to choose from')
      return found
    },
    poisson: (mean) => {
      if (mean > 60) return Math.max(0, Math.round(mean + Math.sqrt(mean) * normal(next)))
      const limit = Math.exp(-mean)
      let count = 0
      for (let product = next(); product > limit; product *= next()) count++
      return count
    },
  }
}

const normal = (next: () => number) => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next())

/** Chooses by weight in constant memory and logarithmic time. */
export function weighted<T>(entries: readonly (readonly [T, number])[]): (random: Random) => T {
  const sums: number[] = []
  let total = 0
  for (const [, weight] of entries) {
    total += weight
    sums.push(total)
  }
  return (random) => {
    const wanted = random.next() * total
    let low = 0
    let high = sums.length - 1
    while (low < high) {
      const middle = (low + high) >> 1
      if ((sums[middle] ?? 0) > wanted) high = middle
      else low = middle + 1
    }
    const entry = entries[low]
    if (!entry) throw new Error('Nothing to choose from')
    return entry[0]
  }
}

/** The UUIDv7 that the world gives to a name: always the same, so that pictures and tests can point at it. */
export function worldId(name: string): string {
  const hash = createHash('sha256').update(`backline world ${name}`).digest('hex')
  const variant = ((Number.parseInt(hash.slice(15, 16), 16) & 3) | 8).toString(16)
  return `01932000-0000-7${hash.slice(0, 3)}-${variant}${hash.slice(3, 6)}-${hash.slice(16, 28)}`
}
