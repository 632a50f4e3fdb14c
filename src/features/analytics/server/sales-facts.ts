import { type SQL, sql } from 'drizzle-orm'
import type { Grouping } from '../contract.ts'
import { weekHour } from './dimensions.ts'
import type { Piece, Span } from './period.ts'
import type { Selection } from './selection.ts'
import {
  factsOf,
  factsWithin,
  inCountries,
  isPlace,
  listed,
  namedWithin,
  type PlaceKey,
  piecesFor,
  placeText,
  rollupsWithin,
  splitAtMonths,
  union,
  wholeSpan,
} from './span-sql.ts'

/** What sales are told apart by: nothing but time, or one dimension. */
export type SalesKey = 'none' | 'sku' | 'portal' | 'campaign' | PlaceKey

const names = [
  'orders',
  'units',
  'albums',
  'gross_micros',
  'discounts_micros',
  'refunds_micros',
  'net_micros',
  'income_micros',
] as const
/** Columns of sales; fewer take less time to add up. */
export type SalesColumn = (typeof names)[number]

const ofFact = (name: SalesColumn) =>
  name === 'albums' ? `case when f.category = 'album' then f.units else 0 end` : `f.${name}`
const columnsOf = (wanted: readonly SalesColumn[]) => sql.raw(wanted.join(', '))
const summedOf = (wanted: readonly SalesColumn[]) =>
  sql.raw(wanted.map((name) => `sum(${ofFact(name)})::bigint as ${name}`).join(', '))

/**
 * Sales of a selection as a query: `key`, `t` and the measures' columns, not added up yet. Staff who ask for everything
 * are answered from rollups, a portal or a few from their facts; `t` is meaningful without a key only. SKUs and portals
 * are told by their id as it is, everything else as text.
 */
export function salesFacts(
  selection: Selection,
  span: Span,
  key: SalesKey,
  grouping?: Grouping,
  wanted: readonly SalesColumn[] = names,
): SQL {
  const columns = columnsOf(wanted)
  const { whole, scopes, ofPortals, countries, goods } = selection
  const plain = countries.length === 0 && !goods
  const totals = (reach: SQL, as: SQL) =>
    sql`select ${as} as key, t, ${columns} from sales_total
      where ${reach} and ${rollupsWithin(piecesFor(span, grouping, false))}`
  if (key === 'none' && plain) return totals(scopes, sql`''`)
  if (key === 'portal' && plain) return totals(ofPortals, sql`scope_id`)
  // SKUs are rolled up for their portals, whoever asks.
  if (countries.length === 0 && (key === 'sku' || (goods && (key === 'none' || key === 'portal')))) {
    if (whole && key === 'none' && selection.categories) return ofCategories(selection, span, grouping)
    const as = { none: sql`''`, sku: sql`value::uuid`, portal: sql`scope_id` }[
      key as 'none' | 'sku' | 'portal'
    ]
    const some = goods ? sql`and value::uuid in (${skuIds(selection)})` : sql``
    return crossed(
      selection,
      span,
      grouping,
      key,
      sql`dimension = 'sku' and ${ofPortals} ${some}`,
      as,
      wanted,
    )
  }
  const told = whole ? ofEverything(selection, span, key, grouping) : undefined
  return told ?? factRows(selection, wholeSpan(span), key)
}

/** What rollups of everything tell of a selection; undefined when it takes facts. */
function ofEverything(selection: Selection, span: Span, key: SalesKey, grouping: Grouping | undefined) {
  const { scopes, countries, goods, categories } = selection
  const columns = columnsOf(names)
  const simple = (name: string, as: SQL) =>
    sql`select ${as} as key, t, ${columns} from sales_dimension
      where dimension = ${name} and ${scopes} and ${rollupsWithin(piecesFor(span, grouping, true))} ${inCountries(selection)}`
  const months = (reach: SQL, as = sql`value`) =>
    crossed(selection, span, grouping, key, sql`${reach} and ${scopes}`, as)
  const within = (name: string) => months(namedWithin(name, countries), sql`value::uuid`)
  if (!goods) {
    // Only totals know hours.
    if (key === 'none') return grouping === 'time' ? undefined : simple('country', sql`''`)
    if (key === 'portal') return within('portalIn')
    if (key === 'sku') return within('skuIn')
    if (key === 'city') return months(sql`dimension = 'city' ${inCountries(selection)}`)
    return key === 'campaign' && countries.length > 0 ? undefined : simple(key, sql`value`)
  }
  if (key === 'sku')
    return months(
      sql`${namedWithin('skuIn', countries)} and value::uuid in (${skuIds(selection)})`,
      sql`value::uuid`,
    )
  if (!categories || !isPlace(key)) return undefined
  const some = countries.length > 0 ? sql`and split_part(value, '|', 1) in ${listed(countries)}` : sql``
  return months(sql`${namedWithin('placeOf', categories)} ${some}`, placeOf[key])
}

