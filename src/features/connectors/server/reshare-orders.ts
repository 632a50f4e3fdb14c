import { applyOrders } from '#features/orders/server/apply-orders.ts'
import { keptRate } from '#features/orders/server/currency-rates.ts'
import type { ToldOrder } from '#features/orders/server/order-histories.ts'
import type { Snapshot } from '#features/orders/server/order-snapshot.ts'
import type { Bulk } from '#platform/bulk.ts'
import { targetOf } from './rules.ts'
import { sharesOf } from './share-orders.ts'

const ordersAtOnce = 200

export interface Resharing {
  /** Of the connector. */
  portalId: string
  connectorId: string
  source: string
  /** The last order that was looked at, by its number. */
  cursor: string | null
}

interface Part {
  portalId: string
  snapshot: Snapshot
}

/**
 * Parts the orders that are known once more, by the rules of now: a line whose product they name another portal for goes
 * there, with its refunds and first moments, and leaves where it was. Lines of products that are not known any more stay.
 * Some at a time; answers where to go on, null at the end, and how many orders moved.
 */
export async function reshareOrders(bulk: Bulk, at: Resharing, secret: Buffer) {
  const parts = await partsOf(bulk, at)
  const numbers = [...parts.keys()]
  const all = [...parts.values()].flat()
  const share = (
    await sharesOf(
      bulk,
      all.map((part) => ({ ...at, ...part })),
      { always: true },
    )
  ).get(at.connectorId)
  const moved = share ? numbers.flatMap((number) => movedParts(parts.get(number) ?? [], share, at)) : []
  const told: ToldOrder[] = []
  for (const { portalId, snapshot, from } of moved) {
    const { externalId, currency } = snapshot
    const rate = await keptRate(bulk, at.source, { portalId: from, externalId, currency })
    if (rate) told.push({ portalId, snapshot, buyer: null, rate })
  }
  await bringMoments(bulk, at.source, moved)
  if (told.length > 0) await applyOrders(bulk, at.source, told, secret, { moved: true })
  await bringBuyers(bulk, at.source, moved)
  return {
    cursor: numbers.length < ordersAtOnce ? null : (numbers.at(-1) ?? null),
    looked: numbers.length,
    moved: new Set(moved.map(({ snapshot }) => snapshot.externalId)).size,
  }
}

/** The next orders of the shop with their parts at its portal and at those of the account that have no such shop themselves. */
async function partsOf(bulk: Bulk, { portalId, source, cursor }: Resharing): Promise<Map<string, Part[]>> {
  const rows = await bulk.query<{ external_id: string; portal_id: string; state: Snapshot }>(
    `with near as (select p.id from portal own join portal p on p.account_id = own.account_id
      where own.id = $1 and p.deleted_at is null and (p.id = own.id or not exists (
        select 1 from connector c where c.portal_id = p.id and c.source = $2 and c.removed_at is null)))
    select s.external_id, s.portal_id, s.state from order_state s
    where s.source = $2 and s.portal_id in (select id from near) and s.external_id in (
      select distinct external_id from order_state
      where source = $2 and portal_id in (select id from near) and external_id > $3
      order by external_id limit ${ordersAtOnce})
    order by s.external_id, s.portal_id`,
    [portalId, source, cursor ?? ''],
  )
  const parts = new Map<string, Part[]>()
  for (const { external_id, portal_id, state } of rows)
    parts.set(external_id, [...(parts.get(external_id) ?? []), { portalId: portal_id, snapshot: state }])
  return parts
}

type Share = Awaited<ReturnType<typeof sharesOf>> extends Map<string, infer S> ? S : never

/** The parts of one order that are others by the rules of now; `from`: where their rate, moments and buyer are known. */
function movedParts(parts: readonly Part[], { rules, items }: Share, { portalId: own }: Resharing) {
  const lines = new Map(parts.map(({ portalId, snapshot }) => [portalId, [] as Snapshot['lines']]))
  const from = new Map<string, string>()
  const touched = new Set<string>()
  for (const { portalId, snapshot } of parts)
    for (const line of snapshot.lines) {
      const item = items.get(line.sku)
      const owner = item ? (targetOf(rules, item, line.sku) ?? own) : portalId
      lines.set(owner, [...(lines.get(owner) ?? []), line])
      if (owner === portalId) continue
      touched.add(owner).add(portalId)
      from.set(owner, portalId)
    }
  if (touched.size === 0) return []
  // Of the same moment as what is known, it would be one of two states of it: it is the later one.
  const toldAt = Math.max(...parts.map(({ snapshot }) => snapshot.toldAt)) + 1
  const place = new Map(
    parts
      .flatMap(({ snapshot }) => snapshot.lines)
      .map(({ id }) => [id, Number(id.match(/\d+$/)?.[0] ?? 0)] as const),
  )
  return [...touched].flatMap((portalId) => {
    const source = from.get(portalId) ?? portalId
    const known =
      parts.find((part) => part.portalId === portalId) ?? parts.find((part) => part.portalId === source)
    if (!known) return []
    const its = (lines.get(portalId) ?? []).toSorted(
      (a, b) => (place.get(a.id) ?? 0) - (place.get(b.id) ?? 0),
    )
    return [{ portalId, from: source, snapshot: { ...known.snapshot, toldAt, lines: its } }]
  })
}

type Moved = ReturnType<typeof movedParts>[number]
const ways = (moved: readonly Moved[]) =>
  JSON.stringify(
    moved
      .filter(({ portalId, from }) => portalId !== from)
      .map(({ portalId, from, snapshot }) => ({ p: portalId, f: from, e: snapshot.externalId })),
  )
const waysSql = 'jsonb_to_recordset($2::jsonb) as x(p uuid, f uuid, e text)'

/** A portal that hears of an order for the first time knows when its refunds were first seen, and whether it was long over. */
async function bringMoments(bulk: Bulk, source: string, moved: readonly Moved[]) {
  await bulk.query(
    `insert into order_state (portal_id, source, external_id, told_at, state, firsts, rates)
    select x.p, s.source, s.external_id, s.told_at, s.state || '{"lines": []}', s.firsts, s.rates
    from ${waysSql} join order_state s on s.portal_id = x.f and s.source = $1 and s.external_id = x.e
    on conflict do nothing`,
    [source, ways(moved)],
  )
}

/** Whoever bought is known by a hash alone, which goes along. */
async function bringBuyers(bulk: Bulk, source: string, moved: readonly Moved[]) {
  await bulk.query(
    `update "order" o set buyer_hash = b.buyer_hash from ${waysSql}
    join "order" b on b.portal_id = x.f and b.source = $1 and b.external_id = x.e
    where o.portal_id = x.p and o.source = $1 and o.external_id = x.e and o.buyer_hash is null`,
    [source, ways(moved)],
  )
}
