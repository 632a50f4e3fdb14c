import type { ContractProcedure } from '@orpc/contract'
import type * as z from 'zod/v4/core'
import { type Activity, maskSecrets, writeActivity } from './activity.ts'
import type { Actor } from './actor.ts'
import { requireActor } from './admission.ts'
import { answering } from './background.ts'
import { type Call, type CallContext, type OpenCall, type PortalCall, type Sure, sure } from './call.ts'
import type { Tx } from './db.ts'
import { Stale } from './errors.ts'
import { expanded } from './expand.ts'
import { fileOut } from './file-out.ts'
import { compareVersion, readAnswer, saveAnswer } from './http-conditions.ts'
import { lastChange } from './last-change.ts'
import { allRows, answerList, type ListCall, listCall, trimmed } from './list-door.ts'
import { listShapeOf } from './list-shape.ts'
import type { OperationMeta } from './operation.ts'
import { addReader, refusedKeys } from './own-answer.ts'
import { repeatedParameters, withLists } from './repeated-parameters.ts'
import { placeAsked, type RowOwner, reachOf, resolveScope } from './scope.ts'
import { keepRows } from './undo.ts'
import { unknownKeys } from './unknown-keys.ts'
import { parseInput } from './validation.ts'
import { tellWrote } from './wrote-cookie.ts'

// biome-ignore lint/suspicious/noExplicitAny: the error map and schemas of every declared operation
export type AnyOperation = ContractProcedure<any, any, any, OperationMeta>
type Work<T> = (tx: Tx) => Promise<T>
type InputOf<C> =
  C extends ContractProcedure<infer I extends z.$ZodType, infer _O, infer _E, infer _M> ? z.output<I> : never
type OutputOf<C> =
  C extends ContractProcedure<infer _I, infer O extends z.$ZodType, infer _E, infer _M> ? z.input<O> : never

