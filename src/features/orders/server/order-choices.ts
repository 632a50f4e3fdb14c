import { sql } from 'drizzle-orm'
import type { Locale } from '#platform/constants.ts'
import { elevated, rows, type Tx } from '#platform/db.ts'
import { contains, plain, plainText } from '#platform/like.ts'
import { ofPortals, type Seen } from '#platform/of-portals.ts'
import { countryCodes } from '#platform/place.ts'
import { cityName, cityNames, othersOfCalled } from '#platform/towns.ts'

interface Place {
  place: string
  country: string
  city: string | null
}

/** So many of the latest orders say which places are used most. */
const looked = 1_000
const most = { countries: 8, cities: 40 }

/** A city that is written as names are, not in one case throughout. */
const wellWritten = (city: string) => sql.raw(`(${city} in (upper(${city}), lower(${city}))), ${city}`)
const asPlaces = (country: string, city: string) =>
  sql.raw(`${country} || coalesce('/' || ${city}, '') as place, ${country} as country, ${city} as city`)

/** Countries and then cities that orders went to: those of the latest orders by use, or those with `q` in their name. */
export const orderChoices = async (
  tx: Tx,
  seen: Seen | undefined,
  locale: Locale,
  q: string | undefined,
) => ({
  places: onceEach(await (q?.trim() ? placesCalled(tx, seen, locale, q.trim()) : placesInUse(tx, seen))),
})

/** Towns by their official names: two names of one are one choice. */
function onceEach(places: readonly Place[]): Place[] {
  const named = places.map(({ country, city }) => {
    const name = city && cityName(country, null, city)
    return { place: name ? `${country}/${name}` : country, country, city: name }
  })
  return named.filter(({ place }, at) => named.findIndex((one) => one.place === place) === at)
}

/**
 * The latest orders. One portal is named as a range, so that nothing but its own index has the order: of a large portal that is
 * named as itself, everybody's orders are walked along until a thousand of it are met.
 */
function latestOf(seen: Seen | undefined) {
  const [own, ...others] = seen?.accounts.length === 0 ? seen.portals : []
  const order =
    own && others.length === 0
      ? sql`o.portal_id between ${own}::uuid and ${own}::uuid order by o.portal_id desc, o.placed_at desc`
      : sql`${ofPortals(sql`o.portal_id`, seen)} order by o.placed_at desc`
  return sql`select o.country, o.city from "order" o where ${order} limit ${looked}`
}

const placesInUse = (tx: Tx, seen: Seen | undefined) =>
  rows<Place>(
    tx,
    sql`with latest as (${latestOf(seen)}),
      named as (select country, city, ${plain(sql`city`)} as key from latest where country ~ '^[A-Z]{2}$')
      (select ${asPlaces('country', 'null::text')} from named
        group by country order by count(*) desc, country limit ${most.countries})
      union all
      (select ${asPlaces('x.country', 'x.city')} from (
        select country, (array_agg(city order by ${wellWritten('city')}))[1] as city, count(*) as used
        from named where city is not null group by country, key order by used desc, key limit ${most.cities}) x)`,
  )

/** Each is looked for by the index of places. */
function placesCalled(tx: Tx, seen: Seen | undefined, locale: Locale, q: string) {
  const names = new Intl.DisplayNames([locale], { type: 'region' })
  const countries = countryCodes().filter((code) => plainText(names.of(code) ?? '').includes(plainText(q)))
  // Whoever types one name of a town means it by the others too.
  const also = sql.join(
    [...cityNames('ES', null, q), ...othersOfCalled(q)].map((name) => plain(sql`${name}::text`)),
    sql`, `,
  )
  const seenOrders = ofPortals(sql`o.portal_id`, seen)
  // The index of places is of no use below row-level security: without it, each place is looked for among all orders. So it is
  // for a country that is not asked for in its order: then an index that begins with portals is read from end to end.
  return elevated(tx, 'index', () =>
    rows<Place>(
      tx,
      sql`(select ${asPlaces('c.country', 'null::text')} from unnest(${sql.param(`{${countries.join(',')}}`)}::text[]) c (country)
        where (select true from "order" o where o.country = c.country and ${seenOrders} order by ${plain(sql`o.city`)} limit 1)
        order by c.country limit ${most.countries})
      union all
      (select ${asPlaces('x.country', 'x.city')} from (
        select country, (array_agg(city order by ${wellWritten('city')}))[1] as city, ${plain(sql`city`)} as key
        from fact_place where city is not null and country ~ '^[A-Z]{2}$' and (${contains(sql`city`, q)} or country = 'ES' and ${plain(sql`city`)} in (${also}))
        group by country, ${plain(sql`city`)}) x
      where exists (select from "order" o where o.country = x.country and ${plain(sql`o.city`)} = x.key and ${seenOrders})
      order by not starts_with(x.key, ${plainText(q)}), x.key, x.country limit ${most.cities})`,
    ),
  )
}
