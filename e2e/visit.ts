import type { Locator, Page } from 'playwright-core'
import { expect, onTestFinished } from 'vitest'
import type { PersonKey } from '#testing/world/cast.ts'
import { type Look, openBrowser, openVisitor, type Visitor } from './browser.ts'
import { lane } from './lane.ts'

/**
 * A browser of its own for one test, signed in as somebody of the cast or as nobody. Any console error, uncaught
 * error, failed request or violation of the content security policy fails the test.
 */
export async function visit(
  who: PersonKey | undefined,
  look: Partial<Look> = {},
  origin = lane().origin,
): Promise<Visitor> {
  const { locale = 'es', scheme = 'light', width = 1440 } = look
  const visitor = await openVisitor(await openBrowser(), origin, { locale, scheme, width }, who)
  const faults = collectFaults(visitor.page)
  onTestFinished(async () => {
    await visitor.context.close()
    refuseFaults(faults, visitor.expected)
  })
  return visitor
}

const refuseFaults = (faults: readonly string[], expected: readonly RegExp[]) =>
  expect(faults.filter((fault) => !expected.some((pattern) => pattern.test(fault)))).toEqual([])

/**
 * Browsers that several tests look at pages with, one for each person: what one of them has loaded is not loaded again.
 * For pages that are only looked at, and what is done there before ends with them; `close` ends them all.
 */
export function lookers(look: Look) {
  const open = new Map<PersonKey, Promise<{ visitor: Visitor; faults: string[] }>>()
  const begin = async (who: PersonKey) => {
    const visitor = await openVisitor(await openBrowser(), lane().origin, look, who, true)
    return { visitor, faults: collectFaults(visitor.page) }
  }
  return {
    async look(who: PersonKey): Promise<Visitor> {
      const opened = open.get(who) ?? begin(who)
      open.set(who, opened)
      const { visitor, faults } = await opened
      await visitor.page.unrouteAll()
      faults.length = 0
      visitor.expected.length = 0
      onTestFinished(() => refuseFaults(faults, visitor.expected))
      return visitor
    },
    close: async () => {
      for (const { visitor } of await Promise.all(open.values())) await visitor.context.close()
    },
  }
}

function collectFaults(page: Page): string[] {
  const faults: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(`console: ${message.text()} (${message.location().url})`)
  })
  page.on('pageerror', (error) => faults.push(`uncaught: ${error.stack ?? error.message}`))
  page.on('requestfailed', (request) => {
    // A navigation or a newer request with the same key ends those in flight.
    if (request.failure()?.errorText !== 'net::ERR_ABORTED')
      faults.push(`request: ${request.failure()?.errorText} ${request.url()}`)
  })
  return faults
}

/** Takes a portal out of a filter or a field (`combobox`) that is searched: opened, typed into, chosen. */
export async function pickPortal(
  { page, say }: Visitor,
  label: string,
  name: string,
  opener: 'button' | 'combobox' = 'button',
): Promise<void> {
  await page.getByRole(opener, { name: new RegExp(`^${label}:`) }).click()
  await page.getByRole('combobox', { name: say('ui.pick.search', { label }) }).fill(name)
  await page.getByRole('option', { name, exact: true }).click()
}

/**
 * Presses `key` until `announced` shows. Rows are measured a moment after one is picked up, and a key that comes
 * sooner moves nothing.
 */
export async function pressUntil(page: Page, key: string, announced: Locator): Promise<void> {
  for (let press = 0; press < 5 && (await announced.count()) === 0; press++) {
    await page.keyboard.press(key)
    await announced.waitFor({ timeout: 2_000 }).catch(() => {})
  }
  await announced.waitFor()
}
