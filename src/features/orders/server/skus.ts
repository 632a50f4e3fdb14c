import { sql } from 'drizzle-orm'
import { everyCountry } from '#features/rollups/server/dimensions.ts'
import { bulkOf } from '#platform/bulk.ts'
import type { Locale } from '#platform/constants.ts'
import { countRows } from '#platform/count.ts'
import { elevated, rows, type Tx } from '#platform/db.ts'
import { BadInput } from '#platform/errors.ts'
import { contains } from '#platform/like.ts'
import { microsToCents } from '#platform/money.ts'
import { listOf, pageRows } from '#platform/paging.ts'
import { select } from '#platform/select.ts'
import type { KnownSku } from '../sku-contract.ts'
import { mapSkuIn } from './map-sku.ts'
import { ordersApplied } from './occasions.ts'
import { claimsOf, pastMark, type Snapshot } from './order-snapshot.ts'
import { oweShipped } from './owe-shipped.ts'
import { choicesFor, firstSkuChoices, nameIn } from './sku-choices.ts'
import { suggester } from './suggest-target.ts'

interface Columns {
  id: string
  source: string
  sku: string
  name: string
  target: string | null
  target_name: string | null
  by_hand: boolean
  lines: number
  units: number
  net: string
  last_at: Date | string | null
}

/** What is known of the sales of a SKU `m`; every line of it is looked at. */
export const sold = sql`left join lateral (select count(*)::int as lines, coalesce(sum(l.units), 0)::int as units,
    coalesce(sum(l.net_micros), 0)::bigint as net, max(l.at) as last_at
  from order_line l where l.portal_id = m.portal_id and l.sku_id = m.id) s on true`

/** Whether anything of a SKU `m` was sold: what an import that was undone had brought is nobody's question. */
export const everSold = sql`exists (select from order_line l where l.portal_id = m.portal_id and l.sku_id = m.id)`

/**
 * Net sales of each SKU of a portal that was ever sold, from its totals by year: lines would be read by the hundred
 * thousand. Where all that was brought is undone, totals stand at zero.
 */
const soldTotals = (portalId: string) => sql`select sku_id, sum(net_micros)::bigint as net from sku_total
  where portal_id = ${portalId} and country = ${everyCountry} and grain = 'year'
    and (units <> 0 or orders <> 0 or gross_micros <> 0 or refunds_micros <> 0 or net_micros <> 0) group by sku_id`

/** A page of a portal's SKUs with their sales, what each stands for or most likely does, and the first of what it can. */
export async function listSkus(
  tx: Tx,
  portalId: string,
  query: {
    q?: string | undefined
    state?: 'unmapped' | 'mapped' | undefined
    page?: number | undefined
  },
  locale: Locale,
) {
  const { q, state, page = 1 } = query
  const conditions = [sql`m.portal_id = ${portalId}`]
  if (state) conditions.push(state === 'mapped' ? sql`m.product_id is not null` : sql`m.product_id is null`)
  if (q) conditions.push(sql`(${contains(sql`m.sku`, q)} or ${contains(sql`m.name`, q)})`)
  const where = sql.join(conditions, sql` and `)
  const known = sql`sku_mapping m join (${soldTotals(portalId)}) t on t.sku_id = m.id where ${where}`
  const found = await rows<Columns & { total: number }>(
    tx,
    sql`with known as materialized (select m.id, m.sku, m.product_id is null as open, t.net from ${known})
      select m.id, m.source, m.sku, m.name, m.by_hand, s.*, (select count(*)::int from known) as total,
        case when m.product_id is not null then m.product_id::text || coalesce('/' || m.variant_id::text, '') end as target,
        (select concat_ws(' · ', ${nameIn(locale)}, nullif(v.colour, ''), nullif(v.size, '')) from product d
          left join variant v on v.portal_id = d.portal_id and v.product_id = d.id and v.id = m.variant_id
          where d.portal_id = m.portal_id and d.id = m.product_id) as target_name
      from (select * from known order by open desc, net desc, sku, id ${pageRows(page)}) k
      join sku_mapping m on m.portal_id = ${portalId} and m.id = k.id ${sold}
      order by k.open desc, k.net desc, m.sku, m.id`,
  )
  // Behind the last page there is no row that could tell.
  const total = found[0]?.total ?? (page > 1 ? await countRows(tx, known) : 0)
  const [waiting] = await rows<{ unmapped: number }>(
    tx,
    sql`select count(*)::int as unmapped from sku_mapping m where m.portal_id = ${portalId} and m.product_id is null and ${everSold}`,
  )
  const choices = await firstSkuChoices(tx, portalId, locale)
  const open = found.filter((row) => row.target === null)
  const suggest = suggester(
    await choicesFor(
      tx,
      open.map(({ sku, name }) => ({ portalId, sku, name })),
      locale,
    ),
  )
  const items = found.map((row): KnownSku => {
    const suggested = row.target ? undefined : suggest(row.sku, row.name)
    return {
      suggested: suggested?.value ?? null,
      suggestedName: suggested?.name ?? null,
      targetName: row.target_name,
      id: row.id,
      source: row.source,
      sku: row.sku,
      name: row.name,
      lines: row.lines,
      units: row.units,
      netCents: microsToCents(row.net),
      target: row.target,
      byHand: row.by_hand,
      lastAt: row.last_at ? new Date(row.last_at).toISOString() : null,
    }
  })
  return { ...listOf(items, total, page), choices, unmapped: waiting?.unmapped ?? 0 }
}

