import { allocate, Big } from '#platform/money.ts'
import type { LineDraft } from './line-draft.ts'

/** A line of an order as a shop tells it. Amounts are decimals as text, without tax; `units` as they were bought. */
export interface SnapshotLine {
  /** The source's own id of the line. */
  id: string
  sku: string
  name: string
  units: number
  gross: string
  net: string
  tax: string
  /** So far sent out, taken out before being sent, and sent back into the stock. */
  shipped: number
  removed: number
  returned: number
}

export interface SnapshotRefund {
  id: string
  /** Undefined where the source does not tell: the first moment at which it was seen counts. */
  at?: number | undefined
  /** Of single lines … */
  lines: { id: string; net: string; tax: string }[]
  /** … or of the whole order, spread over its lines by what they cost: this part of 1 of everything. */
  share?: string | undefined
}

/** The whole of an order at one moment. Whoever bought is not part of what is kept. */
export interface Snapshot {
  externalId: string
  /** The shop's own id, which it tells alone of an order that went into its bin, or that it asks to forget. */
  sourceId?: string
  placedAt: number
  toldAt: number
  currency: string
  /** Euros for one unit, where whoever tells of the order says so. */
  rate?: string | undefined
  country: string | null
  province: string | null
  city: string | null
  campaign: string | null
  /** What was clicked on a portal's page; states kept from before do not tell. */
  clickId?: string | null
  /** False while the shop has only noted it: nothing is sold yet. */
  sold: boolean
  /** `at` as with refunds; `keepsMoney`: what was paid and not refunded is not given back. */
  cancelled: { at?: number | undefined; keepsMoney: boolean } | null
  lines: SnapshotLine[]
  refunds: SnapshotRefund[]
  /** Everything has been sent: remembered, because later states of some shops no longer tell. */
  completed?: boolean
}

/** Among an order's first moments: it was over before its shop was connected. */
export const pastMark = 'past'
/** Among them: a file or a program had brought it before its shop told of it. */
export const fileMark = 'file'

/** Among them: all of a line that was not taken out has been sent. */
export const shippedMark = (lineId: string) => `shipped ${lineId}`

/** Moments at which things without a date of their own were first seen. */
export type Firsts = Record<string, number>
export interface OrderHistory {
  latest: Snapshot
  firsts: Firsts
  /** What it was counted at in each currency that it was told in: euros for one unit. */
  rates: Record<string, string>
}

function firstsOf(snapshot: Snapshot): Firsts {
  const firsts: Firsts = {}
  for (const { id, at } of snapshot.refunds) if (at === undefined) firsts[`refund ${id}`] = snapshot.toldAt
  if (snapshot.cancelled && snapshot.cancelled.at === undefined) firsts.cancelled = snapshot.toldAt
  if (snapshot.completed) firsts.completed = snapshot.toldAt
  for (const line of snapshot.lines)
    if (snapshot.completed || isSent(line)) firsts[shippedMark(line.id)] = snapshot.toldAt
  return firsts
}

/** All of it that is still to be sent. */
const isSent = ({ shipped, removed, units }: Snapshot['lines'][number]) =>
  shipped > 0 && shipped + removed >= units

/**
 * Joins what is known of an order with one more state of it. The same for any order of arrival and any repetition: the
 * newest state stands (of two from the same second the further one), and of first moments the earliest.
 */
export function mergeSnapshot(
  known: OrderHistory | undefined,
  snapshot: Snapshot,
  rate: string,
): OrderHistory {
  const firsts = { ...known?.firsts }
  for (const [name, at] of Object.entries(firstsOf(snapshot))) firsts[name] = Math.min(firsts[name] ?? at, at)
  const newest = known && !newer(snapshot, known.latest) ? known.latest : snapshot
  const latest = withExactRefunds(newest, newest === snapshot ? known?.latest : snapshot)
  // What was counted once keeps its rate, until the newest state names another.
  const rates = { [snapshot.currency]: rate, ...known?.rates }
  return { latest, firsts, rates: latest.rate ? { ...rates, [latest.currency]: latest.rate } : rates }
}

/**
 * A refund that is known with its day and its lines keeps them, also where another state of the order names its sum alone, as
 * webhooks of WooCommerce do.
 */
function withExactRefunds(newest: Snapshot, other: Snapshot | undefined): Snapshot {
  const exact = new Map(
    other?.refunds.flatMap((one) => (one.at === undefined ? [] : [[one.id, one] as const])),
  )
  if (!newest.refunds.some(({ id, at }) => at === undefined && exact.has(id))) return newest
  const refunds = newest.refunds.map((one) => (one.at === undefined ? (exact.get(one.id) ?? one) : one))
  return { ...newest, refunds }
}

const withoutRate = (snapshot: Snapshot) => canonical({ ...snapshot, rate: undefined })

