import type { Person, PortalScope } from './actor.ts'
import { defaultPortalPicture } from './constants.ts'
import type { Database } from './db.ts'
import { plainOf } from './like.ts'
import { memberKeys, type Role } from './permissions.ts'

interface PortalRow {
  id: string
  account_id: string
  code: string
  name: string
  custom_url: string
  picture_url: string | null
  master: boolean
  type: 'master' | 'simple'
  role: Role | null
  grants: string[] | null
  denies: string[] | null
}

const portalColumns = 'p.id, p.account_id, p.code, p.name, p.custom_url, p.picture_url, p.master, a.type'

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
    `select ${portalColumns}, coalesce(d.role, i.role) as role,
       case when d.role is not null then d.grants else i.grants end as grants,
       case when d.role is not null then d.denies else i.denies end as denies
     from portal p join account a on a.id = p.account_id
     left join member d on d.portal_id = p.id and d.person_id = $2
     left join portal m on m.account_id = p.account_id and m.master and m.deleted_at is null and a.type = 'master' and m.id <> p.id
     left join member i on i.portal_id = m.id and i.person_id = $2
     where p.id = $1 and p.deleted_at is null`,
    [portalId, person.id],
    'find_portal',
  )
  if (!row || outOfLimits(person, row.id)) return undefined
  if (person.staff) return toScope(row, person)
  return row.role ? toScope(row, person) : undefined
}

/**
 * The portals that a member belongs to by a membership of their own, labels first, then masters, then by name. All portals
 * of a label's account are reached through it: there may be thousands, and hardly any call has to know them. Whoever is
 * limited to one portal gets that one. Staff reach all and get an empty list.
 */
export async function membershipsOf(
  database: Pick<Database, 'query'>,
  person: Person,
): Promise<PortalScope[]> {
  if (person.staff) return []
  if (person.limits?.portalId) {
    const only = await findPortal(database, person, person.limits.portalId)
    return only ? [only] : []
  }
  const rows = await database.query<PortalRow>(
    `select ${portalColumns}, m.role, m.grants, m.denies
     from member m join portal p on p.id = m.portal_id join account a on a.id = p.account_id
     where m.person_id = $1 and p.deleted_at is null`,
    [person.id],
    'memberships',
  )
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
     from portal p join account a on a.id = p.account_id
     join portal m on m.account_id = p.account_id and m.master and m.deleted_at is null
     join member i on i.portal_id = m.id and i.person_id = $1
     where p.account_id = any($2::uuid[]) and p.id <> all($3::uuid[]) and p.deleted_at is null
     order by ${plainOf('p.name')}, p.id limit $4`,
    [person.id, labels, memberships.map(({ id }) => id), most],
    'portals_of_labels',
  )
  return rows.map((row) => toScope(row, person))
}

/** Accounts all of whose portals a member reaches: those of their labels, unless they are limited to one portal. */
export const labelsOf = (memberships: readonly PortalScope[], person: Person): string[] =>
  person.limits?.portalId ? [] : memberships.filter(({ label }) => label).map(({ accountId }) => accountId)

/** The current portal of a session: the chosen one while it is still reached, else the first. */
export async function currentPortal(
  database: Pick<Database, 'query'>,
  person: Person,
  memberships: readonly PortalScope[],
  chosen: string | null,
): Promise<PortalScope | undefined> {
  const own = memberships.find((portal) => portal.id === chosen)
  if (own || !chosen || labelsOf(memberships, person).length === 0) return own ?? memberships[0]
  return (await findPortal(database, person, chosen)) ?? memberships[0]
}
