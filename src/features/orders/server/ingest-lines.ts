import { v7 } from 'uuid'
import { commissionKeySql, defaultRatesStatement, productStep } from '#features/products/server/rates.ts'
import { addTotals, openBatch } from '#features/rollups/server/rollups.ts'
import { type Bulk, uuidV7 } from '#platform/bulk.ts'
import { businessTimeZone } from '#platform/constants.ts'
import { boundReversals, reversalStep } from './bound-reversals.ts'
import { matchKnown, pairReversals, placeSql, spellNumbers } from './known-lines.ts'
import type { RowFault } from './line-draft.ts'
import { owedAtRelease, splitOf } from './owed-from.ts'
import { climbSteps, lockForSteps } from './rate-steps.ts'
import { stageColumns } from './stage-lines.ts'
import { givesBack, settleOrderCounts, standAgain } from './stand-again.ts'

export interface Ingested {
  batchId: string
  /** Rows of the file that added facts. */
  imported: number
  /** Rows whose facts were all there already. */
  known: number
  /** Rows of orders that were called off before any sale of them was known. */
  neverSold: number
  faults: RowFault[]
}

/**
 * Merges the lines of the temporary tables `stage` and `stage_portal` (key, portal_id, account_id) into orders, facts
 * and totals, all set-based. Idempotent by (portal, source, external id, kind, ordinal). Reversals of `cumulative`
 * sources tell how much of a line has been taken back so far: only the difference becomes a new fact.
 */
export async function ingestLines(
  bulk: Bulk,
  options: { source: string; givenOrdinals: boolean; cumulative: boolean; bounded?: boolean },
): Promise<Ingested> {
  const { source } = options
  const batchId = v7()
  await openBatch(bulk, 'orders', batchId)
  // A mapping that changes meanwhile would miss these lines; see map-sku.ts.
  const stepped = await lockForSteps(bulk)
  await bulk.query(defaultRatesStatement)
  const numbered = !options.givenOrdinals
  const many = await numberLines(bulk, source === 'csv' && (await spellNumbers(bulk)))
  const neverSold = await leaveOutNeverSold(bulk, source)
  const faults = options.givenOrdinals ? await takeOutDuplicates(bulk) : []
  const again = await addOrders(bulk, source, batchId)
  await addSkus(bulk, source)
  if (numbered && again) await matchKnown(bulk, source, batchId)
  const ofFile = source === 'csv'
  const reversed = (numbered || ofFile) && (await pairReversals(bulk))
  const paired = (ofFile && again && (await standAgain(bulk, source))) || reversed
  if (options.bounded) faults.push(...(await boundReversals(bulk, source)))
  if (many) await bulk.analyzeKept('"order"', 'order_line', 'sku_mapping')
  faults.push(...(await findDifferences(bulk, source, options.cumulative)))
  await makeFacts(
    bulk,
    source,
    batchId,
    options.cumulative || paired ? { all: options.cumulative } : undefined,
  )
  if (ofFile) await settleOrderCounts(bulk)
  if (stepped) await climbSteps(bulk)
  await bulk.query(`insert into order_line (${factColumns.join(', ')}, batch_id)
    select ${factColumns.join(', ')}, '${batchId}' from fact order by portal_id, order_id, kind, ordinal`)
  await addTotals(bulk, 'orders', 'fact')
  const [count] = await bulk.query<{ imported: number; rows: number }>(
    `select (select count(distinct row)::int from fact) as imported, (select count(distinct row)::int from line) as rows`,
  )
  const imported = count?.imported ?? 0
  return { batchId, imported, known: (count?.rows ?? 0) - imported, neverSold, faults }
}

