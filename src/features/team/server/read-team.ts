import { sql } from 'drizzle-orm'
import { findPortal } from '#platform/actor-portals.ts'
import type { PortalCall } from '#platform/call.ts'
import { elevated, queriesIn } from '#platform/db.ts'
import { NotFound } from '#platform/errors.ts'
import { plain } from '#platform/like.ts'
import type { Role } from '#platform/permissions.ts'
import { select } from '#platform/select.ts'
import { type Reaching, teamOf } from '#platform/team-of.ts'
import type { Member } from '../contract.ts'
import { type Changer, changerOf, mayDo } from './rules.ts'

type Reader = Pick<PortalCall, 'tx' | 'portal' | 'actor'>

function toMember(call: Reader, changer: Changer, team: readonly Reaching[], one: Reaching): Member {
  const { personId: _, ...told } = one
  return { ...told, keys: [...one.keys], may: mayDo(changer, call.portal, team, one) }
}

/** The team of a portal with what the caller may do to each. */
export async function readTeam(call: Reader): Promise<Member[]> {
  const team = await teamOf(call.tx, call.portal.id)
  const changer = changerOf(call.actor.person, call.portal, team)
  return team.map((one) => toMember(call, changer, team, one))
}

/** One of them. @throws NotFound. */
export async function readMember(call: Reader, memberId: string): Promise<Member> {
  const found = (await readTeam(call)).find(({ id }) => id === memberId)
  if (!found) throw new NotFound()
  return found
}

const invited = {
  id: sql<string>`p.id`,
  name: sql<string>`p.name`,
  role: sql<Role>`i.role`,
  grants: sql<string[]>`i.grants`,
  denies: sql<string[]>`i.denies`,
}

/** One of them, and of somebody who is asked to what else they are asked. @throws NotFound. */
export async function readWithInvitation(call: PortalCall, memberId: string): Promise<Member> {
  const found = await readMember(call, memberId)
  if (!found.pending) return found
  const { tx, portal, actor } = call
  // The other portals are none of this call's: each is shown by what the caller may do there.
  const invitedTo = await elevated(tx, 'people', async () => {
    const asked = await select(
      tx,
      invited,
      sql`invitation i join portal p on p.id = i.portal_id
        where i.id = ${memberId} and p.deleted_at is null order by ${plain(sql`p.name`)}, p.id`,
    )
    const seen = []
    for (const one of asked) {
      const reached = one.id === portal.id ? portal : await findPortal(queriesIn(tx), actor.person, one.id)
      if (!reached?.keys.has('team.viewteammembers')) continue
      const team = await teamOf(tx, one.id)
      const target = team.find(({ id }) => id === memberId)
      const may = target && mayDo(changerOf(actor.person, reached, team), reached, team, target)
      seen.push({ ...one, mayRemove: may?.remove ?? false })
    }
    return seen
  })
  return { ...found, invitedTo }
}
