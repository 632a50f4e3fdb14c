import { type SQL, sql } from 'drizzle-orm'
import type { Column } from '../contract.ts'
import { type Key, salesFacts, type VisitKey, visitFacts } from './facts.ts'
import type { Span } from './period.ts'
import type { Selection } from './selection.ts'

/** What a table's rows are, one query for all of them. */
export interface TableRows {
  /** `id`, `name`, texts of the kind, and the sums of each row, in no order. */
  query: SQL
  /** Columns of `query` besides id, name and sums. */
  texts: Column[]
}

interface Asked {
  selection: Selection
  span: Span
  locale: string
}

const sumColumns = [
  'orders',
  'units',
  'albums',
  'gross_micros',
  'discounts_micros',
  'refunds_micros',
  'net_micros',
  'income_micros',
  'visits',
  'visitors',
  'clicks',
]
const salesOnly = sql.raw(
  `key, ${sumColumns.slice(0, 8).join(', ')}, 0 as visits, 0 as visitors, 0 as clicks`,
)
const visitsOnly = sql.raw(
  `key, ${sumColumns
    .slice(0, 8)
    .map((name) => `0 as ${name}`)
    .join(', ')}, visits, visitors, clicks`,
)
const names: Record<string, string> = {
  gross_micros: 'grossMicros',
  discounts_micros: 'discountsMicros',
  refunds_micros: 'refundsMicros',
  net_micros: 'netMicros',
  income_micros: 'incomeMicros',
}
const sums = sql.raw(
  sumColumns.map((name) => `coalesce(sum(f.${name}), 0) as "${names[name] ?? name}"`).join(', '),
)

/** Facts of both families, added up by key. */
function byKey({ selection, span }: Asked, sales: Key | undefined, visits: VisitKey | undefined): SQL {
  const parts: SQL[] = []
  if (sales) parts.push(sql`select ${salesOnly} from (${salesFacts(selection, span, sales)}) s`)
  if (visits) parts.push(sql`select ${visitsOnly} from (${visitFacts(selection, span, visits)}) v`)
  const summed = sql.raw(sumColumns.map((name) => `sum(${name}) as ${name}`).join(', '))
  return sql`select key, ${summed} from (${sql.join(parts, sql` union all `)}) facts group by key`
}

const text = (key: string): Column => ({ key, kind: 'text' })

/** Products; an unmapped SKU stands for itself. */
export const productRows = (asked: Asked): TableRows => ({
  query: sql`select coalesce(m.product_id, m.id)::text as id,
      coalesce(max(p.name->>${asked.locale}), max(p.name->>'es'), max(nullif(m.name, '')), max(m.sku)) as name,
      coalesce(max(p.sku), max(m.sku)) as sku, max(o.name) as "portalName", coalesce(max(p.category), 'unmapped') as category,
      count(distinct m.variant_id) > 1 as "hasVariants", ${sums}
    from (${byKey(asked, 'sku', undefined)}) f
    join sku_mapping m on m.id = f.key::uuid join portal o on o.id = m.portal_id
    left join product p on p.portal_id = m.portal_id and p.id = m.product_id
    group by coalesce(m.product_id, m.id)`,
  texts: [text('sku'), text('portalName'), text('category')],
})

/** The variants of one product. */
export const variantRows = (asked: Asked, productId: string): TableRows => ({
  query: sql`select coalesce(m.variant_id, m.id)::text as id,
      coalesce(nullif(concat_ws(' · ', max(v.size), max(v.colour)), ''), max(nullif(m.name, '')), max(m.sku)) as name,
      coalesce(max(v.sku), max(m.sku)) as sku, ${sums}
    from (${byKey(asked, 'sku', undefined)}) f
    join sku_mapping m on m.id = f.key::uuid and coalesce(m.product_id, m.id) = ${productId}
    left join variant v on v.portal_id = m.portal_id and v.id = m.variant_id
    group by coalesce(m.variant_id, m.id)`,
  texts: [text('sku')],
})

/** Portals with their sales and, unless only some goods count, their visits. */
export const portalRows = (asked: Asked): TableRows => ({
  query: sql`select o.id::text as id, o.name, a.name as "labelName", ${sums}
    from (${byKey(asked, 'portal', asked.selection.goods ? undefined : 'portal')}) f
    join portal o on o.id = f.key::uuid join account a on a.id = o.account_id
    group by o.id, o.name, a.name`,
  texts: [text('labelName')],
})

const places = { countries: 'country', provinces: 'province', cities: 'city' } as const

/** Countries, provinces (ISO 3166-2) or cities with what was bought there and who came from there. */
export const placeRows = (asked: Asked, by: keyof typeof places): TableRows => ({
  query: sql`select f.key as id, f.key as name, ${sums}
    from (${byKey(asked, places[by], asked.selection.goods ? undefined : places[by])}) f group by f.key`,
  texts: [],
})

/** Visits by one of their dimensions. A link has its own title. */
export function trafficRows(asked: Asked, by: Exclude<VisitKey, 'none' | 'portal'>): TableRows {
  const facts = byKey(asked, undefined, by)
  if (by !== 'link')
    return {
      query: sql`select f.key as id, f.key as name, ${sums} from (${facts}) f group by f.key`,
      texts: [],
    }
  return {
    query: sql`select f.key as id, coalesce(max(l.title->>${asked.locale}), max(l.title->>'es'), f.key) as name,
        max(o.name) as "portalName", ${sums}
      from (${facts}) f
      left join link l on f.key <> '' and l.id::text = f.key left join portal o on o.id = l.portal_id
      where f.key <> '' group by f.key`,
    texts: [text('portalName')],
  }
}
