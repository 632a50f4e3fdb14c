import { type SQL, sql } from 'drizzle-orm'
import { everyCountry } from '#features/rollups/server/dimensions.ts'
import type { Grouping } from '../contract.ts'
import { goodsOf, skuIds } from './goods-sql.ts'
import { orderFacts, orderFactsWithout, ordersAreTold } from './order-facts.ts'
import type { Piece, Span } from './period.ts'
import { type SalesColumn, type SalesKey, salesColumns } from './sales-columns.ts'
import { type Selection, withEverything } from './selection.ts'
import {
  bySign,
  factsOf,
  factsWithin,
  inCountries,
  inScopes,
  isPlace,
  listed,
  namedWithin,
  type Part,
  type PlaceKey,
  partsOf,
  piecesFor,
  placeText,
  rollupsWithin,
  signed,
  splitAtMonths,
  summed,
  totalsOf,
  union,
  wholeSpan,
} from './span-sql.ts'

const columnsOf = (wanted: readonly SalesColumn[]) => sql.raw(wanted.join(', '))
const ofFact = (name: string) =>
  name === 'albums' ? `case when f.category = 'album' then f.units else 0 end` : `f.${name}`

/**
 * Sales of a selection as a query: `key`, `t` and the measures' columns, not added up yet. Rollups tell what they can:
 * everything's for staff, whole months of portals with many facts; facts tell the rest. `t` is meaningful without a key,
 * or by portal, only. SKUs and portals are told by their id as it is, everything else as text.
 */
export function salesFacts(
  selection: Selection,
  span: Span,
  key: SalesKey,
  grouping?: Grouping,
  wanted: readonly SalesColumn[] = salesColumns,
): SQL {
  const { whole, ofPortals, countries, goods, categories, type, without } = selection
  // Which orders some goods are of, only the lines of orders tell.
  if (goods && wanted.includes('orders') && ordersAreTold(key)) {
    const others = wanted.filter((name) => name !== 'orders')
    const padded = sql.raw(wanted.map((name) => (name === 'orders' ? '0 as orders' : name)).join(', '))
    return union([
      ...(others.length > 0
        ? [sql`select key, t, ${padded} from (${salesFacts(selection, span, key, grouping, others)}) l`]
        : []),
      without
        ? orderFactsWithout(
            salesFacts(withEverything(selection), span, key, grouping, ['orders']),
            ...([without, span, key, wanted] as const),
          )
        : orderFacts(selection, span, key, wanted),
    ])
  }
  if (without && key !== 'sku') {
    const less = sql.raw(wanted.map((name) => `-${name} as ${name}`).join(', '))
    return union([
      salesFacts(withEverything(selection), span, key, grouping, wanted),
      sql`select key, t, ${less} from (${salesFacts(without, span, key, grouping, wanted)}) w`,
    ])
  }
  const plain = countries.length === 0 && !goods
  const totals = (from: SQL, as: SQL) =>
    bySign(
      piecesFor(span, grouping),
      (pieces, sign) =>
        sql`select ${as} as key, t, ${signed(wanted, sign)} from ${from} and ${rollupsWithin(pieces)}`,
    )
  // Five categories add up to what thousands of portals do.
  if (key === 'none' && type && grouping !== 'time')
    return rolled(
      { name: sql`dimension = 'category'`, as: sql`''` },
      selection,
      piecesFor(span, grouping),
      wanted,
    )
  if (key === 'none' && plain) return totals(totalsOf('sales', selection), sql`''`)
  if (key === 'portal' && plain) return totals(sql`sales_total where ${ofPortals}`, sql`scope_id`)
  if (key === 'none' && whole && categories && countries.length === 0)
    return ofCategories(selection, span, grouping, wanted)
  if (key === 'sku' || (goods && (key === 'none' || key === 'portal')))
    return ofSkus(selection, span, key, wanted, grouping)
  const told = toldAs(selection, key)
  if ((whole || type) && told?.days) {
    // Only totals know hours.
    if (grouping === 'time') return factRows(selection, wholeSpan(span), key, wanted)
    return rolled(told, selection, piecesFor(span, grouping), wanted)
  }
  return told
    ? toldBy(partsOf('orders', selection, span, grouping), key, told, wanted)
    : factRows(selection, wholeSpan(span), key, wanted)
}

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
  const told = { name: sql`dimension = 'category' and value in ${listed(named)}`, as: sql`''` }
  return rolled(told, selection, piecesFor(span, grouping), wanted)
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
  // They come with their facts.
  const { months, rest } = splitAtMonths(selection, span, grouping, () => true)
  const as = { none: sql`''`, sku: sql`sku_id`, portal: sql`portal_id` }[key]
  // As a set that is asked row by row: of thousands of SKUs the planner expects a few, and looks for the months of each.
  const where = sql`country in ${listed(countries.length > 0 ? countries : [everyCountry])} and ${inPortals(sql`portal_id`)}
    ${goods ? sql`and (sku_id in (${skuIds(selection)})) is true` : sql``}`
  const totals = bySign(months, (pieces, sign) =>
    // SKUs are added up part by part: of a union, the planner could not say how many there are.
    key === 'sku'
      ? sql`select ${as} as key, null::timestamptz as t, ${summed(wanted, sign, String)} from sku_total
          where ${where} and ${rollupsWithin(pieces)} group by 1`
      : sql`select ${as} as key, t, ${signed(wanted, sign)} from sku_total where ${where} and ${rollupsWithin(pieces)}`,
  )
  return union([
    ...(months.length > 0 ? [totals] : []),
    ...(rest.length > 0 ? [factRows(selection, rest, key, wanted)] : []),
  ])
}

