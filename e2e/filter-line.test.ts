import { expect, test } from 'vitest'
import { visit } from './visit.ts'

test.each(['/products', '/products/orders', '/events', '/users'])(
  'the filters of %s stand on one line of a desk',
  async (address) => {
    for (const locale of ['es', 'en'] as const) {
      const { page, open } = await visit('super', { locale, width: 1440 })
      await open(address)
      const bar = page.locator('main search').locator('..')
      expect((await bar.boundingBox())?.height).toBeLessThan(44)
    }
  },
)
