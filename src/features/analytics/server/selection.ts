import { type SQL, sql } from 'drizzle-orm'
import { portalType } from '#features/portals/server/portal-type.ts'
import { everything, simpleScope } from '#features/rollups/server/dimensions.ts'
import { typesAreRolled } from '#features/rollups/server/type-rollups.ts'
import type { Tx } from '#platform/db.ts'
import { select } from '#platform/select.ts'
import { type Base, oneOf, within } from './base.ts'
import { refuseUnknown } from './known-filters.ts'

/** Moments at which months begin, in milliseconds, of what is rolled up for a portal. */
export interface RolledPortal {
  id: string
  orders: ReadonlySet<number>
  visits: ReadonlySet<number>
}

type Many = string[] | string | undefined

/** The filters of a call, as they come. */
export interface FilterQuery {
  labels?: Many
  portals?: Many
  portalTypes?: Many
  countries?: Many
  categories?: Many
  addedCategories?: Many
  products?: Many
  excludedProducts?: Many
  sources?: Many
}

export type PortalType = 'simple' | 'master'

/** Categories and products narrow, added categories count beside them, excluded products never. */
export type NamedGoods = Record<'categories' | 'added' | 'products' | 'excluded', readonly string[]>

/** Whose facts and which of them a call counts. */
export interface Selection {
  /** True when all portals count: what only staff ask, answered from rollups of everything. */
  whole: boolean
  /** The account all of whose portals count that are not deleted, where it is asked for nothing else. */
  account?: string | undefined
  /** Condition on `scope_id`: the scope of everything, or the portals that count. */
  scopes: SQL
  /** Condition on `scope_id` of what only portals have rows of. */
  ofPortals: SQL
  /** Condition that a column names a portal that counts. */
  inPortals: (column: SQL) => SQL
  /** The portals that count, unless all do, each with its months that are rolled up. */
  portals: readonly RolledPortal[]
  countries: string[]
  /** Condition on `sku_mapping m left join product p`; undefined when everything sold counts. */
  goods: SQL | undefined
  /** The goods that count as they were named; undefined when everything sold does. */
  named: NamedGoods | undefined
  /** The categories that count, where goods are told apart by nothing else. */
  categories: string[] | undefined
  /** The type of portals that counts, where nothing else is asked for and rollups tell it. */
  type?: PortalType
  /** The sources of which visits count, as facts have them; what was sold tells none. Only over time. */
  sources?: readonly string[]
  /** What does not count, where everything else does: its figures are taken off those of everything. */
  without?: Selection
}

const list = (value: Many): string[] => (value === undefined ? [] : [...new Set([value].flat())])

/**
 * Reads a call's filters.
 * @throws BadInput `analytics.filterUnknown` by the field that names what is not there or not the actor's to see.
 */
export async function readSelection(tx: Tx, base: Base, query: FilterQuery): Promise<Selection> {
  const labels = list(query.labels)
  const portals = list(query.portals)
  const named = list(query.portalTypes)
  // Both are everything.
  const types = named.length === 1 ? named : []
  const products = list(query.products)
  const excluded = list(query.excludedProducts)
  await refuseUnknown(tx, base, { labels, portals, products, excludedProducts: excluded })

  const conditions = [within(base)]
  if (labels.length > 0) conditions.push(oneOf(sql`o.account_id`, labels))
  if (portals.length > 0) conditions.push(oneOf(sql`o.id`, portals))
  if (types.length > 0) conditions.push(oneOf(sql.raw(portalType('o', 'a')), types))
  const categories = list(query.categories)
  const added = list(query.addedCategories)
  const countries = list(query.countries)
  // A tracker may call a source so as well.
  const sources = list(query.sources).flatMap((source) => (source === 'direct' ? ['', source] : [source]))
  // A product is of one portal: nobody else has sold it.
  const whose = await whoseOf(
    tx,
    base,
    products.length > 0 && added.length === 0 ? [...conditions, sells(products)] : conditions,
  )
  const goods = goodsOf(categories, added, products, excluded)
  const onlyType = base === 'everything' && labels.length + portals.length + countries.length === 0 && !goods
  const [type] = types
  const onlyWithout = excluded.length > 0 && categories.length + added.length + products.length === 0
  return {
    ...whose,
    countries,
    goods,
    named: goods && { categories, added, products, excluded },
    ...(onlyType && type && (await typesAreRolled(tx)) ? { type: type as PortalType } : {}),
    ...(sources.length > 0 ? { sources } : {}),
    categories:
      categories.length + added.length > 0 && products.length + excluded.length === 0
        ? [...new Set([...categories, ...added])]
        : undefined,
    ...(onlyWithout
      ? {
          without: {
            ...(await whoseOf(tx, base, [...conditions, sells(excluded)])),
            countries,
            goods: goodsOf([], [], excluded, []),
            named: { categories: [], added: [], products: excluded, excluded: [] },
            categories: undefined,
          },
        }
      : {}),
  }
}