const rolled = (
  { name, as }: Told,
  selection: Selection,
  of: readonly Piece[],
  wanted: readonly SalesColumn[],
) =>
  inScopes(selection, of, (scopes, all) =>
    bySign(
      all,
      (pieces, sign) => sql`select ${as} as key, t, ${signed(wanted, sign)} from sales_dimension
        where ${name} and ${scopes} and ${rollupsWithin(pieces)}`,
    ),
  )

/** Whole months and years from rollups, the rest from facts. */
const toldBy = (parts: readonly Part[], key: SalesKey, told: Told, wanted: readonly SalesColumn[]): SQL =>
  union(
    parts.flatMap(({ selection, months, rest }) => [
      ...(months.length > 0 ? [rolled(told, selection, months, wanted)] : []),
      ...(rest.length > 0 ? [factRows(selection, rest, key, wanted)] : []),
    ]),
  )

/** Facts themselves. */
export const factRows = (
  selection: Selection,
  of: readonly Piece[],
  key: SalesKey,
  wanted: readonly SalesColumn[] = salesColumns,
): SQL =>
  bySign(of, (pieces, sign) => {
    const where = sql`${factsOf(selection)} and ${factsWithin(pieces)} ${goodsOf(selection)}`
    const sums = summed(wanted, sign, ofFact)
    if (key === 'sku')
      return sql`select f.sku_id as key, null::timestamptz as t, ${sums} from sale_fact f where ${where} group by 1`
    // Places have words for salesColumns: added up by number first, few are left to be joined.
    if (isPlace(key))
      return sql`select ${placeText[key]} as key, null::timestamptz as t, ${columnsOf(wanted)}
        from (select f.place_id, ${sums} from sale_fact f where ${where} group by 1) s join fact_place p on p.id = s.place_id`
    const as = { none: `''`, portal: 'f.portal_id', campaign: `coalesce(f.campaign, '')` }
    const columns = wanted.map((name) => `${sign}${ofFact(name)} as ${name}`)
    return sql`select ${sql.raw(as[key])} as key, f.t, ${sql.raw(columns.join(', '))} from sale_fact f where ${where}`
  })
