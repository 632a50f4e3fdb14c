import { type ClickHouse, listOf, quoted, readerPolicy } from '#platform/clickhouse.ts'
import { type FactKind, factProjections, factTables, factTypes } from './fact-columns.ts'

/** How many inserts are remembered to know a repeat by: more than an hour of them. */
const remembered = 10_000
/** Rows that are read together: a portal's month has a few hundred, and a part of the table for each month is opened anyway. */
const rowsOfAPlace = 2_048
const kinds: FactKind[] = ['orders', 'visits']

/** All servers of a cluster have to say that they have done a statement; one that is down is told of after so many seconds. */
const together = { distributed_ddl_task_timeout: 30 }

/**
 * Makes the tables of facts where the server that is asked has none: each process does so when it starts. One server has
 * each as it is; a cluster has a part on every shard and a table over all of them, told apart by portal, and each part twice
 * where the cluster says that shards have replicas. A cluster makes them together or not at all, so nobody waits for one that
 * is down where they are made already; `everywhere` asks all servers again, as one may have been added.
 * @throws ClickHouseFailure when the server does not answer or may not be written to.
 */
export async function makeClickHouseTables(clickhouse: ClickHouse, everywhere = false): Promise<void> {
  const { name, cluster } = clickhouse
  if (!everywhere && (await hasTables(clickhouse))) return
  const on = cluster ? ` ON CLUSTER ${cluster}` : ''
  const run = (statement: string) =>
    clickhouse.run(statement, { database: 'default', ...(cluster ? together : {}) })
  await run(`CREATE DATABASE IF NOT EXISTS ${name}${on}`)
  const replicated = cluster !== undefined && (await hasReplicas(clickhouse, cluster))
  const window = `${replicated ? '' : 'non_'}replicated_deduplication_window`
  const wanted = { index_granularity: rowsOfAPlace, [window]: remembered }
  const known = await clickhouse.knows('merge_tree_settings', Object.keys(wanted))
  const settings = Object.entries(wanted).flatMap(([name, value]) =>
    known.has(name) ? [`${name} = ${value}`] : [],
  )
  const projected = (await clickhouse.knows('settings', ['optimize_use_projections'])).size > 0
  for (const kind of kinds) {
    const table = factTables[kind]
    const own = cluster ? `${table}_here` : table
    const engine = replicated
      ? `ReplicatedMergeTree('/clickhouse/tables/{shard}/${name}/${table}', '{replica}')`
      : 'MergeTree()'
    await run(`CREATE TABLE IF NOT EXISTS ${name}.${own}${on} (${factTypes(kind)})
      ENGINE = ${engine} PARTITION BY toYYYYMM(t) ORDER BY (portal_id, t) SETTINGS ${settings.join(', ')}`)
    // Added, not made with the table: one that was made without them gets them, and what it holds too, which reads all of it.
    const made = projected ? await definitionOf(clickhouse, own) : ''
    const totals = projected ? factProjections(kind) : []
    for (const [, before] of made.matchAll(/PROJECTION (\w+) /g))
      if (!totals.some(({ name }) => name === before))
        await run(`ALTER TABLE ${name}.${own}${on} DROP PROJECTION IF EXISTS ${before}`)
    for (const { name: total, query } of totals) {
      if (made.includes(`PROJECTION ${total} `)) continue
      await run(`ALTER TABLE ${name}.${own}${on} ADD PROJECTION IF NOT EXISTS ${total} (${query})`)
      await run(`ALTER TABLE ${name}.${own}${on} MATERIALIZE PROJECTION ${total}`)
    }
    if (cluster)
      await run(`CREATE TABLE IF NOT EXISTS ${name}.${table}${on} (${factTypes(kind)})
        ENGINE = Distributed(${cluster}, ${name}, ${own}, cityHash64(toString(portal_id)))`)
  }
  await makeReader(clickhouse, on, run)
}

/** How a table is made, in the words of the server that was asked; empty where it is not there. */
async function definitionOf(clickhouse: ClickHouse, table: string): Promise<string> {
  const [[found] = []] = await clickhouse.read(
    `SELECT create_table_query FROM system.tables WHERE database = '${clickhouse.name}' AND name = '${table}'`,
  )
  return String(found ?? '')
}

/** The user who asks, who may do nothing else, and which rows are there for them. */
async function makeReader(
  { name, reader }: ClickHouse,
  on: string,
  run: (statement: string) => Promise<void>,
) {
  if (!reader) return
  const user = reader.name
  // Settings beside a question are allowed, `readonly` itself is not among them.
  await run(`CREATE USER IF NOT EXISTS ${user}${on} IDENTIFIED WITH sha256_password BY ${quoted(reader.password)}
    SETTINGS readonly = 2`)
  for (const kind of kinds)
    for (const table of [factTables[kind], ...(on ? [`${factTables[kind]}_here`] : [])]) {
      const whole = `${name}.${table}`
      await run(
        `CREATE ROW POLICY IF NOT EXISTS ${user}${on} ON ${whole} FOR SELECT USING ${readerPolicy} TO ${user}`,
      )
      await run(`GRANT${on} SELECT ON ${whole} TO ${user}`)
    }
}

async function hasTables(clickhouse: ClickHouse): Promise<boolean> {
  const { name, cluster } = clickhouse
  const tables = kinds.flatMap((kind) => [factTables[kind], ...(cluster ? [`${factTables[kind]}_here`] : [])])
  const found = await clickhouse.read(
    `SELECT name FROM system.tables WHERE database = '${name}' AND name IN ${listOf(tables)}`,
    { database: 'default' },
  )
  return found.length === tables.length
}

/** Empties a month (yyyyMM) of a kind, or all of it. */
export async function emptyFacts(clickhouse: ClickHouse, kind: FactKind, month?: number): Promise<void> {
  const { name, cluster } = clickhouse
  const own = `${name}.${factTables[kind]}${cluster ? `_here ON CLUSTER ${cluster}` : ''}`
  await clickhouse.run(
    month ? `ALTER TABLE ${own} DROP PARTITION ${month}` : `TRUNCATE TABLE ${own}`,
    cluster ? together : {},
  )
}

async function hasReplicas(clickhouse: ClickHouse, cluster: string): Promise<boolean> {
  const [row] = await clickhouse.read(
    `SELECT max(replica_num) FROM system.clusters WHERE cluster = '${cluster}'`,
    { database: 'default' },
  )
  return Number(row?.[0] ?? 0) > 1
}
