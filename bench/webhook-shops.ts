import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { signatureHeaders } from '#features/connectors/server/signature.ts'
import { shopifyOrder } from '#features/connectors/test-orders.ts'
import { seal } from '#features/two-factor/server/totp.ts'
import { asService, type Database } from '#platform/db.ts'
import { portals } from '#testing/world/cast.ts'

const shopSecret = 'un-secreto-de-medida-muy-largo'
/** What the program seals the shops' secrets with. */
export const key = 'una-clave-de-medida-de-32-bytes-o-mas'

/** A shop for each portal of the world. */
export async function connectAll(database: Database): Promise<string[]> {
  return database.transaction(asService('trial'), async (tx) => {
    const ids: string[] = []
    for (const { id: portalId } of Object.values(portals)) {
      const id = randomUUID()
      await tx.execute(
        sql`insert into connector (portal_id, id, kind, source, name) values (${portalId}, ${id}, 'shopify', 'shopify', 'Medida')`,
      )
      const sealed = Buffer.from(seal(Buffer.from(key), id, shopSecret))
      await tx.execute(sql`insert into connector_secret (connector_id, sealed) values (${id}, ${sealed})`)
      ids.push(id)
    }
    return ids
  })
}

/** What a shop tells: of each order twice, as it is placed and as it is shipped. */
export function told(connectors: readonly string[], n: number) {
  const number = n >> 1
  const fulfillments = n % 2 ? [{ status: 'success', line_items: [{ id: 1, quantity: 1 }] }] : []
  const of = { updated_at: `2026-11-02T10:0${n % 2}:00+01:00`, fulfillments }
  const body = JSON.stringify(shopifyOrder(`#M${number}`, of))
  return {
    path: `/api/webhooks/shopify/${connectors[number % connectors.length]}`,
    headers: signatureHeaders('shopify', shopSecret, Buffer.from(body)),
    body,
  }
}
