import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { as, ok, testApp, testServices } from '#testing/as.ts'
import { testDatabase } from '#testing/database.ts'
import { sharedData } from '#testing/shared-data.ts'
import { wholeDatabase } from '#testing/whole-database.ts'
import { portals } from '#testing/world/cast.ts'
import type { ConnectorKind } from './choices.ts'
import { processDeliveries } from './server/process-deliveries.ts'
import { signatureHeaders } from './server/signature.ts'
import { broken, type Json, withValue } from './test-broken.ts'

const world = testDatabase()
const portalId = portals.ninoLobo.id
const secret = 'un-secreto-de-pruebas-muy-largo'
const file = (path: string) => sharedData(`formats/${path}`)
const read = (path: string | undefined) => JSON.parse(readFileSync(path as string, 'utf8'))

const connectors = new Map<ConnectorKind, string>()
async function connectorOf(kind: ConnectorKind): Promise<string> {
  const known = connectors.get(kind)
  if (known) return known
  const artist = await as(world.database, 'artist')
  const draft = { portalId, kind, name: 'Tienda', secret, currencyRates: { USD: '0.92' } }
  const { id } = ok(await artist.connectors.createConnector(draft)).connector
  connectors.set(kind, id)
  return id
}
async function send(kind: ConnectorKind, body: string, headers?: Record<string, string>) {
  const id = await connectorOf(kind)
  return testApp(world.database).request(`/api/webhooks/${kind}/${id}`, {
    method: 'POST',
    body,
    headers: {
      'Content-Type': 'application/json',
      ...(headers ?? signatureHeaders(kind, secret, Buffer.from(body))),
    },
  })
}
const work = () => processDeliveries(world.database, testServices.secret)
const lastDelivery = async (kind: ConnectorKind) => {
  const artist = await as(world.database, 'artist')
  const connectorId = await connectorOf(kind)
  return ok(await artist.connectors.listDeliveries({ portalId, connectorId })).items[0]
}

/** Everything but what tells of the delivery itself. */
const everything = () => wholeDatabase(world.database, ['webhook_delivery'])

const shopify = file('shopify/order_webhook_orders_cancelled_test.json')
const woo = file('woocommerce/docs_orders.json')
const printful = file('printful/webhook_order_updated.json')

/** The ecosystem's own file of each kind as an order that counts. */
const originals: Record<ConnectorKind, () => Json> = {
  shopify: () => ({ ...read(shopify), test: false }),
  woocommerce: () => (read(woo) as { body: Json }[])[0]?.body ?? {},
  printful: () => {
    const update = read(printful)
    const shipment = { id: 10, shipped_at: 1622456737, items: [{ item_id: 1, quantity: 1 }] }
    return { ...update, type: 'package_shipped', data: { order: update.data.order, shipment } }
  },
}

