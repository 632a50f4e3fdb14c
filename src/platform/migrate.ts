import { sql } from 'drizzle-orm'
import type { Database } from './db.ts'
import { projectRoot } from './root.ts'

const folder = new URL('drizzle', projectRoot).pathname
/** Any number that no other program uses on the same database. */
const lockKey = 7_205_311

/**
 * Brings the schema up to date. Processes that start together take turns by an advisory lock; each but the first
 * finds nothing left to do. Roles and grants are repeated each time, because a database may be restored without them.
 */
export async function migrate(database: Database): Promise<void> {
  if ('pglite' in database.raw) {
    await createRoles((text) => database.query(text))
    const { migrate } = await import('drizzle-orm/pglite/migrator')
    await migrate(database.db as never, { migrationsFolder: folder })
    await grant((text) => database.query(text))
    return
  }
  const client = await database.raw.pool.connect()
  try {
    // The process that came first may have a long migration to do, and so may this one.
    await client.query('set lock_timeout = 0')
    await client.query('set statement_timeout = 0')
    await client.query(`set work_mem = '64MB'`)
    await client.query('select pg_advisory_lock($1)', [lockKey])
    await createRoles((text) => client.query(text))
    const { drizzle } = await import('drizzle-orm/node-postgres')
    const { migrate } = await import('drizzle-orm/node-postgres/migrator')
    await migrate(drizzle(client), { migrationsFolder: folder })
    await grant((text) => client.query(text))
  } finally {
    await client.query('select pg_advisory_unlock($1)', [lockKey]).catch(() => {})
    for (const setting of ['lock_timeout', 'statement_timeout', 'work_mem'])
      await client.query(`reset ${setting}`).catch(() => {})
    client.release()
  }
}

/** True when the database holds no person yet: a first start. */
export async function isEmpty(database: Database): Promise<boolean> {
  const result = await database.db.execute(sql`select 1 from person limit 1`)
  return (result as unknown as { rows: unknown[] }).rows.length === 0
}

/** Makes the roles that policies name: a dump that names them cannot be taken back without. */
export const createDatabaseRoles = (database: Database): Promise<void> =>
  createRoles((text) => database.query(text))

type Run = (text: string) => Promise<unknown>

async function createRoles(run: Run) {
  for (const role of ['backline_member', 'backline_service']) {
    // Roles belong to the whole cluster: another database's start may create them at the same moment.
    await run(`do $$ begin
      if not exists (select from pg_roles where rolname = '${role}') then create role ${role} nologin nobypassrls; end if;
    exception when duplicate_object or unique_violation then null; end $$`)
    // From 16 on who makes a role belongs to it, and may still not act as it.
    await run(`do $$ begin
      if not pg_has_role(current_user, '${role}',
        case when current_setting('server_version_num')::int < 160000 then 'member' else 'set' end) then execute format('grant ${role} to %I', current_user); end if;
    end $$`)
  }
}

async function grant(run: Run) {
  for (const role of ['backline_member', 'backline_service']) {
    await run(`grant usage on schema public to ${role}`)
    await run(`grant select, insert, update, delete on all tables in schema public to ${role}`)
    await run(`grant usage on all sequences in schema public to ${role}`)
    // The audit log is append-only for everybody who is not the owner of the database.
    await run(`revoke update, delete, truncate on activity from ${role}`)
  }
}