/** Answers whether there are many. */
async function numberLines(bulk: Bulk, respelt: boolean): Promise<boolean> {
  const { external_id, ...others } = stageColumns
  const number = respelt ? 'coalesce(w.known_as, s.external_id)' : 's.external_id'
  await bulk.query('drop table if exists line')
  await bulk.query(`create temporary table line on commit drop as
    select ${Object.keys(others).map((name) => `s.${name}`)}, ${number} as external_id, p.portal_id, p.account_id,
      false as matched, false as paired, false as lives, false as revives, coalesce(s.ordinal, ${placeSql(number)}) as place
    from stage s join stage_portal p on p.key = coalesce(s.portal_key, '')
    ${respelt ? 'left join spelling w on w.portal_id = p.portal_id and w.external_id = s.external_id' : ''}`)
  await bulk.analyze('line')
  // The planner knows nothing of rows that this transaction adds; left to itself it joins everything of a portal with
  // everything else of it. So joins go as they are written, those of large files by hashing all of their keys.
  await bulk.query('set local join_collapse_limit = 1')
  const [size] = await bulk.query<{ many: boolean }>('select count(*) > 20000 as many from line')
  if (size?.many) {
    await bulk.query('set local enable_nestloop = off')
    await bulk.query('set local enable_mergejoin = off')
  }
  return size?.many ?? false
}

/** Takes out what was called off of orders that were never sold; answers of how many rows. */
async function leaveOutNeverSold(bulk: Bulk, source: string): Promise<number> {
  const rows = await bulk.query<{ row: number }>(
    `delete from line n where n.called_off and not exists (
      select from "order" o join order_line l on l.portal_id = o.portal_id and l.order_id = o.id and l.kind = 'sale'
      where o.portal_id = n.portal_id and o.source = $1 and o.external_id = n.external_id) returning n.row`,
    [source],
  )
  return new Set(rows.map(({ row }) => row)).size
}

/** Lines that claim a place which an earlier line of the same file has. */
async function takeOutDuplicates(bulk: Bulk): Promise<RowFault[]> {
  const rows = await bulk.query<{ row: number }>(`
    delete from line where seq in (select seq from (
      select seq, row_number() over (partition by portal_id, external_id, kind, place order by seq) as copy from line) l
      where copy > 1) returning row`)
  return [...new Set(rows.map(({ row }) => row))].map((row) => ({ row, code: 'twice' }))
}

/** Answers whether some were known before. */
async function addOrders(bulk: Bulk, source: string, batchId: string): Promise<boolean> {
  const [made] = await bulk.query<{ again: boolean }>(
    `with told as (select distinct on (portal_id, external_id) * from line order by portal_id, external_id, seq),
    made as (insert into "order" (portal_id, id, source, external_id, placed_at, currency, country, province, city, buyer_hash,
      campaign, click_id, batch_id)
    select portal_id, ${uuidV7}, $1, external_id, placed_at, currency, country, province, city, buyer_hash, campaign,
      click_id, $2::uuid
    from told
    on conflict (portal_id, source, external_id) do nothing returning 1)
    select (select count(*) from made) < (select count(*) from told) as again`,
    [source, batchId],
  )
  return made?.again ?? true
}

/** Notes every SKU; one that equals a variant's or product's SKU of the portal is mapped to it. */
async function addSkus(bulk: Bulk, source: string) {
  const mapped = `coalesce(v.product_id, p.id) as product_id, v.id as variant_id`
  const catalogue = (sku: string, portal: string) => `
    left join variant v on v.portal_id = ${portal} and v.sku = ${sku}
    left join product p on p.portal_id = ${portal} and p.sku = ${sku}`
  await bulk.query(
    `insert into sku_mapping (portal_id, id, source, sku, name, product_id, variant_id, mapped_at)
    select s.portal_id, ${uuidV7}, $1, s.sku, s.name, coalesce(v.product_id, p.id), v.id,
      case when coalesce(v.product_id, p.id) is not null then clock_timestamp() end
    from (select distinct on (portal_id, sku) portal_id, sku, name from line order by portal_id, sku, (name = ''), seq desc) s
    ${catalogue('s.sku', 's.portal_id')}
    on conflict (portal_id, source, sku) do nothing`,
    [source],
  )
  await bulk.query(
    `update sku_mapping m set product_id = c.product_id, variant_id = c.variant_id, mapped_at = clock_timestamp()
    from (select m.portal_id, m.id, ${mapped} from sku_mapping m
      join (select distinct portal_id, sku from line) s on s.portal_id = m.portal_id and s.sku = m.sku
      ${catalogue('m.sku', 'm.portal_id')}
      where m.source = $1 and m.product_id is null and not m.by_hand) c
    where m.portal_id = c.portal_id and m.id = c.id and c.product_id is not null`,
    [source],
  )
}

