import type { Page } from 'playwright-core'
import type { PersonKey } from '#testing/world/cast.ts'
import type { Visitor } from '../browser.ts'

/** A screen to look at: who opens which address, and what they do before the look. */
export interface Screen {
  name: string
  who?: PersonKey
  path: string
  /** Expected status of the document; 200 unless said. */
  status?: number
  before?: (visitor: Visitor) => Promise<void>
  /** Console errors that belong to the state shown. */
  expected?: RegExp
}

/** Opens the menu of the person who is signed in. */
export const openPersonMenu = (page: Page) => page.locator('header button').last().click()
/** Opens the page of the first row of a list. */
export const openFirst = async (page: Page) => {
  await page.locator('main tbody tr a').first().click()
  await page.locator('main form').waitFor()
}
/** Keys are listened for a moment after the page stands. */
export async function pressForDialog(page: Page, key: string) {
  const dialog = page.getByRole('dialog')
  for (let press = 0; press < 5 && (await dialog.count()) === 0; press++) {
    await page.keyboard.press(key)
    await dialog.waitFor({ timeout: 1_500 }).catch(() => {})
  }
}
/** Opens the first bill of a list that is in the state said. */
export const openBill = async (page: Page, state: string) => {
  await page.locator('main tbody tr', { hasText: state }).first().locator('a').first().click()
  await page.locator('main dl').first().waitFor()
}
/** Bills opened from here on answer with these parts changed: states that the demo world does not have. */
export const changeBills = ({ page }: Visitor, parts: object) =>
  page.route(/\/api\/bill\/[^/]+$/, async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), ...parts } })
  })
/** October 2026, as the analytics pages keep it in their address. */
export const month = 'filter=4&f=2026-10-01&t=2026-10-31'
