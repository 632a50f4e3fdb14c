import type { Writable } from 'node:stream'
import { PgDialect } from 'drizzle-orm/pg-core'
import type pg from 'pg'
import { isBackground } from './background.ts'
import { watchDatabase } from './database-watch.ts'
import type { Database, Db, Reach, Tx } from './db.ts'
import { databaseRole, settingsOf, within } from './db.ts'
import { isOutdated, statementNames } from './prepared.ts'

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const listed = (ids: readonly string[]) => {
  if (!ids.every((id) => uuid.test(id))) throw new Error('Only UUIDs may be reached')
  return ids.join(',')
}

/** So long a request waits for a lock: the rest of its three seconds is for what it came to do. */
const lockWaitMs = 2_000

const statementMs = 60_000
/** Compiling a plan pays for questions of seconds; here it cost more than what it sped up. */
const withoutJit = 'jit=off'
/**
 * A connection that is new knows no table: planning what a page asks took the server three to eight times as long then,
 * on each of the dozen that a page takes. So they stay, 10 MB each, and a few of them over the night; what stands between
 * sees that they live.
 */
const kept = {
  idleTimeoutMillis: 3_600_000,
  min: 4,
  keepAlive: true,
  keepAliveInitialDelayMillis: 60_000,
} as const
/** What a connection is told when it is made, where it is lent for one transaction and the next gets another. */
const lent = `set local statement_timeout = ${statementMs}; set local lock_timeout = ${lockWaitMs}; set local ${withoutJit}`

/** `begin` and what gives the transaction its role and reach, in one message: each would cost a way to the server. */
function beginning(reach: Reach, pooled: boolean): string {
  const begin = [
    'begin',
    ...(pooled ? [lent] : []),
    ...(isBackground() ? ['set local lock_timeout = 0'] : []),
  ].join('; ')
  const role = `set local role ${databaseRole(reach)}`
  if (reach.role === 'service') return `${begin}; ${role}`
  const settings = settingsOf(reach).map(([name, ids]) => `set_config('${name}', '${listed(ids)}', true)`)
  return `${begin}; select ${settings.join(', ')}; ${role}`
}

type Queries = Pick<pg.PoolClient, 'query'>
/** What pg's own types leave out: it may send a query before the one before is answered, and has a socket. */
type PipelinedClient = pg.PoolClient & { pipeline: boolean; connection: { stream: Writable } }

/**
 * Opens PostgreSQL at `url` with `max` connections, and half as many again for reads. With `direct` there is a pooler at
 * `url` that lends a connection for one transaction: nothing that stays with a connection is used then. Settings go with
 * each transaction, statements have no names, and staff's reads are transactions too.
 */
export async function openPostgres(url: string, max: number, direct?: string): Promise<Database> {
  const pooled = direct !== undefined
  const { default: driver } = await import('pg')
  const { drizzle, NodePgSession, NodePgTransaction } = await import('drizzle-orm/node-postgres')
  const poolOf = (size: number, options = '') => {
    const pool = new driver.Pool({
      connectionString: url,
      max: size,
      connectionTimeoutMillis: 2_500,
      ...kept,
      application_name: 'backline',
      ...(pooled
        ? {}
        : {
            statement_timeout: statementMs,
            lock_timeout: lockWaitMs,
            options: `-c ${withoutJit} ${options}`,
          }),
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
      new driver.Client({
        connectionString: url,
        connectionTimeoutMillis: 1_500,
        application_name: 'backline',
      }),
  )
  const casing = 'snake_case' as const
  const dialect = new PgDialect({ casing })
  const names = statementNames()
  const nameOf: typeof names.nameOf = pooled ? () => undefined : names.nameOf
  /** Its queries, with names where they come again; `again` says whether all of them may be asked twice. */
  const named = (client: Queries, role: string, again: boolean): pg.Pool =>
    ({
      query: (config: pg.QueryConfig, values: unknown[]) => {
        const name = nameOf(config.text, role, again)
        const from = performance.now()
        const answer = client.query(name ? { ...config, name } : config, values)
        answer.then(
          () => names.took(config.text, role, performance.now() - from),
          () => {},
        )
        return answer
      },
    }) as unknown as pg.Pool
  const readDb = drizzle(named(reads, 'r', true), { casing }) as unknown as Tx
  const txOf = (client: Queries, reach: Reach, again: boolean) => {
    const session = new NodePgSession(
      named(client, databaseRole(reach).replace('backline_', ''), again),
      dialect,
      undefined,
    )
    return new NodePgTransaction(dialect, session, undefined) as unknown as Tx
  }
  async function outdatedAgain<T>(read: () => Promise<T>): Promise<T> {
    try {
      return await read()
    } catch (error) {
      if (!isOutdated(error)) throw error
      names.forget()
      return read()
    }
  }

  async function inTransaction<T>(reach: Reach, run: (tx: Tx) => Promise<T>): Promise<T> {
    const begin = beginning(reach, pooled)
    const client = await pool.connect()
    let broken = false
    try {
      await client.query(begin)
      const result = await within({ tx: txOf(client, reach, false), reach }, run)
      // The server answers ROLLBACK to the commit of a transaction in which a query failed.
      const { command } = await client.query('commit')
      if (command !== 'COMMIT') throw new Error('The transaction had failed and was rolled back')
      return result
    } catch (error) {
      if (isOutdated(error)) names.forget()
      await client.query('rollback').catch(() => {
        broken = true
      })
      throw error
    } finally {
      client.release(broken)
    }
  }

  /**
   * What a member reads: the transaction's beginning goes out together with the first query, and nobody waits for its end.
   * Nothing is answered unless it had begun with its role and reach.
   */
  async function inReading<T>(reach: Reach, run: (tx: Tx) => Promise<T>): Promise<T> {
    const begin = beginning(reach, pooled)
    const client = (await pool.connect()) as PipelinedClient
    const end = (command: 'commit' | 'rollback') =>
      client.query(command).then(
        () => {
          client.pipeline = false
          client.release()
        },
        () => client.release(true),
      )
    client.pipeline = true
    const { stream } = client.connection
    stream.cork()
    process.nextTick(() => stream.uncork())
    try {
      const begun = client.query(begin)
      const [result] = await Promise.all([within({ tx: txOf(client, reach, true), reach }, run), begun])
      void end('commit')
      return result
    } catch (error) {
      await end('rollback')
      throw error
    }
  }

  const transaction: Database['transaction'] = (reach, run) => watch.race(() => inTransaction(reach, run))
  return {
    kind: 'postgres',
    db: drizzle(pool, { casing }) as unknown as Db,
    raw: { pool, direct: direct ?? url },
    slow: watch.slow,
    query: async (text, values, name) =>
      (
        await watch.race(() =>
          outdatedAgain(() => {
            const kept = pooled ? undefined : (name ?? names.nameOf(text, 'q', true))
            return pool.query(
              kept ? { name: kept, text, values: values ?? [] } : { text, values: values ?? [] },
            )
          }),
        )
      ).rows,
    transaction,
    read: (reach, run) =>
      reach.role === 'service' && !pooled
        ? watch.race(() => outdatedAgain(() => within({ tx: readDb, reach }, run)))
        : watch.race(() => outdatedAgain(() => inReading(reach, run))),
    close: watch.stop,
  }
}
