import { expect } from 'vitest'
import type { Database } from '#platform/db.ts'
import { as, ok, testApp, testServices } from '#testing/as.ts'
import { processDeliveries } from './server/process-deliveries.ts'
import { signatureHeaders } from './server/signature.ts'

const secret = 'un-secreto-de-pruebas-muy-largo'

/** A WooCommerce shop that an artist connects to their portal: its id, and how it tells of an order, signed, until that is applied. */
export async function wooShop(database: Database, portalId: string) {
  const artist = await as(database, 'artist')
  const draft = { portalId, kind: 'woocommerce' as const, name: 'Tienda', secret, currencyRates: {} }
  const { id } = ok(await artist.connectors.createConnector(draft)).connector
  const tell = async (order: object, headers: Record<string, string> = {}) => {
    const body = JSON.stringify(order)
    const signed = signatureHeaders('woocommerce', secret, Buffer.from(body))
    const answer = await testApp(database).request(`/api/webhooks/woocommerce/${id}`, {
      ...{ method: 'POST', body },
      headers: { 'Content-Type': 'application/json', ...signed, ...headers },
    })
    expect(answer.status).toBe(200)
    await processDeliveries(database, testServices.secret)
  }
  return { id, tell }
}
