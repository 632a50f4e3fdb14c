import { describe, expect, test } from 'vitest'
import { nextYear } from './days.ts'
import { pressUntil, visit } from './visit.ts'
import { walkedIn } from './words.ts'

describe.each(walkedIn('en'))('featured items (%s)', (locale) => {
  test('a link is featured, moved by keyboard, deleted and brought back', async () => {
    const { page, say, open } = await visit('vera', { locale })
    const titles = () => page.locator('tbody tr a').allTextContents()
    await open('/dashboard/featured')
    await page.locator('tbody tr').first().waitFor()
    const featured = await titles()
    await open('/dashboard/featured/new')
    const target = page.getByLabel(say('featured.form.target'))
    const links = await target.locator('option:not([value=""])').allTextContents()
    const title = links.find((link) => !featured.includes(link)) ?? ''
    await target.selectOption({ label: title })
    await page.getByLabel(say('featured.form.status')).selectOption('published')
    await page.getByLabel(say('featured.form.duration')).selectOption('7')
    await page.getByRole('button', { name: say('featured.form.saveNew') }).click()
    await page.getByText(say('featured.form.created')).waitFor()
    const row = page.getByRole('row').filter({ hasText: title })
    await row.getByText(say('featured.state.live')).waitFor()

    const before = await titles()
    await page.getByRole('button', { name: say('featured.drag.handle', { title }) }).focus()
    const total = before.length
    const announced = (position: number) =>
      page.getByText(say('featured.drag.moved', { title, position, total }))
    await pressUntil(page, 'Space', announced(total))
    await pressUntil(page, 'ArrowUp', announced(total - 1))
    await page.keyboard.press('Space')
    await page.getByText(say('featured.reordered')).first().waitFor()
    expect((await titles()).indexOf(title)).toBe(total - 2)

    await page.getByRole('button', { name: say('featured.actions', { title }) }).click()
    await page.getByRole('menuitem', { name: say('featured.delete') }).click()
    await row.waitFor({ state: 'detached' })
    await page.locator('summary').click()
    await page.getByRole('button', { name: say('featured.restoreOne', { title }) }).click()
    await page.getByText(say('featured.restored')).waitFor()
    await row.getByText(say('featured.state.draft')).waitFor()
  })

  test('a pick without its picture is refused by the field', async () => {
    const { page, say, open, expected } = await visit('vera', { locale })
    expected.push(/400/)
    await open('/dashboard/featured/new')
    await page.getByLabel(say('featured.form.type')).selectOption('pick')
    await page.getByRole('button', { name: say('featured.form.saveNew') }).click()
    await page.locator('[aria-invalid=true]').first().waitFor()
    expect(await page.locator('[aria-invalid=true]').count()).toBe(2)
  })
})

test('a release is announced and taken back', async () => {
  const { page, say, open } = await visit('vera')
  await open('/dashboard/releases/new')
  await page.getByRole('textbox', { name: say('releases.form.title'), exact: true }).fill('Marea baja')
  await page.getByLabel(say('releases.form.releaseAt')).fill(`${nextYear}-12-31T00:00`)
  await page.getByLabel(say('releases.form.status')).selectOption('published')
  await page.getByRole('button', { name: say('releases.form.addLink') }).click()
  await page.getByLabel(say('releases.form.linkName')).fill('Spotify')
  await page.getByLabel(say('releases.form.linkUrl')).fill('https://open.spotify.com/')
  await page.getByRole('button', { name: say('releases.form.saveNew') }).click()
  await page.getByText(say('releases.form.created')).waitFor()
  const row = page.getByRole('row').filter({ hasText: 'Marea baja' })
  await row.getByText(say('releases.state.countdown')).waitFor()
  // Nobody has left an address at it, so that all of it can come back.
  const remove = page.getByRole('button', { name: say('releases.delete', { title: 'Marea baja' }) })
  await remove.click()
  await row.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: say('ui.undo.verb'), exact: true }).click()
  await row.getByText(say('releases.state.countdown')).waitFor()
  await remove.click()
  await row.waitFor({ state: 'detached' })
})
