import { type SQL, sql } from 'drizzle-orm'
import type { Grouping } from '../contract.ts'
import type { Piece, Span } from './period.ts'
import type { Selection } from './selection.ts'
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

type OriginKey = 'channel' | 'source' | 'medium' | 'campaign' | 'referrer'
/** Dimensions of visits. */
export type VisitKey = 'none' | 'portal' | PlaceKey | OriginKey | 'device' | 'browser' | 'link'

const origins: readonly string[] = ['channel', 'source', 'medium', 'campaign', 'referrer']
const isOrigin = (key: string): key is OriginKey => origins.includes(key)

/** Most visits have none: those are not a row. */
const sparse: ReadonlySet<string> = new Set(['medium', 'campaign'])

const names = ['visits', 'visitors', 'clicks']
const columns = sql.raw(names.join(', '))
/**
 * Visits of a selection as a query: `key`, `t` and the measures' columns, not added up yet. Rollups tell what they can:
 * everything's for staff, whole months of portals with many facts; facts tell the rest. `t` is meaningful without a key
 * only. Within countries nobody but facts knows hours.
 */
export function visitFacts(selection: Selection, span: Span, key: VisitKey, grouping?: Grouping): SQL {
  const { whole, type, sources } = selection
  if (sources) return ofSources(selection, sources, span, key, grouping)
  const inParts = (parts: readonly Part[], { name, as }: Told) =>
    union(
      parts.flatMap(({ selection, months, rest }) => [
        ...(months.length > 0
          ? [inScopes(selection, months, (scopes, pieces) => rolled(sql`${name} and ${scopes}`, as, pieces))]
          : []),
        ...(rest.length > 0 ? [factsAndOlder(selection, rest, key)] : []),
      ]),
    )
  const own = byTotals(selection, span, key, grouping)
  if (own) return own
  const told = toldAs(selection, key)
  if (!told || (grouping === 'time' && key === 'none')) return factsAndOlder(selection, wholeSpan(span), key)
  if ((whole || type) && told.days)
    return inScopes(selection, piecesFor(span, grouping), (scopes, pieces) =>
      rolled(sql`${told.name} and ${scopes}`, told.as, pieces),
    )
  return inParts(
    isRolledForAll(selection, key)
      ? [splitAtMonths(selection, span, grouping)]
      : partsOf('visits', selection, span, grouping),
    told,
  )
}

/** Sources are rolled up for every portal. */
const isRolledForAll = ({ whole, type, countries }: Selection, key: VisitKey) =>
  whole || (!type && key === 'source' && countries.length === 0)

/** Without countries totals tell what no key asks for, and portals and links. */
function byTotals(selection: Selection, span: Span, key: VisitKey, grouping: Grouping | undefined) {
  const { whole, scopes, ofPortals, countries, type } = selection
  if (countries.length > 0) return undefined
  const hours = grouping === 'time'
  const totals = (from: SQL, as: SQL) =>
    bySign(
      piecesFor(span, grouping, { years: false }),
      (pieces, sign) =>
        sql`select ${as} as key, t, ${signed(names, sign)} from ${from} and ${rollupsWithin(pieces)}`,
    )
  // A few devices add up to what thousands of portals do.
  if (key === 'none' && type && !hours)
    return inScopes(selection, piecesFor(span, grouping), (scopes, pieces) =>
      rolled(sql`dimension = 'device' and ${scopes}`, sql`''`, pieces),
    )
  // Hours of portals are kept as facts, and were kept as totals before.
  if (key === 'none' && hours && !whole)
    return union([
      totals(sql`visits_total where ${scopes}`, sql`''`),
      factRows(selection, wholeSpan(span), key),
    ])
  if (key === 'none') return totals(totalsOf('visits', selection), sql`''`)
  if (key === 'portal') return totals(sql`visits_total where ${ofPortals}`, sql`scope_id`)
  if (key === 'link')
    return rolled(sql`dimension = 'link' and ${ofPortals}`, sql`value`, piecesFor(span, grouping))
  return undefined
}

/** Visits from some sources over time: of single days and hours facts tell it, of the rest the rollups of sources. */
function ofSources(
  selection: Selection,
  sources: readonly string[],
  span: Span,
  key: VisitKey,
  grouping: Grouping | undefined,
): SQL {
  if (key !== 'none') throw new Error('Sources are asked for over time alone.')
  const { whole, type, countries } = selection
  const dimension = countries.length > 0 ? namedWithin('sourceIn', countries) : sql`dimension = 'source'`
  const told = (reach: SQL, pieces: readonly Piece[]) =>
    rolled(sql`${dimension} and value in ${listed(sources)} and ${reach}`, sql`''`, pieces)
  if (grouping === 'time') return factRows(selection, wholeSpan(span), key)
  if (whole || type) return inScopes(selection, piecesFor(span, grouping), told)
  const parts =
    countries.length === 0
      ? [splitAtMonths(selection, span, grouping)]
      : partsOf('visits', selection, span, grouping)
  return union(
    parts.flatMap(({ selection, months, rest }) => [
      ...(months.length > 0 ? [inScopes(selection, months, told)] : []),
      ...(rest.length > 0
        ? [
            factRows(selection, rest, key),
            told(
              selection.ofPortals,
              rest.map((piece): Piece => ({ ...piece, grain: 'day' })),
            ),
          ]
        : []),
    ]),
  )
}

