import { sql } from 'drizzle-orm'
import { portal } from '#features/portals/server/table.ts'
import { microsToCents } from '#platform/money.ts'
import { number, select } from '#platform/select.ts'
import { dayOf, startOfYear } from '#platform/time.ts'
import type { Base } from './base.ts'
import type { Question } from './period.ts'
import type { Looking } from './queries.ts'
import type { FilterQuery, Selection } from './selection.ts'
import { sameForAnySpan } from './span-sql.ts'

const filters = [
  'labels',
  'portals',
  'portalTypes',
  'countries',
  'categories',
  'addedCategories',
  'products',
  'excludedProducts',
] as const

/** An objective is of everything that is sold: beside the sales of a part, nobody can tell how much of it is reached. */
export const narrows = (query: FilterQuery): boolean =>
  filters.some((name) => [query[name] ?? []].flat().length > 0)

const wanted = {
  cents: portal.salesObjectiveCents,
  name: portal.name,
  label: sql<boolean>`master and exists (select from account a where a.id = account_id and a.type = 'master')`,
}
const reached = { net: number(sql<string | null>`sum(net_micros)`) }

/**
 * The sales objective of the year in which the period ends, what has been sold of it, and where the year ends at this
 * pace. Undefined for staff and without an objective. A label's is its master portal's and of all that its portals sell:
 * beside what the master portal alone sells it is not told.
 */
export async function objectiveOf(
  { tx, store }: Looking,
  base: Base,
  { span, now }: Question,
  selection: Selection,
) {
  if (base === 'everything') return undefined
  const mine =
    'accountId' in base ? sql`account_id = ${base.accountId} and master` : sql`id = ${base.portalId}`
  const [set] = await select(tx, wanted, sql`portal where ${mine} and deleted_at is null`)
  const objectiveCents = set?.cents ?? 0
  const ofLabel = set?.label === true
  if (!set || objectiveCents === 0 || ofLabel !== 'accountId' in base) return undefined
  const first = startOfYear(span.last)
  const end = startOfYear(span.last, 1)
  const [sold] = await select(
    tx,
    reached,
    sql`(${await store.sales({ selection, span: { first, last: end - 1 }, key: 'none' })}) f ${sameForAnySpan(selection)}`,
  )
  const netCents = microsToCents(sold?.net ?? 0)
  const gone = Math.min(end, dayOf(now.getTime())) - first
  const projectedCents = gone > 0 ? Math.round((netCents / gone) * (end - first)) : netCents
  return { objectiveCents, netCents, projectedCents, portal: set.name, label: ofLabel }
}
