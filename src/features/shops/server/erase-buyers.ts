import { correctRollups } from '#features/rollups/server/rollups.ts'
import type { Bulk } from '#platform/bulk.ts'

const measures = [
  'orders',
  'units',
  'gross_micros',
  'discounts_micros',
  'refunds_micros',
  'net_micros',
  'income_micros',
]

/**
 * Forgets who bought the orders of temporary table `asked` (portal_id, id, source, external_id), and where: the buyer's hash,
 * province and city go, of the facts and of what the shop told; the country stays, by which the sale was taxed. Figures by place
 * follow.
 */
export async function eraseBuyers(bulk: Bulk): Promise<void> {
  const lines = (sign: '' | '-') =>
    bulk
      .query(
        `create temporary table corrected on commit drop as
      select l.*, p.account_id from order_line l join portal p on p.id = l.portal_id
      join asked a on a.portal_id = l.portal_id and a.id = l.order_id`,
      )
      .then(() =>
        sign
          ? bulk.query(`update corrected set ${measures.map((name) => `${name} = -${name}`).join(', ')}`)
          : [],
      )
  await bulk.query('drop table if exists corrected')
  await lines('-')
  await correctRollups(bulk, 'orders', 'corrected')
  await bulk.query(
    `update "order" o set buyer_hash = null, province = null, city = null, updated_at = clock_timestamp() from asked a where o.portal_id = a.portal_id and o.id = a.id`,
  )
  await bulk.query(
    `update order_state s set state = s.state || '{"province": null, "city": null}' from asked a
    where s.portal_id = a.portal_id and s.source = a.source and s.external_id = a.external_id`,
  )
  await bulk.query('drop table corrected')
  await lines('')
  await correctRollups(bulk, 'orders', 'corrected')
}
