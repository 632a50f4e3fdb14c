import { sql } from 'drizzle-orm'
import type { Selection } from './selection.ts'
import { listed } from './span-sql.ts'

/** SKUs that a selection counts. Of some categories by their products: most of what a label sells is of others. */
export const skuIds = ({ inPortals, goods, categories }: Selection) =>
  categories && !categories.includes('unmapped')
    ? sql`select m.id from product p join sku_mapping m on m.portal_id = p.portal_id and m.product_id = p.id
        where ${inPortals(sql`p.portal_id`)} and ${inPortals(sql`m.portal_id`)} and p.category in ${listed(categories)}`
    : sql`select m.id from sku_mapping m left join product p on p.portal_id = m.portal_id and p.id = m.product_id
        where ${inPortals(sql`m.portal_id`)} ${goods ? sql`and ${goods}` : sql``}`

/** Lines or facts (`f`) of these goods. */
export const goodsOf = (selection: Selection) =>
  selection.goods === undefined
    ? sql``
    : selection.categories
      ? sql`and coalesce(f.category, 'unmapped') in ${listed(selection.categories)}`
      : sql`and f.sku_id in (${skuIds(selection)})`

/** Products alone have few SKUs, which are looked up once. */
export const areProducts = ({ named }: Selection) =>
  named !== undefined && named.categories.length + named.added.length + named.excluded.length === 0
/** Lines `f` of these products. */
export const ofSkus = (products: Selection) => sql`f.sku_id = any(array(${skuIds(products)}))`

/** The rest of a query of lines `f` that leaves those of these goods, each told by its own SKU. */
export const isOfGoods = (selection: Selection) =>
  areProducts(selection)
    ? sql`where ${ofSkus(selection)}`
    : sql`join sku_mapping m on m.portal_id = f.portal_id and m.id = f.sku_id
        left join product p on p.portal_id = m.portal_id and p.id = m.product_id where ${selection.goods}`

/** The same of all but these products. */
export const isOfOtherGoods = (products: Selection) => sql`where f.sku_id <> all(array(${skuIds(products)}))`
