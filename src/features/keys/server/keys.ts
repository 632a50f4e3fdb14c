import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import { hashToken, keyPrefix, newToken } from '#features/account/server/sessions.ts'
import { apiKey } from '#features/account/server/table.ts'
import { portal } from '#features/portals/server/table.ts'
import { findPortal, membershipsOf, staffKeys } from '#platform/actor-portals.ts'
import type { Call } from '#platform/call.ts'
import { queriesIn, rows, type Tx } from '#platform/db.ts'
import { AppError, NotFound } from '#platform/errors.ts'
import { permissionKeys } from '#platform/permissions.ts'
import type { ApiKey, KeyDraft } from '../contract.ts'

type OwnCall = Pick<Call, 'tx' | 'now' | 'record'> & { actor: NonNullable<Call['actor']> }

/** A person's own keys that were not revoked, the latest first. */
export async function ownKeys(tx: Tx, personId: string, now: Date): Promise<ApiKey[]> {
  const found = await tx
    .select({ key: apiKey, portal: { id: portal.id, name: portal.name } })
    .from(apiKey)
    .leftJoin(portal, eq(portal.id, apiKey.portalId))
    .where(and(eq(apiKey.personId, personId), isNull(apiKey.revokedAt)))
    .orderBy(desc(apiKey.createdAt))
  return found.map(({ key, portal }) => ({
    id: key.id,
    name: key.name,
    ending: key.ending,
    permissions: key.permissions,
    portal,
    createdAt: key.createdAt.toISOString(),
    expiresAt: key.expiresAt.toISOString(),
    lastUsedAt: key.lastUsedAt?.toISOString() ?? null,
    state: key.expiresAt <= now ? 'expired' : 'live',
  }))
}

const keysMax = 20
const refused = (field: string, code: string) =>
  new AppError(422, 'invalidInput', { fields: { [field]: { code, params: { max: keysMax } } } })

/**
 * Makes a key of 256 random bits, of which only the SHA-256 is kept.
 * @throws AppError 422 by the field `permissions` for more than one holds, `portalId` for what one does not reach,
 * `name` for more keys than anybody needs.
 */
export async function createKey({ tx, actor, now, record }: OwnCall, draft: KeyDraft) {
  const held = await heldKeys(tx, actor.person, draft.portalId ?? undefined)
  if (!held) throw refused('portalId', 'keys.portal')
  const known = permissionKeys as readonly string[]
  if (draft.permissions.some((key) => !known.includes(key) || !held.has(key)))
    throw refused('permissions', 'keys.lacking')
  await rows(tx, sql`select id from person where id = ${actor.person.id} for update`)
  if ((await ownKeys(tx, actor.person.id, now)).length >= keysMax) throw refused('name', 'keys.tooMany')
  const secret = `${keyPrefix}${newToken()}`
  const [made] = await tx
    .insert(apiKey)
    .values({
      personId: actor.person.id,
      name: draft.name,
      hash: hashToken(secret),
      ending: secret.slice(-4),
      permissions: [...new Set(draft.permissions)],
      portalId: draft.portalId ?? null,
      expiresAt: new Date(now.getTime() + draft.days * 86_400_000),
    })
    .returning({ id: apiKey.id })
  record({ targetId: made?.id, after: { name: draft.name, permissions: draft.permissions } })
  const key = (await ownKeys(tx, actor.person.id, now)).find(({ id }) => id === made?.id)
  if (!key) throw new NotFound()
  return { key, secret }
}

/** The keys that a person holds at a portal, or anywhere; undefined when the portal is out of reach. */
async function heldKeys(tx: Tx, person: OwnCall['actor']['person'], portalId: string | undefined) {
  if (person.staff) return staffKeys(person)
  if (portalId) return (await findPortal(queriesIn(tx), person, portalId))?.keys
  // What is inherited from a label is held at the label.
  const memberships = await membershipsOf(queriesIn(tx), person)
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
