import fc from 'fast-check'
import type * as core from 'zod/v4/core'
import { operationList } from '#api.ts'
import { type Tool, tools } from '#mcp/tools.ts'
import { fuzz, fuzzedOperations, knownIds } from '#testing/fuzz.ts'
import { inputsOf, type KnownIds } from '#testing/fuzz-input.ts'
import { keyFor } from '#testing/key-for.ts'
import { people } from '#testing/world/cast.ts'
import type { DrillLine } from './drill.ts'
import { askMcp, internals, type KeyedProgram, keyedProgram, tellMcp } from './keyed-program.ts'

const [casesByKey, casesOfTool] = [60, 40]
/** So many that none comes to its limit of calls a minute. */
const keysOfEach = 20
type Key = Record<string, string>

/** The built program by keys: every operation that is open to them, every tool, and the protocol itself. */
export async function fuzzKeys(seed: number): Promise<DrillLine[]> {
  const held = await keyedProgram()
  try {
    const known = await knownIds(held.database)
    const keys: Key[] = []
    for (const owner of ['super', 'label', 'artist'] as const)
      for (let at = 0; at < keysOfEach; at++)
        keys.push(await keyFor(held.database, { owner, writes: people.staff.permissions }))
    // Assistants first: afterwards much of the world is gone.
    const ofTools = await toolFaults(held, keys, known, seed)
    const ofProtocol = await protocolFaults(held.origin, keys[0] ?? {})
    const ofKeys = await keyFaults(held, keys, known, seed)
    const complained = held.program
      .said()
      .split('\n')
      .filter((line) => /"(operation|request) failed"/.test(line))
    for (const fault of [...ofKeys.faults, ...ofTools.faults, ...ofProtocol.faults, ...complained].slice(
      0,
      60,
    ))
      console.log(fault)
    return [
      {
        promise: '16 fuzz by key, the built program',
        figure: `${casesByKey} cases an operation: no 5xx, none undeclared, every refusal named`,
        result: `${ofKeys.calls} calls of ${ofKeys.operations} operations, ${ofKeys.faults.length} faults`,
        ok: ofKeys.faults.length === 0,
      },
      {
        promise: '16 fuzz of /mcp, the built program',
        figure: `${casesOfTool} cases a tool, and messages that are none: an answer of the protocol, nothing of the inside`,
        result: `${ofTools.calls} calls of ${tools.length} tools, ${ofProtocol.calls} messages, ${ofTools.faults.length + ofProtocol.faults.length} faults, ${held.program.running ? 'running' : 'ended'}`,
        ok: ofTools.faults.length + ofProtocol.faults.length === 0 && held.program.running,
      },
      {
        promise: '16 what the program said of it',
        figure: 'no call failed inside',
        result: `${complained.length} lines`,
        ok: complained.length === 0,
      },
    ]
  } finally {
    await held.stop()
  }
}

async function keyFaults({ origin }: KeyedProgram, keys: Key[], known: KnownIds, seed: number) {
  const app = { request: (address: string, init: RequestInit) => fetch(origin + address, init) }
  const weight = (method = 'GET') => ['GET', 'PUT', 'POST', 'DELETE'].indexOf(method)
  const open = fuzzedOperations
    .filter(({ contract }) => contract['~orpc'].meta.apiKey)
    // What is taken away is found by nobody: that comes last.
    .sort((a, b) => weight(a.contract['~orpc'].route.method) - weight(b.contract['~orpc'].route.method))
  const faults: string[] = []
  for (const [at, operation] of open.entries())
    faults.push(
      ...(await fuzz({ app, callers: keys, known, named: true }, operation, casesByKey, seed, at * 7)),
    )
  return { operations: open.length, calls: open.length * casesByKey, faults }
}

/** What assistants send instead of a tool's arguments. */
const noArguments: unknown[] = [
  null,
  [],
  'text',
  7,
  [{ portalId: 1 }],
  { toString: 1, constructor: {} },
  { '': '' },
]

async function toolFaults({ origin }: KeyedProgram, keys: Key[], known: KnownIds, seed: number) {
  const faults: string[] = []
  let calls = 0
  for (const tool of tools) {
    const inputs: unknown[] = fc.sample(inputsOf(shapeOf(tool), known), { numRuns: casesOfTool, seed })
    for (const input of [...inputs, ...noArguments]) {
      const key = keys[calls++ % keys.length] ?? {}
      const { status, text } = await askMcp(origin, key, 'tools/call', { name: tool.name, arguments: input })
      const fault = faultOfAnswer(status, text)
      if (fault) faults.push(`${tool.name} ${JSON.stringify(input)?.slice(0, 200)}: ${fault}`)
    }
  }
  return { calls, faults }
}

