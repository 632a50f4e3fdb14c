import { beforeAll, describe, expect, test } from 'vitest'
import { clickTarget } from '#portal-site/click-target.ts'
import { as, ok, testApp, testServices } from '#testing/as.ts'
import { testDatabase } from '#testing/database.ts'
import { portals } from '#testing/world/cast.ts'
import { processDeliveries } from './server/process-deliveries.ts'
import { sampleFor } from './server/sample.ts'
import { signatureHeaders } from './server/signature.ts'
import { shopifyOrder } from './test-orders.ts'

const world = testDatabase()
const portalId = portals.ninoLobo.id
const secret = 'un-secreto-de-pruebas-muy-largo'
const day = '2026-11-02'
const ids = { shopify: '', woocommerce: '' }
let clicked = ''

type Shop = keyof typeof ids
async function tell(kind: Shop, order: object) {
  const body = JSON.stringify(order)
  const headers = { 'Content-Type': 'application/json', ...signatureHeaders(kind, secret, Buffer.from(body)) }
  const path = `/api/webhooks/${kind}/${ids[kind]}`
  expect((await testApp(world.database).request(path, { method: 'POST', body, headers })).status).toBe(200)
  await processDeliveries(world.database, testServices.secret)
}
const wooOrder = (number: string, meta_data: unknown) => ({
  ...(sampleFor('woocommerce', new Date(`${day}T09:00:00Z`)) as object),
  number,
  meta_data,
})
const broughtBy = async (externalId: string) =>
  (
    await world.database.query<{ campaign: string | null; click: string | null }>(
      'select campaign, click_id as click from "order" where external_id = $1',
      [externalId],
    )
  )[0]

beforeAll(async () => {
  const artist = await as(world.database, 'artist')
  const [link] = ok(await artist.links.listLinks({ portalId })).items
  clicked = link?.id ?? ''
  for (const kind of ['shopify', 'woocommerce'] as const) {
    const draft = { portalId, kind, name: 'Tienda', secret, currencyRates: {} }
    ids[kind] = ok(await artist.connectors.createConnector(draft)).connector.id
  }
})

