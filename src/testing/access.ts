import { operationList } from '#api.ts'
import type { Access } from '#platform/access.ts'
import type { OperationMeta } from '#platform/operation.ts'
import { memberKeys, permissionGroups, permissionKeys, spyKeys } from '#platform/permissions.ts'
import { type CastPerson, type PersonKey, type PortalKey, people, portals } from './world/cast.ts'

/** States of a session or key in which it opens nothing. */
export const deadActors = [
  'anonymous',
  'expired',
  'revoked',
  'garbled',
  'spyOrphan',
  'keyRevoked',
  'keyExpired',
  'keyGarbled',
] as const

/** Staff who view as a member: with which keys, as whom. */
export const spies = {
  spy: { held: people.staff.permissions, as: 'label' },
  spyNarrow: {
    held: ['contacts.managecontacts', 'portal.editlinks', 'portal.manageportals', 'team.deleteteammembers'],
    as: 'label',
  },
} as const satisfies Record<string, { held: readonly string[]; as: PersonKey }>

/** API keys: whose, with which permissions, with which of them they change things (null: of before), for which portal. */
export const keys = {
  key: { owner: 'label', permissions: permissionKeys, writes: [], portal: undefined },
  keyNarrow: {
    owner: 'label',
    permissions: ['analytics.viewanalytics'],
    writes: [],
    portal: undefined,
  },
  keyOfPortal: {
    owner: 'label',
    permissions: permissionKeys,
    writes: permissionKeys,
    portal: 'claraVentisca',
  },
  keyOfStaff: { owner: 'super', permissions: permissionKeys, writes: permissionKeys, portal: undefined },
  keyWriting: {
    owner: 'label',
    permissions: permissionKeys,
    writes: ['portal.editlinks'],
    portal: undefined,
  },
  keyOfBefore: { owner: 'label', permissions: permissionKeys, writes: null, portal: undefined },
} as const satisfies Record<
  string,
  {
    owner: PersonKey
    permissions: readonly string[]
    writes: readonly string[] | null
    portal: PortalKey | undefined
  }
>

/** Sessions that owe a code, or setting up what gives codes. */
export const pendingActors = { codePending: 'code', enrolPending: 'enrol' } as const

/** Who calls in the access matrix: the cast, and the states that a session or key can be in. */
export type MatrixActor =
  | PersonKey
  | (typeof deadActors)[number]
  | keyof typeof spies
  | keyof typeof keys
  | keyof typeof pendingActors

export const matrixActors = [
  ...deadActors,
  ...Object.keys(pendingActors),
  ...Object.keys(spies),
  ...Object.keys(keys),
  ...Object.keys(people),
] as MatrixActor[]

/** Which portal a call names: one of the world's, or an id that nothing has. */
export type Target = PortalKey | 'absent' | 'malformed'
export const matrixTargets: Target[] = [...(Object.keys(portals) as PortalKey[]), 'absent', 'malformed']
/** One of each kind: a label's master, two of its portals, another account's, absent, malformed. */
export const sampledTargets: Target[] = [
  'bajamar',
  'claraVentisca',
  'hotelLevante',
  'ninoLobo',
  'absent',
  'malformed',
]

type Expected = 401 | 403 | 404 | 'let in'

const portalKeys = permissionGroups.portal.map((action) => `portal.${action}`)

/** An actor as the declarations see one. */
interface Principal {
  staff: boolean
  super: boolean
  /** A program with an API key. */
  keyed: boolean
  staffKeys: ReadonlySet<string>
  keysAt: (target: PortalKey) => ReadonlySet<string> | undefined
}

/** Keys that a person of the cast holds at a portal, by the role table; undefined when out of reach. */
function castKeysAt(actor: PersonKey, target: PortalKey): ReadonlySet<string> | undefined {
  const person: CastPerson = people[actor]
  // Asked, and has not accepted.
  if (person.invited) return undefined
  const direct = person.members.find(({ portal }) => portal === target)
  const { accountId } = portals[target]
  const inherited = person.members.find(({ portal }) => {
    const master = portals[portal]
    return master.accountId === accountId && master.master && portal === 'bajamar'
  })
  const membership = direct ?? inherited
  return membership && memberKeys(membership.role, membership.grants ?? [], membership.denies ?? [])
}

const everyKey: ReadonlySet<string> = { ...new Set<string>(), has: () => true }

function principalOf(actor: MatrixActor, meta: OperationMeta): Principal {
  if (actor in spies) {
    const spy = spies[actor as keyof typeof spies]
    return limited(castPrincipal(spy.as), spyKeys(false, spy.held))
  }
  if (actor in keys) {
    const { owner, permissions, writes, portal } = keys[actor as keyof typeof keys]
    const opened = meta.read || writes === null ? permissions : writes
    return { ...limited(castPrincipal(owner), new Set(opened), portal), keyed: true }
  }
  return castPrincipal(actor as PersonKey)
}

