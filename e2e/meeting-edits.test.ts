import type { APIRequestContext } from 'playwright-core'
import { expect, test } from 'vitest'
import { accounts, portals } from '#testing/world/cast.ts'
import { settled } from './browser.ts'
import { visit } from './visit.ts'

// The same person in another tab, which a call stands for: what was typed stays, both versions are to be chosen from.

/** As it was: the journeys of one lane share a world, and look for things by their names. */
async function putBack(
  request: APIRequestContext,
  address: string,
  data: object,
  method: 'PUT' | 'POST' = 'PUT',
) {
  const answer = await request.fetch(address, { method, data })
  expect(answer.ok(), await answer.text()).toBe(true)
}

test('a portal’s settings that were changed elsewhere meanwhile meet field by field', async () => {
  const { page, context, say, open, origin, expected } = await visit('artist')
  expected.push(/412/)
  const address = `/api/portal/${portals.ninoLobo.id}`
  await open('/dashboard/portal')
  const name = page.getByLabel(say('portals.form.name'), { exact: true })
  await name.fill('Niño Lobo y los suyos')
  const objective = page.getByLabel(say('portals.form.objective'))
  await objective.fill('1234')
  const before = await (await context.request.get(address)).json()
  const { version, code, customUrl } = before
  const data = { name: 'Niño Lobo Trío', code, customUrl }
  const headers = { 'If-Match': `"${version}"`, origin }
  expect((await context.request.post(address, { data, headers })).status()).toBe(200)
  await page.getByRole('button', { name: say('portals.form.save') }).click()
  await page.getByText(say('ui.conflict.yourself', { at: '' }).split('(')[0]?.trim() ?? '').waitFor()
  expect(await name.inputValue()).toBe('Niño Lobo y los suyos')
  // What nobody else had touched is in the form again.
  expect(await objective.inputValue()).toBe('1234')
  await page.getByRole('radio', { name: /Trío/ }).check()
  expect(await name.inputValue()).toBe('Niño Lobo Trío')
  await page.getByRole('button', { name: say('portals.form.save') }).click()
  await page.getByText(say('portals.form.saved')).waitFor()
  const now = await (await context.request.get(address)).json()
  expect(now).toMatchObject({ name: 'Niño Lobo Trío', salesObjectiveCents: 123_400 })
  await putBack(context.request, address, { name: before.name, code, customUrl }, 'POST')
})

test('a draft of the look that was changed elsewhere is not loaded over what is on screen', async () => {
  const { page, context, say, open, origin, expected } = await visit('orquesta')
  expected.push(/412/)
  const address = `/api/portal/${portals.orquestaPoniente.id}/appearance`
  await open('/dashboard/appearance')
  await settled(page)
  const { draft, version } = await (await context.request.get(address)).json()
  const data = { ...draft, tagline: { ...draft.tagline, es: 'Desde otra pestaña' }, buttons: 'outline' }
  const headers = { 'If-Match': `"${version}"`, origin }
  expect((await context.request.put(address, { data, headers })).status()).toBe(200)
  const tagline = page.getByRole('textbox', { name: say('appearance.tagline.label') })
  await tagline.fill('Desde esta')
  await page.getByText(say('ui.conflict.yourself', { at: '' }).split('(')[0]?.trim() ?? '').waitFor()
  expect(await tagline.inputValue()).toBe('Desde esta')
  // Nothing is saved before it is chosen.
  expect((await (await context.request.get(address)).json()).draft.tagline.es).toBe('Desde otra pestaña')
  await page.getByRole('radio', { name: /Desde esta/ }).check()
  await page.getByRole('button', { name: say('appearance.keep') }).click()
  await expect
    .poll(async () => (await (await context.request.get(address)).json()).draft)
    .toMatchObject({ tagline: { es: 'Desde esta' }, buttons: 'outline' })
  await putBack(context.request, address, draft)
})

