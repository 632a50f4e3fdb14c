import { createHmac } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { portals } from '#testing/world/cast.ts'
import { visit } from './visit.ts'
import { walkedIn } from './words.ts'

describe.each(walkedIn('en'))('connections (%s)', (locale) => {
  test('a shop is connected, tried out and disconnected; its secret is shown once, and renewed once more', async () => {
    const { page, say, open } = await visit('orquesta', { locale })
    const name = `Tienda ${locale}`
    await open('/stocks/connectors')
    await page.getByRole('button', { name: say('shops.byHand') }).click()
    const dialog = page.getByRole('dialog')
    await dialog
      .getByLabel(say('orders.connectors.kind'), { exact: true })
      .selectOption(locale === 'es' ? 'shopify' : 'woocommerce')
    await dialog.getByLabel(say('orders.connectors.name'), { exact: true }).fill(name)
    await dialog.getByRole('button', { name: say('orders.connectors.create') }).click()
    const secret = await dialog.locator('code').last().textContent()
    expect(secret).toMatch(/^[0-9a-f]{64}$/)
    await dialog.getByRole('button', { name: say('orders.connectors.copied') }).click()
    const frame = page.locator('section').filter({ hasText: name }).first()
    await frame.getByRole('button', { name: say('orders.connectors.test') }).click()
    await page.getByText(say('orders.connectors.tested')).waitFor()
    expect(await page.content()).not.toContain(secret)
    await frame.getByRole('button', { name: say('orders.connectors.renew') }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: say('orders.connectors.renew') })
      .click()
    await page.getByText(say('orders.connectors.secretOnce')).waitFor()
    const renewed = await page.getByRole('dialog').locator('code').last().textContent()
    expect(renewed).toMatch(/^[0-9a-f]{64}$/)
    expect(renewed).not.toBe(secret)
    await page
      .getByRole('dialog')
      .getByRole('button', { name: say('orders.connectors.copied') })
      .click()
    await frame.getByRole('button', { name: say('orders.connectors.delete') }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: say('orders.connectors.delete') })
      .click()
    await page.getByText(say('orders.connectors.deleted')).waitFor()
  })
})

test('on a phone what is wrong with a delivery breaks into lines, and the page stays as wide as it', async () => {
  const { page, context, say, open, origin } = await visit('orquesta', { width: 360 })
  const secret = 'un-secreto-de-pruebas-muy-largo'
  const made = await context.request.post(`/api/portal/${portals.orquestaPoniente.id}/connector`, {
    data: { kind: 'shopify', name: 'Tienda estrecha', secret },
    headers: { origin },
  })
  const { connector } = await made.json()
  // Of a currency that nobody knows the rate of.
  const body = JSON.stringify({
    ...{ id: 1, name: '#1', created_at: '2026-11-20T10:00:00Z', currency: 'XAF' },
    line_items: [{ id: 1, sku: 'ESTRECHA', quantity: 1, price: '20.00' }],
  })
  const hmac = createHmac('sha256', secret).update(body).digest('base64')
  const sent = await context.request.post(`/api/webhooks/shopify/${connector.id}`, {
    data: Buffer.from(body),
    headers: { 'Content-Type': 'application/json', 'X-Shopify-Hmac-Sha256': hmac },
  })
  expect(sent.status()).toBe(200)
  const again = page.getByRole('button', { name: say('orders.delivery.retry') })
  await expect
    .poll(
      async () => {
        await open('/stocks/connectors')
        return again.count()
      },
      { timeout: 60_000 },
    )
    .toBe(1)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
  await context.request.delete(`/api/portal/${portals.orquestaPoniente.id}/connector/${connector.id}`, {
    headers: { origin },
  })
})

test('an order that an API client tells shows up with its lines', async () => {
  const { page, context, say, open, origin } = await visit('orquesta')
  const data = {
    externalId: 'E2E-1',
    placedAt: '2026-11-10T10:00:00Z',
    currency: 'EUR',
    lines: [{ id: '1', sku: 'E2E-SUELTO', name: 'Pegatina', units: 2, unitPrice: '3.00' }],
  }
  const sent = await context.request.post(`/api/portal/${portals.orquestaPoniente.id}/orders`, {
    data,
    headers: { origin },
  })
  expect(sent.status()).toBe(201)
  await open('/stocks/orders?q=E2E-1')
  await page.getByRole('link', { name: 'E2E-1' }).click()
  await page.getByText(say('orders.unmappedLine')).waitFor()
  await open('/stocks/skus?q=E2E-SUELTO')
  const what = say('orders.skus.targetOf', { sku: 'E2E-SUELTO' })
  await page.getByRole('combobox', { name: `${what}:` }).click()
  // What there is stands there before anything is typed; the first is that it stands for nothing.
  await page.getByRole('listbox', { name: what }).getByRole('option').nth(1).click()
  await page.getByRole('button', { name: say('orders.skus.save', { count: 1 }) }).click()
  await page.getByText(say('orders.skus.done', { count: 1 })).waitFor()
})
