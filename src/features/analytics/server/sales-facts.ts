import { type SQL, sql } from 'drizzle-orm'
import type { Grouping } from '../contract.ts'
import { everyCountry } from './dimensions.ts'
import type { Piece, Span } from './period.ts'
import type { Selection } from './selection.ts'
import {
  factsOf,
  factsWithin,
  inCountries,
  isPlace,
  listed,
  namedWithin,
  negativeIf,
  type Part,
  type PlaceKey,
  partsOf,
  piecesFor,
  placeText,
  rollupsWithin,
  signed,
  splitAtMonths,
  takenOff,
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

const columnsOf = (wanted: readonly SalesColumn[]) => sql.raw(wanted.join(', '))
/** Columns of facts of these pieces: what is to be taken off is negative. */
function factColumns(wanted: readonly SalesColumn[], pieces: readonly Piece[], sums = false): SQL {
  const off = takenOff(pieces, factsWithin)
  return sql.join(
    wanted.map((name) => {
      const column = sql.raw(name)
      const value = negativeIf(
        off,
        name === 'albums' ? sql`case when f.category = 'album' then f.units else 0 end` : sql`f.${column}`,
      )
      return sums ? sql`sum((${value})::float8) as ${column}` : sql`${value} as ${column}`
    }),
    sql`, `,
  )
}

/**
 * Sales of a selection as a query: `key`, `t` and the measures' columns, not added up yet. Rollups tell what they can:
 * everything's for staff, whole months of portals with many facts; facts tell the rest. `t` is meaningful without a key
 * only. SKUs and portals are told by their id as it is, everything else as text.
 */
export function salesFacts(
  selection: Selection,
  span: Span,
  key: SalesKey,
  grouping?: Grouping,
  wanted: readonly SalesColumn[] = names,
): SQL {
  const { whole, scopes, ofPortals, countries, goods, categories, without } = selection
  if (without && key !== 'sku') {
    const less = sql.raw(wanted.map((name) => `-${name} as ${name}`).join(', '))
    return union([
      salesFacts(withEverything(selection), span, key, grouping, wanted),
      sql`select key, t, ${less} from (${salesFacts(without, span, key, grouping, wanted)}) w`,
    ])
  }
  const plain = countries.length === 0 && !goods
  const totals = (reach: SQL, as: SQL) => {
    const pieces = piecesFor(span, grouping)
    return sql`select ${as} as key, t, ${signed(wanted, pieces)} from sales_total
      where ${reach} and ${rollupsWithin(pieces)}`
  }
  if (key === 'none' && plain) return totals(scopes, sql`''`)
  if (key === 'portal' && plain) return totals(ofPortals, sql`scope_id`)
  if (key === 'none' && whole && categories && countries.length === 0)
    return ofCategories(selection, span, grouping, wanted)
  if (key === 'sku' || (goods && (key === 'none' || key === 'portal')))
    return ofSkus(selection, span, key, wanted, grouping)
  const told = toldAs(selection, key)
  if (whole && told?.days) {
    // Only totals know hours.
    if (grouping === 'time') return factRows(selection, wholeSpan(span), key, wanted)
    const pieces = piecesFor(span, grouping)
    return sql`select ${told.as} as key, t, ${signed(wanted, pieces)} from sales_dimension
      where ${told.name} and ${scopes} and ${rollupsWithin(pieces)}`
  }
  return told
    ? toldBy(partsOf('orders', selection, span, grouping), key, told, wanted)
    : factRows(selection, wholeSpan(span), key, wanted)
}

/** The same portals and countries, whatever is sold. */
export const withEverything = ({ without: _, ...selection }: Selection): Selection => ({
  ...selection,
  goods: undefined,
})

/** Which rollups tell something, what its key is there, and whether everything's have rows by day. */
interface Told {
  name: SQL
  as: SQL
  days?: boolean
}

/** The rollups of everything, or of a portal's months, that tell a key of a selection; undefined when only facts do. */
function toldAs(selection: Selection, key: SalesKey): Told | undefined {
  const { whole, countries, goods, categories } = selection
  const simple = (name: string, as = sql`value`): Told => ({
    name: sql`dimension = ${name} ${inCountries(selection)}`,
    as,
    days: name !== 'city',
  })
  if (!goods) {
    if (key === 'none') return simple('country', sql`''`)
    if (key === 'portal')
      return whole
        ? { name: namedWithin('portalIn', countries), as: sql`value::uuid` }
        : simple('country', sql`scope_id`)
    return key === 'campaign' && countries.length > 0 ? undefined : simple(key)
  }
  if (!categories || !isPlace(key)) return undefined
  const some = countries.length > 0 ? sql`and split_part(value, '|', 1) in ${listed(countries)}` : sql``
  return { name: sql`${namedWithin('placeOf', categories)} ${some}`, as: placeOf[key] }
}

const [country, province] = ["split_part(value, '|', 1)", "split_part(value, '|', 2)"]
/** Parts of `ES|ES-B|/Barcelona`; a city may hold anything. */
const placeOf: Record<PlaceKey, SQL> = {
  country: sql.raw(country as string),
  province: sql.raw(province as string),
  city: sql.raw(`case when split_part(value, '|', 3) = '' or ${country} || ${province} = '' then '' else
    coalesce(nullif(${province}, ''), ${country}) || regexp_replace(value, '^[^|]*[|][^|]*[|]', '') end`),
}

function ofCategories(
  selection: Selection,
  span: Span,
  grouping: Grouping | undefined,
  wanted: readonly SalesColumn[],
): SQL {
  if (grouping === 'time') return factRows(selection, wholeSpan(span), 'none', wanted)
  const named = (selection.categories ?? []).map((name) => (name === 'unmapped' ? '' : name))
  const pieces = piecesFor(span, grouping)
  return sql`select '' as key, t, ${signed(wanted, pieces)} from sales_dimension where dimension = 'category' and ${selection.scopes}
    and value in ${listed(named)} and ${rollupsWithin(pieces)}`
}

/** SKUs of any portal have totals by month and year, in every country and in each. */
function ofSkus(
  selection: Selection,
  span: Span,
  key: 'none' | 'sku' | 'portal',
  wanted: readonly SalesColumn[],
  grouping?: Grouping,
): SQL {
  const { inPortals, countries, goods } = selection
  const { months, rest } = splitAtMonths(selection, span, grouping)
  const as = { none: sql`''`, sku: sql`sku_id`, portal: sql`portal_id` }[key]
  const some = goods ? sql`and sku_id in (${skuIds(selection)})` : sql``
  const where = sql`country in ${listed(countries.length > 0 ? countries : [everyCountry])}
    and ${inPortals(sql`portal_id`)} ${some} and ${rollupsWithin(months)}`
  // SKUs are added up part by part: of a union, the planner could not say how many there are.
  const added = key === 'sku'
  return union([
    ...(months.length > 0
      ? [
          sql`select ${as} as key, ${added ? sql`null::timestamptz as t` : sql`t`}, ${signed(wanted, months, added)} from sku_total
            where ${where} ${added ? sql`group by 1` : sql``}`,
        ]
      : []),
    ...(rest.length > 0 ? [factRows(selection, rest, key, wanted)] : []),
  ])
}

/** Whole months and years from rollups, the rest from facts. */
const toldBy = (
  parts: readonly Part[],
  key: SalesKey,
  { name, as }: Told,
  wanted: readonly SalesColumn[],
): SQL =>
  union(
    parts.flatMap(({ selection, months, rest }) => [
      ...(months.length > 0
        ? [
            sql`select ${as} as key, t, ${signed(wanted, months)} from sales_dimension
              where ${name} and ${selection.scopes} and ${rollupsWithin(months)}`,
          ]
        : []),
      ...(rest.length > 0 ? [factRows(selection, rest, key, wanted)] : []),
    ]),
  )

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
export function factRows(
  selection: Selection,
  pieces: readonly Piece[],
  key: SalesKey,
  wanted: readonly SalesColumn[] = names,
): SQL {
  const where = sql`${factsOf(selection)} and ${factsWithin(pieces)} ${goodsOf(selection)}`
  const as = { none: `''`, portal: 'f.portal_id', campaign: `coalesce(f.campaign, '')` }
  if (key === 'sku')
    return sql`select f.sku_id as key, null::timestamptz as t, ${factColumns(wanted, pieces, true)}
      from sale_fact f where ${where} group by 1`
  if (!isPlace(key))
    return sql`select ${sql.raw(as[key])} as key, f.t, ${factColumns(wanted, pieces)} from sale_fact f where ${where}`
  // Places have words for names: added up by number first, few are left to be joined.
  const grouped = sql`select f.place_id, ${factColumns(wanted, pieces, true)} from sale_fact f where ${where} group by 1`
  return sql`select ${placeText[key]} as key, null::timestamptz as t, ${columnsOf(wanted)}
    from (${grouped}) s join fact_place p on p.id = s.place_id`
}

export const salesSums = sql.raw(
  'sum(orders::float8) as orders, sum(units::float8) as units, sum(albums::float8) as albums, ' +
    'sum(gross_micros::float8) as "grossMicros", sum(discounts_micros::float8) as "discountsMicros", ' +
    'sum(refunds_micros::float8) as "refundsMicros", sum(net_micros::float8) as "netMicros", ' +
    'sum(income_micros::float8) as "incomeMicros"',
)
