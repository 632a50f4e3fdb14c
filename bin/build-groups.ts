/** A module that several openings (pages, dialogs) need. */
export interface SharedModule {
  id: string
  characters: number
  /** Which openings need it, by their numbers. */
  openings: readonly number[]
  imports: readonly string[]
}

export interface Costs {
  /** How much each opening counts: a page 1, a dialog less. */
  weights: readonly number[]
  /** What a round for one more file is worth, in characters. */
  perFile: number
  /** A page that needs more groups than so many is made to share more. */
  most: number
}

/** Modules that travel in one file. */
interface Part {
  ids: string[]
  characters: number
  by: Openings
  /** What its modules need of what is shared, as parts of the beginning: who loads it, loads them. */
  below: Set<Part>
}

const rounds = 6

/**
 * Which shared modules travel together. What the same openings need is one part; then the two parts whose union saves most
 * are made one, as long as any does. A union saves a file to each opening that needs both, and costs the others the
 * characters that they have no use for, with those that these bring along. The widest group first.
 */
export function groupsOf(modules: readonly SharedModule[], { weights, perFile, most }: Costs): string[][] {
  const files = weights.map((weight) => weight * perFile)
  for (let round = 1; ; round++) {
    const parts = unite(partsOf(modules), weights, files)
    const crowded = weights.flatMap((weight, opening) =>
      weight === 1 && parts.filter(({ by }) => by.has(opening)).length > most ? opening : [],
    )
    if (crowded.length === 0 || round === rounds)
      return parts.toSorted((a, b) => b.by.size - a.by.size).map(({ ids }) => ids)
    for (const opening of crowded) files[opening] = 2 * (files[opening] ?? 0)
  }
}

interface Partner {
  part: Part
  saved: number
}

/** Makes one of two parts, the best first, until it saves nothing more. */
function unite(all: readonly Part[], weights: readonly number[], files: readonly number[]): Part[] {
  /** What `by` loads without a use for it when it loads `part` too. */
  const useless = (part: Part, by: Openings, enough: number) => {
    const more = by.without(part.by)
    let total = part.characters * more.sum(weights)
    for (const one of part.below) {
      if (total > enough) break
      total += one.characters * more.sumWithout(one.by, weights)
    }
    return total
  }
  const saving = (a: Part, b: Part) => {
    if (a.by.isApartFrom(b.by)) return 0
    const saved = a.by.sumBoth(b.by, files)
    const first = useless(a, b.by, saved)
    return first > saved ? 0 : saved - first - useless(b, a.by, saved)
  }

  const parts = new Set(all)
  const partners = new Map<Part, Partner>()
  const find = (part: Part) => {
    partners.delete(part)
    for (const other of parts) offer(part, other)
  }
  const offer = (part: Part, other: Part) => {
    const saved = other === part ? 0 : saving(part, other)
    if (saved > (partners.get(part)?.saved ?? 0)) partners.set(part, { part: other, saved })
  }
  for (const part of parts) find(part)
  for (;;) {
    const [one, partner] = [...partners].reduce<[Part?, Partner?]>(
      (best, next) => (next[1].saved > (best[1]?.saved ?? 0) ? next : best),
      [],
    )
    if (!one || !partner) return [...parts]
    const gone = [one, partner.part]
    const both = joined(one, partner.part)
    for (const part of gone) {
      parts.delete(part)
      partners.delete(part)
    }
    parts.add(both)
    find(both)
    for (const part of parts) {
      const lost = partners.get(part)
      if (lost && gone.includes(lost.part)) find(part)
      else offer(part, both)
    }
  }
}

const joined = (a: Part, b: Part): Part => ({
  ids: [...a.ids, ...b.ids],
  characters: a.characters + b.characters,
  by: a.by.or(b.by),
  below: new Set([...a.below, ...b.below]),
})

/** What the same openings need, as a part each. */
function partsOf(modules: readonly SharedModule[]): Part[] {
  const bySet = new Map<string, Part>()
  const partOf = new Map<string, Part>()
  for (const { id, characters, openings } of modules) {
    const key = openings.join(',')
    const part = bySet.get(key) ?? {
      ids: [],
      characters: 0,
      by: Openings.of(openings),
      below: new Set(),
    }
    part.ids.push(id)
    part.characters += characters
    bySet.set(key, part)
    partOf.set(id, part)
  }
  const importsOf = new Map(modules.map(({ id, imports }) => [id, imports]))
  const descend = (id: string, below: Set<Part>, seen: Set<string>) => {
    const part = partOf.get(id)
    if (!part || seen.has(id)) return
    seen.add(id)
    below.add(part)
    for (const one of importsOf.get(id) ?? []) descend(one, below, seen)
  }
  for (const part of bySet.values()) {
    const seen = new Set<string>()
    for (const id of part.ids) descend(id, part.below, seen)
    part.below.delete(part)
  }
  return [...bySet.values()]
}

const bits = 32

/** A set of openings as bits: some millions of unions are tried in a build. */
class Openings {
  readonly #words: readonly number[]

  private constructor(words: readonly number[]) {
    this.#words = words
  }

  static of(openings: readonly number[]): Openings {
    const words: number[] = new Array(Math.ceil((Math.max(...openings) + 1) / bits)).fill(0)
    for (const one of openings)
      words[Math.floor(one / bits)] = (words[Math.floor(one / bits)] ?? 0) | (1 << (one % bits))
    return new Openings(words)
  }

  #with(other: Openings, make: (one: number, another: number) => number): Openings {
    const length = Math.max(this.#words.length, other.#words.length)
    return new Openings(Array.from({ length }, (_, n) => make(this.#words[n] ?? 0, other.#words[n] ?? 0)))
  }

  or = (other: Openings) => this.#with(other, (one, another) => one | another)
  without = (other: Openings) => this.#with(other, (one, another) => one & ~another)
  has = (opening: number) => ((this.#words[Math.floor(opening / bits)] ?? 0) & (1 << (opening % bits))) !== 0
  /** Whether none is in both. */
  isApartFrom = (other: Openings) => this.#words.every((word, n) => (word & (other.#words[n] ?? 0)) === 0)

  get size(): number {
    let count = 0
    for (const word of this.#words) for (let left = word; left !== 0; left &= left - 1) count++
    return count
  }

  // Sums are most of the work: none of them makes a set of its own first.

  /** Of each opening its value. */
  sum(values: readonly number[]): number {
    let total = 0
    for (let n = 0; n < this.#words.length; n++) total += sumOfWord(n, this.#words[n] ?? 0, values)
    return total
  }

  /** Of those that are in both. */
  sumBoth(other: Openings, values: readonly number[]): number {
    let total = 0
    for (let n = 0; n < this.#words.length; n++)
      total += sumOfWord(n, (this.#words[n] ?? 0) & (other.#words[n] ?? 0), values)
    return total
  }

  /** Of those that the other has not. */
  sumWithout(other: Openings, values: readonly number[]): number {
    let total = 0
    for (let n = 0; n < this.#words.length; n++)
      total += sumOfWord(n, (this.#words[n] ?? 0) & ~(other.#words[n] ?? 0), values)
    return total
  }
}

/** Of each bit of the n-th word its value. */
function sumOfWord(n: number, word: number, values: readonly number[]): number {
  let total = 0
  for (let left = word; left !== 0; left &= left - 1)
    total += values[n * bits + 31 - Math.clz32(left & -left)] ?? 0
  return total
}
