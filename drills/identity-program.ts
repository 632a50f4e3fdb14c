import type { Hono } from 'hono'
import { hashToken, newToken } from '#features/account/server/sessions.ts'
import { session } from '#features/account/server/table.ts'
import { createApp } from '#http/app.ts'
import { asService, type Database } from '#platform/db.ts'
import { createLog } from '#platform/log.ts'
import { testServices } from '#testing/as.ts'
import { people } from '#testing/world/cast.ts'

/** The program behind a proxy, so that a drill can come from any address; limits then hold nobody up by accident. */
export const programOn = (database: Database, services = testServices): Hono =>
  createApp({
    database,
    log: createLog('silent'),
    services,
    renderPages: () => new Response('page'),
    trustProxy: 1,
    ready: () => true,
  }) as unknown as Hono

let last = 0
/** An address that nobody has come from yet. */
export function newAddress(): string {
  last++
  return `10.${(last >> 16) & 255}.${(last >> 8) & 255}.${last & 255}`
}

export interface Said {
  status: number
  text: string
  code: string | undefined
  /** `name=value` of the session cookie that was set, if any. */
  cookie: string
  headers: Headers
  ms: number
}

interface Question {
  method?: string
  body?: unknown
  cookie?: string | undefined
  address?: string
  headers?: Record<string, string>
}

/** One request of the API and what was said to it. */
export async function ask(app: Hono, path: string, question: Question = {}): Promise<Said> {
  const { method = 'POST', body, cookie, address = newAddress(), headers } = question
  const started = performance.now()
  const response = await app.request(`/api${path}`, {
    method,
    headers: {
      'Content-Type': 'application/json',
      'X-Forwarded-For': address,
      ...(cookie ? { cookie } : {}),
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  const ms = performance.now() - started
  const code = text.startsWith('{')
    ? (JSON.parse(text) as { error?: { code?: string } }).error?.code
    : undefined
  const given = (response.headers.get('set-cookie') ?? '').split(';')[0] ?? ''
  return { status: response.status, text, code, cookie: given, headers: response.headers, ms }
}

/** A session of the person, without a password. */
export async function cookieOf(database: Database, who: keyof typeof people): Promise<string> {
  const token = newToken()
  await database.transaction(asService('trial'), (tx) =>
    tx.insert(session).values({
      tokenHash: hashToken(token),
      personId: people[who].id,
      expiresAt: new Date(Date.now() + 3_600_000),
    }),
  )
  return `__Host-backline=${token}`
}

export const median = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
