import { eq } from 'drizzle-orm'
import { person } from '#features/account/server/table.ts'
import { account } from '#features/portals/server/table.ts'
import type { PortalCall } from '#platform/call.ts'
import { AppError, Conflict } from '#platform/errors.ts'
import { teamOf } from '#platform/team-of.ts'
import type { TeamDemand } from '../contract.ts'

/** What the account demands of its teams, and whether the caller may change that. */
export async function teamDemand(call: PortalCall): Promise<TeamDemand> {
  const { tx, portal } = call
  const [row] = await tx
    .select({ required: account.twoFactorRequired })
    .from(account)
    .where(eq(account.id, portal.accountId))
  return { required: row?.required ?? false, mayChange: portal.master && (await isOwner(call)) }
}

async function isOwner({ tx, portal, actor }: PortalCall): Promise<boolean> {
  if (actor.person.staff) return true
  const reaching = await teamOf(tx, portal.id, actor.person.id)
  return reaching.some(({ role, pending }) => role === 'Owner' && !pending)
}

/**
 * From the next request on, whoever has no second factor gets no further than setting one up.
 * @throws Conflict away from the master portal, and for whoever would lock themselves out; AppError 403 for others than
 * Owners.
 */
export async function demandOfTeam(call: PortalCall, required: boolean): Promise<TeamDemand> {
  const { tx, portal, actor } = call
  if (!portal.master) throw new Conflict('twoFactor.notMaster')
  if (!(await isOwner(call))) throw new AppError(403, 'twoFactor.ownersOnly')
  const [own] = await tx
    .select({ since: person.totpConfirmedAt })
    .from(person)
    .where(eq(person.id, actor.person.id))
  if (required && !actor.person.staff && !own?.since) throw new Conflict('twoFactor.ownFirst')
  const before = await teamDemand(call)
  await tx.update(account).set({ twoFactorRequired: required }).where(eq(account.id, portal.accountId))
  call.record({
    targetId: portal.accountId,
    before: { twoFactorRequired: before.required },
    after: { twoFactorRequired: required },
  })
  return { ...before, required }
}
