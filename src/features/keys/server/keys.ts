import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import { hashToken, keyPrefix, newToken } from '#features/account/server/sessions.ts'
import { apiKey } from '#features/account/server/table.ts'
import { portal } from '#features/portals/server/table.ts'
import { findPortal, membershipsOf, staffKeys } from '#platform/actor-portals.ts'
import type { Call } from '#platform/call.ts'
import { queriesIn, rows, type Tx } from '#platform/db.ts'
import { Conflict, NotFound, Unprocessable } from '#platform/errors.ts'
import { openedByKeys } from '#platform/key-scopes.ts'
import { permissionKeys } from '#platform/permissions.ts'
import type { ApiKey, KeyDraft } from '../contract.ts'

type OwnCall = Pick<Call, 'tx' | 'now' | 'record'> & { actor: NonNullable<Call['actor']> }

/** A person's own keys that were not revoked and whose portal is there, the latest first. */
export async function ownKeys(tx: Tx, personId: string, now: Date): Promise<ApiKey[]> {
  const found = await tx
    .select({ key: apiKey, portal: { id: portal.id, name: portal.name } })
    .from(apiKey)
    .leftJoin(portal, eq(portal.id, apiKey.portalId))
    .where(and(eq(apiKey.personId, personId), isNull(apiKey.revokedAt), isNull(portal.deletedAt)))
    .orderBy(desc(apiKey.createdAt))
  return found.map(({ key, portal }) => ({
    id: key.id,
    name: key.name,
    ending: key.ending,
    permissions: key.permissions,
    writes: key.writes ?? [],
    portal,
    createdAt: key.createdAt.toISOString(),
    expiresAt: key.expiresAt.toISOString(),
    lastUsedAt: key.lastUsedAt?.toISOString() ?? null,
    state: key.expiresAt <= now ? 'expired' : 'live',
  }))
}

const keysMax = 20
const refused = (field: string, code: string) =>
  new Unprocessable({ [field]: { code, params: { max: keysMax } } })

/**
 * Makes a key of 256 random bits, of which only the SHA-256 is kept.
 * @throws Unprocessable by the field `permissions` for more than one holds and for what opens nothing, `writes` for what the
 * key does not have or nothing is changed with, `portalId` for what one does not reach, and for any of staff, `name` for more keys than anybody
 * needs.
 */
export async function createKey(call: OwnCall, draft: KeyDraft) {
  const { tx, actor, now } = call
  const { permissions, writes = [], portalId = null } = draft
  // What staff reach is theirs by their permissions, whatever portal a key names: nothing would hold it to that one.
  if (portalId && actor.person.staff) throw refused('portalId', 'keys.portalOfStaff')
  const held = await heldKeys(tx, actor.person, portalId ?? undefined)
  if (!held) throw refused('portalId', 'keys.portal')
  if (permissions.some((key) => !isPermission(key) || !held.has(key)))
    throw refused('permissions', 'keys.lacking')
  const { read, write } = openedByKeys(actor.person.staff)
  const opens = (key: string) => read.has(key) || write.has(key)
  if (!permissions.every(opens)) throw refused('permissions', 'keys.opensNothing')
  if (writes.some((key) => !permissions.includes(key) || !write.has(key)))
    throw refused('writes', 'keys.writesNothing')
  const idle = permissions.some((key) => !read.has(key) && !writes.includes(key))
  if (idle) throw refused('permissions', 'keys.opensNothing')
  const made = await addKey(call, {
    name: draft.name,
    permissions: [...new Set(permissions)],
    writes: [...new Set(writes)],
    portalId,
    expiresAt: new Date(now.getTime() + draft.days * 86_400_000),
  })
  call.record({ targetId: made.key.id, after: { name: draft.name, permissions, writes } })
  return made
}

const isPermission = (key: string) => (permissionKeys as readonly string[]).includes(key)

type NewKey = Pick<typeof apiKey.$inferInsert, 'name' | 'permissions' | 'writes' | 'portalId' | 'expiresAt'>

