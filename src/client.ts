import type { ContractProcedure } from '@orpc/contract'
import type * as z from 'zod/v4/core'
import type { contracts } from './api.ts'
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
  { inFlight, unsettled }: Memory,
  options: ClientOptions,
  method: string,
  template: string,
  input: Record<string, unknown>,
  call: CallOptions,
): Promise<unknown> {
  const open = unchosen(options, template, input)
  if (open) return open
  const controller = new AbortController()
  if (call.key) {
    inFlight.get(call.key)?.abort()
    inFlight.set(call.key, controller)
  }
  const signal = call.signal ? AbortSignal.any([call.signal, controller.signal]) : controller.signal
  const { url, body } = address(method, template, input)
  // An answer that is lost, or of a server that does not know itself, may be of a write that was done: sent again, it goes
  // with the same key and is done once. Whatever is answered clearly ends the key.
  const write = method === 'POST' || method === 'PUT' ? `${method} ${url}` : undefined
  const key = write && (call.idempotencyKey ?? unsettled.get(write) ?? crypto.randomUUID())
  try {
    const headers: Record<string, string> = { Accept: 'application/json' }
    const locale = options.locale?.()
    if (locale) headers['Accept-Language'] = locale
    if (typeof body === 'string') headers['Content-Type'] = 'application/json'
    if (call.version !== undefined) headers['If-Match'] = `"${call.version}"`
    if (key) headers['Idempotency-Key'] = key
    const request: RequestInit = {
      method,
      headers,
      signal,
      credentials: 'same-origin',
      ...(body === undefined ? {} : { body }),
    }
    const response = await fetchWithRetry(options, url, request)
    const requestId = response.headers.get('X-Request-Id')
    if (requestId) call.onRequest?.(requestId)
    const said = await read(response)
    if (write && key && (said === brokenOff || response.status >= 500)) unsettled.set(write, key)
    else if (write) unsettled.delete(write)
    return said === brokenOff ? { error: true } : said
  } catch {
    if (write && key) unsettled.set(write, key)
    return signal.aborted ? undefined : { error: true }
  } finally {
    if (call.key && inFlight.get(call.key) === controller) inFlight.delete(call.key)
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

/** Path parameters leave the input; the rest is the query of a GET, the JSON body of the others. */
function address(method: string, template: string, input: Record<string, unknown>) {
  const rest = { ...input }
  const path = template.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = rest[name]
    delete rest[name]
    return encodeURIComponent(String(value))
  })
  // A deletion says all in its path, but for those that ask for a typed word.
  if (method === 'DELETE' && Object.keys(rest).length === 0) return { url: `/api${path}`, body: undefined }
  if (method !== 'GET') return { url: `/api${path}`, body: bodyOf(rest) }
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(rest))
    for (const one of Array.isArray(value) ? value : [value])
      if (one !== undefined) query.append(name, String(one))
  return { url: query.size > 0 ? `/api${path}?${query}` : `/api${path}`, body: undefined }
}

/** What is no number must be refused as such: JSON would make it null, which for many fields means «none». */
const figures = (_: string, value: unknown) =>
  typeof value === 'number' && !Number.isFinite(value) ? String(value) : value

/** JSON, or a form where a file is among the fields. */
function bodyOf(fields: Record<string, unknown>): string | FormData {
  if (!Object.values(fields).some((value) => value instanceof Blob)) return JSON.stringify(fields, figures)
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) append(form, name, value)
  return form
}

/** Lists and objects become `team[0][email]`, as the server reads them. */
function append(form: FormData, name: string, value: unknown): void {
  if (value === undefined || value === null) return
  if (value instanceof Blob) form.append(name, value)
  else if (typeof value === 'object')
    for (const [key, inner] of Object.entries(value)) append(form, `${name}[${key}]`, inner)
  else form.append(name, String(value))
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

async function fetchWithRetry(options: ClientOptions, url: string, request: RequestInit): Promise<Response> {
  const delays = request.method === 'GET' ? (options.retryDelays ?? [300, 1000]) : []
  for (let attempt = 0; ; attempt++) {
    const delay = delays[attempt]
    try {
      const response = await (options.fetch ?? fetch)(url, request)
      // Who says that it will take longer is not asked before: its reader is told at once.
      const later = Number(response.headers.get('retry-after') ?? 0) > patientSeconds
      if (delay === undefined || later || !(retryStatuses as readonly number[]).includes(response.status))
        return response
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
