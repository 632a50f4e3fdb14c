import { and, eq, sql } from 'drizzle-orm'
import { v7 } from 'uuid'
import type { PortalScope } from '#platform/actor.ts'
import { rows, type Tx } from '#platform/db.ts'
import { Conflict, type FieldError, NotFound, Unprocessable } from '#platform/errors.ts'
import { select } from '#platform/select.ts'
import { dayNumber, formatDay, startOfMonth } from '#platform/time.ts'
import { dayFault, todayPlus } from '#platform/windows.ts'
import type { SplitPayer } from '../choices.ts'
import { accrueDue } from './accrue-sales.ts'
import { lockAccounts } from './ledger.ts'
import { recoupCosts } from './recoup-costs.ts'
import { split, splitParty } from './split-table.ts'

export interface SplitSubject {
  productId?: string | null | undefined
  releaseId?: string | null | undefined
}

export interface SplitDraft extends SplitSubject {
  validFrom: string
  payer: SplitPayer
  parties: readonly { accountId: string; shareBp: number }[]
}

/** Nobody shared before there were shops; contracts are known two years ahead. */
const earliest = '1995-01-01'
const aheadDays = 731

const lastBilled = {
  month: sql<string | null>`max(l.month)::text`,
}

/**
 * The first day of what no bill holds of a portal: what is shared, and what comes back of costs, changes from there on. Closed
 * months stay what they were.
 */
export async function openFrom(tx: Tx, portalId: string): Promise<string> {
  const [found] = await select(
    tx,
    lastBilled,
    sql`bill_line l join bill b on b.id = l.bill_id
      where l.portal_id = ${portalId} and b.status in ('Pending', 'Approved') and b.corrects_id is null`,
  )
  return found?.month ? formatDay(startOfMonth(dayNumber(found.month), 1)) : earliest
}

/** What is wrong with what is to be shared: there is one at most, and it is the portal's. */
export async function subjectFault(tx: Tx, portalId: string, { productId, releaseId }: SplitSubject) {
  const fields: Record<string, FieldError> = {}
  const has = async (table: 'product' | 'release', id: string) =>
    (await rows(tx, sql`select 1 from ${sql.identifier(table)} where portal_id = ${portalId} and id = ${id}`))
      .length > 0
  if (productId && releaseId) fields.releaseId = { code: 'billing.oneSubject' }
  if (productId && !(await has('product', productId))) fields.productId = { code: 'billing.notThere' }
  if (releaseId && !(await has('release', releaseId))) fields.releaseId = { code: 'billing.notThere' }
  return fields
}

/** Which of these accounts are none. */
export async function unknownAccounts(tx: Tx, ids: readonly string[]): Promise<string[]> {
  const found = await rows<{ id: string }>(
    tx,
    sql`select id from account where id = any(${`{${ids.join(',')}}`}::uuid[])`,
  )
  return ids.filter((id) => !found.some((one) => one.id === id))
}

/**
 * Shares what is sold from a day on. Sales of orders from that day on that are there already go along, and the ledger with
 * them. @throws Unprocessable by field, for shares that are no whole and for a day of a month that was billed
 */
export async function createSplit(
  tx: Tx,
  portal: Pick<PortalScope, 'id' | 'accountId'>,
  { validFrom, payer, parties, ...subject }: SplitDraft,
  now: Date,
): Promise<string> {
  const accounts = parties.map(({ accountId }) => accountId)
  await lockAccounts(tx, [portal.accountId, ...accounts])
  const fields = await subjectFault(tx, portal.id, subject)
  const from = await openFrom(tx, portal.id)
  const dated = dayFault(validFrom, from, todayPlus(now, aheadDays))
  if (dated)
    fields.validFrom = validFrom < from ? { code: 'billing.splitBilled', params: { day: from } } : dated
  const whole = parties.reduce((sum, { shareBp }) => sum + shareBp, 0)
  if (whole !== 10_000) fields.parties = { code: 'billing.sharesNotWhole' }
  if (new Set(accounts).size < accounts.length) fields.parties = { code: 'billing.shareTwice' }
  if ((await unknownAccounts(tx, accounts)).length > 0) fields.parties = { code: 'billing.notThere' }
  const { productId = null, releaseId = null } = subject
  const [same] = await tx
    .select({ id: split.id })
    .from(split)
    .where(
      and(
        eq(split.portalId, portal.id),
        eq(split.validFrom, validFrom),
        sql`${split.productId} is not distinct from ${productId} and ${split.releaseId} is not distinct from ${releaseId}`,
      ),
    )
  if (same) fields.validFrom = { code: 'billing.splitThatDay' }
  if (Object.keys(fields).length > 0) throw new Unprocessable(fields)
  const id = v7()
  await tx.insert(split).values({ id, portalId: portal.id, productId, releaseId, validFrom, payer })
  await tx.insert(splitParty).values(parties.map((party, position) => ({ ...party, splitId: id, position })))
  await shareAnew(tx, portal, validFrom)
  return id
}

/** Takes away a version of which nothing was billed. @throws NotFound; Conflict for one that bills hold sales of */
export async function removeSplit(tx: Tx, portal: PortalScope, splitId: string): Promise<void> {
  const [found] = await tx
    .select()
    .from(split)
    .where(and(eq(split.id, splitId), eq(split.portalId, portal.id)))
  if (!found) throw new NotFound()
  // Before it goes: afterwards nobody knows who shared.
  await lockAccounts(tx, [portal.accountId])
  if (found.validFrom < (await openFrom(tx, portal.id))) throw new Conflict('billing.splitHolds')
  await tx.delete(split).where(eq(split.id, splitId))
  await shareAnew(tx, portal, found.validFrom)
}

/** Brings order lines from a day on, and the ledger, to the splits that there are now. */
async function shareAnew(tx: Tx, portal: Pick<PortalScope, 'id' | 'accountId'>, from: string): Promise<void> {
  // Imports hold the shared side of this lock: their lines are there when this goes on, or see the split.
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`sku ${portal.id}`}, 0))`)
  await tx.execute(sql`select split_lines_anew(${portal.id}, ${from}::date)`)
  await accrueDue(tx, portal.accountId)
  await recoupCosts(tx, portal.id)
}
