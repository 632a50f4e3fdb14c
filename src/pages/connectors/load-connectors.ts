import { type Api, isFailure } from '#client.ts'

const deliveriesShown = 10

/** A portal's connections, each with what it was told last. */
export async function loadConnectors(api: Api, portalId: string) {
  const [connectors, shops] = await Promise.all([
    api.connectors.listConnectors({ portalId }),
    api.shops.listShops({ portalId }),
  ])
  const deliveries = await Promise.all(
    (isFailure(connectors) ? [] : connectors.items).map(async ({ id }) => {
      const found = await api.connectors.listDeliveries({ portalId, connectorId: id })
      return [id, isFailure(found) ? [] : found.items.slice(0, deliveriesShown)] as const
    }),
  )
  return { connectors, shops, deliveries: Object.fromEntries(deliveries) }
}
