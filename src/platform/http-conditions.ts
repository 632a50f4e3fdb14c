import { createHash } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import type { Actor } from './actor.ts'
import type { Tx } from './db.ts'
import { AppError, NotFound, Stale } from './errors.ts'
import { idempotencyKey } from './table.ts'

interface Keyed {
  tx: Tx
  actor: Actor | undefined
  operation: string
  idempotencyKey: string | undefined
}

/** Is an answer kept for replays (`true`), or only that there was one, because it holds a secret? */
type Kept = true | 'secret'

const longestKey = 200
async function hashOf(input: unknown): Promise<string> {
  const hash = createHash('sha256').update(JSON.stringify(input))
  // To JSON every file is the same.
  for (const value of Object.values(input ?? {}))
    if (value instanceof Blob) hash.update(new Uint8Array(await value.arrayBuffer()))
  return hash.digest('base64url')
}

/**
 * The answer already given under this `Idempotency-Key`, if any. The first of two parallel calls inserts the key,
 * the other waits on it. Source: IETF draft "The Idempotency-Key HTTP Header Field".
 * @throws AppError 422 when the key was used for another body; 409 when the answer was a secret, which is told once; 400
 * when the key is too long.
 */
export async function readAnswer(
  call: Keyed,
  input: unknown,
  kept: Kept,
): Promise<{ answer: unknown } | undefined> {
  const key = call.idempotencyKey
  if (!key || !call.actor) return undefined
  if (key.length > longestKey) throw new AppError(400, 'idempotencyKeyTooLong')
  const actorId = call.actor.person.id
  const bodyHash = await hashOf(input)
  const inserted = await call.tx
    .insert(idempotencyKey)
    .values({ actorId, operation: call.operation, key, bodyHash })
    .onConflictDoNothing()
    .returning({ key: idempotencyKey.key })
  if (inserted.length > 0) return undefined
  const [row] = await call.tx
    .select()
    .from(idempotencyKey)
    .where(own(call, actorId, key))
  if (row?.bodyHash !== bodyHash) throw new AppError(422, 'idempotencyKeyReused')
  if (kept === 'secret') throw new AppError(409, 'alreadyMade')
  return { answer: row.answer }
}

/** Keeps the answer for replays, in the transaction of what it answers. */
export async function saveAnswer(call: Keyed, answer: unknown, kept: Kept): Promise<void> {
  if (kept === 'secret' || !call.idempotencyKey || !call.actor) return
  await call.tx
    .update(idempotencyKey)
    .set({ answer: answer ?? null })
    .where(own(call, call.actor.person.id, call.idempotencyKey))
}

const own = (call: Keyed, actorId: string, key: string) =>
  and(
    eq(idempotencyKey.actorId, actorId),
    eq(idempotencyKey.operation, call.operation),
    eq(idempotencyKey.key, key),
  )

/**
 * Holds `If-Match` against the row's version (RFC 9110 §13.1.1, RFC 6585 §3) and answers whether there was one to hold.
 * @throws AppError 428 without the header where it is required, 412 when the row has changed since, 404 without a row.
 */
export function compareVersion(
  ifMatch: string | undefined,
  version: number | undefined,
  required: boolean,
): boolean {
  if (version === undefined) throw new NotFound()
  // An asterisk says that any version will do: nothing is compared.
  if (!ifMatch || ifMatch.trim() === '*') {
    if (required) throw new AppError(428, 'ifMatchRequired')
    return false
  }
  // Compression on the way makes a tag weak, and programs get one of the content too: the version in it is the same.
  const tags = ifMatch.split(',').map((tag) =>
    tag
      .trim()
      .replace(/^W\//, '')
      .replace(/\..*"$/, '"')
      // Sent without its quotes it is as clear.
      .replace(/^\d+$/, '"$&"'),
  )
  if (!tags.includes(`"${version}"`)) throw new Stale()
  return true
}

/** Does an `If-None-Match` name this tag (RFC 9110 §13.1.2)? Compression on the way makes tags weak: they count alike. */
export function sameTag(ifNoneMatch: string | undefined, tag: string): boolean {
  const known = ifNoneMatch?.split(',').map((one) => one.trim().replace(/^W\//, '')) ?? []
  return known.includes(tag) || known.includes('*')
}
