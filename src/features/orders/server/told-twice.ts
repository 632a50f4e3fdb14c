import type { Bulk } from '#platform/bulk.ts'
import { sourceNames } from '../choices.ts'
import type { RowFault } from './line-draft.ts'
import type { Known } from './order-histories.ts'
import { keyOf } from './order-histories.ts'
import { fileMark } from './order-snapshot.ts'
import { owedAtRelease } from './owed-from.ts'

/**
 * One order that comes by two ways, a shop and a file of it: each way knows orders by its own source, and two shops of a portal may
 * both have their 1001. What is of one number, within a day and a half (files tell the day alone, by some clock), in one currency
 * and of no more units than the shop tells is one.
 */
const bare = (number: string) => `lower(ltrim(${number}, '# '))`
/** Is `order` of this number, with its mark or without? As its index has it: by the end. */
const called = (order: string, number: string) =>
  `reverse(lower(${order}.external_id)) in (reverse(${bare(number)}), reverse('#' || ${bare(number)}))`
const near = (a: string, b: string) =>
  `${a} between ${b} - interval '36 hours' and ${b} + interval '36 hours'`
const unitsOf = (order: string) =>
  `(select coalesce(sum(l.units), 0) from order_line l where l.portal_id = ${order}.portal_id and l.order_id = ${order}.id and l.kind = 'sale')`

/** Takes orders out of `line` that are there already by another way than this file. */
export async function takeOutTold(bulk: Bulk, source: string): Promise<RowFault[]> {
  const rows = await bulk.query<{ row: number; external_id: string; source: string }>(
    `with others as (
      select p.portal_id from (select distinct portal_id from stage_portal) p
      where exists (select from "order" o where o.portal_id = p.portal_id and o.source < $1)
        or exists (select from "order" o where o.portal_id = p.portal_id and o.source > $1)
    ), told as (
      select n.portal_id, n.external_id, min(n.placed_at) as placed_at, min(n.currency) as currency,
        sum(n.units) filter (where n.kind = 'sale') as units
      from others join line n on n.portal_id = others.portal_id group by 1, 2
    ), known as (
      select t.portal_id, t.external_id, o.source from told t
      join lateral (select o.source from "order" o
        where ${called('o', 't.external_id')}
          and o.portal_id = t.portal_id and o.source <> $1 and o.currency = t.currency and ${near('o.placed_at', 't.placed_at')}
          and t.units <= ${unitsOf('o')} order by o.source limit 1) o on true
      where not exists (select from "order" own
        where own.portal_id = t.portal_id and own.source = $1 and own.external_id = t.external_id)
    )
    delete from line n using known k where n.portal_id = k.portal_id and n.external_id = k.external_id
    returning n.row, n.external_id, k.source`,
    [source],
  )
  const faults = new Map(rows.map((one) => [one.row, one]))
  return [...faults.values()].map(({ row, external_id, source: by }) => {
    const [kind = ''] = by.split(':')
    return { row, code: 'cameBy', params: { order: external_id, by: sourceNames[kind] ?? by.toUpperCase() } }
  })
}

/**
 * Orders that a file brought and whose shop tells of them now become the shop's, which knows what becomes of them. Answers their
 * keys; what the file said of them is still to be taken out.
 */
export async function takeOverFromFiles(
  bulk: Bulk,
  source: string,
  changed: readonly Known[],
): Promise<Set<string>> {
  const told = changed.flatMap(({ portalId, history }) => {
    if (!history?.latest.sold) return []
    const { externalId, placedAt, currency, lines } = history.latest
    const units = lines.reduce((sum, line) => sum + line.units, 0)
    return [{ p: portalId, e: externalId, at: new Date(placedAt).toISOString(), c: currency, units }]
  })
  const rows = await bulk.query<{ portal_id: string; external_id: string }>(
    `with found as (
      select x.p, x.e, f.id from jsonb_to_recordset($2::jsonb) as x(p uuid, e text, at timestamptz, c text, units int)
      join lateral (select f.id from "order" f
        where f.portal_id = x.p and f.source = 'csv' and ${called('f', 'x.e')} and f.currency = x.c
          and ${near('f.placed_at', 'x.at')} and ${unitsOf('f')} between 1 and x.units
        order by f.placed_at, f.id limit 1) f on true
      where $1 <> 'csv' and not exists (select from "order" o where o.portal_id = x.p and o.source = $1 and o.external_id = x.e)
    )
    update "order" o set source = $1, external_id = found.e, updated_at = clock_timestamp()
    from found where o.portal_id = found.p and o.id = found.id returning o.portal_id, o.external_id`,
    [source, JSON.stringify(told)],
  )
  const keys = new Set(rows.map(({ portal_id, external_id }) => keyOf(portal_id, external_id)))
  for (const { portalId, history } of changed)
    if (history && keys.has(keyOf(portalId, history.latest.externalId)))
      history.firsts[fileMark] = history.latest.toldAt
  return keys
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