const shapeOf = ({ operation }: Tool) =>
  operationList.find(({ fullName }) => fullName === operation)?.contract['~orpc'].inputSchema as core.$ZodType

interface Spoken {
  result?: { isError?: boolean; content?: { text?: string }[] }
  error?: { code?: unknown; message?: unknown }
}

/** What an answer of /mcp breaks: it is the protocol's, a refusal has a code, and nothing of the inside is in it. */
function faultOfAnswer(status: number, text: string): string | undefined {
  const said = `${status} ${text.slice(0, 300)}`
  if (status >= 500 || internals.test(text) || text.includes('"internal"')) return said
  // What was told, and needs no answer.
  if (status === 202 && text === '') return undefined
  try {
    for (const { result, error } of [JSON.parse(text)].flat() as Spoken[]) {
      if (!result && (error?.code === undefined || typeof error.message !== 'string'))
        return `no answer: ${said}`
      if (!result?.isError) continue
      const refused = JSON.parse(result.content?.[0]?.text ?? '') as Spoken
      if (typeof refused.error?.code !== 'string' || typeof refused.error.message !== 'string')
        return `a refusal without a code: ${said}`
    }
    return undefined
  } catch {
    return `no JSON: ${said}`
  }
}

const message = (method: unknown, params?: unknown, id: unknown = 1) =>
  JSON.stringify({ jsonrpc: '2.0', id, method, params })
const deep = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`
const named = (name: unknown) => message('tools/call', { name, arguments: {} })
const resource = (uri: unknown) => message('resources/read', { uri })

/** Messages that no assistant sends. */
const messages = [
  ...['', '{', '[]', 'null', '"text"', '7', '{}', '[null]', '\u0000', deep(10_000), `{"jsonrpc":"2.0"}`],
  ...['__proto__', 'constructor', 'toString', '', ' ', 'a'.repeat(5_000), null, {}, 7].map(named),
  ...['file:///etc/passwd', 'backline://portal/', 'backline://portal/%00', 'backline://bill/../portal/x'].map(
    resource,
  ),
  ...[
    'http://127.0.0.1/',
    'backline://nothing/1',
    '',
    `backline://portal/${'x'.repeat(9_000)}`,
    null,
    {},
  ].map(resource),
  ...['nothing', '', null, {}, '__proto__', 'tools/list/x', 'rpc.discover'].map((method) => message(method)),
  ...[null, {}, [], '', -1, 1e308, true].map((id) => message('tools/list', {}, id)),
  message('tools/list', { cursor: 'x'.repeat(3_000) }),
  message('tools/list', null),
  message('tools/call'),
  message('tools/call', []),
  message('tools/call', { name: 'portals_listPortals', arguments: {}, _meta: { progressToken: {} } }),
  message('initialize', { protocolVersion: '1066-10-14', capabilities: null, clientInfo: [] }),
  message('completion/complete', { ref: { type: 'ref/prompt', name: 'x' }, argument: {} }),
  message('logging/setLevel', { level: 'loud' }),
  message('prompts/get', { name: 'x' }),
  message('resources/subscribe', { uri: 'backline://portal/x' }),
  message('notifications/cancelled', { requestId: 1 }),
  `[${Array.from({ length: 500 }, (_, id) => message('tools/list', {}, id)).join(',')}]`,
  `{"__proto__":{"polluted":true},"jsonrpc":"2.0","id":1,"method":"tools/list"}`,
  '{"jsonrpc":"1.0","id":1,"method":"tools/list"}',
]

async function protocolFaults(origin: string, key: Key) {
  const faults: string[] = []
  const judge = (what: string, status: number, text: string) => {
    const fault = faultOfAnswer(status, text)
    if (fault) faults.push(`${what.slice(0, 120)}: ${fault}`)
  }
  for (const body of messages) {
    const { status, text } = await tellMcp(origin, key, body)
    judge(body, status, text)
  }
  const odd: Record<string, string>[] = [
    { 'content-type': 'text/plain' },
    { accept: 'text/html' },
    { accept: 'application/json' },
    { 'mcp-session-id': 'x'.repeat(500) },
    { 'mcp-protocol-version': '1066-10-14' },
    { 'last-event-id': '7' },
  ]
  for (const headers of odd) {
    const { status, text } = await tellMcp(origin, key, message('tools/list', {}), headers)
    judge(JSON.stringify(headers), status, text)
  }
  const methods = ['GET', 'PUT', 'DELETE', 'PATCH']
  for (const method of methods) {
    const response = await fetch(`${origin}/mcp`, {
      method,
      headers: { ...key, accept: 'text/event-stream' },
    })
    judge(method, response.status, await response.text())
  }
  return { calls: messages.length + odd.length + methods.length, faults }
}
