import type { Role } from './permissions.ts'

/** A portal as a person reaches it, in a row: with the membership that opens it, null where none does. */
export interface PortalRow {
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

/** Columns of a portal `o` of the account `a`. */
export const portalColumns =
  'o.id, o.account_id, o.code, o.name, o.custom_url, o.picture_url, o.master, a.type'

/**
 * SQL: the portal `id` (SQL) as the person `person` (SQL) reaches it: by a membership of its own, else by one inherited from
 * the label's master portal.
 */
export const reachedPortal = (
  id: string,
  person: string,
) => `select ${portalColumns}, coalesce(d.role, i.role) as role,
    case when d.role is not null then d.grants else i.grants end as grants,
    case when d.role is not null then d.denies else i.denies end as denies
  from portal o join account a on a.id = o.account_id
  left join member d on d.portal_id = o.id and d.person_id = ${person}
  left join portal m on m.account_id = o.account_id and m.master and m.deleted_at is null and a.type = 'master' and m.id <> o.id
  left join member i on i.portal_id = m.id and i.person_id = ${person}
  where o.id = ${id} and o.deleted_at is null`

/** SQL: the portals that `person` (SQL) belongs to by a membership of their own. */
export const ownPortals = (person: string) => `select ${portalColumns}, m.role, m.grants, m.denies
  from member m join portal o on o.id = m.portal_id join account a on a.id = o.account_id
  where m.person_id = ${person} and o.deleted_at is null`

/** What a call needs to know of its caller's place, asked for together with the caller: each question is a way to the database. */
export interface PlaceAsked {
  portalId?: string | undefined
  /** Where the caller belongs, and the portal that their session is in. */
  memberships?: boolean
}

/** What was found of it. The portal is the one that was asked for, or else the session's. */
export interface PlaceFound {
  place: PortalRow | null
  memberships: PortalRow[] | null
}

/**
 * SQL: columns of `PlaceFound` for the person `p`, whose session or key is in the portal `current` (SQL). `$2` is the portal that
 * is asked for or null, `$3` whether memberships are. Staff belong nowhere.
 */
export const placeOf = (current: string) => `
  case when $2::uuid is not null or ($3::boolean and not p.staff and ${current} is not null) then (
    select row_to_json(x) from (${reachedPortal(`coalesce($2::uuid, ${current})`, 'p.id')}) x) end as place,
  case when $3::boolean and not p.staff then (
    select coalesce(json_agg(x), '[]') from (${ownPortals('p.id')}) x) end as memberships`

export const placeParams = ({ portalId, memberships }: PlaceAsked = {}) => [
  portalId ?? null,
  memberships === true,
]
