import type { Bulk } from '#platform/bulk.ts'
import { reversalStep } from './bound-reversals.ts'
import { type OrderHistory, shippedMark } from './order-snapshot.ts'

interface Told {
  portalId: string
  history: Pick<OrderHistory, 'latest' | 'firsts'>
}

/**
 * What was sold before its release and has been sent is owed from when that was told first, and what came back of it before with
 * it; all else waits for the release. Lines are sent as a whole: a part of one waits with the rest of it. See decision 0134.
 */
export async function oweShipped(bulk: Bulk, source: string, told: readonly Told[]): Promise<void> {
  const sent = told.flatMap(({ portalId, history: { latest, firsts } }) =>
    latest.lines.flatMap(({ id }, at) => {
      const first = firsts[shippedMark(id)]
      return first === undefined
        ? []
        : { p: portalId, e: latest.externalId, n: at + 1, at: new Date(first).toISOString() }
    }),
  )
  if (sent.length === 0) return
  await bulk.query(
    `update order_line l set owed_at = greatest(x.at, l.at)
    from jsonb_to_recordset($2::jsonb) as x(p uuid, e text, n int, at timestamptz)
    join "order" o on o.portal_id = x.p and o.source = $1 and o.external_id = x.e
    where l.portal_id = o.portal_id and l.order_id = o.id and l.ordinal % ${reversalStep} = x.n
      and isfinite(l.owed_at) and l.owed_at > greatest(x.at, l.at)`,
    [source, JSON.stringify(sent)],
  )
}
