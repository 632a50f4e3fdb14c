import { eq, sql } from 'drizzle-orm'
import { asJob } from '#platform/background.ts'
import type { Database, Tx } from '#platform/db.ts'
import { AppError } from '#platform/errors.ts'
import { activity } from '#platform/table.ts'
import { dayOf, formatDay } from '#platform/time.ts'
import { acceptBill } from './accept-bill.ts'
import { planOf } from './acceptance-plan.ts'
import { isAgreed, silenceAgreed } from './agreement.ts'
import { lockBill } from './close-bill.ts'
import { mailAccount } from './mails.ts'
import { settingsOf } from './settings.ts'
import { bill } from './table.ts'

interface Clock {
  now: Date
  appOrigin: string
}
type Row = typeof bill.$inferSelect

/** A reminder and what follows on it are a day apart, also where nothing ran for weeks. */
const dayMs = 86_400_000

/** SQL: what something may be due of on a day; by an index, so that those that wait for their day cost nothing. */
export const toLookAt = (today: string) =>
  sql`${bill.status} = 'Pending' and ${bill.closedAt} is not null
    and coalesce(${bill.lookOn}, '-infinity'::date) <= ${today}::date`

/**
 * Reminds of what waits to be accepted, twice, and accepts by silence where the account's agreement says so. What waits
 * for something else stays, and is looked at again. Answers how many were accepted.
 */
export async function acceptWaiting(database: Database, clock: Clock): Promise<number> {
  const waiting = await asJob(database, (tx) =>
    tx
      .select({ id: bill.id })
      .from(bill)
      .where(toLookAt(formatDay(dayOf(clock.now.getTime()))))
      .orderBy(bill.accountId, bill.closedAt),
  )
  let accepted = 0
  for (const { id } of waiting)
    try {
      if (await asJob(database, (tx) => lookAt(tx, id, clock))) accepted++
    } catch (error) {
      // Something that a bill needs is missing: it says so itself, and nobody's silence can help it.
      if (!(error instanceof AppError)) throw error
    }
  return accepted
}

async function lookAt(tx: Tx, billId: string, clock: Clock): Promise<boolean> {
  const row = await lockBill(tx, billId)
  if (row?.status !== 'Pending' || !row.closedAt) return false
  const { now } = clock
  const today = formatDay(dayOf(now.getTime()))
  const tomorrow = formatDay(dayOf(now.getTime()) + 1)
  const { remindOn, silentOn } = planOf(row, row.closedAt)
  const last = row.reminders.at(-1)
  const dayAfterLast = last ? Date.parse(last) + dayMs : 0
  if (now.getTime() < dayAfterLast) return later(tx, row, formatDay(dayOf(dayAfterLast)))
  const due = remindOn[row.reminders.length]
  if (due !== undefined) {
    if (due > today) return later(tx, row, due)
    await remind(tx, row, clock)
    const next = remindOn[row.reminders.length + 1] ?? silentOn
    return later(tx, row, lastOf(next, tomorrow))
  }
  if (silentOn > today) return later(tx, row, silentOn)
  // An agreement that is given meanwhile has its bills looked at: see acceptAgreement.
  if (!(await silenceAgreed(tx, row))) return later(tx, row, tomorrow)
  await acceptBySilence(tx, row, clock)
  return true
}

const lastOf = (one: string, other: string) => (one > other ? one : other)

/** Nothing is due before that day. No version: it is nobody's change. */
async function later(tx: Tx, { id }: Row, lookOn: string): Promise<false> {
  await tx.update(bill).set({ lookOn }).where(eq(bill.id, id))
  return false
}

async function remind(tx: Tx, row: Row, { now, appOrigin }: Clock) {
  const settings = await settingsOf(tx, row.accountId, now)
  // No version: whoever reads the bill just now may still accept what they see.
  await tx
    .update(bill)
    .set({ reminders: [...row.reminders, now.toISOString()] })
    .where(eq(bill.id, row.id))
  const own = await isOwn(tx, row)
  await mailAccount(tx, settings, own ? 'reminderOwn' : 'reminder', {
    appOrigin,
    billId: row.id,
    ...(own ? { months: await remindWithIt(tx, row, now) } : {}),
  })
}

/** Does it wait for an invoice that the account itself issues? */
const isOwn = async (tx: Tx, row: Row) =>
  !row.correctsId && (row.selfInvoice === false ? !row.ownNumber : !(await isAgreed(tx, row)))

/**
 * What else an account owes an invoice for is reminded of in the same breath: one notice, however many are missing. Answers
 * the months of all of them, the earliest first.
 */
async function remindWithIt(tx: Tx, row: Row, now: Date): Promise<string[]> {
  const today = formatDay(dayOf(now.getTime()))
  const others = await tx
    .select({ id: bill.id })
    .from(bill)
    .where(sql`${bill.accountId} = ${row.accountId} and ${bill.id} <> ${row.id} and ${toLookAt(today)}`)
    .orderBy(bill.closedAt)
  const months = [row.period]
  for (const { id } of others) {
    const other = await lockBill(tx, id)
    if (other?.status !== 'Pending' || !other.closedAt || !(await isOwn(tx, other))) continue
    const due = planOf(other, other.closedAt).remindOn[other.reminders.length]
    const last = other.reminders.at(-1)
    if (due === undefined || due > today || (last && now.getTime() < Date.parse(last) + dayMs)) continue
    // Whoever goes through what waits comes to it too, and says when there is something to do again.
    const reminders = [...other.reminders, now.toISOString()]
    await tx.update(bill).set({ reminders }).where(eq(bill.id, id))
    months.push(other.period)
  }
  return months.flatMap((month) => month ?? []).sort()
}

async function acceptBySilence(tx: Tx, row: Row, { now, appOrigin }: Clock) {
  await acceptBill(tx, row, { now, by: 'silence', actorId: null, appOrigin })
  const [issued] = await tx.select().from(bill).where(eq(bill.id, row.id))
  const settings = await settingsOf(tx, row.accountId, now)
  await tx.insert(activity).values({
    ...{ action: 'billing.acceptBySilence', portalId: settings.portalId, accountId: row.accountId },
    ...{ targetId: row.id, before: { status: row.status } },
    after: { status: issued?.status, number: issued?.number, reminders: row.reminders },
  })
}
