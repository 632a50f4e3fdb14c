import { createHash } from 'node:crypto'
import { inArray, sql } from 'drizzle-orm'
import type { Tx } from '#platform/db.ts'
import { AppError } from '#platform/errors.ts'
import { ForeignRefusal, readForeign } from '#platform/foreign.ts'
import { number, select } from '#platform/select.ts'
import { todayPlus } from '#platform/windows.ts'
import type { StatementAnswer } from '../payments-contract.ts'
import { bankEntry } from './bank-table.ts'
import { lockBill } from './close-bill.ts'
import { messageIdOf, plain } from './pain.ts'
import type { BankEntry, BankStatement } from './read-bank-statement.ts'
import { setPayment } from './set-payment.ts'
import { readProvider } from './settings.ts'

const bytesMax = 5 * 1024 * 1024
const refused = (code: string) => new AppError(422, 'invalidInput', { fields: { file: { code } } })

/** The movements of the provider's own account. @throws AppError 422 by the field `file` */
export async function readStatement(tx: Tx, file: File): Promise<BankEntry[]> {
  if (file.size > bytesMax) throw refused('billing.statementTooLong')
  let found: BankStatement
  try {
    found = await readForeign<BankStatement>('bankStatement', new Uint8Array(await file.arrayBuffer()))
  } catch (error) {
    if (!(error instanceof ForeignRefusal)) throw error
    throw refused(
      error.fault.code === 'billing.statementTooLong' ? error.fault.code : 'billing.statementUnreadable',
    )
  }
  const iban = (await readProvider(tx))?.iban ?? ''
  // Norma 43 has neither the country nor the digits that check the account.
  const own = [iban, `${iban.slice(4, 12)}${iban.slice(14)}`]
  if (found.accounts.some((account) => !own.includes(account))) throw refused('billing.statementOfOther')
  return found.entries
}

const columns = {
  billId: sql<string>`b.id`,
  account: sql<string>`a.name`,
  number: sql<string>`b.number`,
  payment: sql<string>`b.payment`,
  remittanceId: sql<string>`r.id`,
  executedOn: sql<string>`r.executed_on::text`,
  cents: number(sql<string>`p.amount_cents`),
  iban: sql<string>`p.iban`,
}

interface Ordered {
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

/** All that the bank was asked for and has not been told of, or may still send back. */
const ordered = (tx: Tx): Promise<Ordered[]> =>
  select(
    tx,
    columns,
    sql`remittance_payment p join remittance r on r.id = p.remittance_id and r.undone_at is null
      join bill b on b.id = p.bill_id join account a on a.id = b.account_id
      where b.status = 'Approved' and b.payment in ('inRemittance', 'paid') and b.remittance_id = r.id
        and (b.payment = 'inRemittance' or b.paid_on > current_date - 400)
      order by r.id, b.id`,
  )

type Outcome = StatementAnswer['entries'][number]['outcome']
interface Match {
  entry: BankEntry
  fingerprint: string
  outcome: Outcome
  of: Ordered[]
}

/** Which payments each movement is of. What fits two is nobody's: a person looks. */
async function matchesOf(tx: Tx, entries: readonly BankEntry[], today: string): Promise<Match[]> {
  const prints = fingerprints(entries)
  const known = new Set(
    (
      await tx
        .select({ fingerprint: bankEntry.fingerprint })
        .from(bankEntry)
        .where(inArray(bankEntry.fingerprint, prints))
    ).map((row) => row.fingerprint),
  )
  const open = new Set(await ordered(tx))
  const matchOf = ({ entry, at }: { entry: BankEntry; at: number }): Match => {
    const fingerprint = prints[at] ?? ''
    const match = (outcome: Outcome, of: Ordered[] = []): Match => ({ entry, fingerprint, outcome, of })
    if (known.has(fingerprint)) return match('known')
    // A bank has booked nothing yet on a day to come.
    const of = entry.day > today ? [] : entry.cents < 0 ? paidBy(entry, open) : returnedBy(entry, open)
    for (const one of of) {
      open.delete(one)
      // What was paid may come back within the same statement.
      if (entry.cents < 0) open.add({ ...one, payment: 'paid' })
    }
    if (of.length === 0) return match('unmatched')
    return match(entry.cents < 0 ? 'paid' : 'returned', of)
  }
  // Some banks write the last movement first; money leaves before it comes back.
  return entries
    .map((entry, at) => ({ entry, at }))
    .sort((a, b) =>
      a.entry.day < b.entry.day ? -1 : a.entry.day > b.entry.day ? 1 : a.entry.cents - b.entry.cents,
    )
    .map(matchOf)
}

function fingerprints(entries: readonly BankEntry[]): string[] {
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
  const at = ` ${text.toUpperCase()} `.indexOf(word.toUpperCase())
  if (at < 0) return false
  const around = ` ${text.toUpperCase()} `
  return !/[A-Z0-9]/.test(around[at - 1] ?? ' ') && !/[A-Z0-9]/.test(around[at + word.length] ?? ' ')
}
const isOf = (entry: BankEntry, one: Ordered) => {
  const reference = plain(one.number).slice(0, 35)
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

/**
 * Tells bills what the bank's statement says of their payments; looked at first, then told. Two at once take turns, and
 * what was told before is known. Movements that fit nothing, or more than one, stay for a person.
 */
export async function matchStatement(
  tx: Tx,
  file: File,
  mode: 'check' | 'all',
  clock: { now: Date; appOrigin: string; actorId: string | null },
): Promise<StatementAnswer> {
  const entries = await readStatement(tx, file)
  if (mode === 'all')
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('bank statement', 0))`)
  const matches = await matchesOf(tx, entries, todayPlus(clock.now))
  if (mode === 'all') for (const match of matches) await tell(tx, match, clock)
  const answer = matches.map(({ entry: { day, cents, reference, text, reason }, outcome, of }) => ({
    ...{ day, cents, text: [reference, text, reason].filter(Boolean).join(' · '), outcome },
    bills: of.map(({ billId, number: bill, account }) => ({ billId, number: bill, account })),
  }))
  const count = (outcome: Outcome) => matches.filter((match) => match.outcome === outcome).length
  return {
    entries: answer,
    ...{
      paid: count('paid'),
      returned: count('returned'),
      known: count('known'),
      unmatched: count('unmatched'),
    },
  }
}

async function tell(
  tx: Tx,
  match: Match,
  { actorId, ...clock }: { now: Date; appOrigin: string; actorId: string | null },
) {
  const { entry, outcome, of, fingerprint } = match
  if (outcome !== 'paid' && outcome !== 'returned') return
  // Of a file of payments all are told or none.
  await tx.execute(sql`savepoint movement`)
  try {
    for (const one of of) await tellBill(tx, one.billId, { ...entry, outcome }, clock)
  } catch (error) {
    // A day or an order of things that cannot be.
    if (!(error instanceof AppError)) throw error
    await tx.execute(sql`rollback to savepoint movement`)
    match.outcome = 'unmatched'
    return
  }
  await tx
    .insert(bankEntry)
    .values({ fingerprint, day: entry.day, amountCents: entry.cents, told: outcome, actorId })
    .onConflictDoNothing()
}

async function tellBill(
  tx: Tx,
  billId: string,
  { day: on, reason, text, outcome }: BankEntry & { outcome: 'paid' | 'returned' },
  clock: { now: Date; appOrigin: string },
) {
  const row = await lockBill(tx, billId)
  if (!row) return
  await setPayment(tx, row, { payment: outcome, on, reason: reason || text || '–' }, clock)
}
