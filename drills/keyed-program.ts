import type { Database } from '#platform/db.ts'
import { buildIfStale } from '../bin/build-steps.ts'
import { postgresWorld } from './memory-world.ts'
import { Process } from './processes.ts'

/** The built program on a PostgreSQL of its own with the test world, for drills that come with keys. */
export interface KeyedProgram {
  database: Database
  program: Process
  origin: string
  stop: () => Promise<void>
}

/** Starts it; it asks for nothing outside this machine. `more` are further settings. */
export async function keyedProgram(more: Record<string, string> = {}): Promise<KeyedProgram> {
  await buildIfStale()
  const world = await postgresWorld()
  if (!world) throw new Error('This drill needs an installed PostgreSQL.')
  const alone = new URL('./only-loopback.ts', import.meta.url).href
  const program = await Process.make(world.url, {
    ...{ EXCHANGE_RATES_URL: '', NODE_OPTIONS: `--import=${alone}` },
    ...more,
  })
  await program.start()
  const stop = async () => {
    await program.end('SIGTERM')
    await world.stop()
  }
  return { database: world.database, program, origin: program.origin, stop }
}

type Headers = Record<string, string>

/** One message to /mcp as it stands, and what was answered. */
export async function tellMcp(origin: string, key: Headers, body: string | object, headers: Headers = {}) {
  const response = await fetch(`${origin}/mcp`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...key,
      ...headers,
    },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
  const text = spoken(await response.text(), response.headers.get('content-type') ?? '')
  return { status: response.status, text, headers: response.headers }
}

/** What a stream of events said, as one text. */
function spoken(text: string, type: string) {
  if (!type.includes('event-stream')) return text
  const data = [...text.matchAll(/^data: (.*)$/gm)].map(([, one = '']) => one)
  return data.length === 1 ? (data[0] ?? '') : `[${data.join(',')}]`
}

/** A call of a method of the protocol. */
export const askMcp = (origin: string, key: Headers, method: string, params: unknown) =>
  tellMcp(origin, key, { jsonrpc: '2.0', id: 1, method, params })

/** What tells of the inside of the program, in what others may read. */
export const internals =
  /node_modules|\/src\/|\/dist\/|\bat \S+ \(|\.[jt]s:\d+|drizzle|pglite|SQLSTATE|(Type|Reference|Range)Error|Cannot read prop|is not a function|relation "|column "|ECONN|Zod/
