import { type SQL, sql } from 'drizzle-orm'
import { once } from '#platform/once.ts'
import type { Column, Measure } from '../contract.ts'
import { joinClicked } from './clicked.ts'
import { asColumns, namesOf, summedOf, type Taken, takenOfSales, takenOfVisits } from './measure-sums.ts'
import type { Span } from './period.ts'
import type { SalesKey } from './sales-columns.ts'
import { narrowed, type Selection } from './selection.ts'
import type { AnalyticsStore } from './store.ts'
import type { VisitKey } from './visit-facts.ts'

/** What a table's rows are: figures first, so that names are looked up for the rows that are shown only. */
export interface TableRows {
  /** `id` and the sums of each row, in no order, with what `named` needs. */
  sums: () => Promise<SQL>
  /** The same rows with `name` and texts of the kind. */
  named: (rows: SQL) => SQL
  /** Columns that `named` adds besides the name. */
  texts: Column[]
  /** Rows are places; the one without a name is of whoever told none. */
  ofPlaces?: true
  /**
   * Where there are tens of thousands of rows: the sums of some measures only, to find a page's rows by, and all sums of
   * some portals, where these rows are.
   */
  lean?: {
    sums: (measures: readonly Measure[]) => Promise<SQL>
    within: (portalIds: readonly string[]) => Promise<SQL>
  }
}

/** The same rows, asked of the store once however often they are looked at. */
export function askedOnce(table: TableRows): TableRows {
  const { sums, lean } = table
  return {
    ...table,
    sums: once(sums),
    ...(lean ? { lean: { ...lean, sums: once(lean.sums) } } : {}),
  }
}

/** What a table is asked for: only the sums that its measures take are added up. */
export interface Asked {
  store: AnalyticsStore
  selection: Selection
  span: Span
  locale: string
  measures: readonly Measure[]
}

const none = (of: Taken) => of.map(([, to]) => `0::float8 as "${to}"`)

/** Facts of both families, added up by key: each on its own first, so that neither adds up the other's noughts. */
async function byKey(
  { store, selection, span, measures }: Asked,
  sales: SalesKey | undefined,
  visits: VisitKey | undefined,
): Promise<SQL> {
  const [ofSales, ofVisits] = [takenOfSales(measures), takenOfVisits(measures)]
  const ofKey = (facts: SQL, ...sums: string[][]) =>
    sql`select key as id ${asColumns(...sums)} from (${facts}) f group by key`
  const parts = await Promise.all([
    ...(sales && ofSales.length > 0
      ? [
          store
            .sales({ selection, span, key: sales, columns: namesOf(ofSales) })
            .then((facts) => ofKey(facts, summedOf(ofSales), none(ofVisits))),
        ]
      : []),
    ...(visits && ofVisits.length > 0
      ? [
          store
            .visits({ selection, span, key: visits })
            .then((facts) => ofKey(facts, none(ofSales), summedOf(ofVisits))),
        ]
      : []),
  ])
  if (parts.length === 1) return parts[0] as SQL
  const every = [...ofSales, ...ofVisits].map(([, name]) => `sum(f."${name}") as "${name}"`)
  return sql`select id ${asColumns(every)} from (${sql.join(parts, sql` union all `)}) f group by id`
}

const text = (key: string): Column => ({ key, kind: 'text' })

/** Sums of SKUs by what `id` names of their mapping `m`. */
async function regrouped({ store, selection, span, measures }: Asked, id: SQL, more = sql``): Promise<SQL> {
  const wanted = takenOfSales(measures)
  const told = sql`m.id = f.key and ${selection.inPortals(sql`m.portal_id`)} ${more}`
  // Some goods of a label are asked for one by one: they are few beside what its portals have.
  const few = !selection.whole && selection.named?.excluded.length === 0
  const joined = few
    ? sql`cross join lateral (select m.* from sku_mapping m where ${told} offset 0) m`
    : sql`join sku_mapping m on ${told}`
  return sql`select ${id} as id, m.portal_id ${asColumns(summedOf(wanted))}
    from (${await store.sales({ selection, span, key: 'sku', columns: namesOf(wanted) })}) f ${joined}
    group by m.portal_id, ${id}`
}

