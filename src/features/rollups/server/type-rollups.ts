import { sql } from 'drizzle-orm'
import { type Bulk, inBulk } from '#platform/bulk.ts'
import { type Database, rows, type Tx } from '#platform/db.ts'
import { ofSimple, salesGroups, simpleScope, visitsGroups, visitsMeasures } from './dimensions.ts'
import { keptFacts } from './kept-facts.ts'
import {
  added,
  addGroup,
  columnsOf,
  dimensionTables,
  enoughMemory,
  madrid,
  simplePortals,
  summed,
} from './rollup-sql.ts'

const groups = { orders: salesGroups, visits: visitsGroups }
type Kind = keyof typeof groups
/** Whoever adds dimensions shares this lock; who makes those of simple portals anew has it alone. */
const lockKeys = { orders: 720_802, visits: 720_803 }

/** Call it before dimensions are added: not while those of simple portals are made anew. */
export const waitForTypes = (bulk: Bulk, kind: Kind): Promise<unknown> =>
  bulk.query(`select pg_advisory_xact_lock_shared(${lockKeys[kind]})`)

/** An account is of another type now: until a job has made the rollups of simple portals anew, facts tell them. */
export const forgetTypes = (tx: Tx): Promise<unknown> =>
  tx.execute(sql`update type_rollup set asked = asked + 1`)

/** Whether rollups tell what simple portals have. */
export async function typesAreRolled(tx: Tx): Promise<boolean> {
  const found = await rows(tx, sql`select 1 from type_rollup where made < asked`)
  return found.length === 0
}

/**
 * Makes the rollups of simple portals from facts if an account has changed its type since, and answers whether. Any number
 * of processes may do so at the same time.
 */
export async function rollTypes(database: Database): Promise<boolean> {
  const orders = await inBulk(database, (bulk) => rollKind(bulk, 'orders'))
  const visits = await inBulk(database, (bulk) => rollKind(bulk, 'visits'))
  return orders || visits
}

async function rollKind(bulk: Bulk, kind: Kind): Promise<boolean> {
  const asked = async () => {
    const found = await bulk.query<{ asked: number }>(
      'select asked from type_rollup where kind = $1 and made < asked',
      [kind],
    )
    return found[0]?.asked
  }
  if ((await asked()) === undefined) return false
  await bulk.query(`select pg_advisory_xact_lock(${lockKeys[kind]})`)
  const now = await asked()
  if (now === undefined) return false
  await bulk.query(enoughMemory)
  await bulk.query(`delete from ${dimensionTables[kind]} where scope_id = '${simpleScope}'`)
  const { rolled, measures, joined } = keptFacts[kind]
  const from = `(select x.*, x.t as at from (${rolled}) x where x.portal_id in ${simplePortals}) f ${joined}`
  for (const group of groups[kind].map(ofSimple))
    if (group.of.length > 0)
      await bulk.query(addGroup({ kind, from, measures, group, grains: ['day', 'month', 'year'] }))
  if (kind === 'visits') await bulk.query(addOlder())
  await bulk.query('update type_rollup set made = $2 where kind = $1', [kind, now])
  return true
}

/** Visits before facts were kept stand as rows by day of their portals. */
function addOlder(): string {
  const grains = visitsGroups
    .flatMap((group) => ofSimple(group).of)
    .flatMap(({ name, months }) =>
      (months ? ['month', 'year'] : ['day', 'month', 'year']).map((grain) => `('${name}', '${grain}')`),
    )
  return `insert into visits_dimension (scope_id, dimension, grain, t, value, ${columnsOf(visitsMeasures)})
    select '${simpleScope}'::uuid, d.dimension, g.grain, g.t, d.value, ${summed(visitsMeasures)}
    from visits_dimension d
    cross join lateral (values ('day', d.t), ('month', ${madrid('month', 'd.t')}), ('year', ${madrid('year', 'd.t')})) g (grain, t)
    where d.grain = 'day' and d.scope_id in ${simplePortals} and (d.dimension, g.grain) in (${grains.join(', ')})
    group by 2, 3, 4, 5 order by 2, 3, 4, 5
    on conflict (scope_id, dimension, grain, t, value) do update set ${added('visits_dimension', visitsMeasures)}`
}
