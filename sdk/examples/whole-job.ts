import { once } from 'node:events'
import { createServer } from 'node:http'
import { env } from 'node:process'
import { all, createClient, ok, type Shapes, verified } from '../src/index.ts'

/**
 * The main job of a program, by key: finds its portal, adds a link, goes through its products, hands in an order of its own
 * shop, is told of it by a webhook, and asks what it has sold.
 */
const { BACKLINE = '', KEY = '', SECRET = '', PORT = '0' } = env
const backline = createClient({ address: BACKLINE, key: KEY, language: 'en' })

// An endpoint that was made in the dashboard tells this program what happens.
const told: Shapes['ToldOrder'][] = []
const server = createServer(async (request, response) => {
  const body = (await request.toArray()).join('')
  try {
    const { type, data } = verified(SECRET, body, request.headers)
    if (type === 'order.created') told.push(data as Shapes['ToldOrder'])
    response.writeHead(204).end()
    server.emit('told')
  } catch {
    response.writeHead(401).end()
  }
}).listen(Number(PORT))

const { items: portals } = await ok(backline.GET('/portals', { params: { query: { q: 'Bajamar' } } }))
const portalId = portals[0]?.id ?? ''
const path = { portalId }

const { id: linkId, ...made } = await ok(
  backline.POST('/portal/{portalId}/link', {
    params: { path },
    body: { title: { es: 'Entradas', en: 'Tickets' }, url: 'https://entradas.example/gira' },
  }),
)
const link = await ok(
  backline.PUT('/portal/{portalId}/link/{linkId}', {
    params: { path: { portalId, linkId }, header: { 'If-Match': `"${made.version}"` } },
    body: { title: { es: 'Entradas a la venta' }, url: made.url },
  }),
)

const ofPortal = (page: object) =>
  backline.GET('/products', { params: { query: { ...page, pageSize: 5, portal: portalId } } })
const products = []
for await (const { name } of all(ofPortal)) products.push(name)

const lines = [{ id: '1', sku: 'CAM-L', units: 2, unitPrice: '20.00', tax: '6.94' }]
const sold = { externalId: `W-${Date.now()}`, placedAt: new Date().toISOString(), currency: 'EUR', lines }
const order = await ok(
  backline.POST('/portal/{portalId}/orders', { params: { path }, body: { ...sold, country: 'ES' } }),
)
if (told.length === 0) await once(server, 'told')
server.close()

const query = { f: '2026-01-01', t: new Date().toISOString().slice(0, 10) }
const sales = await ok(backline.GET('/analytics/salesChange/{portalId}', { params: { path, query } }))
console.log(JSON.stringify({ portal: portals[0]?.name, link, products, order, told, sales }))