function castPrincipal(actor: PersonKey): Principal {
  const person = people[actor]
  return {
    staff: person.staff,
    super: person.super,
    keyed: false,
    staffKeys: person.super ? everyKey : new Set(person.permissions),
    keysAt: (target) => castKeysAt(actor, target),
  }
}

function limited(whole: Principal, allowed: ReadonlySet<string>, only?: PortalKey): Principal {
  const cut = (held: ReadonlySet<string>) => new Set([...allowed].filter((key) => held.has(key)))
  return {
    staff: whole.staff,
    super: false,
    keyed: false,
    staffKeys: cut(whole.staffKeys),
    keysAt: (target) => {
      const held = only === undefined || only === target ? whole.keysAt(target) : undefined
      return held && cut(held)
    },
  }
}

/** The keys that count for calls without a portal: those of the portal that a new session starts with. */
function currentKeys({ staff, staffKeys, keysAt }: Principal): ReadonlySet<string> | undefined {
  if (staff) return staffKeys
  const [first] = (Object.keys(portals) as PortalKey[])
    .filter((key) => keysAt(key))
    .sort(
      (a, b) =>
        Number(b === 'bajamar') - Number(a === 'bajamar') ||
        Number(portals[b].master) - Number(portals[a].master) ||
        portals[a].name.localeCompare(portals[b].name, 'es'),
    )
  return first && keysAt(first)
}

function grants(held: ReadonlySet<string>, access: Access, who: Principal): boolean {
  const { staff, super: isSuper, keyed } = who
  if (access === 'public' || access === 'signedIn') return true
  if (access === 'reader') return !(staff || keyed) || portalKeys.some((key) => held.has(key))
  if (access === 'staff') return staff
  if (access === 'super') return isSuper
  if (typeof access === 'string') return held.has(access)
  if ('reader' in access) return grants(held, 'reader', who) || held.has(access.reader)
  if ('allOf' in access) return access.allOf.every((key) => held.has(key))
  return 'anyOf' in access ? access.anyOf.some((key) => held.has(key)) : staff && held.has(access.staff)
}

/** What stands before permissions: is the session whole, and is this way in meant for the call? */
function atTheDoor(meta: OperationMeta, actor: MatrixActor): 401 | 403 | undefined {
  if (actor === 'suspended' || (deadActors as readonly string[]).includes(actor)) return 401
  if (actor in pendingActors)
    return meta.pending?.includes(pendingActors[actor as keyof typeof pendingActors]) ? undefined : 401
  if (actor in keys && !meta.apiKey) return 403
  if (actor in keys && keys[actor as keyof typeof keys].writes === null && !meta.read && !meta.oldKeys)
    return 403
  const changesOwn = meta.access === 'signedIn' && !meta.read
  if (actor in spies && !(meta.spy ?? !changesOwn)) return 403
  return undefined
}

/** What the declaration and the role table say that this call gets, before its input is looked at. */
export function expectedAnswer(meta: OperationMeta, actor: MatrixActor, target: Target): Expected {
  const { access, scope } = meta
  if (access === 'public') return 'let in'
  const refused = atTheDoor(meta, actor)
  if (refused) return refused
  // Of those who owe something, nobody gets further than the calls that are theirs, and these ask for no key.
  if (actor in pendingActors) return 'let in'
  const who = principalOf(actor, meta)
  if (scope === 'none' || scope === 'view') {
    const own = currentKeys(who)
    if (!grants(own ?? new Set(), access, who)) return 403
    return scope === 'view' && !who.staff && !own ? 403 : 'let in'
  }
  const exists = target !== 'absent' && target !== 'malformed'
  if (who.staff) {
    const granted = grants(who.staffKeys, access, who)
    if (!granted && !portalKeys.some((key) => who.staffKeys.has(key))) return 403
    if (!exists) return 404
    return granted ? 'let in' : 403
  }
  const held = exists ? who.keysAt(target) : undefined
  if (!held) return 404
  return grants(held, access, who) ? 'let in' : 403
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
  billId:
    'select p.id as portal_id, b.id from bill b join portal p on p.account_id = b.account_id and p.master',
  chargeId:
    'select p.id as portal_id, c.id from charge c join portal p on p.account_id = c.account_id and p.master',
  releaseId: 'select portal_id, id from release',
  productId: 'select portal_id, id from product',
  orderId: 'select portal_id, id from "order"',
  stockId: `select d.portal_id, coalesce(v.id, d.id) as id from product d
    left join variant v on v.portal_id = d.portal_id and v.product_id = d.id where d.format = 'limited'`,
  memberId: `select p.id as portal_id, m.person_id as id from portal p join account a on a.id = p.account_id
    join portal o on o.account_id = p.account_id and (o.id = p.id or (a.type = 'master' and o.master))
    join member m on m.portal_id = o.id order by m.role = 'Owner'`,
}