export interface HandleOptions<Input, Prepared = undefined, Inside = PortalCall, Before = OpenCall>
  extends RowOwner<Input> {
  /** Versioned operations: locks the row and answers its version; undefined when there is none. */
  versionOf?: (call: Inside, input: Input) => Promise<number | undefined>
  /** What has to be done before the transaction opens, which would wait for it: somebody's web server, a picture. */
  before?: (call: Before, input: Input) => Promise<Prepared>
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
  verb: (call: Sure<C, Call>, input: InputOf<C>, prepared: P) => Promise<OutputOf<C>>,
  options: HandleOptions<InputOf<C>, P, Sure<C, Call>, Sure<C, OpenCall>> = {},
): Implementation<C> {
  const meta = contract['~orpc'].meta
  const readInput = inputReader(contract)
  // What a call is about is what its path names last.
  const named = namesInPath(contract).at(-1)
  const targetOf = (input: unknown) =>
    named ? String((input as Record<string, unknown>)[named] ?? '') || undefined : undefined
  const list = declaredList(contract)
  if (meta.scope === 'row' && !options.portalOf)
    throw new Error('An operation of scope "row" needs portalOf.')
  if (meta.versioned && !options.versionOf) throw new Error('A versioned operation needs versionOf.')
  if (meta.outside) throw new Error('An operation that is declared as outside goes through handleOutside.')
  refuseIdle(contract, options)

  /** Holds what the caller has seen against what there is. @throws Stale with the change that came between. */
  const compare = async (call: Sure<C, Call>, input: InputOf<C>, ifMatch: string | undefined) => {
    const version = await options.versionOf?.(call, input)
    try {
      call.compared = compareVersion(ifMatch, version, meta.versioned === 'required')
    } catch (error) {
      const { tx, actor } = call as Call
      throw error instanceof Stale ? new Stale(await changeBefore(tx, actor, targetOf(input))) : error
    }
  }

  const run = answering(async (operation: string, context: CallContext, raw: unknown) => {
    const actor = await requireActor(context, meta, placeAsked(meta, raw))
    const scoped = await resolveScope(context, meta, actor, raw, options)
    const { input: read, ifMatch } = await readInput(operation, context, raw)
    const listed = list && listCall(list, read as Row, context)
    const input = (listed ? listed.input : read) as InputOf<C>
    const open = { ...context, ...scoped, operation, now: new Date(), record: () => {} }
    const { database } = context
    const reach = reachOf(meta, scoped)
    const before = { ...open, transaction: <T>(work: Work<T>) => database.transaction(reach, work) }
    const prepared = (await options.before?.(sure<C, OpenCall>(before), input)) as P
    const rehearsal = options.rehearsal?.(input) ?? false
    const records: Activity[] = []
    const from = (mayLag(meta, listed, context, actor) && database.lagging?.(context.wrote)) || database
    const within = meta.read && !meta.inTransaction && !context.asLines ? from.read : from.transaction
    const answer = await within(reach, async (tx) => {
      const call = sure<C, Call>({ ...open, tx, record: (a: Activity) => records.push(a) })
      const kept = rehearsal ? undefined : meta.idempotent
      const replay = kept ? await readAnswer(call, input, kept) : undefined
      if (replay) {
        tellVersion(context, replay.answer)
        return replay.answer as OutputOf<C>
      }
      if (meta.versioned) await compare(call, input, ifMatch)
      if (meta.undoable && actor)
        await keepRows(tx, { requestId: context.requestId, operation, actorId: actor.person.id })
      const rows = () => verb(call, input, prepared)
      if (listed) return (await answerRows(listed, rows as () => Promise<never>, call)) as OutputOf<C>
      const output = await rows()
      if (!meta.read && !meta.silent && !rehearsal)
        await writeActivity(call, records.length > 0 ? records : [recordOf(input, output)])
      if (kept) await saveAnswer(call, output, kept)
      tellVersion(context, output)
      return output
    })
    if (!meta.read) await tellWrote(context)
    if (!listed || context.asLines) return answer
    return trimmed(await expanded(answer as never, listed, context, operation), listed.wish) as OutputOf<C>
  })
  if (contract['~orpc'].route.method === 'GET') addReader(contract['~orpc'].route.path ?? '', run)
  return { contract, run }
}

/**
 * The same for what is declared as `outside`: no transaction is held open. Access, scope and input are checked alike; the
 * verb opens its own transactions and writes its own activity.
 * @throws at start for what only an open transaction can keep.
 */
export function handleOutside<C extends AnyOperation>(
  contract: C,
  verb: (call: Sure<C, OpenCall>, input: InputOf<C>) => Promise<OutputOf<C>>,
): Implementation<C> {
  const meta = contract['~orpc'].meta
  if (!meta.outside) throw new Error('An operation says why it works outside a transaction.')
  if (meta.idempotent || meta.versioned || meta.scope === 'row')
    throw new Error('Answers, versions and rows are kept inside a transaction: use handle.')
  if (meta.undoable || meta.inTransaction || declaredList(contract))
    throw new Error('What is taken back and what is listed needs a transaction: use handle.')
  const readInput = inputReader(contract)
  const run = answering(async (operation: string, context: CallContext, raw: unknown) => {
    const actor = await requireActor(context, meta, placeAsked(meta, raw))
    const scoped = await resolveScope(context, meta, actor, raw, {})
    const { input } = await readInput(operation, context, raw)
    const reach = reachOf(meta, scoped)
    const transaction = <T>(work: Work<T>) => context.database.transaction(reach, work)
    const call = { ...context, ...scoped, operation, now: new Date(), record: () => {}, transaction }
    const answer = await verb(sure<C, OpenCall>(call), input)
    if (!meta.read) await tellWrote(context)
    return answer
  })
  return { contract, run }
}

