import type { Database } from './db.ts'
import type { Pending } from './operation.ts'
import { spyKeys } from './permissions.ts'
import { type PlaceAsked, type PlaceFound, placeOf, placeParams } from './portal-rows.ts'

/** Who calls. Read anew for each request, so that a revocation bites on the next one. */
export interface Person {
  id: string
  name: string
  email: string
  locale: 'es' | 'en'
  staff: boolean
  super: boolean
  permissions: string[]
  /** Of a member seen through a spy session or an API key: what is left of their keys and portals. */
  limits?: { keys: ReadonlySet<string>; portalId?: string | undefined }
}

export interface Actor {
  person: Person
  sessionHash: string
  currentPortalId: string | null
  pictureUrl?: string | null
  /** What the session still owes; until then it opens nothing else. */
  pending?: Pending | undefined
  /** In a spy session: the staff member who looks. */
  watcherId?: string | undefined
  /** Of a program: the key that it called with. */
  keyId?: string | undefined
  /** Permissions with which this key changes things; undefined for keys of before. */
  keyWrites?: ReadonlySet<string> | undefined
  /** What was asked for beside the caller, as it was found. */
  found?: PlaceFound
}

/** A portal as the actor reaches it. */
export interface PortalScope {
  id: string
  accountId: string
  code: string
  name: string
  customUrl: string
  pictureUrl: string
  master: boolean
  /** account.type is master and the master flag is set. */
  label: boolean
  accountType: 'master' | 'simple'
  /** The actor's permission keys here; staff: their own. */
  keys: ReadonlySet<string>
}

interface SessionRow extends Person, PlaceFound {
  picture_url: string | null
  current_portal_id: string | null
  stale: boolean
  two_factor_pending: boolean
  enrol: boolean
  watcher_id: string | null
  watcher_super: boolean | null
  watcher_permissions: string[] | null
}

/** After so many days without a request a session has ended. */
export const sessionIdleDays = 14
const inUse = (alias: string) =>
  `${alias}.expires_at > clock_timestamp() and ${alias}.last_seen_at > clock_timestamp() - interval '${sessionIdleDays} days'`

/**
 * Must this person have a second factor? Staff always, but for those of the demo world; members where the account of one
 * of their portals says so, and whoever was told to.
 */
export const demandsSecondFactor = (alias: string) =>
  `(${alias}.two_factor_required or (${alias}.staff and not ${alias}.demo) or exists (
    select from member em join portal ep on ep.id = em.portal_id join account ea on ea.id = ep.account_id
    where em.person_id = ${alias}.id and ea.two_factor_required and ep.deleted_at is null))`
const enrols = (alias: string) => `(${alias}.totp_confirmed_at is null and ${demandsSecondFactor(alias)})`

/**
 * The person behind a session's token hash, or undefined when it has ended, expired or is suspended. A spy session
 * lives only as long as the staff session that it was opened from, and as the right to open it.
 */
export async function findActor(
  database: Database,
  sessionHash: string,
  asked?: PlaceAsked,
): Promise<Actor | undefined> {
  const [row] = await database.query<SessionRow>(
    `select p.id, p.name, p.email, p.locale, p.staff, p.super, p.permissions, p.picture_url, s.current_portal_id,
       s.two_factor_pending, s.parent_hash is null and ${enrols('p')} as enrol,
       s.last_seen_at < clock_timestamp() - interval '5 minutes' as stale,
       w.id as watcher_id, w.super as watcher_super, w.permissions as watcher_permissions,${placeOf('s.current_portal_id')}
     from session s join person p on p.id = s.person_id
     left join session ps on ps.token_hash = s.parent_hash and ${inUse('ps')}
       and ps.parent_hash is null and not ps.two_factor_pending
     left join person w on w.id = ps.person_id and w.suspended_at is null and w.staff and not ${enrols('w')}
       and (w.super or w.permissions @> '["contacts.managecontacts"]'::jsonb)
     where s.token_hash = $1 and ${inUse('s')} and p.suspended_at is null
       and (s.parent_hash is null or (w.id is not null and not p.staff))`,
    [sessionHash, ...placeParams(asked)],
    'find_actor',
  )
  if (!row) return undefined
  // Kept coarse: a write per request would cost more than the request. A database that only reads does not keep it.
  if (row.stale)
    await database
      .query('update session set last_seen_at = clock_timestamp() where token_hash = $1', [sessionHash])
      .catch(() => {})
  const { id, name, email, locale, staff, permissions } = row
  const limits = row.watcher_id
    ? { keys: spyKeys(row.watcher_super === true, row.watcher_permissions ?? []) }
    : undefined
  return {
    person: { id, name, email, locale, staff, super: row.super, permissions, ...(limits ? { limits } : {}) },
    sessionHash,
    currentPortalId: row.current_portal_id,
    pictureUrl: row.picture_url,
    pending: row.two_factor_pending ? 'code' : row.enrol ? 'enrol' : undefined,
    watcherId: row.watcher_id ?? undefined,
    found: { place: row.place, memberships: row.memberships },
  }
}

interface KeyRow extends Person, PlaceFound {
  key_id: string
  keys: string[]
  writes: string[] | null
  portal_id: string | null
  stale: boolean
}

/** The owner of an API key with what the key leaves of their rights now; undefined when either has ended. */
export async function findKeyActor(
  database: Database,
  keyHash: string,
  asked?: PlaceAsked,
): Promise<Actor | undefined> {
  const [row] = await database.query<KeyRow>(
    `select p.id, p.name, p.email, p.locale, p.staff, p.super, p.permissions, k.id as key_id,
       k.permissions as keys, k.writes, k.portal_id,
       coalesce(k.last_used_at < clock_timestamp() - interval '1 minute', true) as stale,${placeOf('k.portal_id')}
     from api_key k join person p on p.id = k.person_id left join portal po on po.id = k.portal_id
     where po.deleted_at is null and not (p.staff and k.portal_id is not null) and k.hash = $1 and k.revoked_at is null and p.suspended_at is null
       and k.expires_at > clock_timestamp() and not ${enrols('p')}`,
    [keyHash, ...placeParams(asked)],
    'find_key_actor',
  )
  if (!row) return undefined
  if (row.stale)
    await database
      .query('update api_key set last_used_at = clock_timestamp() where id = $1', [row.key_id])
      .catch(() => {})
  const { id, name, email, locale, staff, keys } = row
  const person = { id, name, email, locale, staff, super: false }
  const held = staff ? keys.filter((key) => row.super || row.permissions.includes(key)) : []
  const limits = { keys: new Set(keys), portalId: row.portal_id ?? undefined }
  return {
    person: { ...person, permissions: held, ...(staff ? {} : { limits }) },
    sessionHash: '',
    currentPortalId: row.portal_id,
    keyId: row.key_id,
    keyWrites: row.writes ? new Set(row.writes) : undefined,
    found: { place: row.place, memberships: row.memberships },
  }
}
