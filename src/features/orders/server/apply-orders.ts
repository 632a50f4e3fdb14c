import { correctRollups } from '#features/rollups/server/rollups.ts'
import type { Bulk } from '#platform/bulk.ts'
import type { Big } from '#platform/money.ts'
import { sameNumber } from './by-order.ts'
import { correctHeads, differentHeads } from './correct-heads.ts'
import { ingestLines } from './ingest-lines.ts'
import type { LineDraft } from './line-draft.ts'
import { negate } from './negate-facts.ts'
import { type OrderChange, ordersApplied, ordersChanged } from './occasions.ts'
import {
  type Known,
  keyOf,
  ratesOf,
  readHistories,
  saveHistories,
  type ToldOrder,
} from './order-histories.ts'
import { canonical, claimsOf, linesOf, mergeSnapshot, pastMark, type Snapshot } from './order-snapshot.ts'
import { oweShipped } from './owe-shipped.ts'
import { Stage } from './stage-lines.ts'
import { oweTakenOver, refuseTold, type TakenOver, takeOverTold } from './told-twice.ts'

/**
 * Brings what shops tell of their orders into orders, facts, totals and stock, each to what its whole history comes to:
 * whatever order they come in, and however often, the end is the same. All of one source. Of orders that are `past` and
 * were not known, what was sent left the stock before it was counted; what only `moved` between portals was sent long ago.
 */
export async function applyOrders(
  bulk: Bulk,
  source: string,
  told: readonly ToldOrder[],
  secret: Buffer,
  { past = false, moved = false } = {},
): Promise<void> {
  const keys = [...new Set(told.map(({ portalId, snapshot }) => keyOf(portalId, snapshot.externalId)))].sort()
  // In one order for everybody: two batches with the same two orders would wait for each other.
  await bulk.query(
    `select pg_advisory_xact_lock(hashtextextended('order ' || $1 || ' ' || key, 0))
    from (select value as key from jsonb_array_elements_text($2::jsonb) with ordinality as t(value, place)
      order by place offset 0) keys`,
    [source, JSON.stringify(keys)],
  )
  await lockNumbers(bulk, source, told)
  const known = await readHistories(bulk, source, told)
  const before = new Map(
    [...known].flatMap(([key, { history }]) => (history ? [[key, canonical(history)] as const] : [])),
  )
  const standing = new Map([...known].map(([key, { history }]) => [key, history?.latest]))
  for (const { portalId, snapshot, buyer, rate } of told) {
    const key = keyOf(portalId, snapshot.externalId)
    const history = mergeSnapshot(known.get(key)?.history, snapshot, rate.toFixed())
    if (past && !before.has(key)) history.firsts[pastMark] = snapshot.toldAt
    known.set(key, { portalId, buyer, history })
  }
  if (source === 'api') await refuseTold(bulk, source, [...known.values()], secret)
  const changed = [...known.values()].filter(
    ({ portalId, history }) =>
      history && canonical(history) !== before.get(keyOf(portalId, history.latest.externalId)),
  )
  if (changed.length === 0) return
  const taken = await takeOverTold(bulk, source, changed, secret)
  await saveHistories(bulk, source, changed)
  const drafts = changed.flatMap(({ portalId, history, buyer }) =>
    history ? linesOf(history, portalId).map((line) => ({ ...line, buyer })) : [],
  )
  const heads = await differentHeads(bulk, source, drafts)
  await takeOutDifferent(bulk, source, changed, drafts, new Set([...heads.keys(), ...taken.keys()]))
  await correctHeads(bulk, source, heads.values())
  await ingest(bulk, source, changed, drafts, secret)
  await oweTakenOver(bulk, source, changed)
  await oweShipped(
    bulk,
    source,
    changed.flatMap(({ portalId, history }) => (history ? { portalId, history } : [])),
  )
  await ordersApplied.tell(
    bulk,
    source,
    changed.flatMap(({ portalId, history }) => {
      if (!history) return []
      const { externalId } = history.latest
      const of = { portalId, externalId, past: moved || (past && !before.has(keyOf(portalId, externalId))) }
      const claims = claimsOf(history)
      // An order whose lines have all gone elsewhere lets go of what it held.
      return (claims.length > 0 ? claims : [nothing]).map((claim) => ({ ...of, ...claim }))
    }),
  )
  await ordersChanged.tell(
    bulk,
    source,
    changed.flatMap(({ portalId, history }) => {
      if (!history) return []
      const { externalId } = history.latest
      const key = keyOf(portalId, externalId)
      const what = turnOf(standing.get(key), history.latest, taken.get(key))
      return what === 'created' && past ? [] : [{ portalId, externalId, what }]
    }),
  )
}

/** A program and a shop that tell of one order at once do so one after the other; shops never wait for each other. */
async function lockNumbers(bulk: Bulk, source: string, told: readonly ToldOrder[]) {
  const numbers = told.map(({ portalId, snapshot }) => keyOf(portalId, sameNumber(snapshot.externalId)))
  await bulk.query(
    `select pg_advisory_xact_lock${source === 'api' ? '' : '_shared'}(hashtextextended('number ' || key, 0))
    from (select value as key from jsonb_array_elements_text($1::jsonb) with ordinality as t(value, place)
      order by place offset 0) keys`,
    [JSON.stringify([...new Set(numbers)].sort())],
  )
}

const nothing = { line: '', sku: '', committed: 0, shipped: 0, returned: 0 }

