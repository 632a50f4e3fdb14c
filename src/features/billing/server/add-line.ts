import { eq, sql } from 'drizzle-orm'
import { v7 } from 'uuid'
import type { Actor } from '#platform/actor.ts'
import type { Tx } from '#platform/db.ts'
import { Conflict, type FieldError, Unprocessable } from '#platform/errors.ts'
import { dayFault, todayPlus } from '#platform/windows.ts'
import { type Totals, totalsOf } from '../totals.ts'
import { isAgreed } from './agreement.ts'
import { thisMonth } from './close-bill.ts'
import { linesOf } from './get-bill.ts'
import { lockAccount, post } from './ledger.ts'
import { lastSale } from './operations-from.ts'
import { isNumberTaken } from './own-number.ts'
import { type AccountSettings, settingsOf } from './settings.ts'
import { bill, billComment } from './table.ts'
import { advancesLeft } from './totals-of-bills.ts'

type Row = typeof bill.$inferSelect
const touched = { version: sql`${bill.version} + 1`, updatedAt: sql`clock_timestamp()` }

interface LineDraft {
  type: 'Extra' | 'Adjustment'
  description: string
  amountCents: number
  taxBp?: number | null | undefined
  reason: string
  reference?: string | undefined
}

/** Adds an Extra or an Adjustment to the open bill. @throws Conflict when the bill is not open. */
export async function addLine(tx: Tx, row: Row, draft: LineDraft, now: Date): Promise<void> {
  if (row.type !== 1 || row.status !== 'Next') throw new Conflict('billing.notOpen')
  await post(tx, now, [
    {
      ...{ accountId: row.accountId, from: draft.type === 'Extra' ? 'extra' : 'adjustment', to: 'accrued' },
      ...{ amountCents: draft.amountCents, type: draft.type, month: thisMonth(now), itemId: v7() },
      ...{ taxBp: draft.taxBp ?? null, description: draft.description, reason: draft.reason },
      reference: draft.reference || null,
    },
  ])
  await tx.update(bill).set(touched).where(eq(bill.id, row.id))
}

/** Says something about a bill, in the name of who calls. */
export async function commentBill(tx: Tx, row: Row, { person }: Actor, text: string): Promise<void> {
  const { id: billId, accountId } = row
  await tx
    .insert(billComment)
    .values({ billId, accountId, personId: person.id, personName: person.name, staff: person.staff, text })
}

interface OwnInvoice {
  number: string
  date: string
  baseCents: number
  taxCents: number
  retentionCents: number
  totalCents: number
  file?: string | undefined
}

/**
 * Takes the invoice of an account that issues its own. @throws Conflict where the provider issues it;
 * Unprocessable by each amount that differs from the bill's by a cent or more.
 */
export async function setOwnInvoice(
  tx: Tx,
  row: Row,
  invoice: OwnInvoice,
  { now, keep }: { now: Date; keep: (pdf: Buffer) => Promise<string> },
): Promise<void> {
  if (row.status !== 'Pending' || row.type !== 1) throw new Conflict('billing.notPending')
  // What was sold before there was an agreement is the account's own to invoice, whatever holds from then on.
  if (row.selfInvoice !== false && (await isAgreed(tx, row))) throw new Conflict('billing.selfInvoiced')
  const settings = await settingsOf(tx, row.accountId, now)
  const left = await advancesLeft(tx, [row.accountId])
  const lines = await linesOf(tx, row, settings)
  const fields = amountFaults(invoice, totalsToInvoice(row, { lines, left, settings }))
  const dated = await dateFault(tx, row, { date: invoice.date, lines }, now)
  if (dated) fields.date = dated
  const bytes = invoice.file ? Buffer.from(invoice.file, 'base64') : undefined
  const filed = fileFault(bytes)
  if (filed) fields.file = filed
  // Of two that are handed in at once the second sees the first.
  await lockAccount(tx, row.accountId)
  const numbered = await numberFault(tx, row, invoice.number)
  if (numbered) fields.number = numbered
  if (Object.keys(fields).length > 0 || !bytes) throw new Unprocessable(fields)
  await tx
    .update(bill)
    .set({
      selfInvoice: false,
      ownNumber: invoice.number,
      ownDate: invoice.date,
      ownFile: await keep(bytes),
      ...touched,
    })
    .where(eq(bill.id, row.id))
}

/** What the account's own invoice has to come to. */
const totalsToInvoice = (
  { id, accountId, information }: Row,
  {
    lines,
    left,
    settings,
  }: {
    lines: Awaited<ReturnType<typeof linesOf>>
    left: Awaited<ReturnType<typeof advancesLeft>>
    settings: AccountSettings
  },
): Totals =>
  totalsOf({
    groups: lines,
    outstandingCents: left(accountId, information?.taxId ?? null, id),
    settlementBp: information?.settlementBp ?? settings.settlementBp,
    retentionBp: information?.retentionBp ?? 0,
  })

const amountFaults = (invoice: OwnInvoice, totals: Totals): Record<string, FieldError> =>
  Object.fromEntries(
    (['baseCents', 'taxCents', 'retentionCents', 'totalCents'] as const)
      .filter((name) => invoice[name] !== totals[name])
      .map((name) => [name, { code: 'billing.amountDiffers', params: { amountCents: totals[name] } }]),
  )

/** Nothing is billed before it was done, and nobody has issued tomorrow's. */
async function dateFault(
  tx: Tx,
  { accountId, period }: Row,
  { date, lines }: { date: string; lines: Awaited<ReturnType<typeof linesOf>> },
  now: Date,
): Promise<FieldError | undefined> {
  const last = (await lastSale(tx, accountId, lines)) ?? ''
  const month = period ?? todayPlus(now, -366)
  return dayFault(date, last > month ? last : month, todayPlus(now))
}

function fileFault(bytes: Buffer | undefined): FieldError | undefined {
  if (!bytes) return { code: 'validation.required' }
  if (!isPdf(bytes)) return { code: 'billing.notPdf' }
  return bytes.length > pdfMaxBytes ? { code: 'billing.pdfTooLarge' } : undefined
}

async function numberFault(tx: Tx, row: Row, number: string): Promise<FieldError | undefined> {
  // The agency takes no record with these in a number.
  if (/[<>"'=]/.test(number)) return { code: 'billing.numberSigns' }
  return (await isNumberTaken(tx, { ...row, ownNumber: number }))
    ? { code: 'billing.numberTaken' }
    : undefined
}

/** As long as a PDF that is handed in may be. */
export const pdfMaxBytes = 2 * 1024 * 1024
export const isPdf = (bytes: Buffer) => bytes.subarray(0, 5).toString('latin1') === '%PDF-'
