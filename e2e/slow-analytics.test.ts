import { expect, test } from 'vitest'
import { madridDay } from './days.ts'
import { visit } from './visit.ts'

test.each(['/analytics', '/analytics/net-sales', '/analytics/funnel'])(
  'while %s is asked again, what stands stays, its period can be changed, and the first question is given up',
  async (path) => {
    const { page, say, open } = await visit('label')
    await open(path)
    // Sections that are asked for after the page have come too.
    await expect.poll(() => page.getByRole('status', { name: say('ui.loading') }).count()).toBe(0)
    // What stands is held by its names: a section that asks of no period (odd sales) may come at any moment.
    const standing = () => page.locator('main section h2, main table caption, main th').allTextContents()
    const before = await standing()
    expect(before.length).toBeGreaterThan(0)
    let held = 0
    await page.route('**/api/analytics/**', async (route) => {
      const asked = new URL(route.request().url()).searchParams
      if (asked.get('f') === asked.get('t')) return route.continue()
      held++
      // The seven days never come; the person changes their mind.
      if (held > 30) return route.continue()
    })
    await page.getByRole('button', { name: say('analytics.period.week'), exact: true }).click()
    await page.locator('main[data-asking]').waitFor()
    await page
      .getByRole('button', { name: say('analytics.period.week'), exact: true, pressed: true })
      .waitFor()
    // What is waited for long enough is dimmed, and nothing else.
    await page.waitForFunction(() => {
      const content = document.querySelector('main')
      return content !== null && Number(getComputedStyle(content).opacity) < 0.6
    })
    expect(await page.getByRole('status', { name: say('ui.loading') }).count()).toBe(0)
    expect(await standing()).toEqual(expect.arrayContaining(before))
    await page.getByRole('button', { name: say('analytics.period.today'), exact: true }).click()
    const today = madridDay()
    await page.waitForURL(`**${path}?filter=4&f=${today}&t=${today}`)
    await page.locator('main[data-asking]').waitFor({ state: 'detached' })
    expect(held).toBeGreaterThan(0)
    expect(await page.getByRole('button', { name: say('analytics.period.day'), exact: true }).count()).toBe(1)
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  },
)
