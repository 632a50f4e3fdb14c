import { createSecretKey } from 'node:crypto'
import type { Bulk } from '#platform/bulk.ts'
import { Conflict } from '#platform/errors.ts'
import { Big } from '#platform/money.ts'
import { sourceNames } from '../choices.ts'
import type { RowFault } from './line-draft.ts'
import type { Known } from './order-histories.ts'
import { keyOf } from './order-histories.ts'
import { fileMark, type Snapshot } from './order-snapshot.ts'
import { owedAtRelease } from './owed-from.ts'
import { called, isOfOrder, isOrder, keptSide, near, type Side, sinceSold, unitsOf } from './same-order.ts'
import { hashOfBuyer } from './stage-lines.ts'

/** One order that comes by two ways, of a shop, a program and a file: each way knows orders by its own source. */

const staged: Side = {
  goods: `select n.sku, n.name from line n where n.portal_id = t.portal_id and n.external_id = t.external_id`,
  ...{ net: 't.net', tax: 't.tax', buyer: 't.buyer' },
}
const nameOf = (source: string) => {
  const [kind = ''] = source.split(':')
  return sourceNames[kind] ?? kind.toUpperCase()
}

/** Takes orders out of `line` that are there already by another way than this file, and what it tells was given back of them. */
export async function takeOutTold(bulk: Bulk, source: string): Promise<RowFault[]> {
  const rows = await bulk.query<{ row: number; external_id: string; source: string; back: boolean }>(
    `with others as (
      select p.portal_id from (select distinct portal_id from stage_portal) p
      where exists (select from "order" o where o.portal_id = p.portal_id and o.source < $1)
        or exists (select from "order" o where o.portal_id = p.portal_id and o.source > $1)
    ), told as (
      select n.portal_id, n.external_id, min(n.placed_at) as placed_at, min(n.currency) as currency, decode(min(encode(n.buyer_hash, 'hex')), 'hex') as buyer,
        sum(n.units) filter (where n.kind = 'sale') as units,
        sum(n.net_amount) filter (where n.kind = 'sale') as net, sum(n.tax_amount) filter (where n.kind = 'sale') as tax
      from others join line n on n.portal_id = others.portal_id group by 1, 2
    ), known as (
      select t.portal_id, t.external_id, o.source, t.units is null as back from told t
      join lateral (select o.source from "order" o
        where ${called('o', 't.external_id')}
          and o.portal_id = t.portal_id and o.source <> $1 and o.currency = t.currency
          and case when t.units is null then ${sinceSold('t.placed_at', 'o.placed_at')} and ${isOfOrder(staged, keptSide('o'))}
            else ${near('o.placed_at', 't.placed_at')} and t.units <= ${unitsOf('o')} and ${isOrder(staged, keptSide('o'))} end
        order by o.source limit 1) o on true
      where not exists (select from "order" own
        where own.portal_id = t.portal_id and own.source = $1 and own.external_id = t.external_id)
    )
    delete from line n using known k where n.portal_id = k.portal_id and n.external_id = k.external_id
    returning n.row, n.external_id, k.source, k.back`,
    [source],
  )
  const faults = new Map(rows.map((one) => [one.row, one]))
  return [...faults.values()].map(({ row, external_id, source: by, back }) => ({
    ...{ row, code: back ? 'refundCameBy' : 'cameBy' },
    params: { order: external_id, by: nameOf(by) },
  }))
}

/** What an order comes to that is told now, as a row of JSON. */
function toldOf(portalId: string, latest: Snapshot, buyer: string | null, secret: Buffer) {
  const { externalId, placedAt, currency, lines, refunds, cancelled } = latest
  const sum = (of: 'net' | 'tax') => lines.reduce((all, line) => all.plus(line[of]), new Big(0)).toFixed()
  return {
    ...{ p: portalId, e: externalId, at: new Date(placedAt).toISOString(), c: currency },
    ...{ units: lines.reduce((all, line) => all + line.units, 0), net: sum('net'), tax: sum('tax') },
    goods: lines.map(({ sku, name }) => ({ sku, name })),
    buyer: buyer === null ? null : hashOfBuyer(buyer, createSecretKey(secret)),
    back: refunds.length > 0 || cancelled !== null,
  }
}
const toldRows = `jsonb_to_recordset($2::jsonb) as x(p uuid, e text, at timestamptz, c text, units int, net numeric, tax numeric,
  goods jsonb, buyer bytea, back boolean)`
const toldSide: Side = {
  goods: `select v.sku, v.name from jsonb_to_recordset(x.goods) as v(sku text, name text)`,
  ...{ net: 'x.net', tax: 'x.tax', buyer: 'x.buyer' },
}

/**
 * An order that a shop tells of is no second one because a program tells of it too: the shop knows what becomes of it.
 * @throws Conflict naming the shop.
 */