function newer(a: Snapshot, b: Snapshot): boolean {
  if (a.toldAt !== b.toldAt) return a.toldAt > b.toldAt
  // The same state at another rate: its program has corrected that alone, and tells no moment of it.
  if (withoutRate(a) === withoutRate(b)) return a.rate !== undefined
  const [first, second] = [progress(a), progress(b)]
  if (first !== second) return first > second
  return canonical(a) > canonical(b)
}

/** The same text for the same value, in whatever order its fields came. */
export const canonical = (value: unknown): string =>
  JSON.stringify(value, (_key, each: unknown) =>
    typeof each === 'object' && each !== null && !Array.isArray(each)
      ? Object.fromEntries(Object.entries(each).sort(([a], [b]) => (a < b ? -1 : 1)))
      : each,
  )

const progress = ({ sold, cancelled, lines, refunds }: Snapshot) =>
  Number(sold) +
  refunds.length +
  (cancelled ? 1 : 0) +
  lines.reduce((sum, { shipped, removed, returned }) => sum + shipped + removed + returned, 0)

/** Places of later reversals of one line are this much further on; see ingest-lines.ts. */
const reversalStep = 100_000

/** The facts that an order comes to, as its history stands. */
export function linesOf({ latest, firsts }: Omit<OrderHistory, 'rates'>, portalKey: string): LineDraft[] {
  if (!latest.sold) return []
  const { externalId, placedAt, currency, country, province, city, campaign, clickId } = latest
  const place = { country, province, city }
  const common = { row: 0, portalKey, externalId, placedAt, currency, ...place, campaign, clickId }
  const parts = latest.lines.map((line) => ({
    ...{ line, whole: { net: new Big(line.net), tax: new Big(line.tax) } },
    ...{ facts: 0, taken: { net: new Big(0), tax: new Big(0) } },
  }))
  const drafts = parts.map(
    ({ line, whole }, at): LineDraft => ({
      ...common,
      ordinal: at + 1,
      kind: 'sale',
      at: placedAt,
      sku: line.sku,
      name: line.name,
      units: line.units,
      gross: new Big(line.gross),
      ...whole,
      scale: 2,
    }),
  )
  const back = (at: number, kind: 'refund' | 'cancellation', moment: number, net: Big, tax: Big) => {
    const part = parts[at]
    if (!part) return
    const { line, facts, taken } = part
    drafts.push({
      ...common,
      ordinal: at + 1 + facts * reversalStep,
      kind,
      at: moment,
      sku: line.sku,
      name: line.name,
      units: kind === 'cancellation' ? -line.units : 0,
      gross: new Big(0),
      net: net.times(-1),
      tax: tax.times(-1),
      scale: 2,
    })
    part.facts++
    part.taken = { net: taken.net.plus(net), tax: taken.tax.plus(tax) }
  }
  const refunds = latest.refunds
    .map((refund) => ({ ...refund, moment: refund.at ?? firsts[`refund ${refund.id}`] ?? latest.toldAt }))
    .sort((a, b) => a.moment - b.moment || (a.id < b.id ? -1 : 1))
  for (const refund of refunds) {
    for (const part of refund.lines) {
      const at = latest.lines.findIndex(({ id }) => id === part.id)
      back(at, 'refund', refund.moment, new Big(part.net), new Big(part.tax))
    }
    if (refund.share === undefined) continue
    const share = new Big(refund.share)
    const spread = (of: 'net' | 'tax') => {
      const all = parts.map(({ whole }) => whole[of])
      const sum = all.reduce((total, amount) => total.plus(amount), new Big(0))
      return allocate(sum.times(share).round(2), all)
    }
    const [nets, taxes] = [spread('net'), spread('tax')]
    parts.forEach((_, at) => {
      const [net, tax] = [nets[at] ?? new Big(0), taxes[at] ?? new Big(0)]
      if (!net.eq(0) || !tax.eq(0)) back(at, 'refund', refund.moment, net, tax)
    })
  }
  if (latest.cancelled) {
    const { keepsMoney } = latest.cancelled
    const moment = latest.cancelled.at ?? firsts.cancelled ?? latest.toldAt
    parts.forEach(({ whole, taken }, at) => {
      const left = (of: 'net' | 'tax') => (keepsMoney ? new Big(0) : whole[of].minus(taken[of]))
      back(at, 'cancellation', moment, left('net'), left('tax'))
    })
  }
  return drafts
}

/** What each line holds of the stock now. */
export function claimsOf({ latest, firsts }: Omit<OrderHistory, 'rates'>) {
  return latest.lines.map(({ id, sku, units, shipped, removed, returned }) => {
    if (!latest.sold) return { line: id, sku, committed: 0, shipped: 0, returned: 0 }
    const sent = Math.min(units, firsts.completed ? units : shipped)
    return {
      line: id,
      sku,
      committed: latest.cancelled ? 0 : Math.max(0, units - sent - removed),
      shipped: sent,
      returned: Math.min(sent, returned),
    }
  })
}
