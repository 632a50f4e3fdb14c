import { sql } from 'drizzle-orm'
import { startOfDay } from '#platform/time.ts'
import { hoursOf } from './heat-facts.ts'
import { salesFacts } from './sales-facts.ts'
import { factsOf, factsWithin, placeText, wholeSpan } from './span-sql.ts'
import type { AnalyticsStore, CountsQuestion } from './store.ts'
import { visitFacts } from './visit-facts.ts'

/** Facts and their rollups in the database itself: what there is without anything else. */
export const postgresStore: AnalyticsStore = {
  sales: async ({ selection, span, key, grouping, columns }) =>
    salesFacts(selection, span, key, grouping, columns),
  visits: async ({ selection, span, key, grouping }) => visitFacts(selection, span, key, grouping),
  hours: async ({ selection, span }) => hoursOf(selection, span),
  counts: async (question) => countsOf(question),
}

function countsOf({ selection, kind, starts, skus }: CountsQuestion) {
  const span = { first: Math.min(...starts), last: Math.max(...starts) }
  const bounds = `{${starts.map((day) => new Date(startOfDay(day)).toISOString()).join(',')}}`
  const where = sql`${factsOf(selection)} and ${factsWithin(wholeSpan(span))}
    ${skus ? sql`and f.sku_id = any(${sql.param(skus)}::uuid[])` : sql``}`
  const each = sql.raw(starts.map((_, at) => `coalesce(sum(n) filter (where at = ${at}), 0)`).join(', '))
  // All stretches in one walk over the facts: asked for one by one, they cost a label of a thousand portals a second.
  const walked = (by: string, table: string, count: string) =>
    sql`(select ${sql.raw(by)}, array[${each}] as c
      from (select ${sql.raw(by)}, width_bucket(f.t, ${bounds}::timestamptz[]) - 1 as at, sum(f.${sql.raw(count)})::float8 as n
        from ${sql.raw(table)} f where ${where} group by ${sql.raw(by)}, at) f group by ${sql.raw(by)}) w`
  return {
    source: sql`select o.source as key, null::uuid as portal_id, w.c
      from ${walked('f.portal_id, f.origin_id', 'visit_fact', 'visits')}
      join visit_origin o on o.portal_id = w.portal_id and o.id = w.origin_id where o.source <> ''`,
    city: sql`select ${placeText.city} as key, null::uuid as portal_id, w.c
      from ${walked('f.place_id', 'sale_fact', 'units')}
      join fact_place p on p.id = w.place_id where p.city <> '' and coalesce(p.province, p.country) <> ''`,
    product: sql`select w.sku_id as key, w.portal_id, w.c
      from ${walked('f.portal_id, f.sku_id', 'sale_fact', 'units')}`,
  }[kind]
}
