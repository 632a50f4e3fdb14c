import type { Api } from '#client.ts'
import type { Database } from '#platform/db.ts'
import { createLog } from '#platform/log.ts'
import { ok, testServices } from '#testing/as.ts'
import type { LocalShopify } from '#testing/shopify/server.ts'
import type { LocalShop } from '#testing/shopify/shop.ts'
import { runShops } from './server/run-shops.ts'

/** Presses «Install app» at the shop, and answers what its redirect came back with. */
export async function consentTo(url: string): Promise<string> {
  const answer = await fetch(`${url}&accept=1`, { redirect: 'manual' })
  return new URL(answer.headers.get('location') ?? '').search.slice(1)
}

/** Connects the shop to the portal, from the first press to the last. */
export async function connect(api: Api, portalId: string, { domain }: LocalShop, name = 'Tienda') {
  const { url } = ok(await api.shops.startShopify({ portalId, domain, name }))
  return ok(await api.shops.finishShopify({ portalId, answer: await consentTo(url) }))
}

/** Everything that may go on goes on; who has to wait puts the shop's clock forward instead. */
export function work(database: Database, { clientId, clientSecret, address }: LocalShopify, shop: LocalShop) {
  return runShops({
    ...{ database, log: createLog('silent'), secret: testServices.secret, files: testServices.files },
    appOrigin: testServices.appOrigin,
    shopify: { clientId, clientSecret, address },
    pause: async (ms) => shop.wait(ms),
  })
}
