import type { PortalCall } from '#platform/call.ts'
import { NotFound } from '#platform/errors.ts'
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
