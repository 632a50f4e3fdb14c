import type { Page } from 'playwright-core'
import { type PersonKey, people, portals } from '#testing/world/cast.ts'
import type { Visitor } from './browser.ts'

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

const openPersonMenu = (page: Page) => page.locator('header button').last().click()
const month = 'filter=4&f=2026-10-01&t=2026-10-31'

/** Every page that is built, in the states worth seeing. */
export const screens: Screen[] = [
  { name: 'login', path: '/login' },
  { name: 'update-password', path: '/update-password' },
  { name: 'activate-account', path: '/activate-account' },
  {
    name: 'login-error',
    path: '/login',
    expected: /400/,
    before: async ({ page, say }) => {
      await page.getByRole('button', { name: say('account.signIn.submit'), exact: true }).click()
    },
  },
  { name: 'dashboard', who: 'artist', path: '/dashboard' },
  { name: 'portals-staff', who: 'staff', path: '/portals' },
  { name: 'portals-label', who: 'label', path: '/portals' },
  { name: 'portals-no-results', who: 'label', path: '/portals?q=zzz' },
  { name: 'portal', who: 'label', path: `/portals/${portals.claraVentisca.id}` },
  { name: 'portal-staff', who: 'staff', path: `/portals/${portals.ninoLobo.id}` },
  { name: 'portal-reader', who: 'lector', path: `/portals/${portals.hotelLevante.id}` },
  {
    name: 'portal-create',
    who: 'staff',
    path: '/portals',
    before: async ({ page, say }) => {
      await page.getByRole('button', { name: say('portals.create.open') }).click()
      await page.getByRole('dialog').waitFor()
      await page.getByRole('dialog').getByLabel(say('portals.form.name')).fill('Niño Lobo')
      await page.getByText(say('portals.form.taken')).first().waitFor()
    },
  },
  {
    name: 'portal-delete',
    who: 'label',
    path: `/portals/${portals.claraVentisca.id}`,
    before: async ({ page, say }) => {
      await page.getByRole('button', { name: say('portals.delete.open') }).click()
      await page.getByRole('dialog').waitFor()
    },
  },
  { name: 'links', who: 'artist', path: '/dashboard/links' },
  { name: 'links-reader', who: 'lector', path: '/dashboard/links' },
  { name: 'link-new', who: 'artist', path: '/dashboard/links/new' },
  { name: 'appearance', who: 'artist', path: '/dashboard/appearance' },
  { name: 'events', who: 'artist', path: '/dashboard/events' },
  { name: 'event-new', who: 'artist', path: '/dashboard/events/new' },
  { name: 'events-staff', who: 'staff', path: '/events' },
  { name: 'releases', who: 'artist', path: '/dashboard/releases' },
  { name: 'release-new', who: 'artist', path: '/dashboard/releases/new' },
  { name: 'featured', who: 'artist', path: '/dashboard/featured' },
  { name: 'featured-new', who: 'artist', path: '/dashboard/featured/new' },
  { name: 'analytics-label', who: 'label', path: `/analytics?${month}` },
  { name: 'analytics-artist', who: 'artist', path: '/analytics?filter=3' },
  { name: 'analytics-staff', who: 'staff', path: '/analytics?filter=3' },
  { name: 'team', who: 'label', path: '/team' },
  { name: 'member', who: 'label', path: `/portals/${portals.hotelLevante.id}/team/${people.editor.id}` },
  {
    name: 'invite',
    who: 'label',
    path: '/team',
    before: async ({ page, say }) => {
      await page.getByRole('button', { name: say('team.invite') }).click()
      await page.getByRole('dialog').waitFor()
    },
  },
  { name: 'account', who: 'artist', path: '/account' },
  { name: 'coming-soon', who: 'staff', path: '/manufacturing' },
  { name: 'construction', who: 'label', path: '/stocks' },
  { name: 'not-found', who: 'label', path: '/dashboard/nothing', status: 404, expected: /404/ },
  { name: 'person-menu', who: 'artist', path: '/dashboard', before: ({ page }) => openPersonMenu(page) },
]
