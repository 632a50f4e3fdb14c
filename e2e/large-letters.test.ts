import type { Page } from 'playwright-core'
import { expect, onTestFinished, test } from 'vitest'
import { portals } from '#testing/world/cast.ts'
import { openBrowser, openVisitor, overflow } from './browser.ts'
import { lane } from './lane.ts'

/** Two who have set larger letters in their browser: one on a phone, one at a desk. */
const readers = [
  { letters: 24, width: 360 },
  { letters: 20, width: 1440 },
] as const

async function reader({ letters, width }: (typeof readers)[number], who: 'super' | 'artist' | undefined) {
  const look = { locale: 'es', scheme: 'light', width } as const
  const visitor = await openVisitor(await openBrowser(letters), lane().origin, look, who)
  onTestFinished(() => visitor.context.close())
  return visitor
}

/** How large letters are, for one whose browser writes 16 px. */
const asUsual = (page: Page, letters: number) =>
  page.evaluate((size) => (Number.parseFloat(getComputedStyle(document.body).fontSize) * 16) / size, letters)

/** Texts on one line whose box is lower than it, or ends before it. */
const cut = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('main :is(button, a, h1, h2, label, b)')]
      .filter((each) => each.checkVisibility() && !each.closest('[data-unseen], [aria-hidden]'))
      .filter((each) => {
        const { display, overflowX } = getComputedStyle(each)
        const [high, wide] = [each.scrollHeight - each.clientHeight, each.scrollWidth - each.clientWidth]
        return display !== 'inline' && overflowX === 'visible' && (high > 5 || wide > 2)
      })
      .map((each) => each.outerHTML.slice(0, 120)),
  )

test.each(readers)('$letters px letters have room at $width px', async (of) => {
  const nobody = await reader(of, undefined)
  await nobody.open('/login')
  expect(await asUsual(nobody.page, of.letters)).toBe(14)
  expect([await overflow(nobody.page), await cut(nobody.page)]).toEqual([0, []])
  const { page, open } = await reader(of, 'super')
  for (const path of ['/portals', '/products', '/orders', '/analytics', '/billing/bills', '/account']) {
    await open(path)
    expect([path, await overflow(page), await cut(page)]).toEqual([path, 0, []])
  }
})

test.each(readers)('fans read their own $letters px at $width px', async (of) => {
  const { page, origin } = await reader(of, 'artist')
  const answer = await page.request.get(`${origin}/api/portal/${portals.ninoLobo.id}/appearance`)
  await page.goto(((await answer.json()) as { url: string }).url)
  expect(await asUsual(page, of.letters)).toBe(16)
  expect(await overflow(page)).toBe(0)
})
