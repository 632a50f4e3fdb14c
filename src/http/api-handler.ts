import { oc } from '@orpc/contract'
import { OpenAPIHandler } from '@orpc/openapi/fetch'
import { implement, ORPCError } from '@orpc/server'
import type { Api, Failure } from '#client.ts'
import { implementations } from '#operations.ts'
import type { CallContext } from '#platform/call.ts'
import { AppError } from '#platform/errors.ts'
import { asAppError } from '#platform/failures.ts'
import type { OperationMeta } from '#platform/operation.ts'
import { type ErrorBody, errorBody } from '#platform/words.ts'

/** The failure's words for the caller; what is no fault of theirs is logged with its cause. */
function describe(
  error: unknown,
  context: CallContext,
  operation: string,
): { status: number; body: ErrorBody } {
  const known = asAppError(error)
  if (!known || known.status >= 500)
    context.log.error({ error, operation, requestId: context.requestId }, 'operation failed')
  for (const [name, value] of Object.entries(known?.headers ?? {})) context.headers.set(name, value)
  return { status: known?.status ?? 500, body: errorBody(known ?? error, context.locale) }
}

/**
 * The operations as oRPC procedures. Their schemas are left to `handle`, which checks access before input:
 * whoever may not call learns nothing of the shape.
 */
function procedures() {
  const router: Record<string, Record<string, unknown>> = {}
  for (const { feature, name, fullName, contract, run } of implementations) {
    const route = contract['~orpc'].route
    const procedure = implement(oc.route(route))
      .$context<CallContext>()
      .handler(async ({ context, input }) => {
        try {
          refuseUnheeded(context, { ...contract['~orpc'].meta, input })
          // A 204 has no body, not the body `null`.
          return (await run(fullName, context, input)) ?? undefined
        } catch (error) {
          const { status, body } = describe(error, context, fullName)
          throw new ORPCError(String(status), { status, data: body })
        }
      })
    router[feature] ??= {}
    router[feature][name] = procedure
  }
  return router
}

/**
 * What a program says and the operation does not heed is refused by name: it would believe that its change was held against a
 * version, or made once; so it would of a header without a value. @throws AppError 400, also for a body that is JSON and no object.
 */
function refuseUnheeded(
  { keyHash, ifMatch, idempotencyKey }: CallContext,
  { read, versioned, idempotent, outside, input }: OperationMeta & { input: unknown },
) {
  if (input !== undefined && (typeof input !== 'object' || input === null || Array.isArray(input)))
    throw new AppError(400, 'malformed')
  if (!keyHash || read) return
  const unheeded =
    ifMatch !== undefined && !versioned
      ? 'If-Match'
      : // Rows of a bulk call have a key each, made of its own.
        idempotencyKey !== undefined && !idempotent && outside !== 'bulk' && 'Idempotency-Key'
  if (unheeded) throw new AppError(400, 'unheeded', { params: { name: unheeded } })
  // Of a variable that nobody has set: it would hold nothing against nothing.
  const empty = ifMatch === '' ? 'If-Match' : idempotencyKey === '' && 'Idempotency-Key'
  if (empty) throw new AppError(400, 'emptyHeader', { params: { name: empty } })
}

/** What verbs answer is plain JSON: in this wrapping oRPC does not walk through and copy every value of it. */
class Whole {
  readonly #value: object
  constructor(value: object) {
    this.#value = value
  }
  toJSON() {
    return this.#value
  }
}
const isPlain = (data: unknown): data is object =>
  Array.isArray(data) ||
  (typeof data === 'object' && data !== null && Object.getPrototypeOf(data) === Object.prototype)

/** What verbs answered, as it goes out: in a Response it would be encoded and decoded again on its way. */
const texts = new WeakMap<CallContext, string>()

const handler = new OpenAPIHandler<CallContext>(procedures() as never, {
  rootInterceptors: [
    async ({ next, context }) => {
      const result = await next()
      if (!result.matched || !(result.response.body instanceof Whole)) return result
      texts.set(context, JSON.stringify(result.response.body))
      return { ...result, response: { ...result.response, body: undefined } }
    },
  ],
  // What oRPC itself refuses (a body that is no JSON) never reached an operation and carries no body of ours.
  customErrorResponseBodyEncoder: (error) => error.data ?? { error: { code: 'malformed', message: '' } },
  customJsonSerializers: [{ condition: isPlain, serialize: (data) => new Whole(data as object) }],
})

/** An answer to a request to /api; where `text` is given, it is the body, and the response has none yet. */
export interface ApiAnswer {
  response: Response
  text?: string | undefined
}

/** Answers a request to /api, or undefined when no operation has its method and path. */
export async function answerApi(request: Request, context: CallContext): Promise<ApiAnswer | undefined> {
  const { matched, response } = await handler.handle(request, { prefix: '/api', context })
  if (!matched) return undefined
  for (const [name, value] of context.headers) response.headers.append(name, value)
  const text = texts.get(context)
  if (text !== undefined) response.headers.set('Content-Type', 'application/json')
  if (response.status === 400) return namedRefusal({ response, text }, context)
  return { response, text }
}

/** Gives oRPC's own refusals the words of ours. */
async function namedRefusal(answer: ApiAnswer, context: CallContext): Promise<ApiAnswer> {
  const body = JSON.parse(answer.text ?? (await answer.response.clone().text())) as ErrorBody
  if (body.error?.message) return answer
  const { status, headers } = answer.response
  const text = JSON.stringify(errorBody(new AppError(400, 'malformed'), context.locale))
  return { response: new Response(null, { status, headers }), text }
}

/** The same operations for pages that render on the server: in process, without HTTP. */
export function inProcessApi(context: CallContext): Api {
  const api: Record<string, Record<string, unknown>> = {}
  for (const { feature, name, fullName, run } of implementations) {
    api[feature] ??= {}
    api[feature][name] = (input: unknown): Promise<unknown | Failure> =>
      run(fullName, { ...context, headers: new Headers() }, input).catch(
        (error: unknown) => describe(error, context, fullName).body,
      )
  }
  return api as unknown as Api
}
