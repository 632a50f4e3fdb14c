import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import { v7 } from 'uuid'
import { countRows } from '#platform/count.ts'
import type { Tx } from '#platform/db.ts'
import { Conflict, NotFound, Unprocessable } from '#platform/errors.ts'
import { listOf, pageRows } from '#platform/paging.ts'
import { iso, number, select } from '#platform/select.ts'
import { dayFault, todayPlus } from '#platform/windows.ts'
import type { PayoutWait, RemittanceState } from '../choices.ts'
import { payTogether, setOffWhole } from './gone-together.ts'
import { painFile } from './pain.ts'
import { type Due, findDue, heldUntil, isFree, netted, waitsOf } from './payable.ts'
import { needsSecond, payoutLimit } from './payout-limit.ts'
import { remittance, remittancePayment } from './remittance-table.ts'
import { readProvider } from './settings.ts'
import { givenBack } from './settle-charges.ts'
import { bill } from './table.ts'

type Row = typeof remittance.$inferSelect
interface By {
  now: Date
  actorId: string | null
}

const total = (bills: readonly { cents: number }[]) => bills.reduce((sum, { cents }) => sum + cents, 0)

const stateOf = (
  row: Pick<Row, 'undoneAt' | 'downloadedAt' | 'needsSecond' | 'confirmedAt'>,
): RemittanceState =>
  row.undoneAt
    ? 'undone'
    : row.downloadedAt
      ? 'downloaded'
      : row.needsSecond && !row.confirmedAt
        ? 'toConfirm'
        : 'made'

const columns = {
  id: remittance.id,
  bills: remittance.bills,
  totalCents: number(remittance.totalCents),
  on: sql<string>`executed_on::text`,
  actorId: remittance.actorId,
  needsSecond: remittance.needsSecond,
  confirmedAt: remittance.confirmedAt,
  downloadedAt: remittance.downloadedAt,
  undoneAt: remittance.undoneAt,
  createdAt: iso(remittance.createdAt),
}

async function find(tx: Tx, from: ReturnType<typeof sql>, actorId: string | null) {
  const found = await select(tx, columns, sql`remittance ${from}`)
  return found.map(
    ({ actorId: maker, needsSecond: _, confirmedAt: _c, downloadedAt: _d, undoneAt: _u, ...row }, at) => ({
      ...row,
      state: stateOf(found[at] as (typeof found)[number]),
      own: actorId !== null && maker === actorId,
    }),
  )
}

async function getRemittance(tx: Tx, id: string, actorId: string | null) {
  const [row] = await find(tx, sql`where id = ${id}`, actorId)
  if (!row) throw new NotFound()
  return row
}

const dueShown = 500
/** What an IBAN keeps back. */
const keptBack: readonly (PayoutWait | null | undefined)[] = ['ibanHeld', 'ibanReturned', 'ibanMissing']

/** Payment files made so far, newest first, what the next one would hold, and what waits. */
export async function listRemittances(tx: Tx, page: number, { now, actorId }: By) {
  const items = await find(tx, sql`order by created_at desc, id desc ${pageRows(page)}`, actorId)
  const due = await findDue(tx)
  const waits = waitsOf(due)
  const ready = due.filter(({ id }) => waits.get(id) === null)
  const held = due.filter(({ id }) => keptBack.includes(waits.get(id))).length
  return {
    ...listOf(items, await countRows(tx, sql`remittance`), page),
    ready: { bills: ready.length, totalCents: total(ready), held },
    due: due.slice(0, dueShown).map((one) => ({
      ...{ billId: one.id, number: one.number, account: one.account, issuedOn: one.issuedOn },
      ...{ payableCents: one.cents, waits: waits.get(one.id) ?? null, ...heldUntil(one) },
    })),
    givenBack: await givenBack(tx),
    ...(await payoutLimit(tx, now)),
  }
}

/** As much as one SEPA credit transfer takes: a larger bill is paid in another way, and keeps no other from its file. */
const mostCents = 99_999_999_999

/** What is paid of those that were chosen: what the same persons owe back is always set against it. */
function chosen(due: readonly Due[], billIds: readonly string[] | undefined) {
  const free = due.filter(isFree).filter(({ cents }) => cents <= mostCents)
  if (!billIds) return netted(free)
  const wanted = new Set(billIds)
  // Whoever only owes is paid nothing, and keeps what they owe.
  const picked = netted(free.filter((one) => wanted.has(one.id) || one.cents < 0))
  const paid = new Set(picked.marked.map(({ id }) => id))
  if (billIds.some((id) => !paid.has(id)))
    throw new Unprocessable({ billIds: { code: 'billing.notPayable' } })
  return picked
}

/**
 * Puts what can be paid, or the bills named, into one file and marks it. Two at once take turns over the same bills.
 * @throws Conflict when nothing can be paid, or the provider's own account is not known; Unprocessable by the field for a
 * day that banks do not take, and for bills that cannot be paid.
 */
