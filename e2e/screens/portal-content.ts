import type { Screen } from './screen.ts'

export const portalContentScreens: Screen[] = [
  { name: 'appearance', who: 'artist', path: '/dashboard/appearance' },
  { name: 'events', who: 'artist', path: '/dashboard/events' },
  { name: 'event-new', who: 'artist', path: '/dashboard/events/new' },
  { name: 'events-staff', who: 'staff', path: '/events' },
  {
    name: 'events-pick',
    who: 'staff',
    path: '/events',
    before: async ({ page, say }) => {
      const label = say('events.column.portal')
      await page.getByRole('button', { name: new RegExp(`^${label}:`) }).click()
      await page.getByRole('combobox', { name: say('ui.pick.search', { label }) }).fill('lobo')
      await page.getByRole('option').filter({ hasText: 'Niño Lobo' }).first().waitFor()
    },
  },
  { name: 'events-calendar', who: 'staff', path: '/events?view=calendar' },
  { name: 'events-map', who: 'staff', path: '/events?view=map' },
  {
    name: 'events-import',
    who: 'artist',
    path: '/dashboard/events',
    before: async ({ page, say }) => {
      await page.getByRole('button', { name: say('events.files') }).click()
      await page.getByRole('menuitem', { name: say('events.import.open') }).click()
      const rows = ['name;date;city;province', 'Sala Capitol;5/12/2027 21:00;Santiago;A Coruña']
      const csv = [...rows, 'Otra;31/02/2027;Madrid;Madrid', 'Sala Moon;11/12/2027 21:30;València;Valencia']
      await page
        .getByRole('dialog')
        .locator('input[type=file]')
        .setInputFiles({ name: 'gira.csv', mimeType: 'text/csv', buffer: Buffer.from(csv.join('\n')) })
      await page.getByRole('dialog').getByRole('table').waitFor()
    },
  },
  {
    name: 'shown-products',
    who: 'artist',
    path: '/dashboard/appearance',
    before: async ({ page, say }) => {
      await page.getByRole('button', { name: say('appearance.products.open') }).click()
      await page.getByRole('dialog').waitFor()
    },
  },
  { name: 'releases', who: 'artist', path: '/dashboard/releases' },
  { name: 'release-new', who: 'artist', path: '/dashboard/releases/new' },
  { name: 'featured', who: 'artist', path: '/dashboard/featured' },
  { name: 'featured-new', who: 'artist', path: '/dashboard/featured/new' },
]
