import { eq, sql } from 'drizzle-orm'
import { v7 } from 'uuid'
import { portal as portalTable } from '#features/portals/server/table.ts'
import type { PortalScope } from '#platform/actor.ts'
import { billTypes } from '#platform/constants.ts'
import { rows, type Tx } from '#platform/db.ts'
import { Conflict, NotFound, Unprocessable } from '#platform/errors.ts'
import { select } from '#platform/select.ts'
import type { Advance } from '../advances-contract.ts'
import { outlookOf, settledIn } from './advance-forecast.ts'
import { monthlyIncome } from './forecast.ts'
import { ofMaster } from './information.ts'
import { lockAccount } from './ledger.ts'
import { settingsOf } from './settings.ts'
import { bill, billLine } from './table.ts'

type Row = typeof bill.$inferSelect
const touched = { version: sql`${bill.version} + 1`, updatedAt: sql`clock_timestamp()` }

interface Columns {
  id: string
  account_id: string
  account_name: string
  status: Advance['status']
  offered: boolean
  number: string | null
  amount_cents: string
  open_cents: string | null
  reason: string | null
  payment: string
  created_at: string
  version: number
}

const shownMax = 200

const find = (tx: Tx, where: ReturnType<typeof sql>) =>
  rows<Columns>(
    tx,
    sql`select b.id, b.account_id, a.name as account_name, b.status, b.number, b.amount_cents, b.reason, b.payment,
        b.status = 'Pending' and b.closed_at is not null as offered,
        b.created_at, b.version,
        (select sum(case when e."from" = 'advances' then e.amount_cents else -e.amount_cents end) from ledger_entry e
          where e.advance_id = b.id and ('advances' in (e."from", e."to"))) as open_cents
      from bill b join account a on a.id = b.account_id
      where b.type = 2 and b.corrects_id is null and ${where} order by b.created_at desc, b.id desc`,
  )

function toAdvance(row: Columns): Advance {
  const amountCents = Number(row.amount_cents)
  // Where nothing has moved yet the sum is null, which is nought as a number.
  const openCents = row.status === 'Approved' ? Number(row.open_cents) : 0
  return {
    id: row.id,
    account: { id: row.account_id, name: row.account_name },
    status: row.status,
    offered: row.offered,
    state:
      row.status !== 'Approved'
        ? null
        : openCents === 0
          ? 'settled'
          : openCents < amountCents
            ? 'partial'
            : 'open',
    number: row.number,
    amountCents,
    openCents,
    reason: row.reason,
    payment: row.payment,
    requestedAt: new Date(row.created_at).toISOString(),
    version: row.version,
  }
}

/** One advance. @throws NotFound */
export async function getAdvance(tx: Tx, billId: string): Promise<Advance> {
  const [row] = await find(tx, sql`b.id = ${billId}`)
  if (!row) throw new NotFound()
  return toAdvance(row)
}

/** Advances of an account with its ceiling and when everything will be settled. */
export async function listAdvances(tx: Tx, portal: PortalScope, more: number | undefined, now: Date) {
  const accountId = ofMaster(portal)
  // Added up are all of them: what is not shown is owed no less.
  const all = (await find(tx, sql`b.account_id = ${accountId}`)).map(toAdvance)
  const outstandingCents = all.reduce((sum, { openCents }) => sum + openCents, 0)
  const requestedCents = all
    .filter(({ status }) => status === 'Next' || status === 'Pending')
    .reduce((sum, { amountCents }) => sum + amountCents, 0)
  const [own] = await select(
    tx,
    { limitPct: portalTable.advanceLimitPct },
    sql`portal where ${portalTable.id} = ${portal.id}`,
  )
  const months = await monthlyIncome(tx, accountId, now)
  const yearIncomeCents = months.reduce((sum, { cents }) => sum + cents, 0)
  const limitPct = own?.limitPct ?? 10
  // What is aimed at is no income: the objective raises nothing.
  // Down to the cent: rounded up, it would be more than the part of the income that it is.
  const ceilingCents = Math.floor((Math.max(yearIncomeCents, 0) * limitPct) / 100)
  const { settlementBp, name: account } = await settingsOf(tx, accountId, now)
  const outlook = await outlookOf(tx, accountId, months, now)
  const { incomeOf: _, ...evidence } = outlook
  const forecast = (cents: number) => ({
    ...evidence,
    settledIn: settledIn(cents, outlook, settlementBp, now),
  })
  return {
    account,
    items: all.slice(0, shownMax),
    ...{ outstandingCents, requestedCents, limitPct, yearIncomeCents, ceilingCents },
    availableCents: Math.max(0, ceilingCents - outstandingCents - requestedCents),
    forecast: forecast(outstandingCents),
    whatIf: more === undefined ? null : forecast(outstandingCents + more),
  }
}

/** Asks for an advance. @throws Unprocessable by `amountCents` when it is more than the ceiling leaves. */
export async function requestAdvance(
  tx: Tx,
  portal: PortalScope,
  draft: { amountCents: number; reason?: string | undefined },
  now: Date,
): Promise<Advance> {
  const accountId = ofMaster(portal)
  // Two at once would each see the whole of what is left.
  await lockAccount(tx, accountId)
  const { availableCents } = await listAdvances(tx, portal, undefined, now)
  if (draft.amountCents > availableCents)
    throw new Unprocessable({
      amountCents: { code: 'billing.aboveCeiling', params: { amountCents: availableCents } },
    })
  const id = v7()
  await tx.insert(bill).values({
    ...{
      id,
      accountId,
      type: billTypes.advances,
      amountCents: draft.amountCents,
      reason: draft.reason || null,
      createdAt: now,
    },
  })
  return getAdvance(tx, id)
}

/** @throws Conflict where an advance is not in one of these states. */
export const demand = (row: Row, ...allowed: Row['status'][]) => {
  if (row.type !== 2 || row.correctsId || !allowed.includes(row.status))
    throw new Conflict('billing.advanceState')
}

/** Takes a request into review. @throws Conflict when it is none. */
export async function reviewAdvance(tx: Tx, row: Row): Promise<void> {
  demand(row, 'Next')
  await tx
    .update(bill)
    .set({ status: 'Pending', ...touched })
    .where(eq(bill.id, row.id))
}

/** Refuses a request. @throws Conflict when it is none. */
export async function refuseAdvance(tx: Tx, row: Row, reason: string, now: Date): Promise<void> {
  demand(row, 'Next', 'Pending')
  await tx.delete(billLine).where(eq(billLine.billId, row.id))
  await tx
    .update(bill)
    .set({ status: 'Cancelled', reason, cancelledAt: now, ...touched })
    .where(eq(bill.id, row.id))
}
