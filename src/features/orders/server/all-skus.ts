import { type SQL, sql } from 'drizzle-orm'
import type { Locale } from '#platform/constants.ts'
import { countRows } from '#platform/count.ts'
import { rows, type Tx } from '#platform/db.ts'
import { contains } from '#platform/like.ts'
import { microsToCents } from '#platform/money.ts'
import { ofLivePortals, ofPortals, type Seen } from '#platform/of-portals.ts'
import { listOf, pageRows } from '#platform/paging.ts'
import type { StaffSku } from '../sku-contract.ts'
import { choicesFor, nameIn, type SkuChoice } from './sku-choices.ts'
import { everSold, sold } from './skus.ts'
import { suggester } from './suggest-target.ts'

interface Columns {
  id: string
  portal_id: string
  portal_name: string
  picture_url: string | null
  source: string
  sku: string
  name: string
  target: string | null
  product: string | null
  by_hand: boolean
  /** Of what is unmapped: how many there are. */
  total: number | null
  lines: number
  units: number
  net: string
  last_at: Date | string
}

interface Query {
  q?: string | undefined
  portal?: string | undefined
  state?: 'unmapped' | 'mapped' | undefined
  page?: number | undefined
}

/** A page of the SKUs of all portals that one sees; without a state those that no product is known for. */
export async function listAllSkus(tx: Tx, query: Query, seen: Seen | undefined, locale: Locale) {
  const { q, portal, state = 'unmapped', page = 1 } = query
  const mapped = state === 'mapped'
  const conditions = [seen ? ofPortals(sql`m.portal_id`, seen) : ofLivePortals(sql`m.portal_id`)]
  if (portal) conditions.push(sql`m.portal_id = ${portal}`)
  if (q)
    conditions.push(sql`(${contains(sql`m.sku`, q)} or ${contains(sql`m.name`, q)} or m.portal_id in (
      select p.id from portal p where ${contains(sql`p.name`, q)}))`)
  const where = sql.join(conditions, sql` and `)
  const unmapped = sql`sku_mapping m where ${where} and m.product_id is null and ${everSold}`
  const of = mapped
    ? sql`sku_mapping m where ${where} and m.product_id is not null and ${everSold}`
    : unmapped
  const order = mapped ? sql`m.mapped_at desc nulls last, m.id` : sql`s.net desc, m.sku, m.id`
  // Sales of what is unmapped are few, sort it and say how many there are; those of what is mapped are all sales, and are read
  // for a page only.
  const shown = mapped
    ? sql`select m.*, null::int as total from ${of} order by ${order} ${pageRows(page)}`
    : sql`select m.*, count(*) over ()::int as total from sku_mapping m ${sold}
        where ${where} and m.product_id is null and s.lines > 0 order by ${order} ${pageRows(page)}`
  const found = await rows<Columns>(
    tx,
    sql`select m.id, m.portal_id, p.name as portal_name, p.picture_url, m.source, m.sku, m.name, m.by_hand, m.total, s.*,
        ${nameIn(locale)} as product,
        case when m.product_id is not null then m.product_id::text || coalesce('/' || m.variant_id::text, '') end as target
      from (${shown}) m join portal p on p.id = m.portal_id left join product d on d.portal_id = m.portal_id and d.id = m.product_id ${sold}
      order by ${order}`,
  )
  const counted = found[0]?.total
  const total = counted ?? (await countRows(tx, of))
  const waiting = counted ?? (await everyOne(tx, unmapped))
  const suggested = await suggestions(tx, found, locale)
  const items = found.map((row) => ({ ...toSku(row), suggested: suggested.get(row.id) ?? null }))
  return { ...listOf(items, total, page), unmapped: waiting }
}

/** How many `from` finds, however many. */
async function everyOne(tx: Tx, from: SQL): Promise<number> {
  const [found] = await rows<{ count: number }>(tx, sql`select count(*)::int from ${from}`)
  return Number(found?.count)
}

/** What SKUs without a product most likely stand for, where one choice of their portal alone fits. */
async function suggestions(
  tx: Tx,
  found: readonly Columns[],
  locale: Locale,
): Promise<Map<string, SkuChoice>> {
  const suggested = new Map<string, SkuChoice>()
  const open = found.filter(({ target }) => target === null)
  const asked = open.map(({ portal_id, sku, name }) => ({ portalId: portal_id, sku, name }))
  const goods = Map.groupBy(await choicesFor(tx, asked, locale), ({ portalId }) => portalId)
  for (const [portalId, choices] of goods) {
    const suggest = suggester(choices)
    for (const { id, sku, name } of open.filter(({ portal_id }) => portal_id === portalId)) {
      const choice = suggest(sku, name)
      if (choice) suggested.set(id, { value: choice.value, label: choice.name })
    }
  }
  return suggested
}

const toSku = (row: Columns): Omit<StaffSku, 'suggested'> => ({
  id: row.id,
  portal: { id: row.portal_id, name: row.portal_name, pictureUrl: row.picture_url },
  source: row.source,
  sku: row.sku,
  name: row.name,
  lines: row.lines,
  units: row.units,
  netCents: microsToCents(row.net),
  target: row.target,
  product: row.product,
  byHand: row.by_hand,
  lastAt: new Date(row.last_at).toISOString(),
})
