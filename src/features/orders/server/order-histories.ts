import type { Bulk } from '#platform/bulk.ts'
import { Big } from '#platform/money.ts'
import type { OrderHistory, Snapshot } from './order-snapshot.ts'

export interface ToldOrder {
  portalId: string
  snapshot: Snapshot
  /** Whatever the source identifies the buyer by; only a keyed hash of it is kept. */
  buyer: string | null
  /** Euros for one unit of the currency that it is told in. */
  rate: Big
}

/** An order that something is told of, and what is known of it by now. */
export interface Known {
  portalId: string
  history: OrderHistory | undefined
  buyer: string | null
}

/** An order's key within its source. */
export const keyOf = (portalId: string, externalId: string) => `${portalId} ${externalId}`

/** What is known of the orders that are told, by their keys. */
export async function readHistories(bulk: Bulk, source: string, told: readonly ToldOrder[]) {
  const wanted = told.map(({ portalId, snapshot }) => ({ p: portalId, e: snapshot.externalId }))
  const rows = await bulk.query<{
    portal_id: string
    external_id: string
    state: Snapshot
    firsts: Record<string, number>
    rates: Record<string, string>
  }>(
    `select s.portal_id, s.external_id, s.state, s.firsts, s.rates from order_state s
    where s.source = $1 and (s.portal_id, s.external_id) in (
      select p, e from jsonb_to_recordset($2::jsonb) as x(p uuid, e text))`,
    [source, JSON.stringify(wanted)],
  )
  const histories = new Map(
    rows.map((row) => [
      keyOf(row.portal_id, row.external_id),
      { latest: row.state, firsts: row.firsts, rates: row.rates } satisfies OrderHistory,
    ]),
  )
  const known = new Map<string, Known>()
  for (const { portalId, snapshot, buyer } of told) {
    const key = keyOf(portalId, snapshot.externalId)
    known.set(key, { portalId, buyer, history: histories.get(key) })
  }
  return known
}

/** Keeps what is known of them now. */
export async function saveHistories(bulk: Bulk, source: string, changed: readonly Known[]) {
  const rows = changed.flatMap(({ portalId, history }) =>
    history
      ? [
          {
            p: portalId,
            e: history.latest.externalId,
            t: new Date(history.latest.toldAt).toISOString(),
            s: history.latest,
            f: history.firsts,
            r: history.rates,
          },
        ]
      : [],
  )
  await bulk.query(
    `insert into order_state (portal_id, source, external_id, told_at, state, firsts, rates)
    select p, $1, e, t, s, f, r
    from jsonb_to_recordset($2::jsonb) as x(p uuid, e text, t timestamptz, s jsonb, f jsonb, r jsonb)
    order by p, e
    on conflict (portal_id, source, external_id) do update set told_at = excluded.told_at, state = excluded.state,
      firsts = excluded.firsts, rates = excluded.rates, updated_at = clock_timestamp()`,
    [source, JSON.stringify(rows)],
  )
}

/** What orders are counted at, by their keys: the rate of the currency that they are in now. */
export function ratesOf(changed: readonly Known[]): (key: string) => Big {
  const rates = new Map(
    changed.flatMap(({ portalId, history }) => {
      const rate = history?.rates[history.latest.currency]
      return history && rate ? [[keyOf(portalId, history.latest.externalId), new Big(rate)]] : []
    }),
  )
  return (key) => {
    const rate = rates.get(key)
    if (!rate) throw new Error('A line of an order that was not told.')
    return rate
  }
}
