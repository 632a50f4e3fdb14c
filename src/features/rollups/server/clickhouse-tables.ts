import { type ClickHouse, listOf, quoted, readerPolicy } from '#platform/clickhouse.ts'
import {
  type FactKind,
  factProjections,
  factTables,
  factTold,
  factToldThere,
  factTypes,
} from './fact-columns.ts'

/** How many inserts are remembered to know a repeat by: more than an hour of them. */
const remembered = 10_000
/** Rows that are read together: a portal's month has a few hundred, and a part of the table for each month is opened anyway. */
const rowsOfAPlace = 2_048
const kinds: FactKind[] = ['orders', 'visits']

/** All servers of a cluster have to say that they have done a statement; one that is down is told of after so many seconds. */
const together = { distributed_ddl_task_timeout: 30 }
/** Servers of today wait for what rewrites a table, unless they are told to do it beside all else. */
const beside = { mutations_sync: 0 }
/** What rewrites a table may wait for all that the server is at. */
const rewrittenMs = 600_000

/**
 * Makes the tables of facts where the server that is asked has none: each process does so when it starts. One server has
 * each as it is; a cluster has a part on every shard, a table over all of them to be asked, and one to write to that tells them
 * apart by portal; and each part twice where the cluster says that shards have replicas. A cluster makes them together or not at all, so nobody waits for one that
 * is down where they are made already; `everywhere` asks all servers again, as one may have been added.
 * @throws ClickHouseFailure when the server does not answer or may not be written to.
 */
export async function makeClickHouseTables(clickhouse: ClickHouse, everywhere = false): Promise<void> {
  const { name, cluster } = clickhouse
  const setting = 'preferred_optimize_projection_name'
  clickhouse.namesTotals = (await clickhouse.knows('settings', [setting])).has(setting)
  if (!everywhere && (await hasTables(clickhouse))) return
  const { on, run } = everyServer(clickhouse)
  await run(`CREATE DATABASE IF NOT EXISTS ${name}${on}`)
  const replicated = cluster !== undefined && (await hasReplicas(clickhouse, cluster))
  const window = `${replicated ? '' : 'non_'}replicated_deduplication_window`
  const wanted = { index_granularity: rowsOfAPlace, [window]: remembered }
  const known = await clickhouse.knows('merge_tree_settings', Object.keys(wanted))
  const settings = Object.entries(wanted).flatMap(([name, value]) =>
    known.has(name) ? [`${name} = ${value}`] : [],
  )
  for (const kind of kinds) {
    const engine = replicated
      ? `ReplicatedMergeTree('/clickhouse/tables/{shard}/${name}/${factTables[kind]}', '{replica}')`
      : 'MergeTree()'
    await makeTable(clickhouse, kind, engine, settings)
  }
  await makeReader(clickhouse, on, run)
}

async function makeTable(
  clickhouse: ClickHouse,
  kind: (typeof kinds)[number],
  engine: string,
  settings: readonly string[],
): Promise<void> {
  const { name, cluster } = clickhouse
  const { on, run } = everyServer(clickhouse)
  const [own = '', over] = askedOf(clickhouse, kind)
  await run(`CREATE TABLE IF NOT EXISTS ${name}.${own}${on} (${factTypes(kind, factTold)})
      ENGINE = ${engine} PARTITION BY toYear(day) ORDER BY (portal_id, day, t) SETTINGS ${settings.join(', ')}`)
  if (over) {
    const all = `Distributed(${cluster}, ${name}, ${own}, cityHash64(toString(portal_id)))`
    await run(
      `CREATE TABLE IF NOT EXISTS ${name}.${over}${on} (${factTypes(kind, factToldThere)}) ENGINE = ${all}`,
    )
    // Servers of before 2019 send on what the parts tell themselves, and are refused there: what is written to has none of it.
    await run(
      `CREATE TABLE IF NOT EXISTS ${name}.${factsInto(clickhouse, kind)}${on} (${factTypes(kind)}) ENGINE = ${all}`,
    )
  }
  // Tables of an earlier version answer all the same, if not as fast as those that a new copy makes.
  const made = await definitionOf(clickhouse, own)
  if (!made || made.includes(' MATERIALIZED ')) return
  const missing = [[own, factTold], ...(over ? [[over, factToldThere] as const] : [])] as const
  for (const [table, columns] of missing)
    for (const column of columns)
      await run(`ALTER TABLE ${name}.${table}${on} ADD COLUMN IF NOT EXISTS ${column}`)
}

/** Makes the tables anew, without totals: a copy begins. */
export async function remakeClickHouseTables(clickhouse: ClickHouse): Promise<void> {
  const { on, run } = everyServer(clickhouse)
  // Where a server drops later than it says, the next table of the name is refused.
  const now = (await hasProjections(clickhouse)) ? ' SYNC' : ''
  for (const kind of kinds)
    for (const table of tablesOf(clickhouse, kind))
      await run(`DROP TABLE IF EXISTS ${clickhouse.name}.${table}${on}${now}`)
  await makeClickHouseTables(clickhouse, true)
}

/**
 * Has totals added up of all facts that are there, and with each that comes: when they have been copied, as every insert and
 * every merge until then would make them again. The server does so by itself; until it has, answers are read from facts.
 */
