import { sql } from 'drizzle-orm'
import { findPortal } from '#platform/actor-portals.ts'
import type { PortalCall } from '#platform/call.ts'
import { elevated, queriesIn } from '#platform/db.ts'
import { NotFound } from '#platform/errors.ts'
import { plain } from '#platform/like.ts'
import { inAccount } from '#platform/own-reach.ts'
import type { Role } from '#platform/permissions.ts'
import { select } from '#platform/select.ts'
import { type Reaching, teamOf } from '#platform/team-of.ts'
import type { AskedElsewhere, Member } from '../contract.ts'
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
      const changer = changerOf(actor.person, reached, team)
      for (const target of team.filter(({ id }) => id === memberId))
        seen.push({ ...one, mayRemove: mayDo(changer, reached, team, target).remove })
    }
    return seen
  })
  return { ...found, invitedTo }
}

const askedTo = {
  id: sql<string>`i.id`,
  name: sql<string>`i.name`,
  email: sql<string>`w.email`,
  portalId: sql<string>`p.id`,
  portalName: sql<string>`p.name`,
  role: sql<Role>`i.role`,
  grants: sql<string[]>`i.grants`,
  denies: sql<string[]>`i.denies`,
}

/** Who is asked to a label's other portals, seen from its own: an invitation is found where it was made. */
export async function askedElsewhere({ tx, portal, actor }: PortalCall): Promise<AskedElsewhere[]> {
  if (!portal.label) return []
  return inAccount(tx, portal.accountId, async () => {
    const asked = await select(
      tx,
      askedTo,
      sql`invitation i join portal p on p.id = i.portal_id join person w on w.id = i.person_id
        where p.account_id = ${portal.accountId} and p.deleted_at is null
          and not exists (select 1 from invitation o where o.id = i.id and o.portal_id = ${portal.id})
        order by ${plain(sql`i.name`)}, i.id, ${plain(sql`p.name`)}, p.id`,
    )
    const open = new Map<string, boolean>()
    const people = new Map<string, AskedElsewhere>()
    for (const { id, name, email, portalId, portalName, ...given } of asked) {
      if (!open.has(portalId)) {
        const reached = await findPortal(queriesIn(tx), actor.person, portalId)
        open.set(portalId, reached?.keys.has('team.viewteammembers') ?? false)
      }
      if (!open.get(portalId)) continue
      const one = people.get(id) ?? { id, name, email, portals: [] }
      one.portals.push({ id: portalId, name: portalName, ...given })
      people.set(id, one)
    }
    return [...people.values()]
  })
}
