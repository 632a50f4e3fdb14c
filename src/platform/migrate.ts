import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import type { Client } from 'pg'
import { CannotStart } from './cannot-start.ts'
import { createRoles, grant } from './database-roles.ts'
import type { Database } from './db.ts'
import { projectRoot } from './root.ts'

const folder = new URL('drizzle', projectRoot).pathname
/** Any number that no other program uses on the same database. */
const lockKey = 7_205_311

/**
 * Brings the schema up to date. Processes that start together take turns by an advisory lock; each but the first
 * finds nothing left to do. Roles and grants are repeated each time, because a database may be restored without them.
 * `told` does what there is to do, where there is any.
 */
export async function migrate(
  database: Database,
  told: (run: () => Promise<void>) => Promise<void> = (run) => run(),
): Promise<void> {
  if ('pglite' in database.raw) {
    const behind = await isBehind((text) => database.query(text))
    await createRoles((text) => database.query(text))
    const { migrate } = await import('drizzle-orm/pglite/migrator')
    if (behind) await told(() => migrate(database.db as never, { migrationsFolder: folder }))
    await grant((text) => database.query(text))
    return
  }
  await withLock(database.raw.direct, async (client) => {
    await client.query(`set work_mem = '64MB'`)
    const behind = await isBehind(async (text) => (await client.query(text)).rows)
    await createRoles((text) => client.query(text))
    const { drizzle } = await import('drizzle-orm/node-postgres')
    const { migrate } = await import('drizzle-orm/node-postgres/migrator')
    if (behind) await told(() => migrate(drizzle(client), { migrationsFolder: folder }))
    await grant((text) => client.query(text))
  })
}

/** Runs what only one process may do at a time: those that start together take turns. Not to be nested. */
export const inTurn = <T>(database: Database, work: () => Promise<T>): Promise<T> =>
  'pool' in database.raw ? withLock(database.raw.direct, work) : work()

/** The lock has a connection of its own: a pool of one could not do the work beside it. It ends with the connection. */
async function withLock<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const { default: driver } = await import('pg')
  // The process that came first may have a long migration to do, and so may this one: no timeouts.
  const client = new driver.Client({ connectionString: url, application_name: 'backline' })
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [lockKey])
    return await work(client)
  } finally {
    await client.end().catch(() => {})
  }
}

/**
 * Is there anything left to do? The database may also have been migrated by a later version, which this program knows
 * nothing of: what it writes could be wrong there.
 * @throws CannotStart
 */
async function isBehind(ask: (text: string) => Promise<object[]>): Promise<boolean> {
  const [table] = await ask(`select to_regclass('drizzle.__drizzle_migrations') as name`)
  if (!(table as { name: string | null }).name) return true
  const journal: { entries: { when: number }[] } = JSON.parse(
    readFileSync(join(folder, 'meta/_journal.json'), 'utf8'),
  )
  const known = Math.max(...journal.entries.map(({ when }) => when))
  const [last] = await ask('select max(created_at)::float8 as at from drizzle.__drizzle_migrations')
  const at = (last as { at: number | null }).at ?? 0
  if (at > known)
    throw new CannotStart(
      'The database was made by a newer version of Backline: start that version, or restore a backup of this one.',
    )
  return at < known
}

/** True when the database holds no person yet: a first start. */
export async function isEmpty(database: Database): Promise<boolean> {
  const result = await database.db.execute(sql`select 1 from person limit 1`)
  return (result as unknown as { rows: unknown[] }).rows.length === 0
}

/** Makes the roles that policies name: a dump that names them cannot be taken back without. */
export const createDatabaseRoles = (database: Database): Promise<void> =>
  createRoles((text) => database.query(text))
