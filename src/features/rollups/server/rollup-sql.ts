import { portalType } from '#features/portals/server/portal-type.ts'
import { businessTimeZone } from '#platform/constants.ts'
import { type DimensionGroup, everything, type Measures, ofSimple, simpleScope } from './dimensions.ts'

export const columnsOf = (measures: Measures) => Object.keys(measures).join(', ')
export const summed = (measures: Measures) =>
  Object.keys(measures)
    .map((column) => `sum(${column})::bigint as ${column}`)
    .join(', ')
export const added = (table: string, measures: Measures) =>
  Object.keys(measures)
    .map((column) => `${column} = ${table}.${column} + excluded.${column}`)
    .join(', ')
export const aggregates = (measures: Measures) =>
  Object.entries(measures)
    .map(([column, expression]) => `coalesce(${expression}, 0)::bigint as ${column}`)
    .join(', ')
export const madrid = (grain: string, moment: string) =>
  `date_trunc('${grain}', ${moment}, '${businessTimeZone}')`

/** As much memory as adding up needs: on disk it takes several times as long. */
export const enoughMemory = `select set_config('work_mem', '64MB', true), set_config('hash_mem_multiplier', '4', true)`

/** Simple portals, as a list for `in`. */
export const simplePortals = `(select p.id from portal p join account a on a.id = p.account_id where ${portalType('p', 'a')} = 'simple')`

export const dimensionTables = { orders: 'sales_dimension', visits: 'visits_dimension' } as const

const scopes = {
  portal: 'g.portal_id',
  everything: `'${everything}'::uuid`,
  simple: `'${simpleScope}'::uuid`,
}

/** A group with the same rollups for the scope of simple portals. */
export function withSimple(group: DimensionGroup): DimensionGroup {
  const { of } = ofSimple(group)
  if (of.length === 0) return group
  return { by: { ...group.by, simple: `f.portal_id in ${simplePortals}` }, of: [...group.of, ...of] }
}

interface Adding {
  kind: keyof typeof dimensionTables
  /** A table expression of facts, with the alias `f`. */
  from: string
  measures: Measures
  group: DimensionGroup
  grains: readonly ('day' | 'month' | 'year')[]
}

/** A statement that adds facts to the rollups of a group. */
export function addGroup({ kind, from, measures, group: { by, of }, grains }: Adding): string {
  const table = dimensionTables[kind]
  const first = grains.includes('day') && of.some(({ months }) => !months) ? 'day' : 'month'
  const rowOf = ({ value, within, scope, months }: (typeof of)[number], n: number) =>
    `(${n}, ${scopes[scope]}, ${months ? madrid('month', 'g.t') : 'g.t'}, ${within ?? `''`}, ${value})`
  const oneOf = (wanted: (each: (typeof of)[number]) => boolean) =>
    `n = any('{${of.flatMap((each, n) => (wanted(each) ? [n] : [])).join(', ')}}'::int[])`
  const names = of.map(({ name, within }) => `'${name}${within ? ' ' : ''}'`).join(', ')
  const columns = Object.entries(by).map(([name, expression]) => `${expression} as ${name}`)
  const grainRows = grains.map((grain) => `('${grain}', ${madrid(grain, 'k.t')})`).join(', ')
  // Sorted: two writers that add to the same rows meet in the same order.
  return `insert into ${table} (scope_id, dimension, grain, t, value, ${columnsOf(measures)})
    with grouped as (
      select ${madrid(first, 'f.at')} as t, ${columns.join(', ')}, ${aggregates(measures)}
      from ${from} group by ${[first, ...columns].map((_, n) => n + 1).join(', ')}),
    found as (
      select u.n, u.scope_id, u.t, u.part, u.value, ${summed(measures)}
      from grouped g cross join lateral (values ${of.map(rowOf).join(', ')}) u (n, scope_id, t, part, value)
      where not (${oneOf((each) => each.sparse === true)} and u.value = '')
        ${'simple' in by ? `and (g.simple or not ${oneOf(({ scope }) => scope === 'simple')})` : ''}
      group by 1, 2, 3, 4, 5),
    summed as (
      select k.scope_id, k.n, g.grain, g.t, k.part, k.value, ${summed(measures)} from found k
      cross join lateral (values ${grainRows}) g (grain, t)
      where not (g.grain = 'day' and ${oneOf((each) => each.months === true)})
      group by 1, 2, 3, 4, 5, 6)
    select scope_id, (array[${names}])[n + 1] || part as dimension, grain, t, value, ${columnsOf(measures)} from summed
    order by 1, 2, 3, 4, 5
    on conflict (scope_id, dimension, grain, t, value) do update set ${added(table, measures)}`
}
