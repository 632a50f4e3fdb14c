import { type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { portal } from '#features/portals/server/table.ts'
import type { Call } from '#platform/call.ts'
import { selectInBatches } from '#platform/cursor.ts'
import { seenInView } from '#platform/of-portals.ts'
import { maybe, type RowOf } from '#platform/select.ts'
import { sheetFile } from '#platform/sheet-out.ts'
import { words } from '#platform/words.ts'
import type { ProductsQuery } from '../contract.ts'
import { blank } from './blank-table.ts'
import { plainColumns, plainOf } from './plain-columns.ts'
import { productsWhere } from './queries.ts'
import { headingOf, type SheetColumn, sheetColumns } from './sheet-columns.ts'
import { product, variant } from './table.ts'

/** "Shop https://… | Other shop https://…" */
const addresses = (of: SQL) => sql`(select string_agg(a.shop || ' ' || a.url, ' | ' order by a.position, a.id)
  from purchase_address a where a.portal_id = d.portal_id and a.product_id = d.id and ${of})`
const d = alias(product, 'd')
const p = alias(portal, 'p')
const b = alias(blank, 'b')
const v = alias(variant, 'v')
const columns = {
  ...plainColumns,
  id: d.id,
  code: p.code,
  sku: d.sku,
  name: d.name,
  description: d.description,
  category: d.category,
  format: d.format,
  status: d.status,
  priceCents: d.priceCents,
  costCents: d.costCents,
  reference: maybe(b.reference),
  pictureUrls: d.pictureUrls,
  size: maybe(v.size),
  colour: maybe(v.colour),
  variantSku: maybe(v.sku),
  variantPrice: maybe(v.priceCents),
  purchaseAddresses: sql<string | null>`${addresses(sql`a.variant_id is null`)}`,
  variantPurchaseAddresses: sql<string | null>`${addresses(sql`a.variant_id = v.id`)}`,
}
const euros = (cents: number | null) => (cents === null ? null : cents / 100)
const money: readonly SheetColumn[] = ['price', 'cost', 'variantPrice']

/** The file that importProducts reads: what goes out comes back unchanged. */
export async function exportProducts(
  call: Pick<Call, 'tx' | 'locale' | 'byPerson' | 'view' | 'headers' | 'signal'>,
  { as, ...query }: Omit<ProductsQuery, 'page'> & { as: 'csv' | 'xlsx' },
) {
  const { tx, locale } = call
  const where = await productsWhere(tx, query, seenInView(call))
  const found = selectInBatches(
    tx,
    columns,
    sql`product d join portal p on p.id = d.portal_id and p.deleted_at is null
      left join blank b on b.id = d.blank_id
      left join variant v on v.portal_id = d.portal_id and v.product_id = d.id
      where ${where} order by p.code, d.created_at, d.id, v.position, v.id`,
  )
  const heading = sheetColumns.map((column) => headingOf(column, locale))
  return sheetFile(call, {
    name: words('products.sheet.fileName', locale),
    as,
    heading,
    kinds: sheetColumns.map((column) => (money.includes(column) ? 'money' : 'text')),
    lines: linesOf(found),
  })
}

async function* linesOf(found: AsyncIterable<RowOf<typeof columns>[]>) {
  for await (const some of found)
    yield some.map((row) => [
      row.id,
      row.code,
      row.sku ?? '',
      row.name.es,
      row.name.en ?? '',
      row.description?.es ?? '',
      row.description?.en ?? '',
      row.category,
      row.format,
      row.status,
      euros(row.priceCents),
      euros(row.costCents),
      row.reference ?? '',
      ...Object.values(plainOf(row)).map((value) => String(value ?? '')),
      row.pictureUrls.join(' '),
      row.purchaseAddresses ?? '',
      row.size ?? '',
      row.colour ?? '',
      row.variantSku ?? '',
      euros(row.variantPrice),
      row.variantPurchaseAddresses ?? '',
    ])
}
