import type { ContractProcedure } from '@orpc/contract'
import type * as z from 'zod/v4/core'
import type { contracts } from './api.ts'
import { address } from './platform/call-address.ts'
import { retryStatuses } from './platform/constants.ts'

/** The body of a failed call: the server's own when it has an `error` field, otherwise a bare flag. */
export interface Failure {
  error: true | { code: string; message: string; fields?: Record<string, string>; change?: Change }
}
/** Whose change an edit came too late for (412): the caller's own, or somebody's; `name` is null for the provider's people. */
export interface Change {
  mine: boolean
  name: string | null
  at: string
}
/** What a call gives: its output, a failure, or nothing when a newer call with the same key cancelled it. */
export type Result<T> = T | Failure | undefined

export interface CallOptions {
  /** A new call with this key cancels the one in flight with it; the cancelled one gives `undefined`. */
  key?: string
  signal?: AbortSignal
  /** Version that an edit starts from; sent as `If-Match`. */
  version?: number
  /** Makes a repeated create harmless. */
  idempotencyKey?: string
  /** Hears the request's id, by which what can be undone is undone. */
  onRequest?: (requestId: string) => void
}

type Caller<C> =
  C extends ContractProcedure<infer I extends z.$ZodType, infer O extends z.$ZodType, infer _E, infer _M>
    ? (input: z.input<I>, options?: CallOptions) => Promise<Result<z.output<O>>>
    : never
type Contracts = typeof contracts
/** Every operation of the API by feature and name; the same in the browser and, in process, on the server. */
export type Api = { [F in keyof Contracts]: { [O in keyof Contracts[F]]: Caller<Contracts[F][O]> } }
/** `feature → operation → [method, path]`: all that the browser needs to know of the contracts. */
export type Routes = Record<string, Record<string, readonly [method: string, path: string]>>

/** True when a call failed or gave nothing: the section shows its error state. */
export function isFailure<T>(result: Result<T>): result is Failure | undefined {
  return result === undefined || (typeof result === 'object' && result !== null && 'error' in result)
}

/** The server's code of a failure, if it said one. */
export const failureCode = (result: Result<unknown>): string | undefined =>
  isFailure(result) && result && typeof result.error === 'object' ? result.error.code : undefined

/** Whose change came first, where an edit was refused as outdated and the server knows. */
export const changeOf = (result: Result<unknown>): Change | undefined =>
  isFailure(result) && result && typeof result.error === 'object' ? result.error.change : undefined

/** What the server says of a failure, in the reader's language, if it said something. */
export const reasonOf = (failure: Failure | undefined): string | undefined =>
  typeof failure?.error === 'object' ? failure.error.message : undefined

/** Several answers as one: all of them or, when one failed, that failure. */
export function together<T extends object>(answers: { [K in keyof T]: Result<T[K]> }): Result<T> {
  return Object.values<Result<unknown>>(answers).some(isFailure)
    ? (Object.values<Result<unknown>>(answers).find((one) => isFailure(one)) as Failure | undefined)
    : (answers as T)
}

interface ClientOptions {
  fetch?: typeof fetch
  locale?: () => string
  /** What else goes with each request. */
  headers?: () => Record<string, string>
  /** What is said of a part of an address that is still to be chosen. */
  required?: () => string
  /** Milliseconds before each further try of a request that changes nothing. */
  retryDelays?: readonly number[]
}

/** The client over HTTP. Calls never throw: see `Result`. */
export function createClient(routes: Routes, options: ClientOptions = {}): Api {
  const memory: Memory = { inFlight: new Map(), unsettled: new Map() }
  const caller =
    (method: string, path: string) =>
    (input: Record<string, unknown>, call: CallOptions = {}) =>
      send(memory, options, method, path, input ?? {}, call)
  return Object.fromEntries(
    Object.entries(routes).map(([feature, operations]) => [
      feature,
      Object.fromEntries(
        Object.entries(operations).map(([name, [method, path]]) => [name, caller(method, path)]),
      ),
    ]),
  ) as unknown as Api
}

interface Memory {
  inFlight: Map<string, AbortController>
  /** Keys of writes of which nobody knows whether they were done, by method and address. */
  unsettled: Map<string, string>
}