const good = sql`coalesce(m.product_id, m.id)`
const manyPortals = 100

/** Products; an unmapped SKU stands for itself. */
export const productRows = (asked: Asked): TableRows => ({
  sums: () => regrouped(asked, good),
  ...(asked.selection.whole || asked.selection.portals.length > manyPortals
    ? {
        lean: {
          sums: (measures) => regrouped({ ...asked, measures }, good),
          within: (ids) => regrouped({ ...asked, selection: narrowed(asked.selection, ids) }, good),
        },
      }
    : {}),
  named: (
    rows,
  ) => sql`select s.*, coalesce(p.name->>${asked.locale}, p.name->>'es', nullif(m.name, ''), m.sku) as name,
      coalesce(p.sku, m.sku, v.sku) as sku, o.name as "portalName", coalesce(p.category, 'unmapped') as category,
      coalesce(v.variants > 1, false) as "hasVariants"
    from (${rows}) s join portal o on o.id = s.portal_id
    left join product p on p.portal_id = s.portal_id and p.id = s.id
    left join sku_mapping m on m.portal_id = s.portal_id and m.id = s.id
    left join lateral (select max(sku) as sku, count(distinct variant_id) as variants from sku_mapping k
      where k.portal_id = s.portal_id and k.product_id = s.id) v on true`,
  texts: [text('sku'), text('portalName'), text('category')],
})

/** The variants of one product. */
export const variantRows = (asked: Asked, productId: string): TableRows => ({
  sums: () =>
    regrouped(asked, sql`coalesce(m.variant_id, m.id)`, sql`and coalesce(m.product_id, m.id) = ${productId}`),
  named: (
    rows,
  ) => sql`select s.*, coalesce(nullif(concat_ws(' · ', v.size, v.colour), ''), nullif(m.name, ''), m.sku) as name,
      coalesce(v.sku, m.sku) as sku
    from (${rows}) s left join variant v on v.portal_id = s.portal_id and v.id = s.id
    left join lateral (select max(name) as name, max(sku) as sku from sku_mapping k
      where k.portal_id = s.portal_id and s.id in (k.variant_id, k.id)) m on true`,
  texts: [text('sku')],
})

/** Portals with their sales and, unless only some goods count, their visits. */
export const portalRows = (asked: Asked): TableRows => ({
  sums: () => byKey(asked, 'portal', asked.selection.goods ? undefined : 'portal'),
  named: (rows) => sql`select s.*, o.name, a.name as "labelName"
    from (${rows}) s join portal o on o.id = s.id join account a on a.id = o.account_id`,
  texts: [text('labelName')],
})

const places = { countries: 'country', provinces: 'province', cities: 'city' } as const
const asItIs = (rows: SQL) => sql`select s.*, s.id as name from (${rows}) s`

/** Countries, provinces (ISO 3166-2) or cities with what was bought there and who came from there. */
export const placeRows = (asked: Asked, by: keyof typeof places): TableRows => ({
  sums: () => byKey(asked, places[by], asked.selection.goods ? undefined : places[by]),
  named: asItIs,
  texts: [],
  ofPlaces: true,
})

/** Visits by one of their dimensions. What was clicked has a name of its own; none once it is gone. */
export function trafficRows(asked: Asked, by: Exclude<VisitKey, 'none' | 'portal'>): TableRows {
  const sums = () => byKey(asked, undefined, by)
  if (by !== 'link') return { sums, named: asItIs, texts: [] }
  return {
    sums: async () => sql`select * from (${await sums()}) f where id <> ''`,
    named: (rows) => sql`select s.*, coalesce(k.name, '') as name, o.name as "portalName" from (${rows}) s
      ${joinClicked(sql`s.id`, asked.selection, asked.locale)} left join portal o on o.id = k.portal_id`,
    texts: [text('portalName')],
  }
}
