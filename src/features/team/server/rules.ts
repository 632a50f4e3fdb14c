import type { Person, PortalScope } from '#platform/actor.ts'
import { AppError, Conflict } from '#platform/errors.ts'
import { memberKeys, type Role } from '#platform/permissions.ts'
import type { Reaching } from '#platform/team-of.ts'
import type { MemberDraft } from '../contract.ts'

/** Who changes a team: their role at the portal, and the keys they hold there. Staff have no role, and need none. */
export interface Changer {
  personId: string
  role: Role | 'staff'
  keys: ReadonlySet<string>
}

export function changerOf(person: Person, portal: PortalScope, team: readonly Reaching[]): Changer {
  const own = team.find(({ personId, pending }) => personId === person.id && !pending)
  return { personId: person.id, role: person.staff ? 'staff' : (own?.role ?? 'Lector'), keys: portal.keys }
}

/** 403 by a rule of the team. */
export const refused = (code: string, field?: string) =>
  new AppError(403, code, field ? { fields: { [field]: { code } } } : {})

/** Owners are made, changed and removed by Owners (and staff) only. */
const mayTouchOwners = ({ role }: Changer) => role === 'Owner' || role === 'staff'

/** What the changer may not give away because they lack it. */
export function keysLacking(changer: Changer, draft: MemberDraft): string[] {
  const given = memberKeys(draft.role, draft.grants ?? [], draft.denies ?? [])
  return [...given].filter((key) => !changer.keys.has(key))
}

/** @throws AppError 403 `team.ownerOnly` or `team.keysLacking` by the field. */
export function checkDraft(changer: Changer, draft: MemberDraft): void {
  if (draft.role === 'Owner' && !mayTouchOwners(changer)) throw refused('team.ownerOnly', 'role')
  if (keysLacking(changer, draft).length > 0) throw refused('team.keysLacking', 'role')
}

/**
 * Whom the changer may touch: nobody who holds more than they do, and nobody whose role comes from elsewhere.
 * @throws AppError 403 `team.ownRole`, `team.ownerOnly` or `team.beyondOwn`; Conflict `team.inherited`.
 */
export function checkTarget(changer: Changer, target: Reaching): void {
  if (target.personId === changer.personId) throw refused('team.ownRole')
  if (target.role === 'Owner' && !mayTouchOwners(changer)) throw refused('team.ownerOnly')
  if ([...target.keys].some((key) => !changer.keys.has(key))) throw refused('team.beyondOwn')
  if (target.inherited) throw new Conflict('team.inherited')
}

/** A portal always keeps one Owner, who may be an inherited one. @throws Conflict `team.lastOwner`. */
export function checkOwnerLeft(team: readonly Reaching[], targetId: string, after: Role | undefined): void {
  if (!team.some(({ id, role, pending }) => id === targetId && role === 'Owner' && !pending)) return
  const left = team.filter(
    ({ id, role, pending }) => !pending && (id === targetId ? after === 'Owner' : role === 'Owner'),
  )
  if (left.length === 0) throw new Conflict('team.lastOwner')
}

/** What a page offers; the verbs ask the same questions again. */
export function mayDo(changer: Changer, portal: PortalScope, team: readonly Reaching[], target: Reaching) {
  const reachable = (check: () => void) => {
    try {
      check()
      return true
    } catch {
      return false
    }
  }
  const touch = reachable(() => checkTarget(changer, target))
  return {
    edit: touch && portal.keys.has('team.createoreditteammembers'),
    remove:
      touch &&
      portal.keys.has('team.deleteteammembers') &&
      reachable(() => checkOwnerLeft(team, target.id, undefined)),
  }
}
