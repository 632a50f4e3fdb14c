import { type SQL, sql } from 'drizzle-orm'
import { pageSize } from '#platform/constants.ts'
import { inBatches } from '#platform/cursor.ts'
import { rows, type Tx } from '#platform/db.ts'
import { contains, plain } from '#platform/like.ts'
import { listOf } from '#platform/shapes.ts'
import type { BilingualText } from '#platform/table.ts'
import type { Movement, StockRow, StocksQuery } from '../contract.ts'

interface Columns {
  id: string
  product_id: string
  name: BilingualText
  size: string | null
  colour: string | null
  sku: string | null
  picture_url: string | null
  status: StockRow['status']
  on_hand: number
  committed: number
  incoming: number
  safety: number
  low_at: number | null
  version: number
}

/**
 * Everything of a portal that stock is kept of: each variant, or the product without variants. What is made on demand or
 * downloaded is only there once somebody has written its stock down.
 */
const items = (portalId: string) => sql`(
  select coalesce(v.id, d.id) as id, d.id as product_id, d.name, v.size, v.colour, coalesce(v.sku, d.sku) as sku,
    d.picture_urls->>0 as picture_url, d.status, coalesce(s.on_hand, 0) as on_hand, coalesce(s.committed, 0) as committed,
    coalesce(s.incoming, 0) as incoming, coalesce(s.safety, 0) as safety, s.low_at, coalesce(s.version, 0) as version,
    coalesce(s.on_hand - s.committed - s.safety, 0) as available, v.position
  from product d left join variant v on v.portal_id = d.portal_id and v.product_id = d.id
  left join stock s on s.portal_id = d.portal_id and s.id = coalesce(v.id, d.id)
  where d.portal_id = ${portalId} and (s.id is not null or (d.format in ('limited', 'presave') and d.status <> 'archived'))
) i`

const orders: Record<string, SQL> = {
  name: plain(sql`i.name->>'es'`),
  available: sql`i.available`,
  onHand: sql`i.on_hand`,
}

function where({ q, level }: Pick<StocksQuery, 'q' | 'level'>): SQL {
  const conditions = [sql`true`]
  if (level === 'low') conditions.push(sql`i.low_at is not null and i.available <= i.low_at`)
  if (level === 'out') conditions.push(sql`i.available <= 0`)
  if (q)
    conditions.push(
      sql`(${contains(sql`i.name->>'es'`, q)} or ${contains(sql`coalesce(i.sku, '')`, q)} or ${contains(sql`coalesce(i.colour, '')`, q)})`,
    )
  return sql.join(conditions, sql` and `)
}

/** A page of a portal's stock, and how many rows there are. */
export async function listStocks(tx: Tx, portalId: string, query: StocksQuery) {
  const page = query.page ?? 1
  const order = orders[query.orderBy?.replace('-', '') ?? 'name'] ?? orders.name
  const way = sql.raw(query.orderBy?.startsWith('-') ? 'desc' : 'asc')
  const [counted] = await rows<{ total: number }>(
    tx,
    sql`select count(*)::int as total from ${items(portalId)} where ${where(query)}`,
  )
  const found = await rows<Columns>(
    tx,
    sql`select i.* from ${items(portalId)} where ${where(query)}
      order by ${order} ${way}, i.product_id, i.position, i.id limit ${pageSize} offset ${(page - 1) * pageSize}`,
  )
  return listOf(found.map(toRow), counted?.total ?? 0, page)
}

/** Everything of a portal's stock that is asked for, by name, some at a time. */
export async function* allStocks(
  tx: Tx,
  portalId: string,
  query: Pick<StocksQuery, 'q' | 'level'>,
): AsyncGenerator<StockRow[]> {
  const found = inBatches<Columns>(
    tx,
    sql`select i.* from ${items(portalId)} where ${where(query)}
      order by ${orders.name}, i.product_id, i.position, i.id`,
  )
  for await (const some of found) yield some.map(toRow)
}

/** One row of a portal's stock, or undefined. */
export async function getStock(tx: Tx, portalId: string, stockId: string): Promise<StockRow | undefined> {
  const [row] = await rows<Columns>(tx, sql`select i.* from ${items(portalId)} where i.id = ${stockId}`)
  return row && toRow(row)
}

interface MovementColumns {
  id: string
  kind: Movement['kind']
  units: number
  committed: number
  on_hand_after: number
  committed_after: number
  note: string | null
  order_id: string | null
  external_id: string | null
  person: string | null
  at: Date | string
  total: number
}

const movementsShown = 100

/** The last movements of one variant, the newest first, and how many there are. */
export async function movementsOf(tx: Tx, portalId: string, stockId: string) {
  const found = await rows<MovementColumns & { person_id: string | null }>(
    tx,
    sql`select m.*, o.external_id, count(*) over ()::int as total
      from stock_movement m left join "order" o on o.portal_id = m.portal_id and o.id = m.order_id
      where m.portal_id = ${portalId} and m.stock_id = ${stockId} order by m.at desc, m.id desc limit ${movementsShown}`,
  )
  return {
    movementsTotal: found[0]?.total ?? 0,
    people: [...new Set(found.flatMap(({ person_id }) => (person_id ? [person_id] : [])))],
    toMovements: (names: ReadonlyMap<string, string>): Movement[] =>
      found.map((row) => ({
        id: row.id,
        kind: row.kind,
        units: row.units,
        committed: row.committed,
        onHandAfter: row.on_hand_after,
        committedAfter: row.committed_after,
        note: row.note,
        order: row.order_id && row.external_id ? { id: row.order_id, externalId: row.external_id } : null,
        person: (row.person_id && names.get(row.person_id)) || null,
        at: new Date(row.at).toISOString(),
      })),
  }
}

/** Is anything of the portal at or below its threshold? */
export async function anythingLow(tx: Tx, portalId: string): Promise<boolean> {
  const [row] = await rows<{ low: boolean }>(
    tx,
    sql`select exists (select 1 from stock s join product d on d.portal_id = s.portal_id and d.id = s.product_id
      where s.portal_id = ${portalId} and d.status = 'active' and s.low_at is not null
        and s.on_hand - s.committed - s.safety <= s.low_at) as low`,
  )
  return row?.low ?? false
}

const toRow = (row: Columns): StockRow => {
  const available = row.on_hand - row.committed - row.safety
  return {
    id: row.id,
    productId: row.product_id,
    name: row.name,
    size: row.size,
    colour: row.colour,
    sku: row.sku,
    pictureUrl: row.picture_url,
    status: row.status,
    onHand: row.on_hand,
    committed: row.committed,
    incoming: row.incoming,
    safety: row.safety,
    available,
    lowAt: row.low_at,
    low: row.low_at !== null && available <= row.low_at,
    version: row.version,
  }
}
