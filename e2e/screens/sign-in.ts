import { demoPassword, people, portals } from '#testing/world/cast.ts'
import { freshSession } from '../browser.ts'
import type { Screen } from './screen.ts'

export const signInScreens: Screen[] = [
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
  { name: 'account', who: 'artist', path: '/account' },
  {
    name: 'two-factor',
    who: 'orquesta',
    path: '/account',
    before: async ({ page, say }) => {
      await page.getByRole('button', { name: say('twoFactor.enable') }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel(say('twoFactor.password'), { exact: true }).fill(demoPassword)
      await dialog.getByRole('button', { name: say('twoFactor.continue') }).click()
      await dialog.getByText(say('twoFactor.scanTitle')).waitFor()
    },
  },
  { name: 'login-code', path: '/login?step=code' },
  { name: 'login-enrol', path: '/login?step=enrol' },
  {
    name: 'calendars',
    who: 'label',
    path: '/account/calendars',
    before: async ({ page, context, open, say }) => {
      const data = { portalId: portals.bajamar.id, wholeAccount: true }
      await context.request.post('/api/account/calendars', { data })
      await open('/account/calendars')
      await page.getByRole('heading', { name: say('calendars.howTitle') }).waitFor()
    },
  },
  { name: 'calendars-none', who: 'marketing', path: '/account/calendars' },
  {
    name: 'calendar-new',
    who: 'label',
    path: '/account/calendars',
    before: async ({ page, say }) => {
      await page.getByRole('button', { name: say('calendars.create') }).click()
      await page.getByRole('dialog').waitFor()
    },
  },
  { name: 'keys', who: 'label', path: '/account/keys' },
  { name: 'keys-none', who: 'marketing', path: '/account/keys' },
  {
    name: 'key-new',
    who: 'label',
    path: '/account/keys',
    before: async ({ page, say }) => {
      await page.getByRole('button', { name: say('keys.create') }).click()
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'key-rotate',
    who: 'label',
    path: '/account/keys',
    before: async ({ page, say }) => {
      const rotate = new RegExp(`^${say('keys.rotateLabel', { name: '' }).trim()}`)
      await page.getByRole('button', { name: rotate }).first().click()
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'spy',
    path: '/login',
    before: async ({ page, context, open, say }) => {
      await freshSession(context, 'staff')
      const reason = 'Pide ayuda con sus enlaces'
      await context.request.post('/api/spy', { data: { personId: people.artist.id, reason } })
      await open('/dashboard/links')
      await page.getByRole('button', { name: say('spy.end') }).waitFor()
    },
  },
]