async function send(
  memory: Memory,
  options: ClientOptions,
  method: string,
  template: string,
  input: Record<string, unknown>,
  call: CallOptions,
): Promise<unknown> {
  const open = unchosen(options, template, input)
  if (open) return open
  const { signal, leave } = enter(memory, call)
  const { url, body } = address(method, template, input)
  const write = keyed(memory, method, url, call)
  try {
    const response = await fetchWithRetry(options, url, {
      method,
      headers: headersOf(options, call, body, write?.key),
      signal,
      credentials: 'same-origin',
      ...(body === undefined ? {} : { body }),
    })
    const requestId = response.headers.get('X-Request-Id')
    if (requestId) call.onRequest?.(requestId)
    const said = await read(response)
    write?.settle(said !== brokenOff && response.status < 500)
    return said === brokenOff ? { error: true } : said
  } catch {
    write?.settle(false)
    return signal.aborted ? undefined : { error: true }
  } finally {
    leave()
  }
}

/** Breaks off the call in flight with the same key, and is what the next one breaks off. */
function enter({ inFlight }: Memory, { key, signal }: CallOptions) {
  const controller = new AbortController()
  if (key) {
    inFlight.get(key)?.abort()
    inFlight.set(key, controller)
  }
  return {
    signal: signal ? AbortSignal.any([signal, controller.signal]) : controller.signal,
    leave: () => {
      if (key && inFlight.get(key) === controller) inFlight.delete(key)
    },
  }
}

/**
 * An answer that is lost, or of a server that does not know itself, may be of a write that was done: sent again, it goes with
 * the same key and is done once. Whatever is answered clearly settles the key.
 */
function keyed({ unsettled }: Memory, method: string, url: string, call: CallOptions) {
  if (method !== 'POST' && method !== 'PUT') return undefined
  const write = `${method} ${url}`
  const key = call.idempotencyKey ?? unsettled.get(write) ?? crypto.randomUUID()
  const settle = (clear: boolean) => (clear ? unsettled.delete(write) : unsettled.set(write, key))
  return { key, settle }
}

function headersOf(
  { locale, headers }: ClientOptions,
  { version }: CallOptions,
  body: unknown,
  key: string | undefined,
) {
  const language = locale?.()
  return {
    Accept: 'application/json',
    ...headers?.(),
    ...(language ? { 'Accept-Language': language } : {}),
    ...(typeof body === 'string' ? { 'Content-Type': 'application/json' } : {}),
    ...(version === undefined ? {} : { 'If-Match': `"${version}"` }),
    ...(key ? { 'Idempotency-Key': key } : {}),
  }
}

/**
 * An address that lacks a part leads nowhere, and the server could not say of which field: whoever has yet to choose a portal
 * is told so there, and not that there is no such thing.
 */
function unchosen({ required }: ClientOptions, template: string, input: Record<string, unknown>) {
  const names = [...template.matchAll(/\{(\w+)\}/g)].flatMap(([, name = '']) =>
    input[name] === '' ? [name] : [],
  )
  if (names.length === 0) return undefined
  const message = required?.() ?? 'required'
  const fields = Object.fromEntries(names.map((name) => [name, message]))
  return { error: { code: 'invalidInput', message, fields } } satisfies Failure
}

const wait = (ms: number, signal: AbortSignal | null | undefined) =>
  new Promise<void>((resolve, reject) => {
    const timer = setTimeout(resolve, ms)
    signal?.addEventListener('abort', () => {
      clearTimeout(timer)
      reject(new Error('aborted'))
    })
  })

/** What a database that is away for a moment asks for: within it, a page tries again by itself. */
const patientSeconds = 2

const delaysOf = (
  { retryDelays = [300, 1000] }: ClientOptions,
  { method }: RequestInit,
): readonly number[] => (method === 'GET' ? retryDelays : [])

/** Who says that it will take longer is not asked before: its reader is told at once. */
function passesSoon({ status, headers }: Response): boolean {
  const later = Number(headers.get('retry-after') ?? 0) > patientSeconds
  return !later && (retryStatuses as readonly number[]).includes(status)
}

async function fetchWithRetry(options: ClientOptions, url: string, request: RequestInit): Promise<Response> {
  const { fetch: ask = fetch } = options
  const delays = delaysOf(options, request)
  for (let attempt = 0; ; attempt++) {
    const delay = delays[attempt]
    try {
      const response = await ask(url, request)
      if (delay === undefined || !passesSoon(response)) return response
    } catch (error) {
      if (delay === undefined || request.signal?.aborted) throw error
    }
    await wait(delay, request.signal)
  }
}

const brokenOff = Symbol('An answer that did not come whole')

async function read(response: Response): Promise<unknown> {
  if (response.status === 204) return null
  const text = await response.text().catch(() => undefined)
  if (text === undefined) return brokenOff
  const body = parsed(text)
  if (response.ok) return body
  return body && typeof body === 'object' && 'error' in body ? body : { error: true }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
