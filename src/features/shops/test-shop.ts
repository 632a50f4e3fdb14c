import type { AddressInfo } from 'node:net'
import { serve } from '@hono/node-server'
import type { Hono } from 'hono'
import type { Api } from '#client.ts'
import type { Database } from '#platform/db.ts'
import { createLog } from '#platform/log.ts'
import { ok, testServices } from '#testing/as.ts'
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

/** Presses «Approve» in a shop of WooCommerce, and answers the state that its redirect came back with. */
export async function approve(app: Hono, callbackOrigin: string, url: string): Promise<string> {
  // The shop calls the program that the test runs without a socket: this one stands in its place.
  const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' })
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as AddressInfo
  try {
    const asked = new URL(url.replace('/authorize?', '/access_granted?'))
    const callback = new URL(asked.searchParams.get('callback_url') ?? '')
    if (callback.origin !== callbackOrigin) throw new Error(`Keys would go to ${callback.origin}.`)
    asked.searchParams.set('callback_url', `http://127.0.0.1:${port}${callback.pathname}`)
    const answer = await fetch(asked, { redirect: 'manual' })
    const back = new URL(answer.headers.get('location') ?? 'http://none')
    return back.searchParams.get('success') === '1' ? (back.searchParams.get('user_id') ?? '') : ''
  } finally {
    await new Promise((resolve) => server.close(resolve))
  }
}

/** Everything that may go on goes on; who has to wait puts the shop's clock forward instead. */
export function work(database: Database, shop: { wait: (ms: number) => void }) {
  return runShops({
    ...{ database, log: createLog('silent'), secret: testServices.secret, files: testServices.files },
    ...{ appOrigin: testServices.appOrigin, shops: testServices.shops },
    pause: async (ms) => shop.wait(ms),
  })
}