export async function createRemittance(
  tx: Tx,
  { on, billIds, now, actorId }: { on: string; billIds?: readonly string[] | undefined } & By,
) {
  // Banks take files for the weeks to come, none for the past.
  const dated = dayFault(on, todayPlus(now), todayPlus(now, 60))
  if (dated) throw new Unprocessable({ on: dated })
  const provider = await readProvider(tx)
  if (!provider?.iban) throw new Conflict('billing.providerMissing')
  const { marked, payments } = chosen(await findDue(tx, sql`true`, sql`for update of b`), billIds)
  if (payments.length === 0) throw new Conflict('billing.nothingToPay')
  const id = v7()
  const file = Buffer.from(
    painFile(
      { id, provider: { ...provider, iban: provider.iban }, on, now },
      payments.map(({ of, cents, less }) => ({
        ...{ ...of, cents },
        less: [...of.charges, ...less.map(({ number }) => number)],
      })),
    ),
  )
  const totalCents = total(marked)
  await tx.insert(remittance).values({
    ...{ id, bills: marked.length, totalCents, executedOn: on, file, actorId },
    ...{ needsSecond: await needsSecond(tx, { totalCents, actorId, now }), createdAt: now },
  })
  await tx.insert(remittancePayment).values(
    payments.map(({ of: { id: billId, iban, holder }, cents: amountCents }) => ({
      ...{ remittanceId: id, billId, amountCents, iban, holder },
    })),
  )
  await mark(
    tx,
    { payment: 'inRemittance', remittanceId: id },
    inArray(
      bill.id,
      marked.map((one) => one.id),
    ),
  )
  return getRemittance(tx, id, actorId)
}

const mark = (
  tx: Tx,
  to: Pick<typeof bill.$inferInsert, 'payment' | 'remittanceId'>,
  which: ReturnType<typeof inArray>,
) =>
  tx
    .update(bill)
    .set({ ...to, version: sql`${bill.version} + 1`, updatedAt: sql`clock_timestamp()` })
    .where(which)

/** Whoever changes a file waits for whoever does so just now. @throws NotFound */
async function locked(tx: Tx, id: string): Promise<Row> {
  const [row] = await tx.select().from(remittance).where(eq(remittance.id, id)).for('update')
  if (!row) throw new NotFound()
  return row
}

/** @throws Conflict where it waits for nobody, and for whoever made it. */
export async function confirmRemittance(tx: Tx, id: string, { now, actorId }: By) {
  const row = await locked(tx, id)
  if (stateOf(row) !== 'toConfirm') throw new Conflict('billing.remittanceState')
  if (row.actorId === actorId) throw new Conflict('billing.confirmedByOther')
  await tx.update(remittance).set({ confirmedBy: actorId, confirmedAt: now }).where(eq(remittance.id, id))
  return getRemittance(tx, id, actorId)
}

/** Takes a file back that nobody has had: its bills can be paid again, as before. @throws Conflict after that. */
export async function undoRemittance(tx: Tx, id: string, { now, actorId }: By) {
  const row = await locked(tx, id)
  if (!['toConfirm', 'made'].includes(stateOf(row))) throw new Conflict('billing.remittanceState')
  const of = and(eq(bill.remittanceId, id), eq(bill.payment, 'inRemittance')) as ReturnType<typeof inArray>
  // What the bank sent back before goes on being that.
  const back = and(of, sql`${bill.returnedOn} is not null`) as ReturnType<typeof inArray>
  await mark(tx, { payment: 'returned', remittanceId: null }, back)
  await mark(
    tx,
    { payment: 'unpaid', remittanceId: null },
    and(of, isNull(bill.returnedOn)) as ReturnType<typeof inArray>,
  )
  await tx.update(remittance).set({ undoneAt: now }).where(eq(remittance.id, id))
  return getRemittance(tx, id, actorId)
}

/** The file leaves: from now on it is not undone. @throws NotFound; Conflict for one that was taken back or waits. */
export async function downloadRemittance(tx: Tx, id: string, { now, actorId }: By) {
  const row = await locked(tx, id)
  if (row.undoneAt) throw new Conflict('billing.remittanceState')
  if (stateOf(row) === 'toConfirm') throw new Conflict('billing.remittanceUnconfirmed')
  if (!row.downloadedAt) {
    await tx.update(remittance).set({ downloadedAt: now }).where(eq(remittance.id, id))
    await payTogether(tx, await setOffWhole(tx, id), todayPlus(now), now)
  }
  return getRemittance(tx, id, actorId)
}

/** What left. @throws NotFound; Conflict for one that has not. */
export async function remittanceFile(tx: Tx, id: string) {
  const [row] = await tx.select().from(remittance).where(eq(remittance.id, id))
  if (!row) throw new NotFound()
  if (!row.downloadedAt) throw new Conflict('billing.remittanceState')
  return { name: `pain.001-${id}.xml`, type: 'application/xml', content: row.file }
}

/** Has somebody had the file? From then on it stays so. */
export async function hasLeft(tx: Tx, id: string | null): Promise<boolean> {
  if (!id) return false
  const [row] = await tx.select({ at: remittance.downloadedAt }).from(remittance).where(eq(remittance.id, id))
  return row?.at != null
}

/** The day on which the bank was asked to pay, `''` where there is no such file. */
export async function executionDays(tx: Tx, ids: string[]): Promise<Map<string, string>> {
  const { id, executedOn } = remittance
  const found =
    ids.length > 0 ? await tx.select({ id, executedOn }).from(remittance).where(inArray(id, ids)) : []
  return new Map(found.map((row) => [row.id, row.executedOn]))
}

/** Where the last payment of a bill went; undefined where it left otherwise than by a file. */
export async function ibanPaid(tx: Tx, billId: string): Promise<string | undefined> {
  const [row] = await tx
    .select({ iban: remittancePayment.iban })
    .from(remittancePayment)
    .where(eq(remittancePayment.billId, billId))
    .orderBy(sql`${remittancePayment.remittanceId} desc`)
    .limit(1)
  return row?.iban
}
