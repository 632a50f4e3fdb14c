import { describe, expect, test } from 'vitest'
import type { PersonKey } from '#testing/world/cast.ts'
import { portals } from '#testing/world/cast.ts'
import { freshSession } from './browser.ts'
import { visit } from './visit.ts'
import { walkedIn } from './words.ts'

/** Menus as the specification §2 and product.md §2 have them, in order; `|` is a divider, `-` a disabled entry. */
const menus: Partial<Record<PersonKey, string>> = {
  super: 'analytics staffs portals events | products billing -manufacturing | users communications',
  staff: 'analytics staffs portals events | products billing -manufacturing | users communications',
  analyst: 'analytics',
  label: 'dashboard analytics -comunity events team portals | stocks billing',
  labelmanager: 'dashboard analytics -comunity events team portals | stocks billing',
  operations: 'dashboard analytics -comunity events team | stocks billing',
  artist: 'dashboard analytics -comunity team | stocks billing',
  editor: 'dashboard analytics -comunity team | stocks',
  lector: 'dashboard analytics -comunity team | stocks',
  marketing: 'dashboard analytics -comunity team | stocks',
  tech: 'dashboard -comunity team',
  nobody: '',
}

describe.each(walkedIn('en'))('menus (%s)', (locale) => {
  test.each(Object.entries(menus))('of %s', async (who, expected) => {
    const { page, open, say } = await visit(who as PersonKey, { locale })
    await open('/account')
    const entries = page.getByRole('navigation', { name: say('shell.menu.label') }).locator('li')
    const shown = await entries.evaluateAll((list) =>
      list.map((entry) => {
        const link = entry.querySelector('a')
        if (link) return new URL(link.href).pathname.replace(/^\/en\//, '/')
        return entry.querySelector('[aria-disabled]')
          ? `-${entry.querySelector('[aria-disabled] span')?.textContent}`
          : '|'
      }),
    )
    const wanted = expected.split(' ').filter(Boolean)
    expect(shown.map((entry) => entry.replace('/', ''))).toEqual(
      wanted.map((id) => (id.startsWith('-') ? `-${say(`shell.menu.${id.slice(1)}`)}` : id)),
    )
  })
})

const id = portals.hotelLevante.id

describe.each(['es', 'en'] as const)('where addresses lead (%s)', (locale) => {
  test('not signed in: everything but the public routes goes to /login', async () => {
    const { open, path, expected } = await visit(undefined, { locale })
    expected.push(/404/)
    for (const address of ['/', '/portals', '/dashboard/links/new', '/analytics', '/account', '/nowhere']) {
      await open(address)
      expect([address, path()]).toEqual([address, '/login'])
    }
    for (const address of ['/login', '/update-password', '/activate-account']) {
      await open(address)
      expect(path()).toBe(address)
    }
  })

  test.each<[PersonKey, string]>([
    ['staff', '/analytics'],
    ['analyst', '/analytics'],
    ['label', '/dashboard'],
    ['operations', '/dashboard'],
    ['nobody', '/account'],
  ])('%s: public routes, / and foreign segments lead to %s', async (who, first) => {
    const { open, path } = await visit(who, { locale })
    const foreign =
      who === 'staff' ? ['/dashboard', '/team', '/stocks'] : ['/staffs', '/users', '/nowhere', '/fr']
    for (const address of ['/', '/login', '/update-password', '/activate-account', ...foreign]) {
      await open(address)
      expect([address, path()]).toEqual([address, first])
    }
  })

  test('a known first segment with an unmatched rest is the 404 page', async () => {
    const { page, open, say, path, expected } = await visit('label', { locale })
    expected.push(/404/)
    for (const address of [
      '/dashboard/nothing',
      `/portals/${id.slice(1)}`,
      '/analytics/nothing',
      '/dashboard/links/7',
    ]) {
      expect([address, await open(address)]).toEqual([address, 404])
      expect(path()).toBe(address)
      await page.getByRole('heading', { name: say('errors.pageNoFound') }).waitFor()
      await page
        .getByText(say('errors.pageNoFoundPath', { path: locale === 'en' ? `/en${address}` : address }))
        .waitFor()
    }
    const button = page.getByRole('link', { name: say('buttons.backToHome') })
    // As wide as the text column, which on a phone is the page.
    expect((await button.boundingBox())?.width).toBe(420)
    await page.setViewportSize({ width: 360, height: 740 })
    // Margins follow the window a moment later.
    await expect.poll(async () => (await button.boundingBox())?.width).toBe(360 - 2 * 16)
    await button.click()
    await page.waitForURL('**/dashboard')
    expect(path()).toBe('/dashboard')
  })

  test('disabled entries typed by hand say that they are coming', async () => {
    for (const [who, address] of [
      ['staff', '/manufacturing'],
      ['label', '/comunity'],
    ] as const) {
      const { page, open, say, path } = await visit(who, { locale })
      expect([await open(address), path()]).toEqual([200, address])
      await page.getByText(say('shell.comingSoon.title')).first().waitFor()
    }
  })

  test('a portal of another account does not exist for a member', async () => {
    const { page, open, say, expected } = await visit('label', { locale })
    expected.push(/404/)
    expect(await open(`/portals/${portals.ninoLobo.id}`)).toBe(404)
    await page.getByRole('heading', { name: say('errors.pageNoFound') }).waitFor()
  })
})

test('suspended and invited people cannot sign in', async () => {
  const { context } = await visit(undefined)
  await expect(freshSession(context, 'suspended')).rejects.toThrow('401')
  await expect(freshSession(context, 'invited')).rejects.toThrow('401')
})
