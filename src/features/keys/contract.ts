import * as z from 'zod/mini'
import { PasswordChange } from '#features/account/contract.ts'
import { operation } from '#platform/operation.ts'
import { Empty, Id, List, Moment, Nothing, Text } from '#platform/shapes.ts'

/** For how many days a key may be made: every key has an end. */
export const keyLifetimesDays = [30, 90, 365, 730] as const

/** A key of somebody’s programs: what it opens and until when. Its secret is told once, when it is made. */
export const ApiKey = z.object({
  id: Id,
  name: z.string(),
  /** Its last four characters. */
  ending: z.string(),
  permissions: z.array(z.string()),
  /** With which of them it changes things. */
  writes: z.array(z.string()),
  portal: z.nullable(z.object({ id: Id, name: z.string() })),
  createdAt: Moment,
  expiresAt: Moment,
  lastUsedAt: z.nullable(Moment),
  state: z.enum(['live', 'expired']),
})
export type ApiKey = z.infer<typeof ApiKey>

/** What a key is to open, for how long; never more than who makes it may do. */
export const KeyDraft = z.object({
  name: Text(60),
  /** Never more than one's own; what one loses, the key loses too. */
  permissions: z.array(z.string().check(z.maxLength(60))).check(z.minLength(1), z.maxLength(60)),
  /** With which of them it also changes things; without it only reads. */
  writes: z.optional(z.array(z.string().check(z.maxLength(60))).check(z.maxLength(60))),
  /** Only this portal; without it whatever its owner reaches. */
  portalId: z.optional(z.nullable(Id)),
  days: z.union(keyLifetimesDays.map((days) => z.literal(days))),
  /** One's own: a key outlives the session that makes it. */
  password: PasswordChange.shape.current,
})
export type KeyDraft = z.infer<typeof KeyDraft>

export const listKeys = operation({
  method: 'GET',
  path: '/account/keys',
  tag: 'keys',
  summary: "One's own API keys, the latest first",
  access: 'signedIn',
  scope: 'none',
  spy: false,
  input: Empty,
  output: z.extend(List(ApiKey), {
    /** What one may give a key: permissions that one holds anywhere and that open something to programs. */
    scopes: z.array(z.object({ permission: z.string(), read: z.boolean(), write: z.boolean() })),
  }),
})

export const createKey = operation({
  method: 'POST',
  path: '/account/keys',
  status: 201,
  tag: 'keys',
  summary: 'Make an API key, with the password; the answer is the only place where it stands in full',
  access: 'signedIn',
  scope: 'none',
  idempotent: 'secret',
  input: KeyDraft,
  output: z.object({ key: ApiKey, secret: z.string() }),
})

/** For how many hours the old key may go on beside the new one. */
export const overlapsHours = [0, 24, 168] as const

export const rotateKey = operation({
  method: 'POST',
  path: '/account/key/{keyId}/rotation',
  status: 201,
  tag: 'keys',
  summary:
    'Replace an API key by a new one that may do the same, with the password; the old one ends after the overlap',
  access: 'signedIn',
  scope: 'none',
  idempotent: 'secret',
  input: z.object({
    keyId: Id,
    overlapHours: z.union(overlapsHours.map((hours) => z.literal(hours))),
    password: PasswordChange.shape.current,
  }),
  output: z.object({ key: ApiKey, secret: z.string() }),
})

export const revokeKey = operation({
  method: 'DELETE',
  path: '/account/key/{keyId}',
  status: 204,
  tag: 'keys',
  summary: 'End an API key at once',
  access: 'signedIn',
  scope: 'none',
  input: z.object({ keyId: Id }),
  output: Nothing,
})
