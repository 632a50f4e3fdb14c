import { mkdtempSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

// A program of its own: `node drills/chdb-door.ts FOLDER-OF-CHDB DATA-FOLDER PORT [CONFIGURATION]`. ClickHouse's engine as a library (npm's
// `chdb`, 540 MB, never a dependency) behind HTTP, as far as Backline asks it.

interface Session {
  query: (text: string, format: string) => string
}
const [folder = '', data = '', port = '0', config] = process.argv.slice(2)
const { Session } = createRequire(`${folder}/`)('chdb') as {
  Session: new (folder: string, options: { connectionArgs?: string[] }) => Session
}
const session = new Session(data, config ? { connectionArgs: [`--config-file=${config}`] } : {})

/** Where the rows of an insert lie while they are read. */
const rows = join(mkdtempSync(join(tmpdir(), 'backline-door-')), 'rows')

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
 * within a statement costs as much again as what they are read with.
 */
function answer(url: URL, body: Buffer): string {
  const { searchParams: asked } = url
  const statement = asked.get('query') ?? body.toString()
  const database = asked.get('database') ?? 'default'
  if (used !== database)
    session.query(`USE ${database === 'default' || !isThere(database) ? 'default' : database}`, 'CSV')
  used = / DATABASE /.test(statement) ? undefined : database
  const settings = new Map([...asked].filter(([name]) => name !== 'query' && name !== 'database'))
  // Over HTTP they are those of one request: a token that stayed would make every later insert a repeat.
  for (const name of set.keys()) if (!settings.has(name)) tell(name, undefined)
  for (const [name, value] of settings) if (set.get(name) !== value) tell(name, value)
  if (asked.has('query')) {
    writeFileSync(rows, body)
    return session.query(statement.replace(/ FORMAT (\w+)$/, ` FROM INFILE '${rows}' FORMAT $1`), 'CSV')
  }
  const [, format] = / FORMAT (\w+)\s*$/.exec(statement) ?? []
  return session.query(statement.replace(/ FORMAT \w+\s*$/, ''), format ?? 'CSV')
}

const isThere = (database: string) =>
  session.query(`SELECT count() FROM system.databases WHERE name = '${database}'`, 'CSV').trim() === '1'

const server = createServer((request, response) => {
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => {
    try {
      response.end(answer(new URL(request.url ?? '/', 'http://door'), Buffer.concat(chunks)))
    } catch (error) {
      const { clickhouseCode = 0, message } = error as { clickhouseCode?: number; message: string }
      response.writeHead(500).end(`Code: ${clickhouseCode}. ${message}`)
    }
  })
})
server.listen(Number(port), '127.0.0.1', () => console.log((server.address() as AddressInfo).port))
