import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type SQL, sql } from 'drizzle-orm'
import { currentTransaction, type Database, type Tx } from './db.ts'

export type Cell = string | number | boolean | null

/** One transaction for a lot of rows: plain statements, and columns filled at the speed of COPY. */
export interface Bulk {
  query<Row extends object>(text: string, values?: unknown[]): Promise<Row[]>
  /** Makes an empty temporary table, dropped when the transaction ends. `columns`: name → SQL type. */
  stage(table: string, columns: Record<string, string>): Promise<void>
  /** Appends rows, their cells in the order of the table's columns. */
  append(table: string, rows: readonly (readonly Cell[])[]): Promise<void>
  /** What a query answers as COPY writes it, in pieces that end anywhere. */
  out(query: string): AsyncIterable<Buffer>
  /** Waits for whoever is writing to these tables, and lets nobody until the transaction ends. */
  lock(...tables: string[]): Promise<void>
  /** Shows the planner what this transaction has written into temporary tables, or only some columns: `line (sku)`. */
  analyze(...tables: string[]): Promise<void>
  /** The same of tables that stay: it would go on planning for them as they were. */
  analyzeKept(...tables: string[]): Promise<void>
}

type Isolation = 'read committed' | 'repeatable read'

/**
 * Runs `run` in one transaction that reaches every portal's rows and rolls back when it throws. Inside a transaction
 * that is already open it takes part in that one. `repeatable read`: all of its statements see the same.
 */
export async function inBulk<T>(
  database: Database,
  run: (bulk: Bulk) => Promise<T>,
  isolation: Isolation = 'read committed',
): Promise<T> {
  const open = currentTransaction()
  if (open) return run(bulkOf(open))
  return 'pglite' in database.raw
    ? inPglite(database.raw.pglite, run)
    : inPostgres(database.raw.pool, run, isolation)
}

/** A UUIDv7 made by the database: by this moment, then at random. */
export const uuidV7 = `encode(set_bit(set_bit(overlay(uuid_send(gen_random_uuid()) placing
  substring(int8send((extract(epoch from clock_timestamp()) * 1000)::bigint) from 3) from 1 for 6), 52, 1), 53, 1), 'hex')::uuid`

const createTable = (table: string, columns: Record<string, string>) =>
  `create temporary table ${table} (${Object.entries(columns)
    .map(([name, type]) => `${name} ${type}`)
    .join(', ')}) on commit drop`

const escapes: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' }
const encodeCell = (cell: Cell) =>
  cell === null
    ? '\\N'
    : typeof cell === 'string'
      ? cell.replace(/[\\\t\n\r]/g, (c) => escapes[c] ?? c)
      : String(cell)
const encode = (rows: readonly (readonly Cell[])[]) =>
  rows.map((row) => `${row.map(encodeCell).join('\t')}\n`).join('')

type Raw = Database['raw']
type Pool = Extract<Raw, { pool: unknown }>['pool']
type Pglite = Extract<Raw, { pglite: unknown }>['pglite']

async function inPostgres<T>(pool: Pool, run: (bulk: Bulk) => Promise<T>, isolation: Isolation): Promise<T> {
  const { from, to } = await import('pg-copy-streams')
  const client = await pool.connect()
  let broken: Error | undefined
  try {
    await client.query(`begin isolation level ${isolation}`)
    await client.query(`select set_config('role', 'backline_service', true), set_config('statement_timeout', '0', true),
      set_config('lock_timeout', '0', true), set_config('work_mem', '64MB', true)`)
    const result = await run({
      query: async (text, values) => (await client.query(text, values)).rows,
      stage: async (table, columns) => {
        await client.query(`drop table if exists ${table}`)
        await client.query(createTable(table, columns))
      },
      append: async (table, rows) => {
        await pipeline(Readable.from([encode(rows)]), client.query(from(`copy ${table} from stdin`)))
      },
      out: (query) => toItsEnd(client.query(to(`copy (${query}) to stdout`))),
      lock: async (...tables) => {
        await client.query('set local role none')
        await client.query(`lock table ${tables.join(', ')} in share mode`)
        await client.query('set local role backline_service')
      },
      // Only owners may: of temporary tables the role that works here, of all others the one that logged in.
      analyze: async (...tables) => void (await client.query(`analyze ${tables.join(', ')}`)),
      analyzeKept: async (...tables) => {
        await client.query('set local role none')
        await client.query(`analyze ${tables.join(', ')}`)
        await client.query('set local role backline_service')
      },
    })
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback').catch((failure: Error) => {
      broken = failure
    })
    throw error
  } finally {
    client.release(broken)
  }
}

/** Whoever turns away leaves the rest to be read: until then the connection takes no other statement, not even a rollback. */
async function* toItsEnd(stream: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const source = stream[Symbol.asyncIterator]()
  let next = await source.next()
  try {
    for (; !next.done; next = await source.next()) yield next.value
  } finally {
    while (!next.done) next = await source.next()
  }
}

function inPglite<T>(pglite: Pglite, run: (bulk: Bulk) => Promise<T>): Promise<T> {
  return pglite.transaction((tx) =>
    run({
      query: async <Row extends object>(text: string, values?: unknown[]) =>
        (await tx.query<Row>(text, values)).rows,
      stage: async (table, columns) => {
        await tx.exec(`drop table if exists ${table}; ${createTable(table, columns)}`)
      },
      append: async (table, rows) => {
        await tx.query(`copy ${table} from '/dev/blob'`, [], { blob: new Blob([encode(rows)]) })
      },
      out: async function* (query) {
        const { blob } = await tx.query(`copy (${query}) to '/dev/blob'`)
        if (blob) yield Buffer.from(await blob.arrayBuffer())
      },
      // It has one connection: whoever is here is alone.
      lock: async () => {},
      analyze: async (...tables) => void (await tx.exec(`analyze ${tables.join(', ')}`)),
      analyzeKept: async (...tables) => void (await tx.exec(`analyze ${tables.join(', ')}`)),
    }),
  )
}

/** The same inside a transaction of Drizzle's, for few rows: COPY is out of its reach. */
export function bulkOf(tx: Tx): Bulk {
  const types = new Map<string, string[]>()
  const rowsOf = async <Row>(query: SQL) => ((await tx.execute(query)) as unknown as { rows: Row[] }).rows
  return {
    query: (text, values = []) => rowsOf(bind(text, values)),
    stage: async (table, columns) => {
      types.set(table, Object.values(columns))
      await tx.execute(sql.raw(`drop table if exists ${table}`))
      await tx.execute(sql.raw(createTable(table, columns)))
    },
    append: async (table, rows) => {
      const cells = (types.get(table) ?? []).map((type, index) => `(e->>${index})::${type}`).join(', ')
      await tx.execute(
        bind(`insert into ${table} select ${cells} from jsonb_array_elements($1::jsonb) e`, [
          JSON.stringify(rows),
        ]),
      )
    },
    out: () => {
      throw new Error('COPY is out of reach of a transaction that is already open.')
    },
    lock: async (...tables) =>
      void (await tx.execute(sql.raw(`lock table ${tables.join(', ')} in share mode`))),
    // Few rows: no plan goes wrong over them.
    analyze: async () => {},
    analyzeKept: async () => {},
  }
}

/** Drizzle's form of a statement with numbered parameters. */
function bind(text: string, values: unknown[]): SQL {
  const parts = text.split(/\$(\d+)/)
  return sql.join(
    parts.map((part, index) =>
      index % 2 === 0 ? sql.raw(part) : sql`${sql.param(values[Number(part) - 1])}`,
    ),
  )
}
