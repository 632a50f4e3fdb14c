import { describe, expect, test } from 'vitest'
import { accessibilityFaults, overflow, settled } from './browser.ts'
import { visit } from './visit.ts'

describe('appearance', () => {
  test('a design is chosen, seen in the real page, published, and an earlier one brought back', async () => {
    const { page, say, open } = await visit('vera')
    await open('/dashboard/appearance')
    const frame = page.frameLocator('iframe')
    await frame.locator('body.d-cartel').waitFor()

    await page.getByRole('radio', { name: say('appearance.design.carab.name') }).check()
    await frame.locator('body.d-carab').waitFor()
    await page.getByRole('button', { name: say('appearance.publish') }).click()
    await page.getByText(say('appearance.published')).waitFor()
    const href =
      (await page.getByRole('link', { name: say('appearance.viewLive') }).getAttribute('href')) ?? ''
    expect(await (await page.request.get(href)).text()).toContain('d-carab')

    await page.getByRole('radio', { name: say('appearance.design.onda.name') }).check()
    await frame.locator('body.d-onda').waitFor()
    // Fans see nothing of a draft.
    expect(await (await page.request.get(href)).text()).toContain('d-carab')
    await page.getByRole('button', { name: say('appearance.publish') }).click()
    await page.getByText(say('appearance.versions.item', { number: 2 })).waitFor()
    // Taken back from its toast, fans see what they saw before; the draft waits to be published again.
    await page
      .getByRole('button', { name: say('ui.undo.verb'), exact: true })
      .last()
      .click()
    await page.getByText(say('ui.undo.done')).waitFor()
    expect(await (await page.request.get(href)).text()).toContain('d-carab')
    await page.getByRole('button', { name: say('appearance.publish') }).click()
    await page.getByText(say('appearance.versions.item', { number: 2 })).waitFor()
    await page.getByRole('button', { name: say('appearance.versions.restore') }).click()
    await frame.locator('body.d-carab').waitFor()
  })

  test('colours that cannot be read are not saved; the nearest that can is one press away', async () => {
    const { page, say, open } = await visit('orquesta')
    await open('/dashboard/appearance')
    const text = page.getByLabel(say('appearance.color.hex', { color: say('appearance.color.text') }))
    await text.fill('#17404a')
    const offer = page.getByRole('button', { name: /Usar #/ })
    await offer.first().waitFor()
    await offer.first().click()
    await page.getByText(/Se lee bien/).waitFor()
    await page.getByText(/Guardado a las/).waitFor()
  })

  test('blocks are put in order by keyboard, and hidden', async () => {
    const { page, say, open } = await visit('orquesta')
    await open('/dashboard/appearance')
    const order = () => page.locator('li[class*="block"] > span').allTextContents()
    const before = await order()
    await page.getByRole('button', { name: before[0] ?? '', exact: true }).focus()
    const [first = ''] = before
    const announced = (position: number) =>
      page
        .getByText(say('appearance.block.moved', { block: first, position, total: before.length }))
        .waitFor()
    await page.keyboard.press('Space')
    await announced(1)
    await page.keyboard.press('ArrowDown')
    await announced(2)
    await page.keyboard.press('Space')
    await expect.poll(order).toEqual([before[1], before[0], ...before.slice(2)])
    const frame = page.frameLocator('iframe')
    await frame.locator('section.links').waitFor()
    const links = say('appearance.block.links')
    await page.getByRole('button', { name: say('appearance.block.hide', { block: links }) }).click()
    await frame.locator('section.links').waitFor({ state: 'detached' })
  })

  test('fits a phone and has no faults, in both colour modes', async () => {
    for (const scheme of ['light', 'dark'] as const) {
      const { page, open } = await visit('artist', { width: 360, scheme, locale: 'en' })
      await open('/dashboard/appearance')
      await settled(page)
      expect(await overflow(page)).toBe(0)
      expect(await accessibilityFaults(page)).toEqual([])
    }
  })
})
