import { eq, inArray, sql } from 'drizzle-orm'
import SEPA from 'sepa'
import { v7 } from 'uuid'
import { pageSize } from '#platform/constants.ts'
import { rows, type Tx } from '#platform/db.ts'
import { AppError, Conflict, NotFound } from '#platform/errors.ts'
import { listOf } from '#platform/shapes.ts'
import { dayFault, todayPlus } from '#platform/windows.ts'
import { readProvider } from './settings.ts'
import { bill, remittance } from './table.ts'

interface Due {
  id: string
  account_id: string
  number: string
  cents: string
  iban: string
  holder: string
  held: boolean
}

// A payment that came back is tried again only after somebody has looked: with another IBAN, or set to unpaid by a new one.
const due = (tx: Tx, lock = sql``) =>
  rows<Due>(
    tx,
    sql`select b.id, b.account_id, b.number, b.totals->>'payableCents' as cents, i.iban, i.holder,
        coalesce(i.iban_held_until > clock_timestamp(), false) as held
      from bill b join billing_information i on i.account_id = b.account_id
      where b.status = 'Approved' and b.payment in ('unpaid', 'returned')
        and (b.totals->>'payableCents')::bigint <> 0
        and not exists (select from bill c where c.corrects_id = b.id and c.status = 'Pending')
      order by b.issued_on, b.number ${lock}`,
  )

const total = (bills: readonly Due[]) => bills.reduce((sum, { cents }) => sum + Number(cents), 0)

/**
 * What can be paid: what a corrective bill takes back of one that was paid is set against what its account is owed, oldest
 * first. An account that owes more than that waits until it has earned it.
 */
export function netted<D extends Pick<Due, 'account_id' | 'cents'>>(due: readonly D[]) {
  const marked: D[] = []
  const payments: { of: D; cents: number }[] = []
  for (const account of new Set(due.map(({ account_id }) => account_id))) {
    const own = due.filter(({ account_id }) => account_id === account)
    let back = own.reduce((sum, { cents }) => sum - Math.min(0, Number(cents)), 0)
    if (own.reduce((sum, { cents }) => sum + Number(cents), 0) < 0) continue
    marked.push(...own)
    for (const of of own) {
      const cents = Math.max(0, Number(of.cents))
      const taken = Math.min(back, cents)
      back -= taken
      if (cents > taken) payments.push({ of, cents: cents - taken })
    }
  }
  return { marked, payments }
}

/** Payment files made so far, newest first, and what the next one would hold. */
export async function listRemittances(tx: Tx, page: number) {
  const [counted] = await rows<{ total: number }>(tx, sql`select count(*)::int as total from remittance`)
  const items = await rows<{ id: string; bills: number; total_cents: string; created_at: string }>(
    tx,
    sql`select id, bills, total_cents, created_at from remittance order by created_at desc, id desc
      limit ${pageSize} offset ${(page - 1) * pageSize}`,
  )
  const waiting = await due(tx)
  const { marked: ready } = netted(waiting.filter(({ held }) => !held))
  return {
    ...listOf(
      items.map((row) => ({
        id: row.id,
        bills: row.bills,
        totalCents: Number(row.total_cents),
        createdAt: new Date(row.created_at).toISOString(),
      })),
      counted?.total ?? 0,
      page,
    ),
    ready: { bills: ready.length, totalCents: total(ready), held: waiting.filter(({ held }) => held).length },
  }
}

interface Payment {
  number: string
  cents: number
  iban: string
  holder: string
}

/** The file for the bank: SEPA credit transfers, pain.001.001.09 (ISO 20022). */
export function painFile(
  of: { id: string; provider: { legalName: string; taxId: string; iban: string }; on: string; now: Date },
  payments: readonly Payment[],
): string {
  const doc = new SEPA.Document('pain.001.001.09')
  // Joined with the payment's number it has to stay within 35 characters.
  const messageId = of.id.replaceAll('-', '').slice(-16)
  doc.grpHdr.id = messageId
  doc.grpHdr.created = of.now
  doc.grpHdr.initiatorName = plain(of.provider.legalName)
  const info = doc.createPaymentInfo()
  info.id = '1'
  info.requestedExecutionDate = new Date(`${of.on}T12:00:00Z`)
  info.debtorIBAN = of.provider.iban
  info.debtorName = plain(of.provider.legalName)
  doc.addPaymentInfo(info)
  for (const { number, cents, iban, holder } of payments) {
    const transaction = info.createTransaction()
    transaction.creditorName = plain(holder)
    transaction.creditorIBAN = iban
    transaction.amount = cents / 100
    transaction.remittanceInfo = plain(number)
    transaction.end2endId = plain(number).slice(0, 35)
    info.addTransaction(transaction)
  }
  return doc.toString()
}

/** The characters that every bank of the SEPA area takes, at most 70 of them (EPC217-08). */
const plain = (text: string) =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^A-Za-z0-9/\-?:().,'+ ]/g, ' ')
    .slice(0, 70)

const fileOf = (id: string, content: Uint8Array) => ({
  name: `pain.001-${id}.xml`,
  type: 'application/xml',
  content,
})

/**
 * Puts everything that can be paid into one file and marks it. Accounts whose IBAN was changed in the last 48 hours
 * wait. @throws Conflict when nothing can be paid, or the provider's own account is not known.
 */
export async function createRemittance(
  tx: Tx,
  { on, now, actorId }: { on: string; now: Date; actorId: string | null },
) {
  // Banks take files for the weeks to come, none for the past.
  const dated = dayFault(on, todayPlus(now), todayPlus(now, 60))
  if (dated) throw new AppError(422, 'invalidInput', { fields: { on: dated } })
  const provider = await readProvider(tx)
  if (!provider?.iban) throw new Conflict('billing.providerMissing')
  const { marked: bills, payments } = netted(
    (await due(tx, sql`for update of b`)).filter(({ held }) => !held),
  )
  if (payments.length === 0) throw new Conflict('billing.nothingToPay')
  const id = v7()
  const file = Buffer.from(
    painFile(
      { id, provider: { ...provider, iban: provider.iban }, on, now },
      payments.map(({ of, cents }) => ({ ...of, cents })),
    ),
  )
  const totalCents = total(bills)
  await tx.insert(remittance).values({ id, bills: bills.length, totalCents, executedOn: on, file, actorId })
  await tx
    .update(bill)
    .set({
      payment: 'inRemittance',
      remittanceId: id,
      version: sql`${bill.version} + 1`,
      updatedAt: sql`clock_timestamp()`,
    })
    .where(
      inArray(
        bill.id,
        bills.map((row) => row.id),
      ),
    )
  return { id, bills: bills.length, totalCents }
}

/** The day on which the bank was asked to pay, `''` where there is no such file. */
export async function executionDay(tx: Tx, id: string): Promise<string> {
  const [row] = await tx.select({ on: remittance.executedOn }).from(remittance).where(eq(remittance.id, id))
  return row?.on ?? ''
}

/** A file that was made before. @throws NotFound */
export async function getRemittance(tx: Tx, id: string) {
  const [row] = await tx.select().from(remittance).where(eq(remittance.id, id))
  if (!row) throw new NotFound()
  return fileOf(id, row.file)
}
