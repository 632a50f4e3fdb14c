/** One movement of a bank's statement. */
export interface BankEntry {
  /** yyyy-MM-dd */
  day: string
  /** Above zero: came in. */
  cents: number
  /** What the payment was called when it was ordered, where the bank tells; `''` otherwise. */
  reference: string
  /** Of the file that it was ordered with. */
  batch: string
  text: string
  /** Why a bank sent it back, as ISO 20022 codes it. */
  reason: string
  /** The account that was paid, where the bank tells. */
  payee?: string
}
export interface BankStatement {
  /** An IBAN, or bank, office and account as Norma 43 has them; one for each account in the file. */
  accounts: string[]
  entries: BankEntry[]
}

/** Thrown by its name across the process's border. */
export class UnreadableStatement extends Error {
  override name = 'UnreadableStatement'
  readonly code: 'billing.statementUnreadable' | 'billing.statementTooLong'
  constructor(code: UnreadableStatement['code'] = 'billing.statementUnreadable') {
    super(code)
    this.code = code
  }
}

export const entriesMax = 20_000
export const textMax = 400

const isDay = (day: string) =>
  /^\d{4}-\d{2}-\d{2}$/.test(day) &&
  !Number.isNaN(Date.parse(`${day}T00:00:00Z`)) &&
  new Date(`${day}T00:00:00Z`).toISOString().startsWith(day)

export const bounded = (text: string) => text.replace(/\s+/g, ' ').trim().slice(0, textMax)

/** @throws UnreadableStatement for a day that is none, and beyond so many. */
export function addEntry(entries: BankEntry[], entry: BankEntry) {
  if (!isDay(entry.day)) throw new UnreadableStatement()
  if (entries.length >= entriesMax) throw new UnreadableStatement('billing.statementTooLong')
  entries.push(entry)
}