export async function makeFactTotals(clickhouse: ClickHouse): Promise<void> {
  if (!(await hasProjections(clickhouse))) return
  const { on, run } = everyServer(clickhouse)
  for (const kind of kinds) {
    const [own = ''] = askedOf(clickhouse, kind)
    const alter = async (changes: string[]) =>
      changes.length > 0 &&
      run(`ALTER TABLE ${clickhouse.name}.${own}${on} ${changes.join(', ')}`, rewrittenMs, beside)
    const made = await definitionOf(clickhouse, own)
    const totals = factProjections(kind)
    const before = [...made.matchAll(/PROJECTION (\w+) /g)].flatMap(([, name]) => name ?? [])
    const missing = totals.filter(({ name }) => !before.includes(name))
    await alter(
      before
        .filter((name) => !totals.some((each) => each.name === name))
        .map((name) => `DROP PROJECTION IF EXISTS ${name}`),
    )
    await alter(missing.map(({ name, query }) => `ADD PROJECTION IF NOT EXISTS ${name} (${query})`))
    // All of them, as what was ended here before may not have come to it; parts that have theirs are left as they are.
    await alter(totals.map(({ name }) => `MATERIALIZE PROJECTION ${name}`))
  }
}

const hasProjections = async (clickhouse: ClickHouse) =>
  (await clickhouse.knows('settings', ['optimize_use_projections'])).size > 0

/** The table that holds facts, and in a cluster the one over all of its servers: where facts are asked of. */
const askedOf = ({ cluster }: ClickHouse, kind: FactKind) =>
  cluster ? [`${factTables[kind]}_here`, factTables[kind]] : [factTables[kind]]

/** Where facts are written. */
export const factsInto = ({ cluster }: Pick<ClickHouse, 'cluster'>, kind: FactKind): string =>
  cluster ? `${factTables[kind]}_in` : factTables[kind]

const tablesOf = (clickhouse: ClickHouse, kind: FactKind) => [
  ...new Set([...askedOf(clickhouse, kind), factsInto(clickhouse, kind)]),
]

/** How a statement is said to all servers at once. */
function everyServer(clickhouse: ClickHouse) {
  const { cluster } = clickhouse
  return {
    on: cluster ? ` ON CLUSTER ${cluster}` : '',
    run: (statement: string, withinMs?: number, more?: Record<string, number>) =>
      clickhouse.run(statement, { database: 'default', ...(cluster ? together : {}), ...more }, withinMs),
  }
}

/** How a table is made, in the words of the server that was asked; empty where it is not there. */
async function definitionOf(clickhouse: ClickHouse, table: string): Promise<string> {
  const [[found] = []] = await clickhouse.read(
    `SELECT create_table_query FROM system.tables WHERE database = '${clickhouse.name}' AND name = '${table}'`,
  )
  return String(found ?? '')
}

/** The user who asks, who may do nothing else, and which rows are there for them. */
async function makeReader(clickhouse: ClickHouse, on: string, run: (statement: string) => Promise<void>) {
  const { reader } = clickhouse
  if (!reader) return
  const user = reader.name
  // Settings beside a question are allowed, `readonly` itself is not among them.
  await run(`CREATE USER IF NOT EXISTS ${user}${on} IDENTIFIED WITH sha256_password BY ${quoted(reader.password)}
    SETTINGS readonly = 2`)
  for (const kind of kinds)
    for (const table of askedOf(clickhouse, kind)) {
      const whole = `${clickhouse.name}.${table}`
      await run(
        `CREATE ROW POLICY IF NOT EXISTS ${user}${on} ON ${whole} FOR SELECT USING ${readerPolicy} TO ${user}`,
      )
      await run(`GRANT${on} SELECT ON ${whole} TO ${user}`)
    }
}

async function hasTables(clickhouse: ClickHouse): Promise<boolean> {
  const having = async (tables: string[], column: string) =>
    (
      await clickhouse.read(
        `SELECT table FROM system.columns WHERE database = '${clickhouse.name}' AND table IN ${listOf(tables)} AND name = '${column}'`,
        { database: 'default' },
      )
    ).length === tables.length
  return (
    (await having(
      kinds.flatMap((kind) => askedOf(clickhouse, kind)),
      'place',
    )) &&
    (await having(
      kinds.map((kind) => factsInto(clickhouse, kind)),
      't',
    ))
  )
}

/** Takes out what an earlier try has left of a month (yyyyMM, UTC). */
export async function emptyFacts(clickhouse: ClickHouse, kind: FactKind, month: number): Promise<void> {
  const where = `toYYYYMM(t) = ${month}`
  const [[left] = []] = await clickhouse.read(`SELECT count() FROM ${factTables[kind]} WHERE ${where}`)
  if (Number(left) === 0) return
  const { on, run } = everyServer(clickhouse)
  const [own = ''] = askedOf(clickhouse, kind)
  // What is inserted later is not touched, even where the server has not come to it yet.
  await run(`ALTER TABLE ${clickhouse.name}.${own}${on} DELETE WHERE ${where}`, rewrittenMs)
}

async function hasReplicas(clickhouse: ClickHouse, cluster: string): Promise<boolean> {
  const [row] = await clickhouse.read(
    `SELECT max(replica_num) FROM system.clusters WHERE cluster = '${cluster}'`,
    { database: 'default' },
  )
  return Number(row?.[0] ?? 0) > 1
}
