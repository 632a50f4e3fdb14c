import { createHash } from 'node:crypto'
import type { StatementAnswer } from '../payments-contract.ts'
import type { BankEntry } from './bank-entries.ts'
import { messageIdOf, referenceOf } from './pain.ts'

/** A payment that the bank was asked for. */
export interface Ordered {
  billId: string
  account: string
  number: string
  payment: string
  remittanceId: string
  executedOn: string
  cents: number
  /** Where the bank was asked to pay it. */
  iban: string
}

export type Outcome = StatementAnswer['entries'][number]['outcome']
export interface Match {
  entry: BankEntry
  fingerprint: string
  outcome: Outcome
  of: Ordered[]
}

/** What is known so far: movements that were told before, by their fingerprints, and payments that are not or may come back. */
interface Known {
  told: ReadonlySet<string>
  ordered: readonly Ordered[]
  today: string
}

/** Which payments each movement is of. What fits two is nobody's: a person looks. `prints`: of `fingerprints`. */
export function matchesIn(
  entries: readonly BankEntry[],
  prints: readonly string[],
  { told, ordered, today }: Known,
): Match[] {
  const open = new Set(ordered)
  const matchOf = ({ entry, at }: { entry: BankEntry; at: number }): Match => {
    const fingerprint = prints[at] ?? ''
    return { entry, fingerprint, ...(told.has(fingerprint) ? known() : bookedAs(entry, open, today)) }
  }
  // Some banks write the last movement first; money leaves before it comes back.
  return entries
    .map((entry, at) => ({ entry, at }))
    .sort((a, b) => a.entry.day.localeCompare(b.entry.day) || a.entry.cents - b.entry.cents)
    .map(matchOf)
}

type Booked = Pick<Match, 'outcome' | 'of'>
const known = (): Booked => ({ outcome: 'known', of: [] })
const unmatched = (): Booked => ({ outcome: 'unmatched', of: [] })

/** What the bank has done with which payments; `open` says so of them afterwards. */
function bookedAs(entry: BankEntry, open: Set<Ordered>, today: string): Booked {
  // A bank has booked nothing yet on a day to come.
  if (entry.day > today) return unmatched()
  const outcome = entry.cents < 0 ? 'paid' : 'returned'
  const of = finders[outcome](entry, open)
  if (of.length === 0) return unmatched()
  for (const one of of) {
    open.delete(one)
    // What was paid may come back within the same statement.
    if (outcome === 'paid') open.add({ ...one, payment: 'paid' })
  }
  return { outcome, of }
}

/** What movements are known by when they come again: all that they say, and the how manieth that says it. */
export function fingerprints(entries: readonly BankEntry[]): string[] {
  const seen = new Map<string, number>()
  // The payee is not of it: movements were kept before it was read.
  return entries.map(({ payee: _, ...entry }) => {
    const said = JSON.stringify(Object.entries(entry).sort(([a], [b]) => (a < b ? -1 : 1)))
    const nth = seen.get(said) ?? 0
    seen.set(said, nth + 1)
    return createHash('sha256').update(`${nth} ${said}`).digest('hex')
  })
}

/** Is this number named, not as a part of a longer one? */
const names = (text: string, word: string) => {
  const around = ` ${text.toUpperCase()} `
  const at = around.indexOf(word.toUpperCase())
  return (
    at >= 0 && !/[A-Z0-9]/.test(around.charAt(at - 1)) && !/[A-Z0-9]/.test(around.charAt(at + word.length))
  )
}
const isOf = (entry: BankEntry, one: Ordered) => {
  const reference = referenceOf(one.number)
  if (reference === '') return false
  return entry.reference === reference || names(entry.text, reference)
}

function paidBy(entry: BankEntry, open: ReadonlySet<Ordered>): Ordered[] {
  const waiting = [...open].filter(
    ({ payment, executedOn }) => payment === 'inRemittance' && executedOn <= entry.day,
  )
  // What went to another account than was asked for has paid nobody.
  const went = ({ iban }: Ordered) => entry.payee === undefined || entry.payee === iban
  const single = waiting.filter((one) => one.cents === -entry.cents && isOf(entry, one) && went(one))
  if (single.length > 0) return single.length === 1 ? single : []
  const files = [...new Set(waiting.map(({ remittanceId }) => remittanceId))]
    .map((id) => waiting.filter(({ remittanceId }) => remittanceId === id))
    .filter((file) => file.reduce((sum, { cents }) => sum + cents, 0) === -entry.cents)
  const named = files.filter(([first]) => {
    const id = messageIdOf(first?.remittanceId ?? '')
    return entry.batch === id || entry.reference === id || names(entry.text, id)
  })
  // A reference that is of nothing here says that something else was paid.
  const [file, second] = named.length > 0 || entry.reference !== '' ? named : files
  return file && !second && file.every(went) ? file : []
}

const returnedBy = (entry: BankEntry, open: ReadonlySet<Ordered>): Ordered[] => {
  // Nothing comes back before it was sent.
  const fitting = [...open].filter(
    (one) => one.cents === entry.cents && one.executedOn <= entry.day && isOf(entry, one),
  )
  return fitting.length === 1 ? fitting : []
}

const finders = { paid: paidBy, returned: returnedBy }