const ownOrder = `join "order" o on o.portal_id = n.portal_id and o.source = $1 and o.external_id = n.external_id`

/** Lines that came before with another content: a changed past is said, never taken over in silence. */
async function findDifferences(bulk: Bulk, source: string, cumulative: boolean): Promise<RowFault[]> {
  const rows = await bulk.query<{ row: number; external_id: string }>(
    `select distinct n.row, n.external_id from line n ${ownOrder}
    join order_line l on l.portal_id = n.portal_id and l.order_id = o.id and l.kind = n.kind and l.ordinal = n.place
    join sku_mapping m on m.portal_id = l.portal_id and m.id = l.sku_id
    where (l.units <> n.units or l.net_amount <> n.net_amount or l.currency <> n.currency or m.sku <> n.sku)
      and ${cumulative ? `n.kind = 'sale'` : 'not n.paired'}
    order by n.row limit 10000`,
    [source],
  )
  return rows.map(({ row, external_id }) => ({ row, code: 'differs', params: { order: external_id } }))
}

const factColumns = [
  'portal_id',
  'order_id',
  'kind',
  'ordinal',
  'at',
  'sku_id',
  'product_id',
  'variant_id',
  'category',
  'units',
  'orders',
  'gross_amount',
  'net_amount',
  'tax_amount',
  'currency',
  'currency_rate',
  'gross_micros',
  'discounts_micros',
  'refunds_micros',
  'net_micros',
  'tax_micros',
  'income_micros',
  'commission_pct',
  'owed_at',
  'split_id',
  'rate_of',
  'rate_units',
]

