import type { Actor, Person, PortalScope } from './actor.ts'
import { defaultPortalPicture } from './constants.ts'
import type { Database } from './db.ts'
import { plainOf } from './like.ts'
import { memberKeys, type Role } from './permissions.ts'
import { ownPortals, type PortalRow, portalColumns, reachedPortal } from './portal-rows.ts'

/** Keys that staff hold: all for super staff. */
export const staffKeys = (person: Person): ReadonlySet<string> =>
  person.super ? everyKey : new Set(person.permissions)
const everyKey: ReadonlySet<string> = { has: () => true } as unknown as ReadonlySet<string>

/** A portal's picture, or the one that stands in for it. */
export const shownPicture = (own: string | null) => own ?? defaultPortalPicture

const toScope = (row: PortalRow, person: Person): PortalScope => ({
  id: row.id,
  accountId: row.account_id,
  code: row.code,
  name: row.name,
  customUrl: row.custom_url,
  pictureUrl: shownPicture(row.picture_url),
  master: row.master,
  label: row.master && row.type === 'master',
  accountType: row.type,
  keys: person.staff
    ? staffKeys(person)
    : limited(memberKeys(row.role as Role, row.grants ?? [], row.denies ?? []), person.limits),
})

const limited = (keys: Set<string>, limits: Person['limits']) =>
  limits ? new Set([...keys].filter((key) => limits.keys.has(key))) : keys
const outOfLimits = ({ limits }: Person, portalId: string) =>
  limits?.portalId !== undefined && limits.portalId !== portalId

/**
 * The portal as this person reaches it: by a membership of its own, else by one inherited from the label's
 * master portal; staff by any `portal` key. Undefined when it does not exist or is out of reach.
 */
export async function findPortal(
  database: Pick<Database, 'query'>,
  person: Person,
  portalId: string,
): Promise<PortalScope | undefined> {
  const [row] = await database.query<PortalRow>(
    reachedPortal('$1', '$2'),
    [portalId, person.id],
    'find_portal',
  )
  return row && reached(row, person)
}

/** The same of a call's caller, without another question where it was found together with them. */
export async function portalOf(
  database: Pick<Database, 'query'>,
  { person, found }: Pick<Actor, 'person' | 'found'>,
  portalId: string,
): Promise<PortalScope | undefined> {
  const id = portalId.toLowerCase()
  const row = found?.place?.id === id ? found.place : found?.memberships?.find((own) => own.id === id)
  return row ? reached(row, person) : findPortal(database, person, portalId)
}

const reached = (row: PortalRow, person: Person) =>
  outOfLimits(person, row.id) || !(person.staff || row.role) ? undefined : toScope(row, person)

/**
 * The portals that a member belongs to by a membership of their own, labels first, then masters, then by name. All portals
 * of a label's account are reached through it: there may be thousands, and hardly any call has to know them. Whoever is
 * limited to one portal gets that one. Staff reach all and get an empty list. Asks nothing that was asked for together with
 * the caller.
 */
export async function membershipsOf(
  database: Pick<Database, 'query'>,
  actor: Pick<Actor, 'person' | 'found'>,
): Promise<PortalScope[]> {
  const { person, found } = actor
  if (person.staff) return []
  if (person.limits?.portalId) {
    const only = await portalOf(database, actor, person.limits.portalId)
    return only ? [only] : []
  }
  const rows =
    found?.memberships ?? (await database.query<PortalRow>(ownPortals('$1'), [person.id], 'memberships'))
  return rows.map((row) => toScope(row, person)).sort(inOrder)
}

const inOrder = (a: PortalScope, b: PortalScope) =>
  Number(b.label) - Number(a.label) ||
  Number(b.master) - Number(a.master) ||
  a.name.localeCompare(b.name, 'es')

/** Other portals of the accounts whose labels a member belongs to, by name, at most so many. */
export async function portalsOfLabels(
  database: Pick<Database, 'query'>,
  person: Person,
  memberships: readonly PortalScope[],
  most: number,
): Promise<PortalScope[]> {
  const labels = labelsOf(memberships, person)
  if (labels.length === 0) return []
  const rows = await database.query<PortalRow>(
    `select ${portalColumns}, i.role, i.grants, i.denies
     from portal o join account a on a.id = o.account_id
     join portal m on m.account_id = o.account_id and m.master and m.deleted_at is null
     join member i on i.portal_id = m.id and i.person_id = $1
     where o.account_id = any($2::uuid[]) and o.id <> all($3::uuid[]) and o.deleted_at is null
     order by ${plainOf('o.name')}, o.id limit $4`,
    [person.id, labels, memberships.map(({ id }) => id), most],
    'portals_of_labels',
  )
  return rows.map((row) => toScope(row, person))
}

/** Accounts all of whose portals a member reaches: those of their labels, unless they are limited to one portal. */
export const labelsOf = (memberships: readonly PortalScope[], person: Person): string[] =>
  person.limits?.portalId ? [] : memberships.filter(({ label }) => label).map(({ accountId }) => accountId)

/** The current portal of a caller: the chosen one while it is still reached, else the first. */
export async function currentPortal(
  database: Pick<Database, 'query'>,
  actor: Pick<Actor, 'person' | 'currentPortalId' | 'found'>,
  memberships: readonly PortalScope[],
): Promise<PortalScope | undefined> {
  const { person, currentPortalId: chosen } = actor
  const own = memberships.find((portal) => portal.id === chosen)
  if (own || !chosen || labelsOf(memberships, person).length === 0) return own ?? memberships[0]
  return (await portalOf(database, actor, chosen)) ?? memberships[0]
}
