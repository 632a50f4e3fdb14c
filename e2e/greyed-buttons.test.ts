import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { tabTo } from './keys-only.ts'
import { visit } from './visit.ts'
import { walkedIn } from './words.ts'

/** What has the focus, where that is a thing of the page that one came to. */
const within = (page: Page) =>
  page.evaluate(() => document.activeElement?.matches('main *:not(:disabled)') === true)

describe.each(walkedIn('es'))('a button that greys itself hands the focus on (%s)', (locale) => {
  test('of a form, once it is saved', async () => {
    const { page, say, open } = await visit('tech', { locale })
    await open('/account')
    await tabTo(page, page.getByLabel(say('account.page.name'), { exact: true }))
    await page.keyboard.press('End')
    await page.keyboard.type('a')
    const save = page.getByRole('button', { name: say('account.page.save'), exact: true })
    await tabTo(page, save)
    await page.keyboard.press('Enter')
    await expect.poll(() => save.isDisabled()).toBe(true)
    await expect.poll(() => within(page)).toBe(true)
  })

  test('of the pager, on the last page', async () => {
    const { page, context, say, open } = await visit('artist', { locale })
    const { total } = await (await context.request.get('/api/orders')).json()
    const last = Math.ceil(total / 50)
    expect(last).toBeGreaterThan(1)
    await open(`/stocks/orders?page=${last - 1}`)
    const next = page.getByRole('button', { name: say('ui.pages.next') })
    await next.focus()
    await page.keyboard.press('Enter')
    await expect.poll(() => next.isDisabled()).toBe(true)
    await expect.poll(() => within(page)).toBe(true)
  })
})
