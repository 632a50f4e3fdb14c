import { v7 } from 'uuid'
import { defaultRatesStatement } from '#features/products/server/rates.ts'
import { addTotals, openBatch } from '#features/rollups/server/rollups.ts'
import { type Bulk, uuidV7 } from '#platform/bulk.ts'
import { boundReversals } from './bound-reversals.ts'
import { matchKnown, pairReversals, placeSql, spellNumbers } from './known-lines.ts'
import type { RowFault } from './line-draft.ts'
import { factColumns, makeFacts, ownOrder } from './make-facts.ts'
import { climbSteps, lockForSteps } from './rate-steps.ts'
import { stageColumns } from './stage-lines.ts'
import { settleOrderCounts, standAgain } from './stand-again.ts'
import { takeOutTold } from './told-twice.ts'

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
  options: {
    source: string
    givenOrdinals: boolean
    cumulative: boolean
    bounded?: boolean
    /** Of a file: what another source has told of is no second order. */
    apart?: boolean
  },
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
  const faults = await takeOutRepeated(bulk, options)
  const again = await addOrders(bulk, source, batchId)
  await addSkus(bulk, source)
  if (numbered && again) await matchKnown(bulk, source, batchId)
  const ofFile = source === 'csv'
  const paired = ofFile && (await pairLines(bulk, source, again))
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
  return { batchId, ...(await countedRows(bulk)), neverSold, faults }
}

async function countedRows(bulk: Bulk): Promise<Pick<Ingested, 'imported' | 'known'>> {
  const [count] = await bulk.query<{ imported: number; rows: number }>(
    `select (select count(distinct row)::int from fact) as imported, (select count(distinct row)::int from line) as rows`,
  )
  const imported = count?.imported ?? 0
  return { imported, known: (count?.rows ?? 0) - imported }
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
  return size?.many === true
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

async function takeOutRepeated(
  bulk: Bulk,
  { source, givenOrdinals, apart }: { source: string; givenOrdinals: boolean; apart?: boolean },
): Promise<RowFault[]> {
  const twice = givenOrdinals ? await takeOutDuplicates(bulk) : []
  return apart ? [...twice, ...(await takeOutTold(bulk, source))] : twice
}

/** Lines that claim a place which an earlier line of the same file has. */
async function takeOutDuplicates(bulk: Bulk): Promise<RowFault[]> {
  const rows = await bulk.query<{ row: number }>(`
    delete from line where seq in (select seq from (
      select seq, row_number() over (partition by portal_id, external_id, kind, place order by seq) as copy from line) l
      where copy > 1) returning row`)
  return [...new Set(rows.map(({ row }) => row))].map((row) => ({ row, code: 'twice' }))
}

/** Of files alone: elsewhere no row is a sale and what takes it back. Answers whether some are. */
async function pairLines(bulk: Bulk, source: string, again: boolean): Promise<boolean> {
  const reversed = await pairReversals(bulk)
  return (again && (await standAgain(bulk, source))) || reversed
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
  return made?.again === true
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
      where m.source = $1 and m.product_id is null and not m.by_hand
        -- What was sold by it would stay as it was: whoever makes the product, or says so by hand, takes that along.
        and not exists (select from order_line l where l.portal_id = m.portal_id and l.sku_id = m.id)) c
    where m.portal_id = c.portal_id and m.id = c.id and c.product_id is not null`,
    [source],
  )
}

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
