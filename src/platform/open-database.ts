import { existsSync, mkdirSync } from 'node:fs'
import type { PGlite } from '@electric-sql/pglite'
import {
  currentTransaction,
  type Database,
  type Db,
  type Reach,
  reachStatement,
  type Tx,
  within,
} from './db.ts'
import { databaseIn } from './embedded-folder.ts'
import { lockFolder } from './folder-lock.ts'

/**
 * Opens PostgreSQL when `url` is given, otherwise the embedded database in `folder`, and leaves it unmigrated. With
 * `direct`, where PostgreSQL itself answers, `url` is that of a pooler which lends a connection for a transaction only.
 */
export async function openDatabase(options: {
  url?: string | undefined
  direct?: string | undefined
  /** A standby, for reads that may be a second old. */
  replica?: string | undefined
  folder: string
  poolSize?: number
}): Promise<Database> {
  if (!options.url) return openPglite(options.folder)
  const { openPostgres } = await import('./db-postgres.ts')
  const { replica, direct, poolSize = 10 } = options
  const primary = await openPostgres(options.url, poolSize, direct)
  if (!replica) return primary
  const { withStandby } = await import('./standby.ts')
  return withStandby(primary, await openPostgres(replica, poolSize, direct && replica))
}

/** Wraps an open PGlite; also used by tests that load a dump into memory. */
export async function wrapPglite(pglite: PGlite, unlock: () => void = () => {}): Promise<Database> {
  const { drizzle } = await import('drizzle-orm/pglite')
  const db = drizzle(pglite, { casing: 'snake_case' }) as unknown as Db
  return {
    kind: 'pglite',
    db,
    slow: () => false,
    raw: { pglite },
    query: async <Row extends object>(text: string, values?: unknown[]) => {
      refuseInsideTransaction()
      return (await pglite.query<Row>(text, values)).rows
    },
    transaction: (reach, run) => {
      refuseInsideTransaction()
      return runInTransaction(db, reach, run)
    },
    read: (reach, run) => {
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
  const { compilePlainly, embedded } = await import('./embedded.ts')
  const path = databaseIn(folder)
  // Whoever makes it has two years to write, and writes them again after a crash.
  const making = !existsSync(path)
  if (!making) compilePlainly()
  const pglite = new PGlite(path, { ...embedded, relaxedDurability: making })
  await pglite.waitReady
  return wrapPglite(pglite, unlock)
}

/** PGlite has one connection: a query beside an open transaction would wait for itself for ever. */
function refuseInsideTransaction() {
  if (currentTransaction()) throw new Error('A query outside the open transaction; use its tx.')
}

function runInTransaction<T>(db: Db, reach: Reach, run: (tx: Tx) => Promise<T>): Promise<T> {
  return db.transaction(async (tx) => {
    await tx.execute(reachStatement(reach))
    return within({ tx, reach }, run)
  })
}