const [country, province] = ["split_part(value, '|', 1)", "split_part(value, '|', 2)"]
/** Parts of `ES|ES-B|/Barcelona`; a city may hold anything. */
const placeOf: Record<PlaceKey, SQL> = {
  country: sql.raw(country as string),
  province: sql.raw(province as string),
  city: sql.raw(`case when split_part(value, '|', 3) = '' or ${country} || ${province} = '' then '' else
    coalesce(nullif(${province}, ''), ${country}) || regexp_replace(value, '^[^|]*[|][^|]*[|]', '') end`),
}

function ofCategories(selection: Selection, span: Span, grouping: Grouping | undefined): SQL {
  if (grouping === 'time') return factRows(selection, wholeSpan(span), 'none')
  const wanted = (selection.categories ?? []).map((name) => (name === 'unmapped' ? '' : name))
  return sql`select '' as key, t, ${columnsOf(names)} from sales_dimension where dimension = 'category' and ${selection.scopes}
    and value in ${listed(wanted)} and ${rollupsWithin(piecesFor(span, grouping, true))}`
}

/** Whole months and years from rollups, the days at both ends from facts. */
function crossed(
  selection: Selection,
  span: Span,
  grouping: Grouping | undefined,
  key: SalesKey,
  reach: SQL,
  as: SQL,
  wanted: readonly SalesColumn[] = names,
): SQL {
  const { rolled, loose } = splitAtMonths(span, grouping)
  const rollups = sql`select ${as} as key, t, ${columnsOf(wanted)} from sales_dimension where ${reach} and ${rollupsWithin(rolled)}`
  return union([
    ...(rolled.length > 0 ? [rollups] : []),
    ...(loose.length > 0 ? [factRows(selection, loose, key, wanted)] : []),
  ])
}

/** SKUs that a selection counts. */
const skuIds = ({ inPortals, goods }: Selection) =>
  sql`select m.id from sku_mapping m left join product p on p.portal_id = m.portal_id and p.id = m.product_id
    where ${inPortals(sql`m.portal_id`)} ${goods ? sql`and ${goods}` : sql``}`

const goodsOf = (selection: Selection) =>
  selection.goods === undefined
    ? sql``
    : selection.categories
      ? sql`and coalesce(f.category, 'unmapped') in ${listed(selection.categories)}`
      : sql`and f.sku_id in (${skuIds(selection)})`

/** Facts themselves. */
function factRows(
  selection: Selection,
  pieces: readonly Piece[],
  key: SalesKey,
  wanted: readonly SalesColumn[] = names,
): SQL {
  const where = sql`${factsOf(selection)} and ${factsWithin(pieces)} ${goodsOf(selection)}`
  const as = { none: `''`, sku: 'f.sku_id', portal: 'f.portal_id', campaign: `coalesce(f.campaign, '')` }
  if (!isPlace(key))
    return sql`select ${sql.raw(as[key])} as key, f.t, ${sql.raw(wanted.map((name) => `${ofFact(name)} as ${name}`).join(', '))}
      from sale_fact f where ${where}`
  // Places have words for names: added up by number first, few are left to be joined.
  const grouped = sql`select f.place_id, ${summedOf(wanted)} from sale_fact f where ${where} group by 1`
  return sql`select ${placeText[key]} as key, null::timestamptz as t, ${columnsOf(wanted)}
    from (${grouped}) s join fact_place p on p.id = s.place_id`
}

/** Orders and net sales by weekday (1 Monday to 7) and hour of Europe/Madrid. */
export function heatFacts(selection: Selection, span: Span): SQL {
  const { whole, scopes, countries, goods, categories } = selection
  const of = sql.raw(weekHour.replaceAll('f.at', 'f.t'))
  const sums = sql`sum(orders) as orders, sum(net_micros) as net_micros`
  const facts = (from: SQL) => sql`select ${of} as at, ${sums} from (${from}) f group by 1`
  const split = splitAtMonths(span, undefined)
  const rolled = (name: string, wanted: readonly string[]) =>
    union([
      sql`select value as at, ${sums} from sales_dimension where ${namedWithin(name, wanted)} and ${scopes}
        and ${rollupsWithin(split.rolled)} group by 1`,
      ...(split.loose.length > 0 ? [facts(factRows(selection, split.loose, 'none'))] : []),
    ])
  const found =
    whole && !goods && countries.length > 0
      ? rolled('hourIn', countries)
      : whole && categories && countries.length === 0
        ? rolled('hourOf', categories)
        : facts(
            !goods && countries.length === 0
              ? salesFacts(selection, span, 'none', 'time')
              : factRows(selection, wholeSpan(span), 'none'),
          )
  return sql`select left(at, 1)::int as weekday, right(at, 2)::int as hour, sum(orders)::bigint as orders,
      sum(net_micros)::bigint as "netMicros"
    from (${found}) h group by 1, 2 order by 1, 2`
}

export const salesSums = sql.raw(
  'sum(orders) as orders, sum(units) as units, sum(albums) as albums, sum(gross_micros) as "grossMicros", ' +
    'sum(discounts_micros) as "discountsMicros", sum(refunds_micros) as "refundsMicros", sum(net_micros) as "netMicros", ' +
    'sum(income_micros) as "incomeMicros"',
)
