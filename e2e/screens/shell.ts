import { openPersonMenu, pressForDialog, type Screen } from './screen.ts'

export const shellScreens: Screen[] = [
  { name: 'coming-soon', who: 'staff', path: '/manufacturing' },
  { name: 'not-found', who: 'label', path: '/dashboard/nothing', status: 404, expected: /404/ },
  { name: 'person-menu', who: 'artist', path: '/dashboard', before: ({ page }) => openPersonMenu(page) },
  { name: 'inbox', who: 'artist', path: '/account/inbox' },
  { name: 'inbox-empty', who: 'nobody', path: '/account/inbox' },
  { name: 'news', who: 'artist', path: '/account/updates' },
  {
    name: 'update-notice',
    who: 'labelmanager',
    path: '/dashboard/links',
    before: async ({ page, say }) => {
      // With a bill to accept it is one of two, behind one line.
      await page.getByText(say('alerts.several', { count: 2 })).click()
      await page.getByRole('link', { name: say('app.update.see') }).waitFor()
    },
  },
  { name: 'communications', who: 'staff', path: '/communications' },
  { name: 'communications-empty', who: 'staff', path: '/communications?q=zzz' },
  { name: 'post-new', who: 'staff', path: '/communications/new' },
  {
    name: 'post',
    who: 'staff',
    path: '/communications',
    before: async ({ page }) => {
      await page.locator('main tbody tr a').nth(1).click()
      await page.locator('main form').waitFor()
    },
  },
  { name: 'notifications', who: 'staff', path: '/communications/notifications' },
  { name: 'app-updates', who: 'staff', path: '/communications/updates' },
  {
    name: 'app-update-dialog',
    who: 'staff',
    path: '/communications/updates',
    before: async ({ page, say }) => {
      await page.getByRole('button', { name: say('communications.updates.new') }).click()
      await page.getByRole('dialog').waitFor()
    },
  },
  { name: 'redirects', who: 'staff', path: '/communications/redirects' },
  {
    name: 'search',
    who: 'staff',
    path: '/communications',
    before: async ({ page, say }) => {
      await page.keyboard.press('Control+k')
      await page.getByRole('combobox', { name: say('search.label') }).fill('lobo')
      await page.getByRole('option').filter({ hasText: 'Niño Lobo' }).first().waitFor()
    },
  },
  {
    name: 'search-open',
    who: 'artist',
    path: '/account/inbox',
    before: async ({ page, say }) => {
      await page.getByRole('button', { name: say('search.placeholder') }).click()
      await page.getByRole('option', { name: say('search.actions.newLink') }).waitFor()
    },
  },
  {
    name: 'shortcuts',
    who: 'label',
    path: '/account/inbox',
    before: async ({ page }) => {
      await pressForDialog(page, '?')
    },
  },
  {
    name: 'tour',
    who: 'artist',
    path: '/account/inbox',
    before: async ({ page, say }) => {
      const item = page.getByRole('menuitem', { name: say('app.help.tour') })
      for (let press = 0; press < 3 && (await item.count()) === 0; press++) {
        await openPersonMenu(page)
        await item.waitFor({ timeout: 3_000 }).catch(() => {})
      }
      await item.click()
      await page.getByRole('region', { name: say('app.tour.label') }).waitFor()
    },
  },
]