export async function refuseTold(
  bulk: Bulk,
  source: string,
  changed: readonly Known[],
  secret: Buffer,
): Promise<void> {
  const told = changed.flatMap(({ portalId, history, buyer }) =>
    history ? [toldOf(portalId, history.latest, buyer, secret)] : [],
  )
  const [known] = await bulk.query<{ source: string }>(
    `select o.source from ${toldRows}
      join "order" o on ${called('o', 'x.e')} and o.portal_id = x.p and o.source not in ($1, 'csv') and o.currency = x.c
    where not exists (select from "order" own where own.portal_id = x.p and own.source = $1 and own.external_id = x.e)
      and (exists (select from order_state s where s.portal_id = x.p and s.source = $1 and s.external_id = x.e)
        or ${near('o.placed_at', 'x.at')} and x.units <= ${unitsOf('o')} and ${isOrder(toldSide, keptSide('o'))})
    order by o.source limit 1`,
    [source, JSON.stringify(told)],
  )
  if (known) throw new Conflict('orders.cameBy', { params: { by: nameOf(known.source) } })
}

/** An order that its shop tells of now: which way brought it, and whether something of it was paid back by then. */
export interface TakenOver {
  from: string
  refunded: boolean
}

/**
 * Orders that a file or a program brought and whose shop tells of them now become the shop's, which knows what becomes of them.
 * Answers what they were, by key; what was said of them before is still to be taken out.
 */
export async function takeOverTold(
  bulk: Bulk,
  source: string,
  changed: readonly Known[],
  secret: Buffer,
): Promise<Map<string, TakenOver>> {
  const told = changed.flatMap(({ portalId, history, buyer }) =>
    history?.latest.sold ? [toldOf(portalId, history.latest, buyer, secret)] : [],
  )
  const rows = await bulk.query<TakenOver & { portal_id: string; external_id: string }>(
    `with found as (
      select x.p, x.e, f.id, f.source from ${toldRows}
      join lateral (select f.id, f.source from "order" f cross join lateral (select ${unitsOf('f')} as units) s
        where f.portal_id = x.p and f.source = any(${source === 'api' ? `'{csv}'` : `'{csv,api}'`}) and ${called('f', 'x.e')}
          and f.currency = x.c
          and case when s.units = 0 then x.back and ${sinceSold('f.placed_at', 'x.at')} and ${isOfOrder(givenBack, toldSide)}
            else ${near('f.placed_at', 'x.at')} and s.units <= x.units and ${isOrder(keptSide('f'), toldSide)} end
        order by f.placed_at, f.id limit 1) f on true
      where $1 <> 'csv' and not exists (select from "order" o where o.portal_id = x.p and o.source = $1 and o.external_id = x.e)
    )
    update "order" o set source = $1, external_id = found.e, updated_at = clock_timestamp()
    from found where o.portal_id = found.p and o.id = found.id returning o.portal_id, o.external_id, found.source as "from",
      exists (select from order_line l where l.portal_id = o.portal_id and l.order_id = o.id and l.kind = 'refund') as refunded`,
    [source, JSON.stringify(told)],
  )
  const taken = new Map(rows.map((row) => [keyOf(row.portal_id, row.external_id), row]))
  for (const { portalId, history } of changed)
    if (history && taken.has(keyOf(portalId, history.latest.externalId)))
      history.firsts[fileMark] = history.latest.toldAt
  return taken
}

/** An order of which a file told what was given back alone. */
const givenBack: Side = {
  ...keptSide('f'),
  goods: `select m.sku, m.name from order_line l join sku_mapping m on m.portal_id = l.portal_id and m.id = l.sku_id
    where l.portal_id = f.portal_id and l.order_id = f.id`,
}

/**
 * What a file brought is owed (decision 67), also since its shop tells of it: it may stand in bills. Of the day from which the
 * shop's own sales are owed nothing is to be taken back.
 */
export async function oweTakenOver(bulk: Bulk, source: string, changed: readonly Known[]): Promise<void> {
  const taken = changed.flatMap(({ portalId, history }) =>
    history && fileMark in history.firsts ? [{ p: portalId, e: history.latest.externalId }] : [],
  )
  if (taken.length === 0) return
  await bulk.query(
    `update order_line l set owed_at = x.owed_at
    from (select l.portal_id, l.order_id, l.kind, l.ordinal, ${owedAtRelease('p', 'l.at')} as owed_at
      from jsonb_to_recordset($2::jsonb) as x(p uuid, e text)
      join "order" o on o.portal_id = x.p and o.source = $1 and o.external_id = x.e
      join order_line l on l.portal_id = o.portal_id and l.order_id = o.id and l.owed_at = 'infinity'
      left join product p on p.portal_id = l.portal_id and p.id = l.product_id) x
    where l.portal_id = x.portal_id and l.order_id = x.order_id and l.kind = x.kind and l.ordinal = x.ordinal`,
    [source, JSON.stringify(taken)],
  )
}
