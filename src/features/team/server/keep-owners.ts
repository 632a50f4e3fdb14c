import { eq } from 'drizzle-orm'
import { portal } from '#features/portals/server/table.ts'
import type { Tx } from '#platform/db.ts'
import { teamOf } from '#platform/team-of.ts'
import { lockTeam } from './lock-team.ts'
import { checkOwnerLeft } from './rules.ts'
import { member } from './table.ts'

/** Takes the turns of a person's teams. @throws Conflict where a portal would have no Owner without them. */
export async function keepOwners(tx: Tx, personId: string): Promise<void> {
  const own = await tx
    .select({ portalId: member.portalId, accountId: portal.accountId, role: member.role })
    .from(member)
    .innerJoin(portal, eq(portal.id, member.portalId))
    .where(eq(member.personId, personId))
  for (const accountId of [...new Set(own.map((one) => one.accountId))].sort()) await lockTeam(tx, accountId)
  for (const { portalId, role } of own)
    if (role === 'Owner') checkOwnerLeft(await teamOf(tx, portalId), personId, undefined)
}