describe('what brought a buyer', () => {
  test('is read from the address where they came into a Shopify shop', async () => {
    const landing = (name: string, landing_site: unknown, rest: object = {}) =>
      tell('shopify', shopifyOrder(name, { landing_site, ...rest }))
    await landing('#C1', `/products/disco?utm_source=x&utm_campaign=Gira+2026&click=${clicked}`)
    expect(await broughtBy('#C1')).toEqual({ campaign: 'Gira 2026', click: clicked })
    await landing('#C2', `https://tienda.example/?click=${clicked.toUpperCase()}#top`)
    expect(await broughtBy('#C2')).toEqual({ campaign: null, click: clicked })
    await landing('#C3', null, {
      note_attributes: [
        { name: 'utm_campaign', value: ' boletín ' },
        { name: 'click', value: clicked },
      ],
    })
    expect(await broughtBy('#C3')).toEqual({ campaign: 'boletín', click: clicked })
  })

  test('is read from what WooCommerce notes of it', async () => {
    const meta = (values: Record<string, unknown>) =>
      Object.entries(values).map(([key, value], id) => ({ id, key: `_wc_order_attribution_${key}`, value }))
    await tell(
      'woocommerce',
      wooOrder(
        'W1',
        meta({ utm_campaign: 'gira', session_entry: `https://tienda.example/?click=${clicked}` }),
      ),
    )
    expect(await broughtBy('W1')).toEqual({ campaign: 'gira', click: clicked })
    const entry = `https://tienda.example/disco?utm_campaign=boletin&click=${clicked}`
    await tell('woocommerce', wooOrder('W2', meta({ session_entry: entry })))
    expect(await broughtBy('W2')).toEqual({ campaign: 'boletin', click: clicked })
  })

  test('is told by a program with the order', async () => {
    const { orders } = await as(world.database, 'artist')
    const draft = {
      portalId,
      externalId: 'P1',
      placedAt: `${day}T10:00:00Z`,
      currency: 'EUR',
      campaign: 'gira',
      click: clicked,
      lines: [{ id: '1', sku: 'X', units: 1, unitPrice: '10.00' }],
    }
    ok(await orders.putOrder(draft))
    expect(await broughtBy('P1')).toEqual({ campaign: 'gira', click: clicked })
    expect(await orders.putOrder({ ...draft, externalId: 'P2', click: 'otro' })).toMatchObject({
      error: { fields: { click: expect.any(String) } },
    })
  })

  test('shows in the funnel', async () => {
    const { analytics } = await as(world.database, 'artist')
    const funnel = ok(await analytics.salesFunnel({ f: day, t: day }))
    expect(funnel).toMatchObject({ orders: 6, attributedOrders: 6 })
    expect(funnel.rows[0]).toMatchObject({ id: clicked, orders: 6 })
    const campaigns = Object.fromEntries(funnel.campaigns.map(({ id, orders }) => [id, orders]))
    // With an accent or without, it is one campaign.
    expect(campaigns).toEqual({ 'Gira 2026': 1, boletin: 2, gira: 2 })
  })

  test('breaks no order, whatever a shop sends', async () => {
    const odd: unknown[] = [
      42,
      true,
      {},
      [],
      [[]],
      'http://[',
      '//',
      '%',
      '?utm_campaign=%E0%A4%A',
      `?utm_campaign=${'x'.repeat(5_000)}&click=no-id`,
      '?utm_campaign=a%00b',
      `?utm_campaign=${'x'.repeat(199)}😀`,
      '?click[]=1&utm_campaign[x]=1',
      'javascript:alert(1)?utm_campaign=<script>',
      `\u0000?utm_campaign=z`,
    ]
    for (const [at, value] of odd.entries()) {
      await tell('shopify', shopifyOrder(`#O${at}`, { landing_site: value, note_attributes: value }))
      await tell(
        'shopify',
        shopifyOrder(`#N${at}`, { note_attributes: [{ name: 'utm_campaign', value }, value] }),
      )
      await tell(
        'woocommerce',
        wooOrder(`V${at}`, [{ key: '_wc_order_attribution_session_entry', value }, value]),
      )
      await tell('woocommerce', wooOrder(`U${at}`, value))
      for (const name of [`#O${at}`, `#N${at}`, `V${at}`, `U${at}`]) {
        const kept = await broughtBy(name)
        expect([name, value, kept?.click]).toEqual([name, value, null])
        expect((kept?.campaign ?? '').length).toBeLessThanOrEqual(200)
        expect(kept?.campaign ?? '').not.toContain('\u0000')
      }
    }
  })
})

describe('a counted link', () => {
  test('tells the shops of its account what was clicked, and nobody else', async () => {
    const at = async (url: string, portal = portalId) => {
      const id = crypto.randomUUID()
      await world.database.query(
        `insert into link (portal_id, id, title, url, position) values ($1, $2, '{"es":"T"}', $3, 99)`,
        [portal, id, url],
      )
      return { id, url: (await clickTarget(world.database, id))?.url }
    }
    const told = async (url: string) => {
      const found = await at(url)
      return found.url?.replace(found.id, 'ID')
    }
    expect(await told('https://tienda.example/')).toBe('https://tienda.example/?click=ID')
    expect(await told('https://tienda.example/a?b=%20c#d?e')).toBe(
      'https://tienda.example/a?b=%20c&click=ID#d?e',
    )
    // An address that names another click, copied after a button was pressed, is counted for what is pressed now.
    for (const other of ['mine', crypto.randomUUID(), `${crypto.randomUUID()}&click=b&%63lick=c`])
      expect(await told(`https://tienda.example/?a=1&click=${other}&b=%20#d`)).toBe(
        'https://tienda.example/?a=1&b=%20&click=ID#d',
      )
    expect(await told('mailto:ana@example.test')).toBe('mailto:ana@example.test')
    expect((await at('https://tienda.example/', portals.claraVentisca.id)).url).toBe(
      'https://tienda.example/',
    )
    const artist = await as(world.database, 'artist')
    for (const connectorId of Object.values(ids))
      ok((await artist.connectors.deleteConnector({ portalId, connectorId })) ?? {})
    expect(await told('https://tienda.example/')).toBe('https://tienda.example/')
    expect(await told(`https://tienda.example/?click=${crypto.randomUUID()}`)).toBe('https://tienda.example/')
  })
})
