import { expect, test } from 'vitest'
import { accessibilityFaults, overflow, settled, usualLooks } from './browser.ts'
import { visit } from './visit.ts'
import { walkedIn } from './words.ts'

const days = (page: { url(): string }) => {
  const { searchParams } = new URL(page.url())
  return [searchParams.get('filter'), searchParams.get('compare')]
}

test.each(walkedIn('en'))(
  'why sales changed: a sentence, a split, and the way to a product with the same days (%s)',
  async (locale) => {
    const { page, open, say, path } = await visit('label', { locale })
    await open('/analytics?filter=2')
    const frame = page.locator('section').filter({
      has: page.getByRole('heading', { name: say('analytics.why.title'), exact: true }),
    })
    await frame.getByRole('table').waitFor()
    await frame.getByText(say('analytics.why.start'), { exact: true }).waitFor()
    await frame.getByRole('button', { name: say('analytics.why.by.price'), exact: true }).click()
    await frame.getByRole('link', { name: say('analytics.why.part.refunds') }).waitFor()
    await frame.getByRole('button', { name: say('analytics.why.by.product'), exact: true }).click()
    await frame.getByRole('link').first().click()
    await page.waitForURL('**/analytics/sales-by-product**')
    expect(path()).toBe('/analytics/sales-by-product')
    expect(days(page)).toEqual(['2', 'true'])
    await settled(page)
    expect(new URL(page.url()).searchParams.get('products')).not.toBe(null)
    await page.getByRole('heading', { level: 1, name: say('detail.byProduct.title') }).waitFor()
  },
)

test.each(usualLooks)('why sales changed stands in its frame: $locale $scheme $width', async (look) => {
  const { page, open, say } = await visit('label', look)
  await open('/analytics?filter=2')
  await page.getByText(say('analytics.why.end'), { exact: true }).first().waitFor()
  await settled(page)
  expect(await overflow(page)).toBe(0)
  expect(await accessibilityFaults(page)).toEqual([])
})
