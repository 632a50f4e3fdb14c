import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'

/** Whether what has the focus shows it: by an outline or a ring, of its own or of the field around it. */
export const focusShows = (page: Page) =>
  page.evaluate(() => {
    const ringed = (element: Element | null) => {
      if (!element) return false
      const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element)
      return (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0) || boxShadow !== 'none'
    }
    const at = document.activeElement
    if (!at || at === document.body) return false
    return ringed(at) || ringed(at.parentElement) || ringed(at.nextElementSibling)
  })

/** Goes on with Tab until the element has the focus, as somebody without a mouse does; on the way it can always be seen. */
export async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await target.waitFor()
  const there = () => target.evaluate((element) => element === document.activeElement)
  for (let press = 0; press < 90 && !(await there()); press++) await page.keyboard.press(key)
  expect(await there()).toBe(true)
  expect(await focusShows(page)).toBe(true)
}
