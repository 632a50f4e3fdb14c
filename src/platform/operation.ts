import { oc } from '@orpc/contract'
import * as z from 'zod/mini'
import type { Access } from './access.ts'
import { openToKeys } from './key-scopes.ts'
import { asList } from './list-shape.ts'
import type { PermissionKey } from './permissions.ts'

/**
 * How the tenant is found.
 * - `portal`: from `{portalId}` in the path.
 * - `row`: from the row that the path names; the operation's handler brings the look-up.
 * - `view`: whole label when the current portal counts as a label, else the current portal; staff see everything.
 * - `none`: no tenant: sign-in, the person's own things, lists filtered by what the actor reaches.
 */
export type Scope = 'portal' | 'row' | 'view' | 'none'

export interface OperationMeta {
  access: Access
  scope: Scope
  /**
   * Creates and money calls: a replay with the same `Idempotency-Key` gets the same answer. What answers a secret is not
   * kept: `secret` tells a replay that it was made (409).
   */
  idempotent?: boolean | 'secret'
  /**
   * Edits of versioned entities: `If-Match` must be current where it is sent (412); without it the edit is taken and its
   * activity row says that nothing was compared. Money calls say `required` and answer 428 without it.
   */
  versioned?: boolean | 'required'
  /** Why no transaction is open while it works; it opens its own, and writes its own activity. */
  outside?: Outside
  /** Does this call change nothing? Default: true for GET. */
  read?: boolean
  /** Of scope `portal`: at a label's portal it reaches all portals of the account. */
  siblings?: boolean
  /** A read that opens a cursor or sets something for its transaction, and so needs one; others may do without. */
  inTransaction?: boolean
  /** May what it answers be a second old, and come from a standby? Default: analytics and files. */
  lagging?: boolean
  /** It can be taken back for a while, by whoever may do it: see undo.ts. */
  undoable?: boolean
  /** Writes that leave no activity row: counting, polling, the session's own bookkeeping. */
  silent?: boolean
  /** How large its body may be, in megabytes, where it takes a file: of whoever has a session. Default: 1 for everybody. */
  bodyMegabytes?: number
  /**
   * Other people's programs send it what they send, of whatever type. `bytes`: it gets the body as it came, because
   * signatures are of bytes.
   */
  foreignBody?: 'parsed' | 'bytes'
  /** Keys that the input does not declare are left aside instead of refused: senders whose bodies are not ours to shape. */
  ignoresUnknown?: boolean
  /** False: the pages' client does not know it. Programs call it, or a link or a form of a page does. */
  browser?: false
  /**
   * May programs call it with an API key (`Authorization: Bearer …`)? Default: what a permission guards, but for who people
   * are, teams, other keys, and what moves money. Writes need a key that may change things with that permission.
   */
  apiKey?: boolean
  /**
   * Assistants get it as a tool, at /mcp and by key. `fixed` is what the tool says itself and nobody can say otherwise: that
   * what it makes is a draft, or not to be seen.
   */
  tool?: { fixed?: Readonly<Record<string, unknown>> }
  /** A write that keys of before there were keys that change things may make. */
  oldKeys?: true
  /**
   * May staff call it while they view as somebody? Default: what a permission guards, and reading one's own things;
   * changing the person's own things only where this says so.
   */
  spy?: boolean
  /** Sessions that still owe their second factor may call it: to give the code, or to set it up first. */
  pending?: readonly Pending[]
}

/**
 * What a call does that no open transaction may wait for: it hashes a `password`; counts tries that must stay counted
 * when it fails (`limited`); changes or tells the `session` that it came with; brings in a file in pieces of its own
 * (`import`); works in the place of another call, which it takes back (`undo`), or of many (`bulk`); answers once a `delivery` is taken down and works on it later.
 */
export type Outside = 'password' | 'limited' | 'session' | 'import' | 'undo' | 'bulk' | 'delivery'

/** What a session owes before it opens anything: a code, or setting up what gives codes. */
export type Pending = 'code' | 'enrol'

interface Declaration<I extends z.core.$ZodType, O extends z.core.$ZodType> extends OperationMeta {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  path: `/${string}`
  status?: 200 | 201 | 202 | 204
  summary: string
  tag: string
  input: I
  output: O
}

/** Who may call and where, as the declaration says it: what a verb may be sure of follows from it. Only a type. */
export interface Declared<A extends Access = Access, S extends Scope = Scope> {
  access: A
  scope: S
}

const base = oc.$meta<OperationMeta>({ access: 'super', scope: 'none' })

export const anyOf = (keys: readonly PermissionKey[]) => ({ anyOf: keys }) satisfies Access
export const allOf = (keys: readonly PermissionKey[]) => ({ allOf: keys }) satisfies Access

/** Answers of other operations are JSON. */
export const file = z.custom<ReadableStream<Uint8Array>>()

/**
 * Declares a call that answers a file: bytes, whose name and kind stand in the answer's headers. A page links to it or
 * saves it with `downloadFrom`. Verbs make it with `platform/file-out.ts`, batch by batch from rows as they were at one
 * moment, which needs a transaction.
 */
export const fileOperation = <I extends z.core.$ZodType, const A extends Access, const S extends Scope>(
  declaration: Omit<Declaration<I, typeof file>, 'method' | 'output'> &
    Pick<Declared<A, S>, 'access' | 'scope'>,
) =>
  operation<I, typeof file, A, S>({
    ...declaration,
    ...{ method: 'GET', browser: false, inTransaction: true, output: file },
  })

/**
 * Declares one call of the REST API: who may, where the tenant is found, what goes in and comes out.
 * `input` holds path, query and body fields together. The OpenAPI entry, the typed client, the access check
 * and the access matrix are made from this.
 */
export function operation<
  I extends z.core.$ZodType,
  O extends z.core.$ZodType,
  const A extends Access,
  const S extends Scope,
>(declaration: Declaration<I, O> & Pick<Declared<A, S>, 'access' | 'scope'>) {
  const { method, path, status = 200, summary, tag, input: own, output: told, ...said } = declaration
  const { input, output } = asList({ method, input: own, output: told })
  const read = said.read ?? method === 'GET'
  const lagging = read && (tag === 'analytics' || (told as unknown) === file)
  const meta = { lagging, ...said, read }
  const apiKey = openToKeys({ ...meta, tag })
  const declared = base
    .meta({ ...meta, apiKey })
    .route({ method, path, successStatus: status, summary, tags: [tag] })
    .input(input)
    .output(output)
  return declared as typeof declared & { readonly '~declared'?: Declared<A, S> }
}
