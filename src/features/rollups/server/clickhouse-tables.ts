import type { ClickHouse } from '#platform/clickhouse.ts'
import { type FactKind, factTables, factTypes } from './fact-columns.ts'

/** How many inserts are remembered to know a repeat by: more than an hour of them. */
const remembered = 10_000

/**
 * Makes the tables of facts, or finds them made: each process does so when it starts. One server has each as it is; a
 * cluster has a part on every shard and a table over all of them, told apart by portal, and each part twice where the
 * cluster says that shards have replicas. What is added later is a statement below that can be repeated.
 * @throws ClickHouseFailure when the server does not answer or may not be written to.
 */
export async function makeClickHouseTables(clickhouse: ClickHouse): Promise<void> {
  const { name, cluster } = clickhouse
  const on = cluster ? ` ON CLUSTER ${cluster}` : ''
  await clickhouse.run(`CREATE DATABASE IF NOT EXISTS ${name}${on}`, { database: 'default' })
  const replicated = cluster !== undefined && (await hasReplicas(clickhouse, cluster))
  const window = `${replicated ? '' : 'non_'}replicated_deduplication_window`
  const settings = (await clickhouse.knows('merge_tree_settings', [window])).has(window)
    ? ` SETTINGS ${window} = ${remembered}`
    : ''
  for (const kind of ['orders', 'visits'] as FactKind[]) {
    const table = factTables[kind]
    const own = cluster ? `${table}_here` : table
    const engine = replicated
      ? `ReplicatedMergeTree('/clickhouse/tables/{shard}/${name}/${table}', '{replica}')`
      : 'MergeTree()'
    await clickhouse.run(`CREATE TABLE IF NOT EXISTS ${name}.${own}${on} (${factTypes(kind)})
      ENGINE = ${engine} PARTITION BY toYYYYMM(t) ORDER BY (portal_id, t)${settings}`)
    if (cluster)
      await clickhouse.run(`CREATE TABLE IF NOT EXISTS ${name}.${table}${on} (${factTypes(kind)})
        ENGINE = Distributed(${cluster}, ${name}, ${own}, cityHash64(toString(portal_id)))`)
  }
}

/** Empties a month (yyyyMM) of a kind, or all of it. */
export async function emptyFacts(clickhouse: ClickHouse, kind: FactKind, month?: number): Promise<void> {
  const { name, cluster } = clickhouse
  const own = `${name}.${factTables[kind]}${cluster ? `_here ON CLUSTER ${cluster}` : ''}`
  await clickhouse.run(month ? `ALTER TABLE ${own} DROP PARTITION ${month}` : `TRUNCATE TABLE ${own}`)
}

async function hasReplicas(clickhouse: ClickHouse, cluster: string): Promise<boolean> {
  const [row] = await clickhouse.read(
    `SELECT max(replica_num) FROM system.clusters WHERE cluster = '${cluster}'`,
    { database: 'default' },
  )
  return Number(row?.[0] ?? 0) > 1
}
