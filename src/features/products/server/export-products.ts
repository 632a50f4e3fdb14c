import { type SQL, sql } from 'drizzle-orm'
import type { Call } from '#platform/call.ts'
import { inBatches } from '#platform/cursor.ts'
import { sheetFile } from '#platform/sheet-out.ts'
import type { BilingualText } from '#platform/table.ts'
import { words } from '#platform/words.ts'
import type { ProductsQuery } from '../contract.ts'
import { plainColumns, plainOf } from './plain-columns.ts'
import { productsWhere } from './queries.ts'
import { portalsSeen } from './seen.ts'
import { headingOf, sheetColumns } from './sheet-columns.ts'

interface Columns {
  id: string
  code: string
  sku: string | null
  name: BilingualText
  description: BilingualText | null
  category: string
  format: string
  status: string
  price_cents: string
  cost_cents: string
  reference: string | null
  picture_urls: string[]
  size: string | null
  colour: string | null
  variant_sku: string | null
  variant_price: string | null
  purchase_addresses: string | null
  variant_purchase_addresses: string | null
}

/** "Shop https://… | Other shop https://…" */
const addresses = (of: SQL) => sql`(select string_agg(a.shop || ' ' || a.url, ' | ' order by a.position, a.id)
  from purchase_address a where a.portal_id = d.portal_id and a.product_id = d.id and ${of})`

/** Cents as a plain decimal, "24.00". */
const plainAmount = (cents: string | null) => (cents === null ? '' : (Number(cents) / 100).toFixed(2))

/** The file that importProducts reads: what goes out comes back unchanged. */
export function exportProducts(
  call: Pick<Call, 'tx' | 'locale' | 'view' | 'portals' | 'headers'>,
  { as, ...query }: Omit<ProductsQuery, 'page'> & { as: 'csv' | 'xlsx' },
) {
  const { tx, locale } = call
  const found = inBatches<Columns>(
    tx,
    sql`select d.id, p.code, d.sku, d.name, d.description, d.category, d.format, d.status, d.price_cents, d.cost_cents,
        b.reference, ${plainColumns}, d.picture_urls,
        v.size, v.colour, v.sku as variant_sku, v.price_cents as variant_price,
        ${addresses(sql`a.variant_id is null`)} as purchase_addresses,
        ${addresses(sql`a.variant_id = v.id`)} as variant_purchase_addresses
      from product d join portal p on p.id = d.portal_id and p.deleted_at is null
      left join blank b on b.id = d.blank_id
      left join variant v on v.portal_id = d.portal_id and v.product_id = d.id
      where ${productsWhere(query, portalsSeen(call))} order by p.code, d.created_at, d.id, v.position, v.id`,
  )
  const heading = sheetColumns.map((column) => headingOf(column, locale))
  return sheetFile(call.headers, {
    name: words('products.sheet.fileName', locale),
    as,
    heading,
    lines: linesOf(found),
  })
}

async function* linesOf(found: AsyncIterable<Columns[]>) {
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
      plainAmount(row.price_cents),
      plainAmount(row.cost_cents),
      row.reference ?? '',
      ...Object.values(plainOf(row)).map((value) => String(value ?? '')),
      row.picture_urls.join(' '),
      row.purchase_addresses ?? '',
      row.size ?? '',
      row.colour ?? '',
      row.variant_sku ?? '',
      plainAmount(row.variant_price),
      row.variant_purchase_addresses ?? '',
    ])
}
