import { createWriteStream, mkdtempSync, rmSync } from 'node:fs'
import { createServer, type IncomingMessage } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'

// A program of its own: `node drills/chdb-door.ts FOLDER-OF-CHDB DATA-FOLDER PORT [CONFIGURATION]`. ClickHouse's engine as a library (npm's
// `chdb`, 540 MB, never a dependency) behind HTTP, as far as Backline asks it.

interface Session {
  query: (text: string, format: string) => string
  queryAsync: (text: string) => Promise<unknown>
}
const [folder = '', data = '', port = '0', config] = process.argv.slice(2)
const { Session } = createRequire(`${folder}/`)('chdb') as {
  Session: new (folder: string, options: { connectionArgs?: string[] }) => Session
}
const session = new Session(data, config ? { connectionArgs: [`--config-file=${config}`] } : {})

/** Where the rows of inserts lie while they are read. */
const folderOfRows = mkdtempSync(join(tmpdir(), 'backline-door-'))
let inserts = 0

/** What the session stands at: told again only where a request wants it otherwise, as each statement costs milliseconds here alone. */
let used: string | undefined
const set = new Map<string, string>()

function tell(name: string, value: string | undefined) {
  session.query(
    `SET ${name} = ${value === undefined ? 'DEFAULT' : `'${value.replace(/[\\']/g, '\\$&')}'`}`,
    'CSV',
  )
  if (value === undefined) set.delete(name)
  else set.set(name, value)
}

/**
 * One after the other: the engine has one session, and with it one database that is in use. Rows are read from a file, as text
 * within a statement costs as much again as what they are read with; the next ones come in meanwhile.
 */
async function answer(url: URL, body: Buffer | string): Promise<string> {
  const { searchParams: asked } = url
  const statement = asked.get('query') ?? String(body)
  const database = asked.get('database') ?? 'default'
  if (used !== database)
    session.query(`USE ${database === 'default' || !isThere(database) ? 'default' : database}`, 'CSV')
  used = / DATABASE /.test(statement) ? undefined : database
  const settings = new Map([...asked].filter(([name]) => name !== 'query' && name !== 'database'))
  // Over HTTP they are those of one request: a token that stayed would make every later insert a repeat.
  for (const name of set.keys()) if (!settings.has(name)) tell(name, undefined)
  for (const [name, value] of settings) if (set.get(name) !== value) tell(name, value)
  if (typeof body === 'string') {
    await session.queryAsync(
      / FROM input\(/.test(statement)
        ? statement.replace(/ FROM input\((.*)\) FORMAT (\w+)$/s, ` FROM file('${body}', '$2', $1)`)
        : statement.replace(/ FORMAT (\w+)$/, ` FROM INFILE '${body}' FORMAT $1`),
    )
    return ''
  }
  const [, format] = / FORMAT (\w+)\s*$/.exec(statement) ?? []
  return session.query(statement.replace(/ FORMAT \w+\s*$/, ''), format ?? 'CSV')
}

const isThere = (database: string) =>
  session.query(`SELECT count() FROM system.databases WHERE name = '${database}'`, 'CSV').trim() === '1'

/** What an insert sends is written down while the engine is at the one before. */
async function bodyOf(request: IncomingMessage, url: URL): Promise<Buffer | string> {
  if (!url.searchParams.has('query')) return buffer(request)
  const file = join(folderOfRows, String(inserts++))
  await pipeline(request, createWriteStream(file))
  return file
}

let turn: Promise<unknown> = Promise.resolve()
const server = createServer(async (request, response) => {
  const url = new URL(request.url ?? '/', 'http://door')
  const body = await bodyOf(request, url).catch(() => undefined)
  // Whoever was cut off while sending has sent nothing.
  if (body === undefined) return
  turn = turn.then(async () => {
    try {
      response.end(await answer(url, body))
    } catch (error) {
      const { clickhouseCode = 0, message } = error as { clickhouseCode?: number; message: string }
      response.writeHead(500).end(`Code: ${clickhouseCode}. ${message}`)
    } finally {
      if (typeof body === 'string') rmSync(body)
    }
  })
})
server.listen(Number(port), '127.0.0.1', () => console.log((server.address() as AddressInfo).port))
