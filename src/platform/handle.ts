import type { ContractProcedure } from '@orpc/contract'
import type * as z from 'zod/v4/core'
import { type Activity, maskSecrets, writeActivity } from './activity.ts'
import type { Actor, PortalScope } from './actor.ts'
import { requireActor } from './admission.ts'
import type { Locale } from './constants.ts'
import type { Database, Tx } from './db.ts'
import type { FileStore } from './files.ts'
import { compareVersion, readAnswer, saveAnswer } from './http-conditions.ts'
import type { Known } from './known.ts'
import type { Log } from './log.ts'
import type { OperationMeta } from './operation.ts'
import { addReader, refusedKeys } from './own-answer.ts'
import type { CallerPlace } from './place-headers.ts'
import { reachOf, resolveScope } from './scope.ts'
import { unknownKeys } from './unknown-keys.ts'
import { parseInput } from './validation.ts'

// biome-ignore lint/suspicious/noExplicitAny: the error map and schemas of every declared operation
export type AnyOperation = ContractProcedure<any, any, any, OperationMeta>
type InputOf<C> =
  C extends ContractProcedure<infer I extends z.$ZodType, infer _O, infer _E, infer _M> ? z.output<I> : never
type OutputOf<C> =
  C extends ContractProcedure<infer _I, infer O extends z.$ZodType, infer _E, infer _M> ? z.input<O> : never

/** How far a long call is: `share` of 1 of its phase, and what it has done so far. */
export interface Progress {
  phase: 'read' | 'merge' | 'rollup'
  share: number
  rows: number
}

/** What the program gives to each call. */
export interface CallContext {
  /** Whoever asked to hear how far it is. */
  tell?: ((progress: Progress) => void) | undefined
  database: Database
  log: Log
  requestId: string
  /** SHA-256 of the session cookie's token, when there is one. */
  sessionHash: string | undefined
  /** SHA-256 of an API key; a request that carries one has no session. */
  keyHash?: string | undefined
  locale: Locale
  address: string
  userAgent: string
  /** Where the caller is, if a trusted proxy says so. */
  place?: (() => CallerPlace) | undefined
  idempotencyKey: string | undefined
  ifMatch: string | undefined
  /** Headers of the answer; cookies go here. */
  headers: Headers
  services: Services
  /** Of a page's request, which asks several operations: what it knows of the caller. */
  known?: Known | undefined
  /** Of a webhook: the delivery as it came. */
  delivery?: RawDelivery | undefined
}

/** A delivery as it came over the wire; signatures are of its bytes. */
export interface RawDelivery {
  bytes: Uint8Array
  header: (name: string) => string | undefined
  query: (name: string) => string | undefined
}

/** What verbs need besides the database; filled at start, replaced in tests. */
export interface Services {
  appOrigin: string
  portalsOrigin: string
  environment: string
  /** HMAC key for cookies' neighbours: buyers' hashes, visitors' salts. At least 32 bytes. */
  secret: Buffer
  /** True when cookies may carry `Secure` and the `__Host-` prefix. */
  secureCookies: boolean
  /** Uploaded pictures and videos. */
  files: FileStore
  /** Hosts outside Backline that an address of it may lead to. */
  redirectHosts?: readonly string[]
  /** Addresses of the tag manager and the session recorder, where they are configured. */
  measuringScripts?: readonly string[]
  /** Which build is running. */
  buildId?: string
  /** Runs a job soon; call it after the transaction that left it something to do. */
  wake: (job: string) => Promise<void>
}

export type View =
  | { kind: 'staff' }
  | { kind: 'account'; accountId: string; portal: PortalScope }
  | { kind: 'portal'; portal: PortalScope }

/** Where a call takes place. */
export interface Scoped {
  /** The caller; absent only in `public` operations called without a session. */
  actor: Actor | undefined
  /** Of scope `portal` and `row`. */
  portal: PortalScope | undefined
  view: View | undefined
  /** Portals that a member reaches (scopes `none` and `view`); empty for staff. */
  portals: readonly PortalScope[]
}

interface Common extends CallContext {
  operation: string
  /** Of an edit: whether its version was held against the row's. */
  compared?: boolean | undefined
  now: Date
  /** Says what the activity row tells of: target and what it was before. */
  record: (activity: Activity) => void
}

export interface OpenCall extends Common, Scoped {}
/** A call inside the operation's transaction. */
export interface Call extends OpenCall {
  tx: Tx
}

type ScopedCall<C, Base> = C extends ContractProcedure<infer _I, infer _O, infer _E, infer _M> ? Base : never
type SignedIn<T> = Omit<T, 'actor'> & { actor: Actor }
/** Inside a portal: scope `portal` or `row`. */
export type PortalCall = SignedIn<Omit<Call, 'portal'>> & { portal: PortalScope }

export interface HandleOptions<Input, Prepared = undefined> {
  /** Scope `row`: the portal that owns the row which the path names; undefined when there is none. */
  portalOf?: (database: Database, input: Input) => Promise<string | undefined>
  /** Versioned operations: locks the row and answers its version; undefined when there is none. */
  versionOf?: (call: PortalCall, input: Input) => Promise<number | undefined>
  /** What has to be done before the transaction opens, which would wait for it: somebody's web server, a picture. */
  before?: (call: OpenCall, input: Input) => Promise<Prepared>
  /** Is this a dry run? It writes nothing, and so leaves neither an activity row nor an answer to replay. */
  rehearsal?: (input: Input) => boolean
}

