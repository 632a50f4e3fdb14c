import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { type Tool, tools } from '#mcp/tools.ts'
import type { Database } from '#platform/db.ts'
import { keys as kindsOfKey } from '#testing/access.ts'
import { keyFor } from '#testing/key-for.ts'
import { portals } from '#testing/world/cast.ts'
import type { DrillLine } from './drill.ts'
import { keyedProgram } from './keyed-program.ts'
import { period, questionsOf, reads } from './reads.ts'
import { uuids, waysToRows } from './row-ways.ts'

type Headers = { authorization: string }
/** A key opens so many calls a minute; what asks more comes with others that open the same. */
const alike = 8
const portalIds = Object.values(portals).map(({ id }) => id)

/** Promise 4 for programs: what a key or an assistant is told of, that key opens, on the built program. */
export async function idsByKey(): Promise<DrillLine[]> {
  const held = await keyedProgram()
  try {
    const waysTo = await waysToRows(held.database)
    const lines: DrillLine[] = []
    const sums = { api: { told: 0, answers: 0 }, mcp: { told: 0, answers: 0 }, wrong: new Set<string>() }
    for (const kind of Object.keys(kindsOfKey) as (keyof typeof kindsOfKey)[]) {
      const keys = await keysAlike(held.database, kind)
      const judge = opening(held.origin, keys, waysTo)
      const note = async (way: 'api' | 'mcp', what: string, text: string) => {
        sums[way].answers++
        const { told, closed } = await judge(text)
        sums[way].told += told
        for (const path of closed) sums.wrong.add(`${kind}: ${what} tells ${path}, which does not open`)
      }
      await askApi(held.origin, keys, (what, text) => note('api', what, text))
      await askAssistant(held.origin, keys, (what, text) => note('mcp', what, text))
    }
    for (const line of sums.wrong) console.log(line)
    for (const [way, { told, answers }] of Object.entries({ '/api': sums.api, '/mcp': sums.mcp }))
      lines.push({
        promise: `4 what a key is told at ${way}, the built program`,
        figure: `${Object.keys(kindsOfKey).length} kinds of keys: every id opens by the same key`,
        result: `${told} ids in ${answers} answers, ${sums.wrong.size} not to be opened`,
        ok: told > 0 && sums.wrong.size === 0,
      })
    return lines
  } finally {
    await held.stop()
  }
}

function keysAlike(database: Database, kind: keyof typeof kindsOfKey): Promise<Headers[]> {
  return Promise.all(Array.from({ length: alike }, () => keyFor(database, kindsOfKey[kind])))
}

/** Answers of what a text tells: how many rows that exist, and which of them do not open. */
function opening(origin: string, keys: readonly Headers[], waysTo: ReadonlyMap<string, readonly string[]>) {
  const opened = new Map<string, boolean>()
  let calls = 0
  const opens = async (ways: readonly string[]) => {
    for (const way of ways) {
      const headers = keys[calls++ % keys.length] as Headers
      const { status, body } = await fetch(`${origin}/api${way}`, { headers })
      await body?.cancel()
      if (status === 429) throw new Error('More calls a minute than these keys may make.')
      if (status === 200) return true
    }
    return false
  }
  return async (text: string) => {
    const closed: string[] = []
    let told = 0
    for (const id of new Set(text.match(uuids))) {
      const ways = waysTo.get(id)
      if (!ways) continue
      told++
      if (!opened.has(id)) opened.set(id, await opens(ways))
      if (!opened.get(id)) closed.push(ways[0] ?? id)
    }
    return { told, closed }
  }
}

type Note = (what: string, text: string) => Promise<void>

/** Every read that is open to keys, at every portal. */
async function askApi(origin: string, keys: readonly Headers[], note: Note) {
  let calls = 0
  for (const { fullName, contract } of reads) {
    const { path = '' } = contract['~orpc'].route
    if (!contract['~orpc'].meta.apiKey) continue
    for (const target of path.includes('{portalId}') ? portalIds : [''])
      for (const question of questionsOf(fullName)) {
        const headers = keys[calls++ % keys.length] as Headers
        const answer = await fetch(`${origin}/api${path.replace('{portalId}', target)}${question}`, {
          headers,
        })
        const text = await answer.text()
        if (answer.status === 200) await note(fullName, text)
      }
  }
}

/** Every reading tool that the key is shown, at every portal, and every resource, by the protocol's own client. */
async function askAssistant(origin: string, keys: readonly Headers[], note: Note) {
  for (const [at, portalId] of portalIds.entries()) {
    const client = new Client({ name: 'drill', version: '1' })
    const requestInit = { headers: { ...keys[at % keys.length] } }
    await client.connect(new StreamableHTTPClientTransport(new URL(`${origin}/mcp`), { requestInit }))
    const shown = new Set((await client.listTools()).tools.map(({ name }) => name))
    for (const tool of tools.filter(({ name, meta }) => shown.has(name) && meta.read)) {
      const args = argumentsFor(tool, portalId)
      // What does not name a portal answers the same wherever it is asked.
      if (!args || (at > 0 && !('portalId' in args))) continue
      const told = await client.callTool({ name: tool.name, arguments: args })
      if (!told.isError) await note(tool.name, JSON.stringify(told.content))
    }
    if (at === 0)
      for (const { uri } of (await client.listResources()).resources)
        await note(uri, JSON.stringify([uri, await client.readResource({ uri })]))
    await client.close()
  }
}

/** What a tool is asked with, or undefined where it wants the id of one row. */
function argumentsFor({ operation, schema }: Tool, portalId: string): Record<string, unknown> | undefined {
  const { properties = {}, required = [] } = schema as { properties?: object; required?: string[] }
  const [from, to] = [...period.matchAll(/\d{4}-\d{2}-\d{2}/g)].map(([day]) => day)
  const known = { portalId, f: from, t: to, ...(operation.startsWith('search.') ? { q: 'la' } : {}) }
  if (required.some((name) => !(name in known))) return undefined
  return Object.fromEntries(Object.entries(known).filter(([name]) => name in properties))
}
