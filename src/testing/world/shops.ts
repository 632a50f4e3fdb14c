import { createHash } from 'node:crypto'
import { newSecret } from '#features/connectors/server/connectors.ts'
import { processDeliveries } from '#features/connectors/server/process-deliveries.ts'
import { sampleFor } from '#features/connectors/server/sample.ts'
import { connector, connectorSecret, shopRule, webhookDelivery } from '#features/connectors/server/table.ts'
import { importLines } from '#features/orders/server/import-orders.ts'
import type { LineDraft } from '#features/orders/server/line-draft.ts'
import { sealTokens } from '#features/shops/server/shop-tokens.ts'
import { shopAccess, shopItem } from '#features/shops/server/table.ts'
import { seal } from '#features/two-factor/server/totp.ts'
import { asService, type Database } from '#platform/db.ts'
import { Big } from '#platform/money.ts'
import { readSecret } from '#platform/secret.ts'
import { type PortalKey, portals } from './cast.ts'
import { worldId } from './random.ts'
import '#processes/hearers.ts'

const dayMs = 86_400_000
const ago = (now: Date, days: number) => new Date(now.getTime() - days * dayMs)

/** Portals that sell through shops of others: what those have told, and files of other places. */
export async function connectShops(database: Database, now: Date): Promise<void> {
  const secret = await readSecret(database, undefined)
  const known = await database.transaction(asService('trial'), (tx) =>
    tx.insert(connector).values(connectors(now)).onConflictDoNothing().returning({ id: connector.id }),
  )
  if (known.length === 0) return
  await losesItsShop(database, secret, now)
  await database.transaction(asService('trial'), async (tx) => {
    for (const { id } of known)
      await tx
        .insert(connectorSecret)
        .values({ connectorId: id, sealed: Buffer.from(seal(secret, id, newSecret())) })
    await tx.insert(webhookDelivery).values(deliveries(now))
  })
  await processDeliveries(database, secret)
  for (const source of ['bandcamp', 'csv', 'api'])
    await importLines(database, source, { by: 'portal', create: false }, [sale(source, now)], { secret })
}

/** A portal whose shop has thrown our app out: somebody has to allow it again. */
async function losesItsShop(database: Database, secret: Buffer, now: Date): Promise<void> {
  const [portalId, id] = [portals.tercerAnfiteatro.id, worldId('connector away')]
  const made = { portalId, createdAt: ago(now, 45) }
  const tokens = { access: newSecret(), refresh: newSecret() }
  await database.transaction(asService('trial'), async (tx) => {
    await tx
      .insert(connector)
      .values({ ...made, id, kind: 'shopify', source: 'shopify', name: 'Tienda del Anfiteatro' })
    await tx
      .insert(connectorSecret)
      .values({ connectorId: id, sealed: Buffer.from(seal(secret, id, newSecret())) })
    await tx.insert(shopAccess).values({
      ...made,
      ...{ connectorId: id, domain: 'tercer-anfiteatro.myshopify.com', state: 'uninstalled' },
      ...{
        scopes: ['read_products', 'read_inventory', 'read_orders'],
        sealed: sealTokens(secret, id, tokens),
      },
      reconciledAt: ago(now, 3),
    })
    // It sells for its neighbours too, and for some that nobody has said the portal of.
    await tx.insert(shopRule).values({
      ...{ portalId, connectorId: id, position: 0 },
      ...{ kind: 'vendor', value: 'Clara Ventisca', targetId: portals.claraVentisca.id },
    })
    const sold = (sku: string, vendor: string) => ({
      ...{ portalId, connectorId: id, targetId: portalId, vendor, createdAt: ago(now, 40) },
      ...{ foreignId: `gid://shopify/Product/${sku}`, productId: worldId(`product ${sku}`) },
    })
    await tx
      .insert(shopItem)
      .values([sold('TERCER-GOR1', 'Óxido y Sal'), sold('TERCER-ENT1', 'Discos Marcapasos')])
  })
}

const connectorId = (kind: string) => worldId(`connector ${kind}`)
const shop: PortalKey = 'mareaHonda'

const connectors = (now: Date): (typeof connector.$inferInsert)[] =>
  (
    [
      ['shopify', 'Tienda de Marea Honda'],
      ['woocommerce', 'La tienda vieja'],
      ['printful', 'Camisetas'],
    ] as const
  ).map(([kind, name], at) => ({
    ...{ portalId: portals[shop].id, id: connectorId(kind), kind, source: kind, name },
    createdAt: ago(now, 60 - at),
  }))

/** One of each fate: taken, a try, none of ours, in money that has no rate. */
function deliveries(now: Date): (typeof webhookDelivery.$inferInsert)[] {
  const one = (kind: 'shopify' | 'woocommerce' | 'printful', topic: string, days: number, told: object) => {
    const body = JSON.stringify(told)
    return {
      ...{
        portalId: portals[shop].id,
        id: worldId(`delivery ${kind} ${days}`),
        connectorId: connectorId(kind),
      },
      ...{ topic, body, bodyHash: createHash('sha256').update(body).digest(), receivedAt: ago(now, days) },
    }
  }
  const order = (kind: 'shopify' | 'woocommerce', days: number, number: string, more: object = {}) => ({
    ...(sampleFor(kind, ago(now, days)) as object),
    ...{ id: 48_000 + days, name: number, number, test: false, ...more },
  })
  const line = { id: 1, sku: 'MAREA-LP1', name: 'Vinilo «Batea»', quantity: 1 }
  const shopify = { line_items: [{ ...line, price: '26.90', tax_lines: [] }] }
  const woocommerce = { line_items: [{ ...line, subtotal: '26.90', total: '26.90' }], total: '26.90' }
  return [
    one('shopify', 'orders/create', 9, order('shopify', 9, '#1001', shopify)),
    one('shopify', 'orders/create', 8, order('shopify', 8, '#1002', { ...shopify, currency: 'USD' })),
    one('shopify', 'customers/create', 7, { id: 7 }),
    one('shopify', 'orders/create', 6, sampleFor('shopify', ago(now, 6)) as object),
    one('woocommerce', 'order.created', 5, order('woocommerce', 5, '2001', woocommerce)),
    one('printful', '', 4, sampleFor('printful', ago(now, 4)) as object),
  ]
}

function sale(source: string, now: Date): LineDraft {
  const at = ago(now, 12).getTime()
  const [gross, tax] = [new Big(22.23), new Big(4.67)]
  return {
    ...{ row: 0, portalKey: portals[shop].code, externalId: `${source}-1`, ordinal: 1, kind: 'sale' },
    ...{ at, placedAt: at, sku: 'MAREA-LP1', name: 'Vinilo «Batea»', units: 1, currency: 'EUR' },
    ...{ gross, net: gross, tax, scale: 2, country: 'ES', province: null, city: null },
    buyer: `${source}@fans.example`,
  }
}
