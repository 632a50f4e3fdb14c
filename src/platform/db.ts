import { AsyncLocalStorage } from 'node:async_hooks'
import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { PGlite } from '@electric-sql/pglite'
import { type SQL, sql } from 'drizzle-orm'
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'
import type pg from 'pg'
import { watchDatabase } from './database-watch.ts'
import { lockFolder } from './folder-lock.ts'

/** The one Drizzle type behind which PGlite and PostgreSQL look the same. */
export type Db = PgDatabase<PgQueryResultHKT, Record<string, never>>
/** An open transaction; also anything that can run queries inside one. */
export type Tx = Parameters<Parameters<Db['transaction']>[0]>[0]

/** Who the rows of a transaction are for; see tenancy.ts. */
export type Reach =
  | { role: 'service' }
  | { role: 'member'; personId: string; portals: readonly string[]; accounts: readonly string[] }

export interface Database {
  kind: 'pglite' | 'postgres'
  db: Db
  /** Rows of a plain query with numbered parameters; outside any transaction. */
  query<Row extends object>(text: string, values?: unknown[], name?: string): Promise<Row[]>
  /** Runs `run` in one transaction as the role that `reach` names; rolls back when it throws. */
  transaction<T>(reach: Reach, run: (tx: Tx) => Promise<T>): Promise<T>
  /** The connection underneath, for COPY and jobs. */
  raw: { pool: pg.Pool } | { pglite: PGlite }
  close(): Promise<void>
}

const openTransaction = new AsyncLocalStorage<Tx>()

/** The transaction that the caller runs inside, if any. */
export const currentTransaction = () => openTransaction.getStore()

const service: Reach = { role: 'service' }
export const asService = service

/** `set_config` statement that gives the transaction its role and reach. Ids are UUIDs made by the program. */
export function reachStatement(reach: Reach): SQL {
  if (reach.role === 'service') return sql`select set_config('role', 'backline_service', true)`
  return sql`select set_config('role', 'backline_member', true), set_config('app.person', ${reach.personId}, true),
    set_config('app.portals', ${reach.portals.join(',')}, true), set_config('app.accounts', ${reach.accounts.join(',')}, true)`
}

/** Opens PostgreSQL when `url` is given, otherwise the embedded database in `folder`, and leaves it unmigrated. */
export async function openDatabase(options: {
  url?: string | undefined
  folder: string
  poolSize?: number
}): Promise<Database> {
  return options.url ? openPostgres(options.url, options.poolSize ?? 10) : openPglite(options.folder)
}

async function openPostgres(url: string, max: number): Promise<Database> {
  const { default: pg } = await import('pg')
  const { drizzle } = await import('drizzle-orm/node-postgres')
  const pool = new pg.Pool({
    connectionString: url,
    max,
    connectionTimeoutMillis: 3_000,
    statement_timeout: 60_000,
    application_name: 'backline',
  })
  // An idle connection lost to a restart of the server is replaced by the pool at the next query.
  pool.on('error', () => {})
  // One that is lost while a transaction holds it fails that transaction's next query, and not the whole program.
  pool.on('connect', (client) => client.on('error', () => {}))
  const watch = watchDatabase(
    pool,
    () =>
      new pg.Client({ connectionString: url, connectionTimeoutMillis: 1_500, application_name: 'backline' }),
  )
  const db = drizzle(pool, { casing: 'snake_case' }) as unknown as Db
  return {
    kind: 'postgres',
    db,
    raw: { pool },
    query: async (text, values, name) =>
      (
        await watch.race(() =>
          pool.query(name ? { name, text, values: values ?? [] } : { text, values: values ?? [] }),
        )
      ).rows,
    transaction: (reach, run) => watch.race(() => runInTransaction(db, reach, run)),
    close: watch.stop,
  }
}

/** Wraps an open PGlite; also used by tests that load a dump into memory. */
export async function wrapPglite(pglite: PGlite, unlock: () => void = () => {}): Promise<Database> {
  const { drizzle } = await import('drizzle-orm/pglite')
  const db = drizzle(pglite, { casing: 'snake_case' }) as unknown as Db
  return {
    kind: 'pglite',
    db,
    raw: { pglite },
    query: async <Row extends object>(text: string, values?: unknown[]) => {
      refuseInsideTransaction()
      return (await pglite.query<Row>(text, values)).rows
    },
    transaction: (reach, run) => {
      refuseInsideTransaction()
      return runInTransaction(db, reach, run)
    },
    close: async () => {
      await pglite.close()
      unlock()
    },
  }
}

async function openPglite(folder: string): Promise<Database> {
  mkdirSync(folder, { recursive: true })
  const unlock = lockFolder(folder)
  const { PGlite } = await import('@electric-sql/pglite')
  const { embeddedExtensions: extensions } = await import('./embedded.ts')
  const path = join(folder, 'database')
  const pglite = new PGlite(path, { extensions, relaxedDurability: !existsSync(path) })
  await pglite.waitReady
  return wrapPglite(pglite, unlock)
}

/** PGlite has one connection: a query beside an open transaction would wait for itself for ever. */
function refuseInsideTransaction() {
  if (openTransaction.getStore()) throw new Error('A query outside the open transaction; use its tx.')
}

function runInTransaction<T>(db: Db, reach: Reach, run: (tx: Tx) => Promise<T>): Promise<T> {
  return db.transaction(async (tx) => {
    await tx.execute(reachStatement(reach))
    return openTransaction.run(tx, () => run(tx))
  })
}

/** Rows of a query written in SQL, inside a transaction. */
export async function rows<Row extends object>(tx: Tx, query: SQL): Promise<Row[]> {
  return ((await tx.execute(query)) as unknown as { rows: Row[] }).rows
}

/**
 * Runs queries past row-level security, inside a member's transaction: for rows that cross tenants by nature (people,
 * who may belong to several accounts; mail) after the operation's own access has been checked. The queries must narrow
 * themselves.
 */
export async function elevated<T>(tx: Tx, run: () => Promise<T>): Promise<T> {
  const [before] = await rows<{ role: string }>(tx, sql`select current_setting('role') as role`)
  await tx.execute(sql`select set_config('role', 'backline_service', true)`)
  // After a failed query the transaction is over anyway, and with it the role.
  const result = await run()
  await tx.execute(sql`select set_config('role', ${before?.role ?? 'backline_member'}, true)`)
  return result
}

/** The same `query` as a Database's, for code that may run inside a transaction too. */
export const queriesIn = (tx: Tx): Pick<Database, 'query'> => ({
  query: <Row extends object>(text: string, values: unknown[] = []) => {
    const parts = text.split(/\$(\d+)/)
    const chunks = parts.map((part, at) =>
      at % 2 === 0 ? sql.raw(part) : sql`${sql.param(values[Number(part) - 1])}`,
    )
    return rows<Row>(tx, sql.join(chunks))
  },
})
