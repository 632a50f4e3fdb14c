import { people, portals } from '#testing/world/cast.ts'
import { openFirst, type Screen } from './screen.ts'

export const peopleScreens: Screen[] = [
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
  {
    name: 'member-timeline',
    who: 'label',
    path: `/portals/${portals.claraVentisca.id}/team/${people.marketing.id}`,
  },
  { name: 'staffs', who: 'staff', path: '/staffs' },
  { name: 'staffs-no-results', who: 'staff', path: '/staffs?q=zzz' },
  { name: 'staff', who: 'super', path: `/staffs/${people.catalogue.id}` },
  { name: 'staff-fixed', who: 'staff', path: `/staffs/${people.super.id}` },
  {
    name: 'staff-invite',
    who: 'staff',
    path: '/staffs',
    before: async ({ page, say }) => {
      await page.getByRole('button', { name: say('staff.invite.open'), exact: true }).click()
      await page.getByRole('dialog').waitFor()
    },
  },
  { name: 'contacts', who: 'staff', path: '/users' },
  { name: 'contacts-no-results', who: 'staff', path: '/users?tag=zzz' },
  {
    name: 'contacts-import',
    who: 'staff',
    path: '/users',
    before: async ({ page, say }) => {
      await page.getByRole('button', { name: say('contacts.import.open'), exact: true }).click()
      const text = `nombre;correo;etiquetas\nAna Uno;ana.uno@correo.test;prensa\nMala;no-es-correo;\nBerta;${people.operations.email};vip`
      await page
        .getByRole('dialog')
        .getByLabel(say('ui.sheet.file'))
        .setInputFiles({ name: 'contactos.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
      await page.getByRole('dialog').getByRole('table').waitFor()
    },
  },
  {
    name: 'contact',
    who: 'staff',
    path: '/users?q=hugo.lobo',
    before: ({ page }) => openFirst(page),
  },
  {
    name: 'contact-login',
    who: 'staff',
    path: `/users?q=${people.artist.email}`,
    before: ({ page }) => openFirst(page),
  },
  {
    name: 'view-as',
    who: 'staff',
    path: `/users?q=${people.artist.email}`,
    before: async ({ page, say }) => {
      await openFirst(page)
      await page.getByRole('button', { name: say('contacts.viewAs.open') }).click()
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'contact-erase',
    who: 'staff',
    path: `/users?q=${people.vera.email}`,
    before: async ({ page, say }) => {
      await openFirst(page)
      await page.getByRole('button', { name: say('contacts.erase.open') }).click()
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'contact-consent',
    who: 'staff',
    path: `/users?q=${people.vera.email}`,
    before: async ({ page, say }) => {
      await openFirst(page)
      await page.getByRole('button', { name: say('contacts.consents.record') }).click()
      await page.getByRole('dialog').waitFor()
    },
  },
  { name: 'activity-staff', who: 'staff', path: '/account/activity' },
  {
    name: 'activity-label',
    who: 'label',
    path: `/account/activity?person=${people.label.id}`,
    before: async ({ page }) => {
      await page.locator('details').first().locator('summary').click()
    },
  },
  { name: 'activity-no-results', who: 'label', path: '/account/activity?from=2031-01-01' },
]
