import { operationList } from '#api.ts'
import type { Access, OperationMeta } from '#platform/operation.ts'
import { memberKeys, permissionGroups } from '#platform/permissions.ts'
import { type PersonKey, type PortalKey, people, portals } from './world/cast.ts'

/** Who calls in the access matrix: the cast, and the states that a session can be in. */
export type MatrixActor = PersonKey | 'anonymous' | 'expired' | 'revoked' | 'garbled'

export const matrixActors: MatrixActor[] = [
  'anonymous',
  'expired',
  'revoked',
  'garbled',
  ...(Object.keys(people) as PersonKey[]),
]

/** Which portal a call names: one of the world's, or an id that nothing has. */
export type Target = PortalKey | 'absent' | 'malformed'
export const matrixTargets: Target[] = [...(Object.keys(portals) as PortalKey[]), 'absent', 'malformed']

type Expected = 401 | 403 | 404 | 'let in'

const portalKeys = permissionGroups.portal.map((action) => `portal.${action}`)

/** Keys that a person of the cast holds at a portal, by the role table; undefined when out of reach. */
function keysAt(actor: PersonKey, target: PortalKey): ReadonlySet<string> | undefined {
  const person = people[actor]
  const direct = person.members.find(({ portal }) => portal === target)
  const { accountId } = portals[target]
  const inherited = person.members.find(({ portal }) => {
    const master = portals[portal]
    return master.accountId === accountId && master.master && portal === 'bajamar'
  })
  const membership = direct ?? inherited
  return membership && memberKeys(membership.role, membership.grants ?? [], membership.denies ?? [])
}

/** The keys that count for calls without a portal: those of the portal that a new session starts with. */
function currentKeys(actor: PersonKey): ReadonlySet<string> {
  const person = people[actor]
  if (person.staff)
    return person.super ? { ...new Set<string>(), has: () => true } : new Set(person.permissions)
  const reached = (Object.keys(portals) as PortalKey[]).filter((key) => keysAt(actor, key))
  const [first] = reached.sort(
    (a, b) =>
      Number(b === 'bajamar') - Number(a === 'bajamar') ||
      Number(portals[b].master) - Number(portals[a].master) ||
      portals[a].name.localeCompare(portals[b].name, 'es'),
  )
  return (first && keysAt(actor, first)) ?? new Set()
}

function grants(keys: ReadonlySet<string>, access: Access, staff: boolean, isSuper: boolean): boolean {
  if (access === 'public' || access === 'signedIn') return true
  if (access === 'reader') return !staff || portalKeys.some((key) => keys.has(key))
  if (access === 'staff') return staff
  if (access === 'super') return isSuper
  if (typeof access === 'string') return keys.has(access)
  return 'anyOf' in access ? access.anyOf.some((key) => keys.has(key)) : staff && keys.has(access.staff)
}

/** What the declaration and the role table say that this call gets, before its input is looked at. */
export function expectedAnswer(
  { access, scope }: OperationMeta,
  actor: MatrixActor,
  target: Target,
): Expected {
  if (access === 'public') return 'let in'
  const nobody = ['anonymous', 'expired', 'revoked', 'garbled', 'suspended'].includes(actor)
  if (nobody) return 401
  const person = people[actor as PersonKey]
  const own = currentKeys(actor as PersonKey)
  if (scope === 'none' || scope === 'view') {
    if (!grants(own, access, person.staff, person.super)) return 403
    return scope === 'view' && !person.staff && person.members.length === 0 ? 403 : 'let in'
  }
  const exists = target !== 'absent' && target !== 'malformed'
  if (person.staff) {
    const mayKnow = portalKeys.some((key) => own.has(key)) || grants(own, access, true, person.super)
    if (!mayKnow) return 403
    if (!exists) return 404
    return grants(own, access, true, person.super) ? 'let in' : 403
  }
  const keys = exists ? keysAt(actor as PersonKey, target) : undefined
  if (!keys) return 404
  return grants(keys, access, false, false) ? 'let in' : 403
}

export const matrixOperations = operationList

/**
 * For each name that stands in a path beside the portal's: a query for rows that exist, as (portal_id, id). A feature
 * whose rows the test world does not have is left out: an absent row of a portal that one is let into answers 404.
 */
export const rowsInPaths: Record<string, string> = {
  linkId: 'select portal_id, id from link',
  eventId: 'select portal_id, id from event',
  featuredId: 'select portal_id, id from featured',
  releaseId: 'select portal_id, id from release',
  memberId: `select p.id as portal_id, m.person_id as id from portal p join account a on a.id = p.account_id
    join portal o on o.account_id = p.account_id and (o.id = p.id or (a.type = 'master' and o.master))
    join member m on m.portal_id = o.id order by m.role = 'Owner'`,
}
