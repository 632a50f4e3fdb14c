import type { PortalCall } from '#platform/call.ts'
import type { Role } from '#platform/permissions.ts'
import { teamOf } from '#platform/team-of.ts'
import { changerOf, keysLacking } from './rules.ts'

interface Question {
  email: string
  role?: Role | undefined
}

/** Could the caller invite this person with this role? Looks at this portal's team only, whoever else has a login. */
export async function checkMember({ tx, portal, actor }: PortalCall, { email, role }: Question) {
  const team = await teamOf(tx, portal.id)
  const changer = changerOf(actor.person, portal, team)
  const already = team.some((one) => one.email === email && !one.inherited)
  const ownerOnly = role === 'Owner' && changer.role !== 'Owner' && changer.role !== 'staff'
  const lacking = role !== undefined && keysLacking(changer, { role }).length > 0
  return {
    email: already ? { ok: false, reason: 'alreadyMember' as const } : { ok: true },
    role: ownerOnly
      ? { ok: false, reason: 'ownerOnly' as const }
      : lacking
        ? { ok: false, reason: 'keysLacking' as const }
        : { ok: true },
  }
}