async function addKey({ tx, actor, now }: OwnCall, row: NewKey) {
  await rows(tx, sql`select id from person where id = ${actor.person.id} for update`)
  if ((await ownKeys(tx, actor.person.id, now)).length >= keysMax) throw refused('name', 'keys.tooMany')
  const secret = `${keyPrefix}${newToken()}`
  const [made] = await tx
    .insert(apiKey)
    .values({ ...row, personId: actor.person.id, hash: hashToken(secret), ending: secret.slice(-4) })
    .returning({ id: apiKey.id })
  const key = (await ownKeys(tx, actor.person.id, now)).find(({ id }) => id === made?.id)
  if (!key) throw new NotFound()
  return { key, secret }
}

const hourMs = 3_600_000

/**
 * A new key that may do what the old one may, for as long again; the old one goes on for the overlap at most.
 * @throws NotFound for anybody else's, and for what has ended; Conflict for what has been replaced already.
 */
export async function rotateKey(
  call: OwnCall,
  { keyId, overlapHours }: { keyId: string; overlapHours: number },
) {
  const { tx, actor, now } = call
  const [old] = await tx
    .select()
    .from(apiKey)
    .where(and(eq(apiKey.id, keyId), eq(apiKey.personId, actor.person.id), isNull(apiKey.revokedAt)))
    .for('update')
  if (!old || old.expiresAt <= now) throw new NotFound()
  // Its end is that of the overlap by now: what would replace it would end with it.
  if (old.replacedAt) throw new Conflict('keys.replaced')
  const { name, permissions, writes, portalId, createdAt, expiresAt } = old
  const lifetime = expiresAt.getTime() - createdAt.getTime()
  const made = await addKey(call, {
    ...{ name, permissions, writes, portalId },
    expiresAt: new Date(now.getTime() + lifetime),
  })
  const end = new Date(Math.min(expiresAt.getTime(), now.getTime() + overlapHours * hourMs))
  // Without an overlap it is taken back: an end of just now would still be to come for a database whose clock is behind.
  await tx
    .update(apiKey)
    .set(overlapHours === 0 ? { revokedAt: now } : { expiresAt: end, replacedAt: now })
    .where(eq(apiKey.id, keyId))
  call.record({ targetId: keyId, after: { name, newKeyId: made.key.id, expiresAt: end.toISOString() } })
  return made
}

/** Permissions that a person holds anywhere and that open something to programs. */
export async function scopesFor(tx: Tx, person: OwnCall['actor']['person']) {
  const held = (await heldKeys(tx, person, undefined)) ?? new Set()
  const { read, write } = openedByKeys(person.staff)
  return permissionKeys
    .filter((key) => held.has(key) && (read.has(key) || write.has(key)))
    .map((permission) => ({ permission, read: read.has(permission), write: write.has(permission) }))
}

/** The keys that a person holds at a portal, or anywhere; undefined when the portal is out of reach. */
async function heldKeys(tx: Tx, person: OwnCall['actor']['person'], portalId: string | undefined) {
  if (person.staff) return staffKeys(person)
  if (portalId) return (await findPortal(queriesIn(tx), person, portalId))?.keys
  // What is inherited from a label is held at the label.
  const memberships = await membershipsOf(queriesIn(tx), { person })
  return new Set(memberships.flatMap(({ keys }) => [...keys]))
}

/** @throws NotFound for anybody else's, and for what has been revoked already. */
export async function revokeKey({ tx, actor, now, record }: OwnCall, keyId: string): Promise<null> {
  const ended = await tx
    .update(apiKey)
    .set({ revokedAt: now })
    .where(and(eq(apiKey.id, keyId), eq(apiKey.personId, actor.person.id), isNull(apiKey.revokedAt)))
    .returning({ id: apiKey.id })
  if (ended.length === 0) throw new NotFound()
  record({ targetId: keyId })
  return null
}