const sells = (products: readonly string[]) =>
  sql`o.id in (select portal_id from sku_mapping m where ${oneOf(sql`coalesce(m.product_id, m.id)`, products)})`

/** Everything that an actor may see from where they look: what overviews tell, which ask nothing of portals' months. */
export const wholeSelection = async (tx: Tx, base: Base): Promise<Selection> => ({
  ...(base !== 'everything' && 'portalId' in base
    ? ofTheseOnly([{ id: base.portalId, orders: new Set(), visits: new Set() }])
    : await whoseOf(tx, base, [within(base)], false)),
  countries: [],
  goods: undefined,
  named: undefined,
  categories: undefined,
})

type Whose = Pick<Selection, 'whole' | 'account' | 'scopes' | 'ofPortals' | 'inPortals' | 'portals'>

const portalId = { id: sql<string>`o.id` }
const portalMonth = {
  id: sql<string>`m.portal_id`,
  kind: sql<'orders' | 'visits'>`m.kind`,
  t: sql<number>`(extract(epoch from m.t) * 1000)::float8`,
}

/** Portals are looked up first and written out: a plan for six known portals is another than one for whoever they are. */
async function whoseOf(tx: Tx, base: Base, conditions: SQL[], withMonths = true): Promise<Whose> {
  if (base === 'everything' && conditions.length === 1)
    return {
      whole: true,
      scopes: sql`scope_id = ${everything}`,
      // Written out: the index of portals' rows has the same condition.
      ofPortals: sql.raw(`scope_id <> '${everything}' and scope_id <> '${simpleScope}'`),
      inPortals: () => sql`true`,
      portals: [],
    }
  const named = sql.join(conditions, sql` and `)
  const found = await select(tx, portalId, sql`portal o join account a on a.id = o.account_id where ${named}`)
  const portals = new Map(
    found.map(({ id }) => [id, { id, orders: new Set<number>(), visits: new Set<number>() }]),
  )
  // Few portals have any: looked for by portal, a label of a thousand waits for three thousand looks.
  const months = withMonths
    ? await select(
        tx,
        portalMonth,
        sql`portal_month m join portal o on o.id = m.portal_id join account a on a.id = o.account_id where ${named}`,
      )
    : []
  for (const { id, kind, t } of months) portals.get(id)?.[kind].add(t)
  const these = ofTheseOnly([...portals.values()])
  const [first, ...others] = conditions
  const account = base !== 'everything' && 'accountId' in base ? base.accountId : undefined
  return first && others.length === 0 ? { ...these, account } : these
}

/** What counts when only these portals do. */
export function ofTheseOnly(portals: readonly RolledPortal[]): Whose {
  const [first, ...others] = portals
  const inPortals = (column: SQL) =>
    first && others.length === 0
      ? sql`${column} = ${first.id}::uuid`
      : sql`${column} = any(${`{${portals.map(({ id }) => id).join(',')}}`}::uuid[])`
  const scopes = inPortals(sql`scope_id`)
  return { whole: false, account: undefined, scopes, ofPortals: scopes, inPortals, portals }
}

/** A selection narrowed to some of its portals; what of their months is rolled up is not looked at. */
export function narrowed({ type: _, ...selection }: Selection, portalIds: readonly string[]): Selection {
  const portals = portalIds.map((id) => ({ id, orders: new Set<number>(), visits: new Set<number>() }))
  return { ...selection, ...ofTheseOnly(portals) }
}

/** The same portals and countries, whatever is sold. */
export const withEverything = ({ without: _, ...selection }: Selection): Selection => ({
  ...selection,
  goods: undefined,
  named: undefined,
})

/** Categories and products narrow, added categories count beside them, excluded products never. */
function goodsOf(
  categories: string[],
  added: string[],
  products: string[],
  excluded: string[],
): SQL | undefined {
  const category = sql`coalesce(p.category, 'unmapped')`
  const good = sql`coalesce(m.product_id, m.id)`
  const narrow: SQL[] = []
  if (categories.length > 0) narrow.push(oneOf(category, categories))
  if (products.length > 0) narrow.push(oneOf(good, products))
  const conditions: SQL[] = []
  if (narrow.length > 0 && added.length > 0)
    conditions.push(sql`((${sql.join(narrow, sql` and `)}) or ${oneOf(category, added)})`)
  else if (narrow.length > 0) conditions.push(...narrow)
  else if (added.length > 0) conditions.push(oneOf(category, added))
  if (excluded.length > 0) conditions.push(sql`not ${oneOf(good, excluded)}`)
  return conditions.length > 0 ? sql.join(conditions, sql` and `) : undefined
}
