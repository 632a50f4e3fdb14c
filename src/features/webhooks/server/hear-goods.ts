import { sql } from 'drizzle-orm'
import type { OrderChange } from '#features/orders/server/occasions.ts'
import { allSoldOut } from '#features/products/server/availability.ts'
import type { StockMove } from '#features/stocks/server/occasions.ts'
import { asJob } from '#platform/background.ts'
import type { Bulk } from '#platform/bulk.ts'
import { type Database, queriesIn, rows, type Tx } from '#platform/db.ts'
import type { WebhookType } from '../choices.ts'
import { type Note, note, overhearing, type Queries, wantedAt } from './note.ts'

const orderTypes = ['order.created', 'order.changed', 'order.refunded'] as const
// Each line by itself, as answers of the API round them.
const cents = (column: string) => `round(l.${column} / 10000.0)::bigint`

/** Orders as they stand now, with their lines, in one question however many there are. Nothing of who bought. */
const toldOrders = `select x.type, o.portal_id as "portalId", o.id::text as thing, jsonb_build_object(
    'id', o.id, 'portal', jsonb_build_object('id', p.id, 'name', p.name), 'source', o.source,
    'externalId', o.external_id, 'placedAt', to_char(o.placed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'country', o.country, 'cancelled', coalesce(s.cancelled, false), 'units', coalesce(s.units, 0),
    'grossCents', coalesce(s.gross, 0), 'netCents', coalesce(s.net, 0), 'refundsCents', coalesce(s.refunds, 0),
    'lines', coalesce(s.lines, '[]'::jsonb)) as data
  from jsonb_to_recordset($2::jsonb) as x("portalId" uuid, "externalId" text, type text)
  join "order" o on o.portal_id = x."portalId" and o.source = $1 and o.external_id = x."externalId"
  join portal p on p.id = o.portal_id
  left join lateral (
    select bool_or(l.kind = 'cancellation') as cancelled, sum(l.units)::int as units, sum(${cents('gross_micros')})::bigint as gross,
      sum(${cents('net_micros')})::bigint as net, sum(${cents('refunds_micros')})::bigint as refunds,
      jsonb_agg(jsonb_build_object('kind', l.kind,
        'at', to_char(l.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'sku', m.sku, 'productId', l.product_id,
        'variantId', l.variant_id, 'units', l.units, 'netCents', ${cents('net_micros')})
        order by l.kind = 'sale' desc, l.at, l.ordinal) as lines
    from order_line l join sku_mapping m on m.portal_id = l.portal_id and m.id = l.sku_id
    where l.portal_id = o.portal_id and l.order_id = o.id) s on true`

/** Orders were told of by their shop. What a shop sold before it was connected is no news. */
export async function hearOrders(bulk: Bulk, source: string, changes: readonly OrderChange[]): Promise<void> {
  const wanted = await wantedAt(
    bulk,
    changes.map(({ portalId }) => portalId),
    orderTypes,
  )
  const heard = changes.filter(({ portalId }) => wanted.has(portalId))
  if (heard.length === 0) return
  const told = heard.map(({ portalId, externalId, what }) => ({
    portalId,
    externalId,
    type: `order.${what}`,
  }))
  await note(bulk, await bulk.query<Note>(toldOrders, [source, JSON.stringify(told)]))
}

const goodsTypes = ['product.sold_out', 'product.back', 'stock.low'] as const

const lowStocks = `select 'stock.low' as type, s.portal_id as "portalId", s.id::text as thing, jsonb_build_object(
    'id', s.id, 'portal', jsonb_build_object('id', p.id, 'name', p.name), 'productId', d.id, 'name', d.name,
    'sku', coalesce(v.sku, d.sku), 'size', v.size, 'colour', v.colour,
    'available', s.on_hand - s.committed - s.safety, 'lowAt', s.low_at) as data
  from jsonb_to_recordset($1::jsonb) as x("portalId" uuid, "stockId" uuid, change int)
  join stock s on s.portal_id = x."portalId" and s.id = x."stockId"
  join product d on d.portal_id = s.portal_id and d.id = s.product_id
  join portal p on p.id = s.portal_id
  left join variant v on v.portal_id = s.portal_id and v.id = s.id
  where d.status = 'active' and s.low_at is not null and s.on_hand - s.committed - s.safety <= s.low_at
    and s.on_hand - s.committed - s.safety - x.change > s.low_at`

/**
 * What is available of something has changed. Low is told at once; whether with it all of a product is sold out is looked at
 * afterwards, because its variants are sold in transactions that do not see each other.
 */
