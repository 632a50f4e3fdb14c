import { and, eq, ne } from 'drizzle-orm'
import { closeSessionsOf } from '#features/account/server/sessions.ts'
import { person } from '#features/account/server/table.ts'
import { spendAllTokens } from '#features/account/server/tokens.ts'
import { Conflict } from '#platform/errors.ts'
import type { Staff, StaffDraft } from '../contract.ts'
import { type StaffRow, staffById } from './queries.ts'
import { demandStaff, type StaffCall, toStaff } from './read-staff.ts'
import { checkDraft, checkSuperLeft, checkTarget, lockStaff } from './rules.ts'

/** The version that an edit starts from; also where changes to staff begin to take turns. */
export async function staffVersion(call: StaffCall, staffId: string): Promise<number | undefined> {
  await lockStaff(call.tx)
  return (await staffById(call.tx, staffId))?.version
}

/** Changes a person's name, address and permissions. A new address ends their sessions and what was mailed to the old one. */
export async function updateStaff(call: StaffCall, staffId: string, draft: StaffDraft): Promise<Staff> {
  const { tx, actor } = call
  const before = await demandStaff(call, staffId)
  checkTarget(actor.person, before)
  checkDraft(actor.person, draft, before)
  if (!draft.super) await checkSuperLeft(tx, before)
  if (draft.email !== before.email) {
    const taken = await tx
      .select({ id: person.id })
      .from(person)
      .where(and(eq(person.email, draft.email), ne(person.id, staffId)))
    if (taken.length > 0) throw new Conflict('staff.emailTaken', { field: 'email' })
    await closeSessionsOf(tx, staffId)
    await spendAllTokens(tx, staffId, call.now)
  }
  await tx.update(person).set(draft).where(eq(person.id, staffId))
  const after = await demandStaff(call, staffId)
  call.record({ targetId: staffId, before: described(before), after: described(after) })
  return toStaff(call, after)
}

const described = (row: StaffRow) => ({
  name: row.name,
  email: row.email,
  permissions: row.permissions,
  super: row.super,
  twoFactorRequired: row.twoFactorRequired,
})

/** Keeps a person out, from their next request on. @throws Conflict for the last super person. */
export async function suspendStaff(call: StaffCall, staffId: string): Promise<Staff> {
  const { tx, actor, now } = call
  await lockStaff(tx)
  const before = await demandStaff(call, staffId)
  checkTarget(actor.person, before)
  if (before.state === 'invited') throw new Conflict('staff.pending')
  await checkSuperLeft(tx, before)
  await tx.update(person).set({ suspendedAt: now }).where(eq(person.id, staffId))
  await closeSessionsOf(tx, staffId)
  call.record({ targetId: staffId, before: { state: before.state }, after: { state: 'suspended' } })
  return toStaff(call, await demandStaff(call, staffId))
}

/** Lets a suspended person in again; they sign in anew. */
export async function liftSuspension(call: StaffCall, staffId: string): Promise<Staff> {
  await lockStaff(call.tx)
  const before = await demandStaff(call, staffId)
  checkTarget(call.actor.person, before)
  await call.tx.update(person).set({ suspendedAt: null }).where(eq(person.id, staffId))
  const after = await demandStaff(call, staffId)
  call.record({ targetId: staffId, before: { state: before.state }, after: { state: after.state } })
  return toStaff(call, after)
}
