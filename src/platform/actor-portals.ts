import type { Person, PortalScope } from './actor.ts'
import { defaultPortalPicture } from './constants.ts'
import type { Database } from './db.ts'
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

/** Every portal that a member reaches, master portals first, then by name. Staff reach all and get an empty list. */
export async function reachablePortals(
  database: Pick<Database, 'query'>,
  person: Person,
): Promise<PortalScope[]> {
  if (person.staff) return []
  const rows = await database.query<PortalRow>(
    `with mine as (
       select m.portal_id, m.role, m.grants, m.denies, p.account_id, p.master and a.type = 'master' as label
       from member m join portal p on p.id = m.portal_id join account a on a.id = p.account_id
       where m.person_id = $1 and p.deleted_at is null)
     select distinct on (p.id) ${portalColumns}, x.role, x.grants, x.denies
     from (
       select portal_id, role, grants, denies, 0 as far from mine
       union all
       select s.id, mine.role, mine.grants, mine.denies, 1 from mine join portal s on s.account_id = mine.account_id
       where mine.label and s.id <> mine.portal_id and s.deleted_at is null
     ) x join portal p on p.id = x.portal_id join account a on a.id = p.account_id
     order by p.id, x.far`,
    [person.id],
    'reachable_portals',
  )
  return rows
    .filter((row) => !outOfLimits(person, row.id))
    .map((row) => toScope(row, person))
    .sort(
      (a, b) =>
        Number(b.label) - Number(a.label) ||
        Number(b.master) - Number(a.master) ||
        a.name.localeCompare(b.name, 'es'),
    )
}

/** The current portal of a session: the chosen one while it is still reached, else the first. */
export const currentPortal = (portals: readonly PortalScope[], chosen: string | null) =>
  portals.find((portal) => portal.id === chosen) ?? portals[0]
