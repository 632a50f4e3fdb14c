import { PgDialect } from 'drizzle-orm/pg-core'
import { watchDatabase } from './database-watch.ts'
import type { Database, Db, Reach, Tx } from './db.ts'
import { within } from './db.ts'

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const listed = (ids: readonly string[]) => {
  if (!ids.every((id) => uuid.test(id))) throw new Error('Only UUIDs may be reached')
  return ids.join(',')
}

/** `begin` and what gives the transaction its role and reach, in one message: each would cost a way to the server. */
const beginning = (reach: Reach) =>
  reach.role === 'service'
    ? 'begin; set local role backline_service'
    : `begin; set local role backline_member; select set_config('app.person', '${listed([reach.personId])}', true),
        set_config('app.portals', '${listed(reach.portals)}', true), set_config('app.accounts', '${listed(reach.accounts)}', true)`

/** Opens PostgreSQL at `url` with `max` connections, and half as many again for reads. */
export async function openPostgres(url: string, max: number): Promise<Database> {
  const { default: pg } = await import('pg')
  const { drizzle, NodePgSession, NodePgTransaction } = await import('drizzle-orm/node-postgres')
  const poolOf = (size: number, options?: string) => {
    const pool = new pg.Pool({
      connectionString: url,
      max: size,
      connectionTimeoutMillis: 3_000,
      statement_timeout: 60_000,
      application_name: 'backline',
      ...(options ? { options } : {}),
    })
    // An idle connection lost to a restart of the server is replaced by the pool at the next query.
    pool.on('error', () => {})
    // One that is lost while a transaction holds it fails that transaction's next query, and not the whole program.
    pool.on('connect', (client) => client.on('error', () => {}))
    return pool
  }
  const pool = poolOf(max)
  const reads = poolOf(Math.ceil(max / 2), '-c role=backline_service -c default_transaction_read_only=on')
  const watch = watchDatabase(
    [pool, reads],
    () =>
      new pg.Client({ connectionString: url, connectionTimeoutMillis: 1_500, application_name: 'backline' }),
  )
  const casing = 'snake_case' as const
  const dialect = new PgDialect({ casing })
  const readDb = drizzle(reads, { casing }) as unknown as Tx

  async function inTransaction<T>(reach: Reach, run: (tx: Tx) => Promise<T>): Promise<T> {
    const begin = beginning(reach)
    const client = await pool.connect()
    let broken = false
    try {
      await client.query(begin)
      const session = new NodePgSession(client, dialect, undefined)
      const tx = new NodePgTransaction(dialect, session, undefined) as unknown as Tx
      const result = await within({ tx, reach }, run)
      // The server answers ROLLBACK to the commit of a transaction in which a query failed.
      const { command } = await client.query('commit')
      if (command !== 'COMMIT') throw new Error('The transaction had failed and was rolled back')
      return result
    } catch (error) {
      await client.query('rollback').catch(() => {
        broken = true
      })
      throw error
    } finally {
      client.release(broken)
    }
  }

  const transaction: Database['transaction'] = (reach, run) => watch.race(() => inTransaction(reach, run))
  return {
    kind: 'postgres',
    db: drizzle(pool, { casing }) as unknown as Db,
    raw: { pool },
    query: async (text, values, name) =>
      (
        await watch.race(() =>
          pool.query(name ? { name, text, values: values ?? [] } : { text, values: values ?? [] }),
        )
      ).rows,
    transaction,
    read: (reach, run) =>
      reach.role === 'service'
        ? watch.race(() => within({ tx: readDb, reach }, run))
        : transaction(reach, run),
    close: watch.stop,
  }
}