interface Mapping {
  id: string
  productId: string | null
  variantId?: string | null | undefined
}

/**
 * Maps many SKUs at once, and lets the stock of their orders follow. Runs past row-level security: figures of labels and
 * of everything follow too.
 * @throws NotFound when the portal lacks one of them; BadInput when a variant is not the product's.
 */
export async function mapSkus(tx: Tx, portalId: string, skus: readonly Mapping[]) {
  for (const [at, { productId, variantId }] of skus.entries()) {
    if (!variantId) continue
    if (!productId)
      throw new BadInput('invalidInput', { [`skus.${at}.variantId`]: { code: 'orders.variant' } })
    const [known] = await rows(
      tx,
      sql`select 1 from variant where portal_id = ${portalId} and product_id = ${productId} and id = ${variantId}`,
    )
    if (!known) throw new BadInput('invalidInput', { [`skus.${at}.variantId`]: { code: 'orders.variant' } })
  }
  await mapEach(tx, portalId, skus, true)
  return skus.length
}

const mapped = {
  id: sql<string>`m.id`,
  variantId: sql<string | null>`v.id`,
}

/**
 * What was sold by the SKUs of a product before it was there is sold by it, as if a person had said so: at its rate, held until its
 * release. What somebody has said by hand stays.
 */
export const mapNamed = (tx: Tx, portalId: string, productId: string): Promise<void> =>
  elevated(tx, 'totals', async () => {
    const found = await select(
      tx,
      mapped,
      sql`sku_mapping m join product p on p.portal_id = m.portal_id and p.id = ${productId}
        left join variant v on v.portal_id = m.portal_id and v.product_id = p.id and v.sku = m.sku
        where m.portal_id = ${portalId} and m.product_id is null and not m.by_hand and (v.id is not null or p.sku = m.sku)`,
    )
    if (found.length > 0)
      await mapEach(
        tx,
        portalId,
        found.map((one) => ({ ...one, productId })),
        false,
      )
  })

async function mapEach(tx: Tx, portalId: string, skus: readonly Mapping[], byHand: boolean) {
  const bulk = bulkOf(tx)
  // By id: two people mapping the same SKUs at once would wait for each other.
  for (const { id, productId, variantId } of skus.toSorted((a, b) => (a.id < b.id ? -1 : 1)))
    await mapSkuIn(
      bulk,
      portalId,
      id,
      productId ? { productId, ...(variantId ? { variantId } : {}) } : null,
      byHand,
    )
  const told = await rows<{
    source: string
    state: Snapshot
    firsts: Record<string, number>
  }>(
    tx,
    sql`select distinct s.source, s.state, s.firsts from order_state s
      join "order" o on o.portal_id = s.portal_id and o.source = s.source and o.external_id = s.external_id
      join order_line l on l.portal_id = o.portal_id and l.order_id = o.id
      where s.portal_id = ${portalId}
        and l.sku_id = any(${sql.param(`{${skus.map(({ id }) => id).join(',')}}`)}::uuid[])`,
  )
  for (const source of new Set(told.map((one) => one.source))) {
    const histories = told
      .filter((one) => one.source === source)
      .map(({ state: latest, firsts }) => ({ portalId, history: { latest, firsts } }))
    await oweShipped(bulk, source, histories)
    const claims = histories.flatMap(({ history }) =>
      claimsOf(history).map((claim) => ({
        ...{ portalId, externalId: history.latest.externalId, past: pastMark in history.firsts },
        ...claim,
      })),
    )
    await ordersApplied.tell(bulk, source, claims)
  }
}
