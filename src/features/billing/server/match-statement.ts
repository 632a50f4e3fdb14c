import { inArray, sql } from 'drizzle-orm'
import type { Tx } from '#platform/db.ts'
import { AppError, Unprocessable } from '#platform/errors.ts'
import { ForeignRefusal, readForeign } from '#platform/foreign.ts'
import { number, select } from '#platform/select.ts'
import { todayPlus } from '#platform/windows.ts'
import type { StatementAnswer } from '../payments-contract.ts'
import type { BankEntry, BankStatement } from './bank-entries.ts'
import { bankEntry } from './bank-table.ts'
import { lockBill } from './close-bill.ts'
import { fingerprints, type Match, matchesIn, type Ordered, type Outcome } from './match-entries.ts'
import { setPayment } from './set-payment.ts'
import { readProvider } from './settings.ts'

const bytesMax = 5 * 1024 * 1024
const refused = (code: string) => new Unprocessable({ file: { code } })

/** The movements of the provider's own account. @throws Unprocessable by the field `file` */
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

/** All that the bank was asked for and has not been told of, or may still send back. */
export const ordered = (tx: Tx): Promise<Ordered[]> =>
  select(
    tx,
    columns,
    sql`remittance_payment p join remittance r on r.id = p.remittance_id and r.undone_at is null
      join bill b on b.id = p.bill_id join account a on a.id = b.account_id
      where b.status = 'Approved' and b.payment in ('inRemittance', 'paid') and b.remittance_id = r.id
        and (b.payment = 'inRemittance' or b.paid_on > current_date - 400)
      order by r.id, b.id`,
  )

async function matchesOf(tx: Tx, entries: readonly BankEntry[], today: string): Promise<Match[]> {
  const prints = fingerprints(entries)
  const known = await tx
    .select({ fingerprint: bankEntry.fingerprint })
    .from(bankEntry)
    .where(inArray(bankEntry.fingerprint, prints))
  const told = new Set(known.map(({ fingerprint }) => fingerprint))
  return matchesIn(entries, prints, { told, ordered: await ordered(tx), today })
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