/** Facts of these sources. */
const fromSources = ({ sources, inPortals }: Selection): SQL =>
  sources
    ? sql`and (f.portal_id, f.origin_id) in (select o.portal_id, o.id from visit_origin o
        where ${inPortals(sql`o.portal_id`)} and coalesce(o.source, '') in ${listed(sources)})`
    : sql``

const rolled = (reach: SQL, as: SQL, of: readonly Piece[]) =>
  bySign(
    of,
    (pieces, sign) => sql`select ${as} as key, t, ${signed(names, sign)} from visits_dimension
      where ${reach} and ${rollupsWithin(pieces)}`,
  )

/** Which rollups tell something, what its key is there, and whether everything's have rows by day. */
interface Told {
  name: SQL
  as: SQL
  days: boolean
}

function toldAs(selection: Selection, key: VisitKey): Told | undefined {
  const { whole, countries } = selection
  const simple = (name: string, as = sql`value`): Told => ({
    name: sql`dimension = ${name} ${inCountries(selection)}`,
    as,
    days: name !== 'city',
  })
  if (key === 'none') return simple('country', sql`''`)
  if (isPlace(key)) return simple(key)
  if (countries.length === 0) return simple(key)
  if (key === 'link') return undefined
  if (key !== 'portal') return { name: namedWithin(`${key}In`, countries), as: sql`value`, days: true }
  return whole
    ? { name: namedWithin('portalIn', countries), as: sql`value::uuid`, days: false }
    : simple('country', sql`scope_id`)
}

/**
 * Facts, and what was rolled up by day before facts were kept: it has no rows where there are facts. Everything's cities
 * had rows by day too.
 */
function factsAndOlder(selection: Selection, pieces: readonly Piece[], key: VisitKey): SQL {
  const { whole, scopes, ofPortals, countries } = selection
  const facts = factRows(selection, pieces, key)
  const some = countries.length > 0
  if (key === 'link' || (key === 'none' && !some)) return facts
  const days = pieces.map((piece): Piece => ({ ...piece, grain: 'day' }))
  const from = (reach: SQL, as: SQL) => union([facts, rolled(reach, as, days)])
  const named = (name: string) => sql`dimension = ${name} ${inCountries(selection)}`
  if (whole && key === 'city') return from(sql`${named('city')} and ${scopes}`, sql`value`)
  if (key === 'none') return from(sql`${named('country')} and ${ofPortals}`, sql`''`)
  if (key === 'portal') return from(sql`${named('country')} and ${ofPortals}`, sql`scope_id`)
  if (isPlace(key) || !some) return from(sql`${named(key)} and ${ofPortals}`, sql`value`)
  return from(sql`${namedWithin(`${key}In`, countries)} and ${ofPortals}`, sql`value`)
}

/** Facts themselves. */
const factRows = (selection: Selection, of: readonly Piece[], key: VisitKey): SQL =>
  bySign(of, (pieces, sign) => {
    const where = sql`${factsOf(selection)} ${fromSources(selection)} and ${factsWithin(pieces)} ${key === 'link' ? sql`and f.link_id is not null` : sql``}`
    if (key === 'none' || key === 'portal')
      return sql`select ${key === 'none' ? sql`''` : sql`f.portal_id`} as key, f.t,
        ${sql.raw(names.map((name) => `${sign}f.${name} as ${name}`).join(', '))} from visit_fact f where ${where}`
    const never = sql`null::timestamptz as t`
    const grouped = (by: string) =>
      sql`select ${sql.raw(by)}, ${summed(names, sign, (name) => `f.${name}`)} from visit_fact f where ${where} group by ${sql.raw(by)}`
    if (isPlace(key))
      return sql`select ${placeText[key]} as key, ${never}, ${columns} from (${grouped('f.place_id')}) s
        join fact_place p on p.id = s.place_id`
    if (isOrigin(key))
      return sql`select coalesce(o.${sql.raw(key)}, '') as key, ${never}, ${columns}
        from (${grouped('f.portal_id, f.origin_id')}) s
        join visit_origin o on o.portal_id = s.portal_id and o.id = s.origin_id and ${selection.inPortals(sql`o.portal_id`)}
        ${sparse.has(key) ? sql`where o.${sql.raw(key)} <> ''` : sql``}`
    const by = { device: 'device', browser: 'browser', link: 'link_id' }[key]
    return sql`select ${sql.raw(by)}::text as key, ${never}, ${columns} from (${grouped(`f.${by}`)}) s`
  })

export const visitSums = sql.raw(
  'sum(visits::float8) as visits, sum(visitors::float8) as visitors, sum(clicks::float8) as clicks',
)
