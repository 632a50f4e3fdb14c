import { sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { product } from '#features/products/server/table.ts'
import type { Tx } from '#platform/db.ts'
import { BadInput } from '#platform/errors.ts'
import { eitherContains } from '#platform/like.ts'
import { select } from '#platform/select.ts'
import { onSaleToldMax, type ShownProducts } from '../contract.ts'
import { shownProducts } from './table.ts'

/** While nobody has chosen, this many stand on the page. */
const newestShown = 24

/** Products on sale `d` with their place on the page; null for those that it does not show. */
export const placedProducts = (portalId: string) => sql`
  select d.*, case when s.portal_id is null
      then case when row_number() over (order by d.created_at desc, d.id) <= ${newestShown}::int
        then row_number() over (order by d.created_at desc, d.id) end
      else x.place end as place
    from product d
    left join shown_products s on s.portal_id = d.portal_id
    left join lateral jsonb_array_elements_text(s.product_ids) with ordinality x(id, place) on x.id = d.id::text
    where d.portal_id = ${portalId} and d.status = 'active'`

const d = alias(product, 'd')
const columns = {
  id: d.id,
  name: d.name,
  category: d.category,
  priceCents: d.priceCents,
  pictureUrls: d.pictureUrls,
  place: sql<number | null>`d.place`,
}

/** Which choice it is: the moment at which it was made, in microseconds; 0 while nobody has chosen. */
async function choiceOf(tx: Tx, portalId: string): Promise<number> {
  const [choice] = await select(
    tx,
    { version: sql<string>`(extract(epoch from updated_at) * 1000000)::bigint::text` },
    sql`shown_products where portal_id = ${portalId}`,
  )
  return Number(choice?.version ?? 0)
}

/** The same, held until it is changed. */
export async function lockChoice(tx: Tx, portalId: string): Promise<number> {
  // Before the first choice there is no row that could be locked.
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`shown products ${portalId}`}, 0))`)
  return choiceOf(tx, portalId)
}

/** What is on sale: first what the page shows, in its order; with words, of the others those that are called so. */
export async function listShownProducts(tx: Tx, portalId: string, q?: string): Promise<ShownProducts> {
  const found = await select(
    tx,
    columns,
    sql`(${placedProducts(portalId)}) d where d.place is not null or ${eitherContains(sql`d.name`, q)}
      order by d.place nulls last, d.created_at desc, d.id limit ${onSaleToldMax}`,
  )
  const [onSale] = await select(
    tx,
    { total: sql<number>`count(*)::int` },
    sql`product where portal_id = ${portalId} and status = 'active'`,
  )
  const version = await choiceOf(tx, portalId)
  return {
    items: found.map((row) => ({
      id: row.id,
      name: row.name,
      category: row.category,
      priceCents: row.priceCents,
      pictureUrl: row.pictureUrls[0] ?? null,
      shown: row.place !== null,
    })),
    chosen: version > 0,
    total: onSale?.total ?? 0,
    version,
  }
}

/** Saves which products the page shows, in this order. @throws BadInput when the portal does not have one of them. */
export async function updateShownProducts(tx: Tx, portalId: string, productIds: readonly string[]) {
  const ids = [...new Set(productIds)]
  const known = await select(
    tx,
    { id: product.id },
    sql`product where portal_id = ${portalId} and id = any(${sql.param(`{${ids.join(',')}}`)}::uuid[])`,
  )
  if (known.length < ids.length)
    throw new BadInput('invalidInput', { productIds: { code: 'appearance.productUnknown' } })
  await tx
    .insert(shownProducts)
    .values({ portalId, productIds: ids })
    .onConflictDoUpdate({
      target: shownProducts.portalId,
      set: { productIds: ids, updatedAt: sql`clock_timestamp()` },
    })
}