/** @throws Error for what is declared or given and would do nothing, so that nobody takes it for done. */
function refuseIdle<I, P, Inside, Before>(
  { '~orpc': { meta } }: AnyOperation,
  { portalOf, versionOf }: HandleOptions<I, P, Inside, Before>,
) {
  if (portalOf && meta.scope !== 'row')
    throw new Error('portalOf is asked of operations of scope "row" alone.')
  if (versionOf && !meta.versioned) throw new Error('versionOf is asked of versioned operations alone.')
  if (meta.siblings && meta.scope !== 'portal') throw new Error('Only a portal has siblings.')
  if (meta.read && (meta.idempotent || meta.versioned || meta.undoable))
    throw new Error('A read leaves nothing to replay, to compare or to take back.')
  if (meta.access === 'public' && (meta.idempotent || meta.undoable))
    throw new Error(
      'Replays and changes that are taken back are kept for somebody: nobody has to be signed in.',
    )
}

/** Staff's lists may be a second old too; a program's may not: nothing tells what it has written before. */
const mayLag = (
  { lagging }: OperationMeta,
  listed: unknown,
  { keyHash }: CallContext,
  actor: Actor | undefined,
) => lagging || (listed !== undefined && !keyHash && actor?.person.staff === true)

/**
 * Reads an operation's input by its shape. What the shape does not name is refused by name, but for what the resource
 * itself tells and nobody has changed; a `version` that came back with it stands for `If-Match`.
 */
function inputReader<C extends AnyOperation>(contract: C) {
  const { inputSchema, meta, route } = contract['~orpc']
  const schema = inputSchema as z.$ZodType
  const pathNames = namesInPath(contract)
  const path = route.path ?? ''
  const repeated = route.method === 'GET' ? repeatedParameters(schema) : []
  return async (operation: string, context: CallContext, sent: unknown) => {
    const raw = withLists(sent, repeated)
    const unknown = meta.ignoresUnknown ? [] : unknownKeys(schema, raw ?? {})
    const refused =
      unknown.length > 0
        ? await refusedKeys(unknown, { operation, path, pathNames, edits: !meta.read }, context, raw)
        : {}
    const version = unknown.find((key) => key.path === 'version')?.value
    return {
      input: parseInput(schema, raw, pathNames, refused) as InputOf<C>,
      ifMatch: context.ifMatch ?? (typeof version === 'number' ? `"${version}"` : undefined),
    }
  }
}

type Row = Record<string, unknown>

/** What a declaration answers as a list, if it is one. */
function declaredList(contract: AnyOperation) {
  const { inputSchema, outputSchema, route } = contract['~orpc']
  if (!inputSchema || !outputSchema) return undefined
  return listShapeOf({ method: route.method ?? '', input: inputSchema, output: outputSchema })
}

const namesInPath = (contract: AnyOperation) =>
  [...(contract['~orpc'].route.path ?? '').matchAll(/\{(\w+)\}/g)].map(([, name]) => name as string)

/** The version of what is answered, for the next `If-Match`. */
function tellVersion({ headers }: CallContext, output: unknown) {
  const version = (output as { version?: unknown } | null | undefined)?.version
  if (typeof version === 'number') headers.set('ETag', `"${version}"`)
}

/** A page of a list, or all of it line by line. */
async function answerRows(list: ListCall, rows: () => Promise<never>, call: Call): Promise<unknown> {
  if (!call.asLines) return answerList(list, rows)
  const lines = { name: `${call.operation}.ndjson`, type: 'application/x-ndjson' }
  return fileOut(call, lines, allRows(list, rows))
}

/** The activity row of a verb that has recorded none itself. */
const recordOf = (input: unknown, output: unknown): Activity => ({
  ...{ targetId: idOf(output) ?? idOf(input), after: maskSecrets(input) },
})

const changeBefore = async (tx: Tx, actor: Actor | undefined, targetId: string | undefined) =>
  actor && targetId ? lastChange(tx, actor, targetId) : undefined

const idOf = (value: unknown) => {
  const id = (value as { id?: unknown } | null | undefined)?.id
  return typeof id === 'string' ? id : undefined
}