describe.skipIf(!shopify || !woo || !printful)('what shops send, broken', () => {
  const kinds = Object.keys(originals) as ConnectorKind[]

  test.each(kinds)('%s: each broken variant says what is wrong with it and changes nothing', async (kind) => {
    await connectorOf(kind)
    const before = await everything()
    for (const [path, value, fault] of broken[kind]) {
      expect((await send(kind, JSON.stringify(withValue(originals[kind](), path, value)))).status).toBe(200)
      await work()
      expect(await lastDelivery(kind), `${path} = ${JSON.stringify(value)}`).toMatchObject({
        state: 'failed',
        fault,
      })
    }
    const whole = JSON.stringify(originals[kind]())
    const texts: [string, string][] = [
      [whole.slice(0, whole.length / 2), 'El aviso no es JSON.'],
      ['', 'El aviso no es JSON.'],
      ['<xml/>', 'El aviso no es JSON.'],
      [`[${whole}]`, 'El aviso no es un objeto JSON.'],
      ['42', 'El aviso no es un objeto JSON.'],
      ['null', 'El aviso no es un objeto JSON.'],
    ]
    for (const [body, fault] of texts) {
      expect((await send(kind, body)).status).toBe(200)
      await work()
      expect(await lastDelivery(kind), body.slice(0, 20)).toMatchObject({ state: 'failed', fault })
    }
    expect(await everything()).toBe(before)
  })

  test.each(kinds)(
    '%s: unsigned, wrongly signed, changed or too large is refused at the door',
    async (kind) => {
      const id = await connectorOf(kind)
      const before = await everything()
      const last = (await lastDelivery(kind))?.id
      const whole = JSON.stringify(originals[kind]())
      const signed = signatureHeaders(kind, secret, Buffer.from(whole))
      const wrong = signatureHeaders(kind, 'otro-secreto-que-no-es-este', Buffer.from(whole))
      for (const [body, headers] of [
        [whole, {}],
        [whole, wrong],
        [`${whole} `, signed],
      ] as const) {
        const answer = await send(kind, body, headers)
        expect(answer.status).toBe(401)
        expect((await answer.json()).error.message).toBe('La firma del aviso no coincide.')
      }
      const large = JSON.stringify({ ...originals[kind](), note: 'a'.repeat(1_100_000) })
      expect((await send(kind, large)).status).toBe(413)
      const elsewhere = await testApp(world.database).request(
        `/api/webhooks/${kind}/${id.replace(/.$/, (digit) => (digit === '0' ? '1' : '0'))}`,
        { method: 'POST', body: whole, headers: signed },
      )
      expect(elsewhere.status).toBe(404)
      expect(await work()).toBe(0)
      expect((await lastDelivery(kind))?.id).toBe(last)
      expect(await everything()).toBe(before)
    },
  )

  test('whatever stands in a field, the queue goes on and every failure has its words', async () => {
    const odd = [
      null,
      '',
      -1,
      1e30,
      true,
      {},
      [],
      [[]],
      'x',
      '\ud800',
      'a\u0000',
      '9'.repeat(30),
      '9999-99-99',
      '😀'.repeat(300),
    ]
    for (const kind of kinds) {
      const leaves: string[] = []
      const walk = (value: unknown, path: string) => {
        if (path) leaves.push(path)
        if (typeof value === 'object' && value !== null && path.split('.').length < 5)
          for (const [name, each] of Object.entries(value)) walk(each, path ? `${path}.${name}` : name)
      }
      walk(originals[kind](), '')
      const told = leaves.filter((path) => !/meta_data|_links|price_set|money|\.1\b/.test(path))
      let at = 0
      for (const path of told) {
        const value = odd[at++ % odd.length]
        const body = JSON.stringify({ ...withValue(originals[kind](), path, value), note: `${path} ${at}` })
        expect((await send(kind, body)).status).toBe(200)
      }
      expect(await work()).toBe(told.length)
      const rows = await world.database.query<{ state: string; error: { code: string } | null }>(
        'select state, error from webhook_delivery where connector_id = $1',
        [await connectorOf(kind)],
      )
      expect(rows.filter(({ state, error }) => (state === 'failed') !== (error !== null))).toEqual([])
      expect(rows.filter(({ error }) => error?.code === 'notStored')).toEqual([])
      expect(rows.some(({ state }) => state === 'waiting')).toBe(false)
    }
  })
})

test.skipIf(!woo)(
  'WooCommerce’s other bodies are ignored by their topic, and as orders refused',
  async () => {
    await connectorOf('woocommerce')
    const before = await everything()
    // A body of its own each time, so that it is a delivery of its own.
    let sent = 0
    for (const name of [
      'coupons',
      'customers',
      'order-notes',
      'order-refunds',
      'product-variations',
      'products',
      'webhooks',
    ]) {
      const bodies = (read(file(`woocommerce/docs_${name}.json`)) as { body: unknown }[]).map(
        ({ body }) => body,
      )
      for (const body of bodies) {
        const text = `${JSON.stringify(body)}${' '.repeat(sent++)}`
        const headers = signatureHeaders('woocommerce', secret, Buffer.from(text))
        await send('woocommerce', text, {
          ...headers,
          'x-wc-webhook-topic': `${name.replace(/s$/, '')}.updated`,
        })
        await work()
        // What only has the shop asked for its stock is kept, and not listed.
        const [kept] = await world.database.query<{ state: string; error: unknown }>(
          'select state, error from webhook_delivery order by received_at desc, id desc limit 1',
        )
        expect(kept, name).toEqual({ state: 'ignored', error: null })
        if (name !== 'products')
          expect(await lastDelivery('woocommerce'), name).toMatchObject({ state: 'ignored', fault: null })
        await send('woocommerce', ` ${text}`)
        await work()
        expect((await lastDelivery('woocommerce'))?.state, name).toBe('failed')
        expect((await lastDelivery('woocommerce'))?.fault, name).toMatch(
          /^(Falta el campo|El campo|El aviso no es)/,
        )
      }
    }
    expect(await everything()).toBe(before)
  },
)
