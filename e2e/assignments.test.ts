import { expect, test } from 'vitest'
import { accessibilityFaults, overflow, settled } from './browser.ts'
import { visit } from './visit.ts'

test('staff say in one place whose a maker is, with one press, on a desk and on a phone', async () => {
  const desk = await visit('super')
  await desk.open('/products/skus')
  await desk.page.getByText(/de Óxido y Sal en Tienda del Anfiteatro/).waitFor()
  await desk.page.getByText(desk.say('orders.connectors.rateOf', { currency: 'USD' })).waitFor()
  await settled(desk.page)
  expect(await accessibilityFaults(desk.page)).toEqual([])
  await desk.page
    .getByRole('button', { name: desk.say('shops.questions.isOf', { portal: 'Óxido y Sal' }) })
    .click()
  await desk.page.getByText(desk.say('shops.questions.placed', { vendor: 'Óxido y Sal' })).waitFor()
  await desk.page.getByText(/de Óxido y Sal en Tienda del Anfiteatro/).waitFor({ state: 'detached' })

  const phone = await visit('super', { locale: 'en', width: 360 })
  await phone.open('/products/skus')
  await settled(phone.page)
  expect(await overflow(phone.page)).toBe(0)
  expect(await accessibilityFaults(phone.page)).toEqual([])
  const stays = phone.say('shops.questions.stays', { portal: 'Tercer Anfiteatro' })
  await phone.page.getByRole('button', { name: stays }).click()
  await phone.page.getByText(/of Discos Marcapasos in/).waitFor({ state: 'detached' })

  // The owner of the label sees what was said where the shop is.
  const rules = await desk.page.request.get(`${desk.origin}/api/shops/questions`)
  expect(((await rules.json()) as { vendors: unknown[] }).vendors).toEqual([])
})
