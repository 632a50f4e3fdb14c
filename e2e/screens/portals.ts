import { portals } from '#testing/world/cast.ts'
import type { Screen } from './screen.ts'

export const portalsScreens: Screen[] = [
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
      await page.getByRole('dialog').getByLabel(say('portals.form.name'), { exact: true }).fill('Niño Lobo')
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
  {
    name: 'link-calendar',
    who: 'artist',
    path: '/dashboard/links/new',
    before: async ({ page, say }) => {
      await page.getByLabel(say('links.form.from')).fill('24/12/2026 18:30')
      await page.getByLabel(say('links.form.until')).fill('ayer')
      await page
        .getByRole('button', { name: say('ui.date.open') })
        .first()
        .click()
      await page.getByLabel(say('ui.date.time')).waitFor()
    },
  },
  { name: 'accounts', who: 'staff', path: '/portals/accounts' },
  {
    name: 'account-people',
    who: 'staff',
    path: '/portals/accounts?q=bajamar',
    before: async ({ page }) => {
      await page.getByRole('button', { name: /(personas|people) .*Bajamar Discos/ }).click()
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'account-create',
    who: 'staff',
    path: '/portals/accounts',
    before: async ({ page, say }) => {
      await page.getByRole('button', { name: say('accounts.list.new') }).click()
      await page.getByRole('dialog').waitFor()
    },
  },
  { name: 'portal-settings', who: 'artist', path: '/dashboard/portal' },
  { name: 'legal', who: 'artist', path: '/dashboard/portal/legal' },
  { name: 'legal-staff', who: 'staff', path: `/portals/${portals.claraVentisca.id}/legal` },
]
