import { type Bulk, inBulk } from '#platform/bulk.ts'
import { businessTimeZone } from '#platform/constants.ts'
import type { Database } from '#platform/db.ts'
import { type Dimension, type DimensionGroup, salesGroups, visitsGroups } from './dimensions.ts'
import { keptFacts } from './kept-facts.ts'
import { addGroup, dimensionTables, enoughMemory, madrid } from './rollup-sql.ts'

type Kind = keyof typeof dimensionTables

/** Fewer facts a month are read as fast as rollups of them. */
const manyFacts = { orders: 500, visits: 2_000 }
/** A month is left alone until what comes in the ordinary way has long come. */
const closedAfter = '3 days'
/** Whoever adds older facts than this and whoever rolls up a month wait for each other. */
const live = '2 days'
const lockKey = 720_801

const families = {
  orders: { total: 'sales_total', size: 'abs(units) + abs(orders)', groups: salesGroups },
  visits: { total: 'visits_total', size: 'visits + clicks', groups: visitsGroups },
}

/** What portals have anyway, or is told by another of these. */
const known = new Set(['source', 'link', 'portalIn', 'category'])
const isWanted = ({ name }: Dimension) => !known.has(name)

/** The rollups of everything, for one portal's month. */
const ofPortal = ({ by, of }: DimensionGroup): DimensionGroup => ({
  by: { portal_id: 'f.portal_id', ...by },
  of: of.filter(isWanted).map((each) => ({ ...each, scope: 'portal', months: true })),
})

/** Call it before facts are added: months that they belong to are told by facts again. */
export async function forgetMonths(bulk: Bulk, kind: Kind, facts: string): Promise<void> {
  const old = await bulk.query(
    `select pg_advisory_xact_lock_shared(${lockKey}) from (select min(at) as first from ${facts}) x where x.first < now() - interval '${live}'`,
  )
  if (old.length === 0) return
  await bulk.query(`delete from portal_month m where m.kind = '${kind}' and (m.portal_id, m.t) in (
    select distinct f.portal_id, ${madrid('month', 'f.at')} from ${facts} f where f.at < now() - interval '${live}')`)
}

interface Month {
  kind: Kind
  portalId: string
  t: string
  until: string
}

/**
 * Rolls up the months of portals with many facts that are over and not rolled up yet, and answers how many. Any number of
 * processes may do so at the same time.
 */
export async function rollPortalMonths(database: Database, least = manyFacts): Promise<number> {
  let rolled = 0
  for (const kind of ['orders', 'visits'] as const)
    for (const month of await waiting(database, kind, least[kind])) {
      await inBulk(database, (bulk) => rollMonth(bulk, month))
      rolled++
    }
  return rolled
}

/** Months before facts were kept have rows by day of their own: they stay as they are. */
async function waiting(database: Database, kind: Kind, least: number): Promise<Month[]> {
  const { total, size } = families[kind]
  const closed = madrid('month', `now() - interval '${closedAfter}'`)
  const until = `(s.t at time zone '${businessTimeZone}' + interval '1 month') at time zone '${businessTimeZone}'`
  const older =
    kind === 'orders'
      ? ''
      : `and not exists (select from visits_dimension d where d.scope_id = s.scope_id and d.dimension = 'country'
          and d.grain = 'day' and d.t >= s.t and d.t < ${until})`
  return inBulk(database, (bulk) =>
    bulk.query<Month>(`select '${kind}' as kind, s.scope_id as "portalId", s.t::text as t, (${until})::text as until
      from ${total} s join portal p on p.id = s.scope_id
      where s.grain = 'month' and s.t < ${closed} and ${size} >= ${least} ${older}
        and not exists (select from portal_month m where m.portal_id = s.scope_id and m.kind = '${kind}' and m.t = s.t)
      order by s.t`),
  )
}

async function rollMonth(bulk: Bulk, { kind, portalId, t, until }: Month): Promise<void> {
  const { groups } = families[kind]
  const { measures, facts, joined } = keptFacts[kind]
  await bulk.query(enoughMemory)
  // Whoever adds to an old month waits until this one stands, and takes it away.
  await bulk.query(`select pg_advisory_xact_lock(${lockKey})`)
  const added = groups.map(ofPortal).filter(({ of }) => of.length > 0)
  const names = added.flatMap(({ of }) => of.map(({ name, within }) => (within ? `${name} ` : name)))
  await bulk.query(
    `delete from ${dimensionTables[kind]} where scope_id = $1 and grain = 'month' and t = $2::timestamptz
      and (dimension = any($3) or split_part(dimension, ' ', 1) || ' ' = any($3))`,
    [portalId, t, names],
  )
  const from = `(select x.*, x.t as at from (${facts}) x
    where x.portal_id = $1 and x.t >= $2::timestamptz and x.t < $3::timestamptz) f ${joined}`
  for (const group of added)
    await bulk.query(addGroup({ kind, from, measures, group, grains: ['month'] }), [portalId, t, until])
  await bulk.query(
    'insert into portal_month (portal_id, kind, t) values ($1, $2, $3::timestamptz) on conflict do nothing',
    [portalId, kind, t],
  )
}
