/** How what was sold is shared: integer cents, largest remainder. Browser-safe and free of any table. */

export interface Party {
  accountId: string
  /** Of what is shared, in hundredths of a per cent; those of a split come to 10,000. */
  shareBp: number
  /** Who has the account, where it was somebody else's before or after. */
  person?: string | undefined
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
  /** Whose share alone it comes off; null: off the whole, before anything is shared. */
  partyId: string | null
  /** Who had that account on the day of it, where that was not always the same: it comes off nobody else's share. */
  person?: string | undefined
  /** The first month whose sales it is recouped from. */
  month: string
  cents: number
}

/** What is added to, or taken from, what each account has of a month. Together they are zero. */
type Moves = Map<string, number>

export interface Recouped {
  /** How much of each cost has come back by the end of the month. */
  filled: number[]
  /** By costs that come off the whole. */
  moves: Moves
  /** By those that come off one party's share. */
  own: Moves
}

/**
 * Recoups costs, oldest first, from what is shared, month by month: what comes in goes to who bore the costs until they
 * have come back; what is taken back lessens what was shared, and then what was recouped. What is left of a month is shared
 * as a whole, and of what a party has of it then, its own costs come off in the same way. It depends on what there is,
 * not on when it became known.
 * @param months in order; @param costs by month
 */
export function recoup(months: readonly SharedMonth[], costs: readonly Cost[]): Recouped[] {
  const told = months.map((): Recouped => ({ filled: costs.map(() => 0), moves: new Map(), own: new Map() }))
  const books = { told, costs }
  const of = (partyId: string | null, person?: string) =>
    costs.flatMap((cost, at) =>
      cost.partyId === partyId && (!partyId || cost.person === person) ? [at] : [],
    )
  const totals = months.map(({ month, parties }) => ({
    month,
    cents: sum(parties.map(({ cents }) => cents)),
  }))
  const offWhole = comeBack(books, of(null), totals, 'moves')
  const left = months.map(({ parties }, row) => {
    const taken = offWhole[row] ?? 0
    if (taken === 0) return parties.map(({ cents }) => cents)
    const parts = sharesOf((totals[row]?.cents ?? 0) - taken, parties)
    for (const [at, { accountId, cents }] of parties.entries())
      add(told[row]?.moves, accountId, (parts[at] ?? 0) - cents)
    return parts
  })
  const owing = new Map(costs.map(({ partyId, person }) => [`${partyId} ${person}`, { partyId, person }]))
  for (const { partyId, person } of owing.values()) {
    if (partyId === null) continue
    const theirs = months.map(({ month, parties }, row) => {
      const at = parties.findIndex((party) => party.accountId === partyId && party.person === person)
      return { month, cents: left[row]?.[at] ?? 0 }
    })
    for (const [row, taken] of comeBack(books, of(partyId, person), theirs, 'own').entries())
      if (taken !== 0) add(told[row]?.own, partyId, -taken)
  }
  return told
}

/** Takes these costs off these amounts, one a month, and says what each of them is less afterwards. */
function comeBack(
  { told, costs }: { told: readonly Recouped[]; costs: readonly Cost[] },
  which: readonly number[],
  amounts: readonly Amount[],
  to: 'moves' | 'own',
): number[] {
  const fills = fill(
    amounts,
    which.flatMap((at) => costs[at] ?? []),
  )
  return told.map((month, row) => {
    let taken = 0
    for (const [place, at] of which.entries()) {
      const now = fills[row]?.[place] ?? 0
      const moved = now - (fills[row - 1]?.[place] ?? 0)
      month.filled[at] = now
      if (moved !== 0) add(month[to], costs[at]?.accountId ?? '', moved)
      taken += moved
    }
    return taken
  })
}

const sum = (cents: readonly number[]) => cents.reduce((all, one) => all + one, 0)
const add = (moves: Moves | undefined, accountId: string, cents: number) =>
  moves?.set(accountId, (moves.get(accountId) ?? 0) + cents)

interface Amount {
  month: string
  cents: number
}

/** How much of each cost has come back by the end of each month, from what it brought. */
function fill(amounts: readonly Amount[], costs: readonly Cost[]): number[][] {
  let recouped = 0
  let kept = 0
  return amounts.map(({ month, cents: total }) => {
    const due = sum(costs.map((cost) => (cost.month <= month ? cost.cents : 0))) - recouped
    const after = kept + total
    const now =
      total >= 0 ? Math.min(due, total, Math.max(0, after)) : after < 0 ? -Math.min(recouped, -after) : 0
    recouped += now
    kept += total - now
    return filledBy(recouped, costs)
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

export interface CostBalance {
  openingCents: number
  addedCents: number
  recoupedCents: number
  closingCents: number
}

/** How what is left of costs came about: what to say of it, with its cents; what did not move is not said. */
export const balanceSteps = ({ openingCents, addedCents, recoupedCents }: CostBalance) =>
  (
    [
      ['opening', openingCents],
      [addedCents < 0 ? 'withdrawn' : 'added', Math.abs(addedCents)],
      [recoupedCents < 0 ? 'returned' : 'recouped', Math.abs(recoupedCents)],
    ] as const
  ).filter(([step, cents]) => step === 'opening' || cents !== 0)