test('an account that was renamed elsewhere keeps what was typed in its dialog', async () => {
  const { page, context, say, open, origin, expected } = await visit('super')
  expected.push(/412/)
  const address = `/api/accounts/${accounts.bajamar.id}`
  await open('/portals/accounts')
  await page.getByRole('button', { name: accounts.bajamar.name }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(say('accounts.name')).fill('Bajamar Sonido')
  const { version, type, organisationType } = await (await context.request.get(address)).json()
  const headers = { 'If-Match': `"${version}"`, origin }
  const data = { name: 'Bajamar Records', type, organisationType }
  expect((await context.request.put(address, { data, headers })).status()).toBe(200)
  await dialog.getByRole('button', { name: say('accounts.save') }).click()
  await dialog.getByRole('radio', { name: /Bajamar Records/ }).waitFor()
  expect(await dialog.getByLabel(say('accounts.name')).inputValue()).toBe('Bajamar Sonido')
  await dialog.getByRole('button', { name: say('accounts.save') }).click()
  await page.getByText(say('accounts.saved')).waitFor()
  await page.getByRole('button', { name: 'Bajamar Sonido' }).first().waitFor()
  await putBack(context.request, address, { ...data, name: accounts.bajamar.name })
})

test('what was deleted meanwhile says so, keeps what was typed and leads to what was deleted', async () => {
  const { page, context, say, open, origin, expected } = await visit('artist')
  expected.push(/404/)
  const made = await context.request.post(`/api/portal/${portals.ninoLobo.id}/link`, {
    data: { title: { es: 'Se irá' }, url: 'https://ninolobo.example/se-ira', visible: false },
    headers: { origin },
  })
  const { id } = await made.json()
  await open(`/dashboard/links/${id}`)
  const title = page.getByRole('textbox', { name: say('links.form.title') }).first()
  await title.fill('Se queda')
  expect((await context.request.delete(`/api/portal/link/${id}`, { headers: { origin } })).status()).toBe(204)
  await page.getByRole('button', { name: say('links.form.save') }).click()
  await page.getByText(say('ui.gone.text')).waitFor()
  expect(await title.inputValue()).toBe('Se queda')
  await page.getByRole('link', { name: say('ui.gone.deleted') }).waitFor()
})

test('a bill that was changed meanwhile is there anew behind the question that was asked of it', async () => {
  const { page, context, say, open, origin, expected } = await visit('staff')
  expected.push(/412/)
  const { items } = await (await context.request.get('/api/billing?status=Next&q=Orquesta')).json()
  const billId = items.find(({ type }: { type: number }) => type === 1)?.id
  const add = async (amountCents: number) => {
    const data = { type: 'Extra', description: 'Taller de otoño', reason: 'Acordado', amountCents }
    const answer = await context.request.post(`/api/bill/${billId}/line`, { data, headers: { origin } })
    expect(answer.ok(), await answer.text()).toBe(true)
  }
  await open(`/billing/${billId}`)
  await page.getByRole('button', { name: say('billing.action.close') }).click()
  const dialog = page.getByRole('dialog')
  const confirm = dialog.getByRole('button', { name: say('billing.action.close') })
  await confirm.waitFor()
  await add(1_234)
  await confirm.click()
  await dialog.getByText(say('billing.action.newer')).waitFor()
  await dialog.getByRole('button', { name: say('ui.cancel') }).click()
  await page.getByRole('main').getByText('Taller de otoño').first().waitFor()
  await add(-1_234)
})

test('an address that was led elsewhere meanwhile keeps what was typed in its dialog', async () => {
  const { page, context, say, open, origin, expected } = await visit('super')
  expected.push(/412/)
  const headers = { origin }
  const address = { path: '/gira-vieja', to: '/events', reason: 'La gira ha acabado' }
  const made = await context.request.post('/api/communications/redirect', { data: address, headers })
  const { id, version } = await made.json()
  await open('/communications/redirects')
  await page.getByRole('button', { name: `${say('communications.redirects.edit')}: ${address.path}` }).click()
  const dialog = page.getByRole('dialog')
  const to = dialog.getByLabel(say('communications.redirects.to'))
  const reason = dialog.getByLabel(say('communications.redirects.reason'))
  await to.fill('/products')
  await reason.fill('Ahora se vende')
  const theirs = await context.request.put(`/api/communications/redirect/${id}`, {
    data: { ...address, to: '/stocks' },
    headers: { ...headers, 'If-Match': `"${version}"` },
  })
  expect(theirs.ok(), await theirs.text()).toBe(true)
  const save = dialog.getByRole('button', { name: say('communications.redirects.save') })
  await save.click()
  await dialog.getByRole('radio', { name: /\/stocks/ }).waitFor()
  expect([await to.inputValue(), await reason.inputValue()]).toEqual(['/products', 'Ahora se vende'])
  await save.click()
  await page.getByText(say('communications.redirects.saved')).waitFor()
  const { items } = await (await context.request.get('/api/communications/redirects')).json()
  expect(items.find((one: { id: string }) => one.id === id)).toMatchObject({
    to: '/products',
    reason: 'Ahora se vende',
  })
  await context.request.delete(`/api/communications/redirect/${id}`, { headers })
})

test('levels that are being typed stay while goods move, and are saved', async () => {
  const { page, context, say, open, origin, expected } = await visit('artist')
  expected.push(/412/)
  const portal = `/api/portal/${portals.ninoLobo.id}`
  const { items } = await (await context.request.get(`${portal}/stocks`)).json()
  const stock = `${portal}/stock/${items[0].id}`
  const move = async (units: number) => {
    const data = { kind: 'production', units, note: 'Imprenta' }
    const answer = await context.request.post(`${stock}/movement`, { data, headers: { origin } })
    expect(answer.ok(), await answer.text()).toBe(true)
  }
  await open(`/stocks/${items[0].id}`)
  const incoming = page.getByLabel(say('stocks.column.incoming'))
  await incoming.fill('77')
  // Here: what is written down beside them makes a newer version of them.
  await page.getByLabel(say('stocks.move.what')).selectOption('production')
  await page.getByLabel(say('stocks.move.units')).fill('3')
  await page.getByRole('button', { name: say('stocks.move.send') }).click()
  await page.getByText(say('stocks.move.done')).first().waitFor()
  await settled(page)
  expect(await incoming.inputValue()).toBe('77')
  // And elsewhere: an order, somebody who counts.
  await move(-3)
  await page.getByRole('button', { name: say('stocks.levels.save') }).click()
  await page.getByText(say('ui.conflict.yourself', { at: '' }).split('(')[0]?.trim() ?? '').waitFor()
  expect(await incoming.inputValue()).toBe('77')
  await page.getByRole('button', { name: say('stocks.levels.save') }).click()
  await page.getByText(say('stocks.levels.saved')).first().waitFor()
  const { safety, lowAt, version, ...now } = await (await context.request.get(stock)).json()
  expect(now.incoming).toBe(77)
  await context.request.put(stock, {
    data: { incoming: items[0].incoming, safety, lowAt },
    headers: { origin, 'If-Match': `"${version}"` },
  })
})

test('products that were put on a page elsewhere meanwhile stay there, however fast one goes on', async () => {
  const { page, context, say, open, origin, expected } = await visit('orquesta')
  expected.push(/412/)
  const address = `/api/portal/${portals.orquestaPoniente.id}/products`
  const onPage = async () => {
    const { items, version } = await (await context.request.get(address)).json()
    const shown = (items as { id: string; shown: boolean }[]).filter((item) => item.shown)
    return { productIds: shown.map(({ id }) => id), version }
  }
  await open('/dashboard/appearance')
  await settled(page)
  await page.getByRole('button', { name: say('appearance.products.open') }).click()
  const hide = page.getByRole('dialog').locator('tbody [data-cell=menu] button')
  await hide.first().waitFor()
  const { productIds, version } = await onPage()
  const theirs = productIds.slice(-1)
  const headers = { 'If-Match': `"${version}"`, origin }
  const put = await context.request.put(address, { data: { productIds: theirs }, headers })
  expect(put.status()).toBe(200)
  // The second press comes while the newer choice is on its way: what it was pressed on is no more.
  let answer = () => {}
  const pressed = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route(`**${address}`, async (route) => {
    if (route.request().method() === 'GET') await pressed
    await route.continue()
  })
  const asked = page.waitForRequest(
    (request) => request.method() === 'GET' && request.url().endsWith(address),
  )
  await hide.first().click()
  await asked
  await hide.first().click()
  answer()
  await page.getByText(say('appearance.products.newer')).waitFor()
  await expect.poll(() => hide.count()).toBe(1)
  expect((await onPage()).productIds).toEqual(theirs)
  await putBack(context.request, address, { productIds })
})
