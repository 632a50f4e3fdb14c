/** How what was sold is shared: integer cents, largest remainder. Browser-safe and free of any table. */

export interface Party {
  accountId: string
  /** Of what is shared, in hundredths of a per cent; those of a split come to 10,000. */
  shareBp: number
}

/** Shares that come to the cents exactly; of equal remainders the first goes first. Below zero it is the same turned round. */
export function sharesOf(cents: number, parties: readonly Pick<Party, 'shareBp'>[]): number[] {
  const size = BigInt(Math.abs(cents))
  const exact = parties.map(({ shareBp }) => size * BigInt(shareBp))
  const parts = exact.map((product) => Number(product / 10_000n))
  let left = Math.abs(cents) - parts.reduce((sum, part) => sum + part, 0)
  const order = exact
    .map((product, at) => ({ at, rest: product % 10_000n }))
    .sort((a, b) => (a.rest === b.rest ? a.at - b.at : a.rest > b.rest ? -1 : 1))
  for (const { at } of order) {
    if (left-- <= 0) break
    parts[at] = (parts[at] ?? 0) + 1
  }
  return parts.map((part) => (cents < 0 && part !== 0 ? -part : part))
}

/** What a month brought under one version of a split: what each party has of it before any cost is recouped. */
export interface SharedMonth {
  month: string
  parties: readonly (Party & { cents: number })[]
}

export interface Cost {
  /** Who bore it, and has it back first. */
  accountId: string
  /** The first month whose sales it is recouped from. */
  month: string
  cents: number
}

export interface Recouped {
  /** How much of each cost has come back by the end of the month. */
  filled: number[]
  /** What recouping adds to, or takes from, what each account has of the month. Together they are zero. */
  moves: Map<string, number>
}

/**
 * Recoups costs, oldest first, from what is shared, month by month: what comes in goes to who bore the costs until they
 * have come back; what is taken back lessens what was shared, and then what was recouped. What is left of a month is shared
 * as a whole. It depends on what there is, not on when it became known.
 * @param months in order; @param costs by month
 */
export function recoup(months: readonly SharedMonth[], costs: readonly Cost[]): Recouped[] {
  let recouped = 0
  let shared = 0
  let before = costs.map(() => 0)
  return months.map(({ month, parties }) => {
    const total = parties.reduce((sum, { cents }) => sum + cents, 0)
    const due = costs.reduce((sum, cost) => (cost.month <= month ? sum + cost.cents : sum), 0) - recouped
    const after = shared + total
    const now =
      total >= 0 ? Math.min(due, total, Math.max(0, after)) : after < 0 ? -Math.min(recouped, -after) : 0
    recouped += now
    shared += total - now
    const filled = filledBy(recouped, costs)
    const moves = new Map<string, number>()
    if (now !== 0) {
      const add = (accountId: string, cents: number) =>
        moves.set(accountId, (moves.get(accountId) ?? 0) + cents)
      const left = sharesOf(total - now, parties)
      for (const [at, { accountId, cents }] of parties.entries()) add(accountId, (left[at] ?? 0) - cents)
      for (const [at, { accountId }] of costs.entries()) add(accountId, (filled[at] ?? 0) - (before[at] ?? 0))
    }
    before = filled
    return { filled, moves }
  })
}

function filledBy(recouped: number, costs: readonly Cost[]): number[] {
  let left = recouped
  return costs.map(({ cents }) => {
    const part = Math.max(0, Math.min(left, cents))
    left -= part
    return part
  })
}
