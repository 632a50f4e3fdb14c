import { inBulk } from '#platform/bulk.ts'
import type { ClickHouse } from '#platform/clickhouse.ts'
import type { Database } from '#platform/db.ts'
import { type FactKind, factSums, factTables } from './fact-columns.ts'

/** What a portal's month comes to in both stores where that differs: sums in the order of `columns`. */
export interface Difference {
  kind: FactKind
  portalId: string
  /** yyyyMM, UTC. */
  month: number
  columns: string[]
  database: number[]
  clickhouse: number[]
}

/** While people work, what was just written is on its way: what differs is looked at again so often. */
const looks = 6

/**
 * Every portal's months in both stores, and what differs between them still after what was on its way has had time to arrive.
 * `rest` waits between two looks.
 * @throws ClickHouseFailure
 */
export async function compareFacts(
  database: Database,
  clickhouse: ClickHouse,
  rest: () => Promise<unknown>,
): Promise<{ compared: number; differences: Difference[] }> {
  let compared = 0
  const differences: Difference[] = []
  for (const kind of ['orders', 'visits'] as const) {
    let found = await look(database, clickhouse, kind)
    compared += found.compared
    for (let n = 1; n < looks && found.differences.length > 0; n++) {
      await rest()
      found = await look(database, clickhouse, kind)
    }
    differences.push(...found.differences)
  }
  return { compared, differences }
}

/** Beside the facts that are here, what was noted of those that are in ClickHouse alone. */
const visits = (columns: string[]) =>
  `(select portal_id, t, ${columns.join(', ')} from ${factTables.visits}
    union all select portal_id, day::timestamp at time zone 'UTC', ${columns.join(', ')} from visit_alone) f`

async function look(database: Database, clickhouse: ClickHouse, kind: FactKind) {
  const columns = factSums(kind)
  const sums = columns.map((name) => `sum(${name})`).join(', ')
  const kept = await inBulk(database, (bulk) =>
    bulk.query<{ key: string; sums: string[] }>(
      `select portal_id || ' ' || to_char(t at time zone 'UTC', 'YYYYMM') as key, array[${sums}]::text[] as sums
        from ${kind === 'visits' ? visits(columns) : factTables[kind]} group by portal_id, to_char(t at time zone 'UTC', 'YYYYMM')`,
    ),
  )
  const there = await clickhouse.read(
    `SELECT concat(toString(portal_id), ' ', toString(toYYYYMM(t))) AS key, ${sums} FROM ${factTables[kind]} GROUP BY key`,
  )
  const mine = new Map(kept.map(({ key, sums }) => [key, sums.map(Number)]))
  const theirs = new Map(there.map(([key, ...sums]) => [String(key), sums.map(Number)]))
  const none = columns.map(() => 0)
  const keys = new Set([...mine.keys(), ...theirs.keys()])
  const differences = [...keys].flatMap((key): Difference[] => {
    const [database, clickhouse] = [mine.get(key) ?? none, theirs.get(key) ?? none]
    if (database.every((sum, at) => sum === clickhouse[at])) return []
    const [portalId = '', month] = key.split(' ')
    return [{ kind, portalId, month: Number(month), columns, database, clickhouse }]
  })
  return { compared: keys.size, differences }
}
