import { eq } from 'drizzle-orm'
import { person } from '#features/account/server/table.ts'
import { mailInvitation } from '#features/team/server/mail-invitation.ts'
import { Conflict, NotFound } from '#platform/errors.ts'
import type { Staff, StaffInvitation } from '../contract.ts'
import { demandStaff, type StaffCall, toStaff } from './read-staff.ts'
import { checkDraft, checkTarget, lockStaff } from './rules.ts'

/**
 * Makes a login of the provider and mails the link to choose its password.
 * @throws AppError 403 for what the inviter may not give; Conflict when the address has a login.
 */
export async function inviteStaff(call: StaffCall, invitation: StaffInvitation): Promise<Staff> {
  const { tx, actor } = call
  const { email, name, permissions, locale = actor.person.locale } = invitation
  const draft = { email, permissions, super: invitation.super ?? false }
  checkDraft(actor.person, draft)
  await lockStaff(tx)
  const [known] = await tx.select({ staff: person.staff }).from(person).where(eq(person.email, email))
  if (known) throw new Conflict(known.staff ? 'staff.emailTaken' : 'staff.emailOfMember', { field: 'email' })
  const [invited] = await tx
    .insert(person)
    .values({
      ...draft,
      name,
      locale,
      staff: true,
      twoFactorRequired: invitation.twoFactorRequired ?? false,
    })
    .returning()
  if (!invited) throw new NotFound()
  await mailInvitation(call, invited)
  const after = await demandStaff(call, invited.id)
  call.record({ targetId: invited.id, after: { name, permissions, super: draft.super } })
  return toStaff(call, after)
}

/** Mails a pending person a new link; the earlier one stops working. @throws Conflict when nothing is pending. */
export async function resendStaffInvitation(call: StaffCall, staffId: string): Promise<null> {
  const target = await demandStaff(call, staffId)
  checkTarget(call.actor.person, target)
  if (target.state !== 'invited') throw new Conflict('staff.notPending')
  await mailInvitation(call, { ...target, passwordHash: null })
  call.record({ targetId: staffId })
  return null
}

/** Takes an invitation back: the login is gone. @throws Conflict for somebody who has been in: suspend them. */
export async function revokeStaff(call: StaffCall, staffId: string): Promise<null> {
  await lockStaff(call.tx)
  const target = await demandStaff(call, staffId)
  checkTarget(call.actor.person, target)
  if (target.state !== 'invited') throw new Conflict('staff.notPending')
  await call.tx.delete(person).where(eq(person.id, staffId))
  call.record({ targetId: staffId, before: { name: target.name, permissions: target.permissions } })
  return null
}
