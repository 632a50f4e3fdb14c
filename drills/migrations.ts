import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate as applyMigrations } from 'drizzle-orm/node-postgres/migrator'
import pg from 'pg'
import { createDatabaseRoles, migrate } from '#platform/migrate.ts'
import { openDatabase } from '#platform/open-database.ts'
import { startCluster } from '#testing/postgres.ts'
import { demoPassword, people } from '#testing/world/cast.ts'
import { makeWorld } from '#testing/world.ts'
import { moneyAnswers, severalMonths } from './climbed-money.ts'
import type { DrillLine } from './drill.ts'
import { ask, programOn } from './identity-program.ts'

const folder = fileURLToPath(new URL('../drizzle', import.meta.url))
const journalOf = (from: string) => join(from, 'meta/_journal.json')

/** Figures that are made of other rows: 0017 makes them anew in another shape, 0023 asks for those of simple portals. */
const made = new Set([
  ...['sales_total', 'sales_dimension', 'visits_total', 'visits_dimension', 'fact_batch'],
  ...['sale_fact', 'visit_fact', 'fact_place', 'visit_origin', 'type_rollup'],
])

interface Journal {
  entries: { tag: string }[]
}

/** From so many schemas before today's the program answers of money just what it answers of today's own. */
const alike = 3

/**
 * Promise 27: from every earlier schema, full of rows, the migrations climb to today's and keep every row. `only`: from those
 * whose names begin so.
 */
export async function run(only = ''): Promise<DrillLine[]> {
  const cluster = await startCluster()
  if (!cluster) throw new Error('This drill needs an installed PostgreSQL.')
  const journal = JSON.parse(readFileSync(journalOf(folder), 'utf8')) as Journal
  try {
    const admin = await openDatabase({ url: cluster.url('postgres'), folder: '' })
    await admin.query('create database today')
    const today = await openDatabase({ url: cluster.url('today'), folder: '' })
    await migrate(today)
    await makeWorld(today, { size: 'demo', days: 120 })
    await severalMonths(today, new Date())
    const wanted = await moneyAnswers(today)
    let [rows, schemas, answers] = [0, 0, 0]
    const wrong: string[] = []
    // The newest is where all of them arrive.
    for (const [at, { tag }] of journal.entries.slice(0, -1).entries()) {
      if (!tag.startsWith(only)) continue
      schemas++
      await admin.query(`create database climb_${at}`)
      const url = cluster.url(`climb_${at}`)
      const climbing = await openDatabase({ url, folder: '' })
      await createDatabaseRoles(climbing)
      await applyUpTo(at, url, journal)
      const filled = await fill(cluster.url('today'), url)
      rows += [...filled.values()].reduce((all, { count }) => all + count, 0)
      try {
        await migrate(climbing)
        for (const [table, { columns, sum }] of filled) {
          const after = await sumOf(climbing, table, columns)
          if (after !== sum) wrong.push(`${tag}: ${table} holds other rows afterwards`)
        }
        if (at >= journal.entries.length - 1 - alike)
          for (const [path, said] of await moneyAnswers(climbing)) {
            answers++
            if (said !== wanted.get(path))
              wrong.push(`${tag}: ${path} answers ${difference(said, wanted.get(path))}`)
          }
        const { status } = await ask(programOn(climbing), '/session', {
          body: { email: people.label.email, password: demoPassword },
        })
        // The first schemas had no password yet.
        if (filled.has('person') && status !== 200) wrong.push(`${tag}: sign-in answers ${status}`)
      } catch (error) {
        wrong.push(`${tag}: ${(error as Error).message}`)
      }
      await climbing.close()
      await admin.query(`drop database climb_${at}`)
    }
    await today.close()
    await admin.close()
    for (const line of wrong) console.log(line)
    return [
      {
        promise: '27 migrations climb from every earlier schema',
        figure: `with its rows, each the same afterwards, and a sign-in; from the last ${alike} every answer of money`,
        result: `${schemas} schemas, ${rows} rows, ${answers} answers of money, ${wrong.length} faults`,
        ok: rows > 0 && wrong.length === 0,
      },
    ]
  } finally {
    cluster.stop()
  }
}

/** The schema as it was after migration `at`. */
async function applyUpTo(at: number, url: string, journal: Journal) {
  const copy = mkdtempSync(join(tmpdir(), 'backline-climb-'))
  cpSync(folder, copy, { recursive: true })
  writeFileSync(journalOf(copy), JSON.stringify({ ...journal, entries: journal.entries.slice(0, at + 1) }))
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await applyMigrations(drizzle(client), { migrationsFolder: copy })
  await client.end()
  rmSync(copy, { recursive: true })
}

/** Where two answers begin to differ. */
function difference(said: string, wanted = ''): string {
  const at = [...said].findIndex((letter, place) => letter !== wanted[place])
  const near = (text: string) => text.slice(Math.max(0, at - 60), at + 60)
  return `${near(said)} instead of ${near(wanted)}`
}

type Queries = Pick<Awaited<ReturnType<typeof openDatabase>>, 'query'>
interface Filled {
  columns: string
  count: number
  sum: string
}

async function sumOf({ query }: Queries, table: string, columns: string): Promise<string> {
  const [row] = await query<{ sum: string }>(
    `select md5(coalesce(string_agg(whole::text, '' order by whole::text), '')) as sum from (select ${columns} from "${table}") whole`,
  )
  return row?.sum ?? ''
}

/** Rows of today that a schema could not hold which wanted more of them (a record of a charge is of no bill) stay away. */
const holds = (columns: readonly { c: string; needed: boolean }[]) =>
  columns
    .filter(({ needed }) => needed)
    .map(({ c }) => `"${c}" is not null`)
    .join(' and ') || 'true'

/** Gives an earlier schema today's rows, as far as it has their tables and columns. */
async function fill(from: string, to: string): Promise<Map<string, Filled>> {
  const [source, target] = [from, to].map((connectionString) => new pg.Client({ connectionString })) as [
    pg.Client,
    pg.Client,
  ]
  await source.connect()
  await target.connect()
  const columnsOf = async (client: pg.Client) => {
    const { rows } = await client.query<{ t: string; c: string; needed: boolean }>(
      `select table_name as t, column_name as c, is_nullable = 'NO' as needed from information_schema.columns
       where table_schema = 'public' and is_generated = 'NEVER' order by ordinal_position`,
    )
    return Map.groupBy(rows, ({ t }) => t)
  }
  const [now, then] = [await columnsOf(source), await columnsOf(target)]
  const filled = new Map<string, Filled>()
  // Rows come table by table: what they point at may follow.
  await target.query(`set session_replication_role = 'replica'`)
  for (const [table, earlier] of then) {
    const known = new Set((now.get(table) ?? []).map(({ c }) => c))
    const kept = earlier.filter(({ c }) => known.has(c))
    const columns = kept.map(({ c }) => `"${c}"`).join(', ')
    if (!columns || made.has(table)) continue
    const { rows } = await source.query<{ rows: string | null }>(
      `select json_agg(whole)::text as rows from (select ${columns} from "${table}" where ${holds(kept)}) whole`,
    )
    await target.query(`delete from "${table}"`)
    const { rowCount } = await target.query(
      `insert into "${table}" (${columns}) overriding system value
       select ${columns} from json_populate_recordset(null::"${table}", $1::json)`,
      [rows[0]?.rows ?? '[]'],
    )
    const query = (async (text: string) => (await target.query(text)).rows) as Queries['query']
    filled.set(table, { columns, count: rowCount ?? 0, sum: await sumOf({ query }, table, columns) })
  }
  await source.end()
  await target.end()
  return filled
}
