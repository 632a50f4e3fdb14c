import { AsyncLocalStorage } from 'node:async_hooks'
import type { PGlite } from '@electric-sql/pglite'
import { type SQL, sql } from 'drizzle-orm'
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'
import type pg from 'pg'
import type { Why } from './past-policies.ts'

/** The one Drizzle type behind which PGlite and PostgreSQL look the same. */
export type Db = PgDatabase<PgQueryResultHKT, Record<string, never>>
/** An open transaction; also anything that can run queries inside one. */
export type Tx = Parameters<Parameters<Db['transaction']>[0]>[0]

/** Who the rows of a transaction are for; see tenancy.ts. */
export type Reach =
  | { role: 'service' }
  | {
      role: 'member'
      personId: string
      portals: readonly string[]
      accounts: readonly string[]
      /** Accounts all of whose portals are reached: the database knows them, and nobody has to send them there. */
      labels?: readonly string[]
    }

export interface Database {
  kind: 'pglite' | 'postgres'
  db: Db
  /** Rows of a plain query with numbered parameters; outside any transaction. */
  query<Row extends object>(text: string, values?: unknown[], name?: string): Promise<Row[]>
  /** Runs `run` in one transaction as the role that `reach` names; rolls back when it throws. */
  transaction<T>(reach: Reach, run: (tx: Tx) => Promise<T>): Promise<T>
  /**
   * The same for what only reads and neither opens a cursor nor sets anything for its transaction. Staff's reads run
   * without a transaction on PostgreSQL: every statement sees what is committed when it begins, as inside one, and two
   * ways to the server less.
   */
  read<T>(reach: Reach, run: (tx: Tx) => Promise<T>): Promise<T>
  /**
   * For reads that may be a second old, where a standby follows (see standby.ts); what stood at `wrote` is in what they read.
   * They may be begun twice, and change nothing.
   */
  lagging?: (wrote: string | undefined) => Pick<Database, 'read' | 'transaction'>
  /** Where the database stands by now: what is written so far is in everything that was read from there on. */
  stands?: () => Promise<string>
  /** True while even the smallest question takes the database long: nobody should wait for an answer then. */
  slow(): boolean
  /** The connection underneath, for COPY and jobs; `direct` is where a session of one's own is had, for locks. */
  raw: { pool: pg.Pool; direct: string } | { pglite: PGlite }
  close(): Promise<void>
}

interface Open {
  tx: Tx
  reach: Reach
}
const opened = new AsyncLocalStorage<Open>()

/** The transaction that the caller runs inside, if any. */
export const currentTransaction = () => opened.getStore()?.tx
/** What it reaches; everything inside `elevated`. */
export const currentReach = () => opened.getStore()?.reach

/** Runs what belongs to an open transaction; `currentTransaction` and `elevated` know of it inside. */
export const within = <T>(open: Open, run: (tx: Tx) => Promise<T>): Promise<T> =>
  opened.run(open, () => run(open.tx))

const service: Reach = { role: 'service' }
/** The reach of everything; `why` is read by people, and by the test that lists who asks for it. */
export const asService = (_why: Why): Reach => service

/** The database's role that a transaction of this reach runs as; see tenancy.ts. */
export const databaseRole = (reach: Reach) =>
  reach.role === 'service'
    ? 'backline_service'
    : reach.labels && reach.labels.length > 0
      ? 'backline_label'
      : 'backline_member'

/** What its policies are told of a member's transaction: ids, which are UUIDs made by the program. */
export const settingsOf = ({
  personId,
  portals,
  accounts,
  labels = [],
}: Extract<Reach, { role: 'member' }>) =>
  [
    ['app.person', [personId]],
    ['app.portals', portals],
    ['app.accounts', accounts],
    ['app.labels', labels],
  ] as const

/** `set_config` statement that gives the transaction its role and reach. */
export function reachStatement(reach: Reach): SQL {
  const settings = reach.role === 'service' ? [] : settingsOf(reach)
  const all = [['role', [databaseRole(reach)]], ...settings] as const
  return sql`select ${sql.join(
    all.map(([name, values]) => sql`set_config(${name}, ${values.join(',')}, true)`),
    sql`, `,
  )}`
}

/**
 * Rows of a query written in SQL, inside a transaction. What is known of them beforehand is asked for with `select`: nothing
 * is claimed of them, not even by where they are put.
 */
export async function rows<Row extends object = Record<string, unknown>>(
  tx: Tx,
  query: SQL,
): Promise<NoInfer<Row>[]> {
  return ((await tx.execute(query)) as unknown as { rows: Row[] }).rows
}

/**
 * From here on a member's transaction reaches these portals too: they have just been made in it, or the caller is known to
 * reach them.
 */
export async function reachToo(tx: Tx, portals: readonly string[]): Promise<void> {
  const open = opened.getStore()
  if (open?.reach.role !== 'member' || portals.length === 0) return
  open.reach = { ...open.reach, portals: [...open.reach.portals, ...portals] }
  await tx.execute(
    sql`select set_config('app.portals', concat_ws(',', nullif(current_setting('app.portals', true), ''), ${portals.join(',')}::text), true)`,
  )
}

const currentRole = sql`select current_setting('role') as role`

/**
 * Runs queries past row-level security, inside a member's transaction: for rows that cross tenants by nature (people,
 * who may belong to several accounts; mail) after the operation's own access has been checked. The queries must narrow
 * themselves.
 */
export async function elevated<T>(tx: Tx, _why: Why, run: () => Promise<T>): Promise<T> {
  const open = opened.getStore()
  if (open?.reach.role === 'service') return run()
  const before = open ? databaseRole(open.reach) : (await rows<{ role: string }>(tx, currentRole))[0]?.role
  await tx.execute(sql`select set_config('role', 'backline_service', true)`)
  // After a failed query the transaction is over anyway, and with it the role.
  const result = await (open ? opened.run({ ...open, reach: service }, run) : run())
  await tx.execute(sql`select set_config('role', ${before ?? 'backline_member'}, true)`)
  return result
}

/** The same `query` as a Database's, for code that may run inside a transaction too. */
export const queriesIn = (tx: Tx): Pick<Database, 'query'> => ({
  query: <Row extends object>(text: string, values: unknown[] = []) => {
    const parts = text.split(/\$(\d+)/)
    const chunks = parts.map((part, at) =>
      at % 2 === 0 ? sql.raw(part) : sql`${sql.param(values[Number(part) - 1])}`,
    )
    return rows<Row>(tx, sql.join(chunks)) as Promise<Row[]>
  },
})
