import { expect } from 'vitest'
import { processDeliveries } from '#features/connectors/server/process-deliveries.ts'
import { signatureHeaders } from '#features/connectors/server/signature.ts'
import type { Database } from '#platform/db.ts'
import { dayOf, formatDay } from '#platform/time.ts'
import { testApp, testServices } from '#testing/as.ts'
import { accrueSales } from './server/accrue-sales.ts'

export const shopSecret = 'un-secreto-de-pruebas-muy-largo'

/** Noon of a day; of today, now: what is to come is no sale yet. */
const momentOf = (day: string) =>
  day === formatDay(dayOf(Date.now())) ? new Date().toISOString() : `${day}T12:00:00Z`

/** When an order was placed and last changed. */
export const at = (day: string) => ({ created_at: momentOf(day), updated_at: momentOf(day) })

/** Money back on a day for half of an order of `shopifyOrder`. */
export const halfBack = (day: string) => ({
  id: 1,
  created_at: momentOf(day),
  refund_line_items: [{ id: 1, line_item_id: 1, quantity: 1, subtotal: '20.00', total_tax: '3.47' }],
  transactions: [{ kind: 'refund', status: 'success', amount: '20.00' }],
  order_adjustments: [],
})

/** A shop's orders, told by its webhooks. */
export async function tell(database: Database, connectorId: string, orders: Record<string, unknown>[]) {
  for (const order of orders) {
    const body = JSON.stringify(order)
    const sent = await testApp(database).request(`/api/webhooks/shopify/${connectorId}`, {
      method: 'POST',
      body,
      headers: {
        'Content-Type': 'application/json',
        ...signatureHeaders('shopify', shopSecret, Buffer.from(body)),
      },
    })
    expect(sent.status).toBeLessThan(300)
  }
  await processDeliveries(database, testServices.secret)
}

/** What the ledger holds of a portal's sales by month, in millionths, as soon as everything that is due is in it. */
export async function owedByMonth(database: Database, portalId: string): Promise<Record<string, number>> {
  await accrueSales(database)
  const found = await database.query<{ month: string; micros: string }>(
    `select month::text, sum(micros) as micros from ledger_entry where portal_id = $1 and micros is not null group by 1`,
    [portalId],
  )
  return Object.fromEntries(found.map(({ month, micros }) => [month, Number(micros)]))
}

/** All of it in cents, each month and rate rounded for itself as on a bill. */
export async function owedOf(database: Database, portalId: string): Promise<number> {
  await accrueSales(database)
  const [row] = await database.query<{ cents: string }>(
    `select coalesce(sum(amount_cents), 0) as cents from ledger_entry where portal_id = $1 and micros is not null`,
    [portalId],
  )
  return Number(row?.cents)
}