/** `totals`: of which reversals tell how much is taken back so far, all of them or those that go with a sale's row. */
async function makeFacts(bulk: Bulk, source: string, batchId: string, totals: { all: boolean } | undefined) {
  await bulk.query('drop table if exists fact, commission')
  const day = `(n.placed_at at time zone '${businessTimeZone}')::date`
  const key = commissionKeySql('p.category')
  const ownSku = `join sku_mapping m on m.portal_id = n.portal_id and m.source = $1 and m.sku = n.sku
    left join product p on p.portal_id = m.portal_id and p.id = m.product_id`
  // A rate is looked up once for each portal, key and day, not for each line.
  await bulk.query(
    `create temporary table commission on commit drop as
    select d.*, coalesce(o.pct,
      (select r.pct from rate r where r.key = d.key and r.valid_from <= d.day order by r.valid_from desc limit 1), 0) as pct,
      case when o.pct is not null then 'portal' end as rate_of
    from (select distinct n.portal_id, ${key} as key, ${day} as day from line n ${ownSku}) d
    left join lateral (select r.pct from portal_rate r where r.portal_id = d.portal_id and r.key = d.key
      and r.valid_from <= d.day order by r.valid_from desc limit 1) o on true`,
    [source],
  )
  await bulk.analyze('commission')
  const isTotal = totals?.all ? `n.kind <> 'sale'` : 'n.paired'
  // Of a sale that stands again, the cancellation is told of apart from what was refunded.
  const meant = `case when n.revives then b.kind = 'cancellation' when n.lives then b.kind = 'refund' else true end`
  const sums = ['net_amount', 'tax_amount', 'net_micros', 'tax_micros']
  const before = totals
    ? `left join lateral (select count(*) as facts, -sum(b.units) filter (where b.kind = 'cancellation') as units_gone,
        ${sums.map((name) => `sum(b.${name}) filter (where ${meant}) as ${name}`)},
        ${
          totals.all
            ? `bool_or(b.kind = 'cancellation')`
            : `(array_agg(${givesBack('b')} order by b.ordinal desc) filter (where b.kind = 'cancellation'))[1] is false`
        } as cancelled
      from order_line b where ${isTotal} and b.portal_id = n.portal_id and b.order_id = o.id and b.kind <> 'sale'
        and b.ordinal % ${reversalStep} = n.place) b on true`
    : `cross join (select 0 as facts, 0 as units_gone, 0::numeric as net_amount, 0::numeric as tax_amount, 0::bigint as net_micros,
        0::bigint as tax_micros, false as cancelled) b`
  const unknown = `not exists (select from order_line l where l.portal_id = n.portal_id and l.order_id = o.id
    and l.kind = n.kind and l.ordinal = n.place)`
  const units = 'case when n.revives then b.units_gone when b.cancelled then 0 else n.units end'
  const left = (column: string) => `n.${column} - coalesce(b.${column}, 0)`
  await bulk.query(
    `create temporary table fact on commit drop as
    select x.*, case when x.kind = 'sale' and x.first then 1 when x.kind = 'cancellation' and x.first then -1 else 0 end::smallint as orders,
      round(x.net_micros * (1 - x.commission_pct / 100))::bigint - x.cost_micros as income_micros
    from (
      select n.row, n.portal_id, n.account_id, o.id as order_id, n.kind, n.at, n.currency, n.currency_rate,
        n.place + case when n.kind = 'sale' then 0 else coalesce(b.facts, 0) * ${reversalStep} end::int as ordinal,
        m.id as sku_id, m.product_id, m.variant_id, p.category,
        ${units} as units,
        n.gross_amount, ${left('net_amount')} as net_amount, ${left('tax_amount')} as tax_amount,
        n.gross_micros, n.discounts_micros,
        case when n.kind = 'sale' then 0 else -(${left('net_micros')}) end::bigint as refunds_micros,
        (${left('net_micros')})::bigint as net_micros, (${left('tax_micros')})::bigint as tax_micros,
        case when p.format = 'onDemand' and n.kind <> 'refund' then p.cost_cents * 10000 * ${units} else 0 end as cost_micros,
        coalesce(made.commission_pct, alike.commission_pct, own.pct, c.pct) as commission_pct,
        case when made.portal_id is not null then made.rate_of when alike.commission_pct is not null then alike.rate_of
          when own.pct is not null then 'product' else c.rate_of end as rate_of,
        case when made.portal_id is not null then made.rate_units when alike.commission_pct is not null then alike.rate_units
          else own.from_units end as rate_units,
        case when (o.placed_at at time zone '${businessTimeZone}')::date < w.day then 'infinity'::timestamptz
          else ${owedAtRelease('p', 'n.at')} end as owed_at,
        case when h.shares then ${splitOf('n.portal_id', 'm.product_id', 'o.placed_at')} end as split_id,
        row_number() over (partition by n.portal_id, n.external_id, n.kind order by n.place) = 1
          and (o.batch_id = $2::uuid or not exists (select from order_line l
            where l.portal_id = n.portal_id and l.order_id = o.id and l.kind = n.kind)) as first
      from line n ${ownOrder} ${ownSku}
      join commission c on c.portal_id = n.portal_id and c.key = ${key} and c.day = ${day}
      left join owed_from w on w.portal_id = n.portal_id and w.source = $1
      left join (select distinct portal_id, true as shares from split) h on h.portal_id = n.portal_id
      left join (select distinct portal_id, true as rates from product_rate) q on q.portal_id = n.portal_id
      -- Its first step: further ones are climbed when all of the lines are there.
      left join lateral ${productStep({ portalId: 'n.portal_id', productId: 'm.product_id', day, sold: '0' })} own on q.rates
      left join order_line made on n.kind <> 'sale' and made.portal_id = n.portal_id and made.order_id = o.id
        and made.kind = 'sale' and made.ordinal = n.place
      -- What comes back by itself was sold in a line of the same SKU.
      left join lateral (select s.commission_pct, s.rate_of, s.rate_units from order_line s
        where made.portal_id is null and n.kind <> 'sale' and s.portal_id = n.portal_id and s.order_id = o.id
          and s.kind = 'sale' and s.sku_id = m.id order by s.ordinal limit 1) alike on true
      ${before}
      where ${
        totals
          ? `case when not ${isTotal} then ${unknown}
        else n.revives or coalesce(b.facts, 0) = 0 or n.net_amount <> coalesce(b.net_amount, 0)
          or (n.kind = 'cancellation' and not b.cancelled) end`
          : unknown
      }
    ) x`,
    [source, batchId],
  )
}