/** What an order's newest state makes of the one before; that of a program was told of, though a shop has `taken` it over. */
function turnOf(before: Snapshot | undefined, { refunds }: Snapshot, taken?: TakenOver): OrderChange['what'] {
  if (taken?.from === 'api') return refunds.length > 0 && !taken.refunded ? 'refunded' : 'changed'
  if (!before?.sold) return 'created'
  const known = new Set(before.refunds.map(({ id }) => id))
  return refunds.every(({ id }) => known.has(id)) ? 'changed' : 'refunded'
}

interface Fact {
  portal_id: string
  external_id: string
  order_id: string
  kind: LineDraft['kind']
  ordinal: number
  orders: number
  sku: string
  units: number
  gross: string
  net: string
  tax: string
  currency: string
  rate: string
  at: string
}

const same = (fact: Fact, draft: LineDraft, rate: Big) =>
  fact.sku === draft.sku &&
  rate.eq(fact.rate) &&
  fact.units === draft.units &&
  fact.currency === draft.currency &&
  new Date(fact.at).getTime() === draft.at &&
  draft.gross.eq(fact.gross) &&
  draft.net.eq(fact.net) &&
  draft.tax.eq(fact.tax)

/**
 * Takes out, with their figures, the facts of each order and kind that no longer are what the order comes to; all of an order
 * whose head is another, as figures are kept by its place and day, or that a file had brought.
 */
async function takeOutDifferent(
  bulk: Bulk,
  source: string,
  changed: readonly Known[],
  drafts: readonly LineDraft[],
  anew: ReadonlySet<string>,
) {
  const wanted = changed.map(({ portalId, history }) => ({ p: portalId, e: history?.latest.externalId }))
  const facts = await bulk.query<Fact>(
    `select l.portal_id, o.external_id, l.order_id, l.kind, l.ordinal, l.orders, m.sku, l.units, l.gross_amount::text as gross,
      l.net_amount::text as net, l.tax_amount::text as tax, l.currency, l.currency_rate::text as rate, l.at::text as at
    from jsonb_to_recordset($2::jsonb) as x(p uuid, e text)
    join "order" o on o.portal_id = x.p and o.source = $1 and o.external_id = x.e
    join order_line l on l.portal_id = o.portal_id and l.order_id = o.id
    join sku_mapping m on m.portal_id = l.portal_id and m.id = l.sku_id`,
    [source, JSON.stringify(wanted)],
  )
  if (facts.length === 0) return
  const meant = new Map(
    drafts.map((draft) => [
      `${keyOf(draft.portalKey ?? '', draft.externalId)} ${draft.kind} ${draft.ordinal}`,
      draft,
    ]),
  )
  const rateOf = ratesOf(changed)
  const firstOf = new Map<string, number>()
  for (const { portalKey = '', externalId, kind, ordinal = 0 } of drafts) {
    const key = `${keyOf(portalKey, externalId)} ${kind}`
    firstOf.set(key, Math.min(firstOf.get(key) ?? ordinal, ordinal))
  }
  const gone = new Set<string>()
  for (const fact of facts) {
    const draft = meant.get(`${keyOf(fact.portal_id, fact.external_id)} ${fact.kind} ${fact.ordinal}`)
    // The first line of a kind counts the order: a kind goes as a whole, so that it is counted anew.
    const first = firstOf.get(`${keyOf(fact.portal_id, fact.external_id)} ${fact.kind}`)
    const rate = rateOf(keyOf(fact.portal_id, fact.external_id))
    if (
      !draft ||
      anew.has(keyOf(fact.portal_id, fact.external_id)) ||
      !same(fact, draft, rate) ||
      (first !== undefined && fact.orders !== 0 && first !== fact.ordinal)
    )
      gone.add(`${fact.portal_id} ${fact.order_id} ${fact.kind}`)
  }
  if (gone.size === 0) return
  const list = [...gone].map((one) => {
    const [p, o, k] = one.split(' ')
    return { p, o, k }
  })
  const those = `(l.portal_id, l.order_id, l.kind) in (select p, o, k from jsonb_to_recordset($1::jsonb) as x(p uuid, o uuid, k text))`
  await bulk.query('drop table if exists corrected')
  await bulk.query(
    `create temporary table corrected on commit drop as
    select l.*, p.account_id from order_line l join portal p on p.id = l.portal_id where ${those}`,
    [JSON.stringify(list)],
  )
  await negate(bulk, 'corrected')
  await correctRollups(bulk, 'orders', 'corrected')
  await bulk.query(`delete from order_line l where ${those}`, [JSON.stringify(list)])
}

async function ingest(
  bulk: Bulk,
  source: string,
  changed: readonly Known[],
  drafts: readonly LineDraft[],
  secret: Buffer,
) {
  if (drafts.length === 0) return
  await bulk.stage('stage_portal', { key: 'text', portal_id: 'uuid', account_id: 'uuid' })
  const portals = [...new Set(changed.map(({ portalId }) => portalId))].sort()
  const owners = await bulk.query<{ id: string; account_id: string }>(
    `select id, account_id from portal where id = any($1::uuid[])`,
    [`{${portals.join(',')}}`],
  )
  await bulk.append(
    'stage_portal',
    owners.map(({ id, account_id }) => [id, id, account_id]),
  )
  const rateOf = ratesOf(changed)
  const stage = new Stage(bulk, secret)
  await stage.open()
  for (const draft of drafts) {
    await stage.add(draft, rateOf(keyOf(draft.portalKey ?? '', draft.externalId)))
  }
  await stage.flush()
  await ingestLines(bulk, { source, givenOrdinals: true, cumulative: false })
}