export interface Implementation<C extends AnyOperation = AnyOperation> {
  contract: C
  run: (operation: string, context: CallContext, input: unknown) => Promise<OutputOf<C>>
}

/**
 * Joins a declared operation with its verb. In this order: access, scope, input, then one transaction with
 * row-level security, `Idempotency-Key`, `If-Match`, the verb, and the activity row.
 * @throws at start when the declaration asks for a look-up that is not given.
 */
export function handle<C extends AnyOperation, P = undefined>(
  contract: C,
  verb: (call: ScopedCall<C, PortalCall>, input: InputOf<C>, prepared: P) => Promise<OutputOf<C>>,
  options: HandleOptions<InputOf<C>, P> = {},
): Implementation<C> {
  const meta = contract['~orpc'].meta
  const readInput = inputReader(contract)
  if (meta.scope === 'row' && !options.portalOf)
    throw new Error('An operation of scope "row" needs portalOf.')
  if (meta.versioned && !options.versionOf) throw new Error('A versioned operation needs versionOf.')

  const run = async (operation: string, context: CallContext, raw: unknown) => {
    const actor = await requireActor(context, meta)
    const scoped = await resolveScope(context, meta, actor, raw, options)
    const { input, ifMatch } = await readInput(operation, context, raw)
    const open = { ...context, ...scoped, operation, now: new Date(), record: () => {} }
    const prepared = (await options.before?.(open, input)) as P
    const reach = reachOf(meta, scoped)
    const rehearsal = options.rehearsal?.(input) ?? false
    const records: Activity[] = []
    const { database } = context
    const within = meta.read && !meta.inTransaction ? database.read : database.transaction
    return within(reach, async (tx) => {
      const call = {
        ...open,
        tx,
        record: (a: Activity) => records.push(a),
      } as unknown as PortalCall
      const kept = rehearsal ? undefined : meta.idempotent
      const replay = kept ? await readAnswer(call, input, kept) : undefined
      if (replay) return replay.answer as OutputOf<C>
      if (meta.versioned) {
        const version = await options.versionOf?.(call, input)
        call.compared = compareVersion(ifMatch, version, meta.versioned === 'required')
      }
      const output = await verb(call as ScopedCall<C, PortalCall>, input, prepared)
      if (!meta.read && !meta.silent && !rehearsal)
        await writeActivity(
          call,
          records.length > 0
            ? records
            : [{ targetId: idOf(output) ?? idOf(input), after: maskSecrets(input) }],
        )
      if (kept) await saveAnswer(call, output, kept)
      const version = (output as { version?: unknown } | undefined)?.version
      if (typeof version === 'number') context.headers.set('ETag', `"${version}"`)
      return output
    })
  }
  if (contract['~orpc'].route.method === 'GET') addReader(contract['~orpc'].route.path ?? '', run)
  return { contract, run }
}

/**
 * The same for verbs that must not hold a transaction open: password hashing, mail servers, other people's web pages.
 * Access, scope and input are checked alike; the verb opens its own transactions and writes its own activity.
 */
export function handleOutside<C extends AnyOperation>(
  contract: C,
  verb: (call: OpenCall, input: InputOf<C>) => Promise<OutputOf<C>>,
): Implementation<C> {
  const meta = contract['~orpc'].meta
  const readInput = inputReader(contract)
  const run = async (operation: string, context: CallContext, raw: unknown) => {
    const actor = await requireActor(context, meta)
    const scoped = await resolveScope(context, meta, actor, raw, {})
    const { input } = await readInput(operation, context, raw)
    return verb({ ...context, ...scoped, operation, now: new Date(), record: () => {} }, input)
  }
  return { contract, run }
}

/**
 * Reads an operation's input by its shape. What the shape does not name is refused by name, but for what the resource
 * itself tells and nobody has changed; a `version` that came back with it stands for `If-Match`.
 */
function inputReader<C extends AnyOperation>(contract: C) {
  const { inputSchema, meta, route } = contract['~orpc']
  const schema = inputSchema as z.$ZodType
  const pathNames = namesInPath(contract)
  const path = route.path ?? ''
  return async (operation: string, context: CallContext, raw: unknown) => {
    const unknown = meta.ignoresUnknown ? [] : unknownKeys(schema, raw ?? {})
    const refused =
      unknown.length > 0 ? await refusedKeys(unknown, { operation, path, pathNames }, context, raw) : {}
    const version = unknown.find((key) => key.path === 'version')?.value
    return {
      input: parseInput(schema, raw, pathNames, refused) as InputOf<C>,
      ifMatch: context.ifMatch ?? (typeof version === 'number' ? `"${version}"` : undefined),
    }
  }
}

const namesInPath = (contract: AnyOperation) =>
  [...(contract['~orpc'].route.path ?? '').matchAll(/\{(\w+)\}/g)].map(([, name]) => name as string)

const idOf = (value: unknown) => {
  const id = (value as { id?: unknown } | null | undefined)?.id
  return typeof id === 'string' ? id : undefined
}
