import { sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { v7 } from 'uuid'
import type { Tx } from '#platform/db.ts'
import { BadInput } from '#platform/errors.ts'
import { select } from '#platform/select.ts'
import type { ProductDraft } from '../contract.ts'
import { variant } from './table.ts'

const v = alias(variant, 'v')
const columns = {
  id: v.id,
  used: sql<boolean>`exists (select 1 from stock s where s.portal_id = v.portal_id and s.id = v.id)
    or exists (select 1 from sku_mapping m where m.portal_id = v.portal_id and m.variant_id = v.id)`,
}

type Drafts = NonNullable<ProductDraft['variants']>

/**
 * Makes the product's variants those of the draft, in its order, and answers their ids.
 * @throws BadInput when one that has stock or sales would go, or the draft names one of another product.
 */
export async function saveVariants(
  tx: Tx,
  portalId: string,
  productId: string,
  drafts: Drafts,
): Promise<string[]> {
  const present = await select(
    tx,
    columns,
    sql`variant v where v.portal_id = ${portalId} and v.product_id = ${productId}`,
  )
  const known = new Set(present.map(({ id }) => id))
  const kept = new Set(drafts.flatMap(({ id }) => (id ? [id] : [])))
  if (
    [...kept].some((id) => !known.has(id)) ||
    kept.size < drafts.filter(({ id }) => id !== undefined).length
  )
    throw new BadInput('invalidInput', { variants: { code: 'products.variantUnknown' } })
  const gone = present.filter(({ id }) => !kept.has(id))
  if (gone.some(({ used }) => used))
    throw new BadInput('invalidInput', { variants: { code: 'products.variantUsed' } })
  if (gone.length > 0)
    await tx.execute(sql`delete from variant where portal_id = ${portalId} and product_id = ${productId}
      and id = any(${sql.param(`{${gone.map(({ id }) => id).join(',')}}`)}::uuid[])`)
  // SKUs may be swapped among them: taken off first, they never meet.
  await tx.execute(
    sql`update variant set sku = null where portal_id = ${portalId} and product_id = ${productId}`,
  )
  const ids: string[] = []
  for (const [position, draft] of drafts.entries()) {
    const { id = v7(), size, colour, sku, priceCents } = draft
    ids.push(id)
    await tx.execute(sql`insert into variant (portal_id, id, product_id, size, colour, sku, price_cents, position)
      values (${portalId}, ${id}, ${productId}, ${size || null}, ${colour || null}, ${sku || null},
        ${priceCents ?? null}, ${position})
      on conflict (portal_id, id) do update set size = excluded.size, colour = excluded.colour, sku = excluded.sku,
        price_cents = excluded.price_cents, position = excluded.position`)
  }
  return ids
}