async function noteStocks(queries: Queries, moves: readonly StockMove[]): Promise<void> {
  const changed = moves.filter(({ change }) => change !== 0)
  const wanted = await wantedAt(
    queries,
    changed.map(({ portalId }) => portalId),
    goodsTypes,
  )
  const heard = JSON.stringify(changed.filter(({ portalId }) => wanted.has(portalId)))
  if (heard === '[]') return
  await note(queries, await queries.query<Note>(lowStocks, [heard]))
  await queries.query(
    `insert into webhook_look (portal_id, id, product_id, "out")
    select s.portal_id, gen_random_uuid(), s.product_id, s.on_hand - s.committed - s.safety <= 0
    from jsonb_to_recordset($1::jsonb) as x("portalId" uuid, "stockId" uuid, change int)
    join stock s on s.portal_id = x."portalId" and s.id = x."stockId"
    where (s.on_hand - s.committed - s.safety <= 0) <> (s.on_hand - s.committed - s.safety - x.change <= 0)`,
    [heard],
  )
}

export async function hearStocks(of: Bulk | Tx, moves: readonly StockMove[]): Promise<void> {
  if ('stage' in of) return noteStocks(of, moves)
  const tx: Tx = of
  await overhearing(tx, (queries) => noteStocks(queries, moves))
}

interface Looked {
  portalId: string
  productId: string
  soldOut: boolean
  seen: boolean | null
  down: boolean | null
  data: Record<string, unknown>
}

/**
 * Tells of products that are sold out, or back, since somebody looked last: those whose stock came to nothing or back, or
 * all that are on sale, because closing days pass and blanks run out without anybody's doing. One process at a time.
 */
export async function lookAtProducts(database: Database, which: 'moved' | 'all'): Promise<number> {
  return asJob(database, async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('webhook looks', 0))`)
    const looks = which === 'moved' ? await takeLooks(tx) : await allOnSale(tx)
    if (looks.length === 0) return 0
    const found = await rows<Looked>(tx, looked(looks))
    if (found.length === 0) return 0
    await tx.execute(sql`insert into webhook_seen (portal_id, product_id, sold_out)
      select "portalId", "productId", "soldOut"
      from jsonb_to_recordset(${JSON.stringify(found)}::jsonb) as x("portalId" uuid, "productId" uuid, "soldOut" boolean)
      on conflict (portal_id, product_id) do update set sold_out = excluded.sold_out`)
    const notes = found.flatMap(({ portalId, productId, soldOut, seen, down, data }) => {
      // Of what nobody has looked at before, only its end is news: its first stock is not its return.
      const turned = seen === null ? soldOut && down === true : seen !== soldOut
      const type: WebhookType = soldOut ? 'product.sold_out' : 'product.back'
      return turned ? [{ portalId, type, thing: productId, data }] : []
    })
    await note(queriesIn(tx), notes)
    return notes.length
  })
}

interface Look {
  portal_id: string
  product_id: string
  down: boolean | null
}

const takeLooks = (tx: Tx) =>
  rows<Look>(
    tx,
    sql`with taken as (delete from webhook_look returning portal_id, product_id, "out")
      select portal_id, product_id, bool_or("out") as down from taken group by 1, 2`,
  )

/** Of portals whose endpoints want to hear of it. */
const allOnSale = (tx: Tx) =>
  rows<Look>(
    tx,
    sql`select d.portal_id, d.id as product_id, null::boolean as down from product d
      where d.status = 'active' and exists (select from portal p join webhook_endpoint e on e.account_id = p.account_id
        and e.removed_at is null and (e.portal_id = p.id or e.whole_account)
        and jsonb_exists_any(e.types, array['product.sold_out', 'product.back'])
        where p.id = d.portal_id and p.deleted_at is null)`,
  )

const looked = (looks: readonly Look[]) => sql`select x.portal_id as "portalId", x.product_id as "productId",
    coalesce(${allSoldOut}, false) as "soldOut", w.sold_out as seen, x.down,
    jsonb_build_object('id', d.id, 'portal', jsonb_build_object('id', p.id, 'name', p.name), 'name', d.name, 'sku', d.sku) as data
  from jsonb_to_recordset(${JSON.stringify(looks)}::jsonb) as x(portal_id uuid, product_id uuid, down boolean)
  join product d on d.portal_id = x.portal_id and d.id = x.product_id and d.status = 'active'
  join portal p on p.id = x.portal_id and p.deleted_at is null
  left join webhook_seen w on w.portal_id = x.portal_id and w.product_id = x.product_id`
