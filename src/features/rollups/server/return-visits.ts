import { type Bulk, type Cell, inBulk } from '#platform/bulk.ts'
import type { ClickHouse } from '#platform/clickhouse.ts'
import type { Database } from '#platform/db.ts'
import { visitsMeasures } from './dimensions.ts'
import { factColumns, factSums, factTables, keptRows } from './fact-columns.ts'
import { keptFacts } from './kept-facts.ts'
import { forgetMonths } from './portal-months.ts'
import { summed } from './rollup-sql.ts'
import { addDimensions, addFacts } from './rollups.ts'
import { isOfLinks } from './visits-alone.ts'

const columns = factColumns('visits')
const sums = factSums('visits')
const by = columns.filter((name) => !sums.includes(name))
const types: Record<string, string> = { portal_id: 'uuid', t: 'bigint', link_id: 'uuid' }
const noLink = '00000000-0000-0000-0000-000000000000'
const { measures } = keptFacts.visits

/** Facts of ClickHouse are not what was noted of them. */
export class ReturnDiffers extends Error {
  override name = 'ReturnDiffers'
}

interface Returning {
  database: Database
  clickhouse: ClickHouse
  /** Called in each transaction: nobody else may write visits past PostgreSQL until it ends. */
  lock: (bulk: Bulk) => Promise<void>
  /** Takes what is there, even if it is not what was noted. */
  whatever: boolean
  tell: (day: string, facts: number) => void
}

/**
 * Brings back the facts of visits that ClickHouse alone has, day by day: what it has of a day beyond what is kept here. A day that is
 * back is not noted any more, so that it can be ended at any moment and goes on.
 * @throws ReturnDiffers, with nothing of that day changed. @throws ClickHouseFailure
 */
export async function returnVisits({ database, ...means }: Returning): Promise<void> {
  const days = await database.query<{ day: string }>(
    'select distinct day::text as day from visit_alone order by 1',
  )
  for (const { day } of days) means.tell(day, await inBulk(database, (bulk) => returnDay(bulk, day, means)))
}

async function returnDay(
  bulk: Bulk,
  day: string,
  { clickhouse, lock, whatever }: Omit<Returning, 'database' | 'tell'>,
): Promise<number> {
  await lock(bulk)
  await bulk.stage('there_fact', {
    ...Object.fromEntries(by.map((name) => [name, types[name] ?? 'text'])),
    ...Object.fromEntries(sums.map((name) => [name, 'bigint'])),
  })
  for (let hour = 0; hour < 24; hour++)
    await bulk.append('there_fact', await factsOfHour(clickhouse, day, hour))
  const kept = keptRows(
    'visits',
    `f.t >= '${day}T00:00:00Z' and f.t < '${day}T00:00:00Z'::timestamptz + interval '24 hours'`,
  )
  const nameless = ['country', 'province', 'city', 'source', 'medium', 'campaign', 'referrer']
  const told = by.map((name) =>
    name === 't'
      ? 'to_timestamp(t) as at'
      : nameless.includes(name)
        ? `nullif(${name}, '') as ${name}`
        : name === 'link_id'
          ? `nullif(link_id, '${noLink}'::uuid) as link_id`
          : name,
  )
  await bulk.query('drop table if exists returned_fact')
  await bulk.query(`create temporary table returned_fact on commit drop as
    select ${told.join(', ')}, ${sums.map((name) => `sum(${name})::int as ${name}`).join(', ')} from (
      select ${columns.join(', ')} from there_fact
      union all select ${by.join(', ')}, ${sums.map((name) => `-${name}`).join(', ')} from (${kept}) k (${columns.join(', ')})) f
    group by ${by.join(', ')} having ${sums.map((name) => `sum(${name}) <> 0`).join(' or ')}`)
  // What only PostgreSQL has is nothing that has to come back.
  if (whatever) await bulk.query(`delete from returned_fact where least(${sums.join(', ')}) < 0`)
  else await refuseOthers(bulk, day)
  await forgetMonths(bulk, 'visits', 'returned_fact')
  await addFacts(bulk, 'visits', 'returned_fact', measures)
  await addDimensions(bulk, 'visits', 'returned_fact f', { measures, without: isOfLinks })
  await bulk.query('delete from visit_alone where day = $1::date', [day])
  // Until the next transaction nobody else takes what may have run out meanwhile.
  await lock(bulk)
  const [found] = await bulk.query<{ facts: number }>('select count(*)::int as facts from returned_fact')
  return found?.facts ?? 0
}

/** In the order of the columns, places and origins as text. */
async function factsOfHour(clickhouse: ClickHouse, day: string, hour: number): Promise<Cell[][]> {
  const from = Date.parse(`${day}T00:00:00Z`) / 1_000 + hour * 3_600
  // Its day in Europe/Madrid is this one or the next: by that the server leaves out what it need not read.
  const rows = await clickhouse.read(
    `SELECT ${by.map((name) => (name === 't' ? 'toString(toUnixTimestamp(t))' : `toString(${name})`)).join(', ')},
      ${sums.map((name) => `toString(sum(${name}))`).join(', ')}
    FROM ${factTables.visits} WHERE t = toDateTime(${from}) AND day >= toDate('${day}') AND day <= toDate('${day}') + 1
    GROUP BY ${by.join(', ')}`,
  )
  return rows as Cell[][]
}

/** @throws ReturnDiffers where a portal's day does not come to what was noted of it. */
async function refuseOthers(bulk: Bulk, day: string): Promise<void> {
  const named = (alias: string) => sums.map((name) => `coalesce(${alias}.${name}, 0)`).join(', ')
  const found = await bulk.query<{ portalId: string; noted: string; there: string }>(
    `select portal_id as "portalId", row(${named('a')})::text as noted, row(${named('r')})::text as there
      from (select portal_id, ${summed(visitsMeasures)} from returned_fact group by portal_id) r
      full join (select * from visit_alone where day = $1::date) a using (portal_id)
      where (${named('a')}) <> (${named('r')})`,
    [day],
  )
  const [first] = found
  if (first)
    throw new ReturnDiffers(
      `ClickHouse does not have what was noted of ${found.length} portals' visits on ${day} (UTC): of portal ${first.portalId} ` +
        `${first.there} instead of ${first.noted} (${sums.join(', ')}).`,
    )
}
