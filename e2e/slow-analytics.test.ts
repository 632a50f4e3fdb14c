import { expect, test } from 'vitest'
import { dayOf, formatDay } from '#platform/time.ts'
import { visit } from './visit.ts'

test.each(['/analytics', '/analytics/net-sales', '/analytics/funnel'])(
  'while %s waits for its answer, its period can be changed, and the first question is given up',
  async (path) => {
    const { page, say, open } = await visit('label')
    await open(path)
    // Each section of the overview waits for itself, so there may be several at once.
    const loading = page.getByRole('status', { name: say('ui.loading') })
    let held = 0
    await page.route('**/api/analytics/**', async (route) => {
      const asked = new URL(route.request().url()).searchParams
      if (asked.get('f') === asked.get('t')) return route.continue()
      held++
      // The seven days never come; the person changes their mind.
      if (held > 30) return route.continue()
    })
    await page.getByRole('button', { name: say('analytics.period.week'), exact: true }).click()
    await loading.first().waitFor()
    await page.getByRole('button', { name: say('analytics.period.today'), exact: true }).click()
    const today = formatDay(dayOf(Date.now()))
    await page.waitForURL(`**${path}?filter=4&f=${today}&t=${today}`)
    await loading.first().waitFor({ state: 'hidden' })
    expect(held).toBeGreaterThan(0)
    expect(await page.getByRole('button', { name: say('analytics.period.day'), exact: true }).count()).toBe(1)
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  },
)
