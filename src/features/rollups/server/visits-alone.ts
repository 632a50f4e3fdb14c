import type { Bulk } from '#platform/bulk.ts'
import { visitsGroups, visitsMeasures } from './dimensions.ts'
import { keptFacts } from './kept-facts.ts'
import { added, addGroup, columnsOf, summed } from './rollup-sql.ts'
import { addCountries, addSums } from './rollups.ts'

/** What an hour of a portal, or of one of its links, comes to. `at`: its beginning, milliseconds since 1970. */
export interface CountedVisits {
  portalId: string
  linkId: string | null
  at: number
  visits: number
  visitors: number
  views: number
  clicks: number
}

/** What PostgreSQL keeps of visits whose facts are in ClickHouse alone; `countries`: portals beside the countries they had visits from. */
export interface LotSums {
  hours: readonly CountedVisits[]
  links: readonly CountedVisits[]
  countries: readonly (readonly [portalId: string, country: string])[]
}

/** Clicks beside each link are the one dimension that is asked for whoever answers analytics. */
export const isOfLinks = ({ of }: (typeof visitsGroups)[number]) => of.some(({ name }) => name === 'link')

const { measures } = keptFacts.visits
const counted = `unnest($1::uuid[], $2::uuid[], $3::float8[], $4::int[], $5::int[], $6::int[], $7::int[])
  c (portal_id, link_id, ms, ${columnsOf(visitsMeasures)})`
const sums = `(select c.*, to_timestamp(c.ms / 1000) as at from ${counted}) f`
const valuesOf = (all: readonly CountedVisits[]) =>
  (['portalId', 'linkId', 'at', 'visits', 'visitors', 'views', 'clicks'] as const).map((name) =>
    all.map((each) => each[name]),
  )

/** Adds a lot to totals, to its links' clicks and to the countries that figures can be narrowed to, and notes what comes back one day. */
export async function addAlone(bulk: Bulk, { hours, links, countries }: LotSums): Promise<void> {
  await bulk.query(addSums('visits', sums, measures), valuesOf(hours))
  await bulk.query(
    `insert into visit_alone (portal_id, day, ${columnsOf(visitsMeasures)})
      select f.portal_id, (f.at at time zone 'UTC')::date as day, ${summed(visitsMeasures)} from ${sums} group by 1, 2 order by 2, 1
      on conflict (portal_id, day) do update set ${added('visit_alone', visitsMeasures)}`,
    valuesOf(hours),
  )
  for (const group of links.length > 0 ? visitsGroups.filter(isOfLinks) : [])
    await bulk.query(
      addGroup({ kind: 'visits', from: sums, measures, group, grains: ['day', 'month', 'year'] }),
      valuesOf(links),
    )
  if (countries.length > 0)
    await bulk.query(addCountries('unnest($1::uuid[], $2::text[]) f (portal_id, country)', 'f'), [
      countries.map(([portalId]) => portalId),
      countries.map(([, country]) => country),
    ])
}
