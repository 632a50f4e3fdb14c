import type { Page } from 'playwright-core'
import { demoPassword, type PersonKey, people, portals } from '#testing/world/cast.ts'
import { freshSession, type Visitor } from './browser.ts'

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
/** Opens the page of the first row of a list. */
const openFirst = async (page: Page) => {
  await page.locator('main tbody tr a').first().click()
  await page.locator('main form').waitFor()
}
/** Keys are listened for a moment after the page stands. */
async function pressForDialog(page: Page, key: string) {
  const dialog = page.getByRole('dialog')
  for (let press = 0; press < 5 && (await dialog.count()) === 0; press++) {
    await page.keyboard.press(key)
    await dialog.waitFor({ timeout: 1_500 }).catch(() => {})
  }
}
/** Opens the first bill of a list that is in the state said. */
const openBill = async (page: Page, state: string) => {
  await page.locator('main tbody tr', { hasText: state }).first().locator('a').first().click()
  await page.locator('main dl').first().waitFor()
}
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
  { name: 'billing', who: 'artist', path: '/billing' },
  { name: 'billing-demo', who: 'demo', path: '/billing' },
  { name: 'billing-staff', who: 'staff', path: '/billing' },
  { name: 'billing-bills', who: 'artist', path: '/billing/bills' },
  { name: 'billing-bills-none', who: 'artist', path: '/billing/bills?status=Cancelled' },
  { name: 'billing-bills-staff', who: 'staff', path: `/billing/bills?portal=${portals.bajamar.id}` },
  {
    name: 'billing-information-staff',
    who: 'staff',
    path: `/billing/information?portal=${portals.orquestaPoniente.id}`,
  },
  {
    name: 'billing-statement',
    who: 'artist',
    path: '/billing',
    before: async ({ page, say }) => {
      await page.getByRole('button', { name: say('billing.summary.statement') }).click()
      await page.getByRole('dialog').waitFor()
    },
  },
  { name: 'billing-advances', who: 'artist', path: '/billing/advances' },
  { name: 'billing-information', who: 'artist', path: '/billing/information' },
  { name: 'billing-rates', who: 'super', path: '/billing/rates' },
  {
    name: 'bill-pending',
    who: 'artist',
    path: '/billing',
    before: ({ page, say }) => openBill(page, say('billing.status.Pending')),
  },
  {
    name: 'bill-paid',
    who: 'artist',
    path: '/billing',
    before: ({ page, say }) => openBill(page, say('billing.payment.paid')),
  },
  {
    name: 'bill-label',
    who: 'label',
    path: '/billing',
    before: ({ page, say }) => openBill(page, say('billing.status.Pending')),
  },
  {
    name: 'bill-accept',
    who: 'artist',
    path: '/billing',
    before: async ({ page, say }) => {
      await openBill(page, say('billing.status.Pending'))
      await page.getByRole('button', { name: say('billing.action.accept') }).click()
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'bill-orders',
    who: 'artist',
    path: '/billing',
    before: async ({ page, say }) => {
      await openBill(page, say('billing.status.Pending'))
      await page.locator('main table button').first().click()
      await page.getByRole('dialog').locator('table').waitFor()
    },
  },
  {
    name: 'bill-open-staff',
    who: 'staff',
    path: '/billing?status=Next&type=1',
    before: async ({ page, say }) => {
      await page.locator('main tbody tr a').first().click()
      await page.getByRole('heading', { name: say('billing.bill.path') }).waitFor()
    },
  },
  {
    name: 'bill-paid-staff',
    who: 'staff',
    path: '/billing?payment=paid',
    before: ({ page, say }) => openBill(page, say('billing.payment.paid')),
  },
  {
    name: 'bill-line-staff',
    who: 'staff',
    path: '/billing?status=Next&type=1',
    before: async ({ page, say }) => {
      await page.locator('main tbody tr a').first().click()
      await page.getByRole('button', { name: say('billing.action.addLine') }).click()
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'billing-remittance',
    who: 'staff',
    path: '/billing',
    before: async ({ page, say }) => {
      await page.getByRole('button', { name: say('billing.remittance.open') }).click()
      await page.getByRole('dialog').waitFor()
      await page.getByText(say('billing.summary.models')).waitFor()
    },
  },
  { name: 'links', who: 'artist', path: '/dashboard/links' },
  { name: 'links-reader', who: 'lector', path: '/dashboard/links' },
  { name: 'link-new', who: 'artist', path: '/dashboard/links/new' },
  { name: 'appearance', who: 'artist', path: '/dashboard/appearance' },
  { name: 'events', who: 'artist', path: '/dashboard/events' },
  { name: 'event-new', who: 'artist', path: '/dashboard/events/new' },
  { name: 'events-staff', who: 'staff', path: '/events' },
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
  { name: 'analytics-label', who: 'label', path: `/analytics?${month}` },
  { name: 'analytics-artist', who: 'artist', path: '/analytics?filter=3' },
  { name: 'analytics-staff', who: 'staff', path: '/analytics?filter=3' },
  { name: 'detail-net-sales', who: 'label', path: `/analytics/net-sales?${month}&compare=true` },
  { name: 'detail-orders-sold', who: 'label', path: `/analytics/orders-sold?${month}&compare=true` },
  { name: 'detail-albums-sold', who: 'label', path: `/analytics/albums-sold?${month}&compare=true` },
  { name: 'detail-income-detail', who: 'artist', path: `/analytics/income-detail?${month}&compare=true` },
  { name: 'detail-visits-detail', who: 'label', path: `/analytics/visits-detail?${month}&compare=true` },
  { name: 'detail-traffic-detail', who: 'artist', path: `/analytics/traffic-detail?${month}&compare=true` },
  { name: 'detail-sales-by-portal', who: 'staff', path: `/analytics/sales-by-portal?${month}&compare=true` },
  {
    name: 'detail-sales-by-product',
    who: 'label',
    path: `/analytics/sales-by-product?${month}&compare=true&categories=apparel&categories=album`,
  },
  {
    name: 'detail-sales-by-location',
    who: 'label',
    path: `/analytics/sales-by-location?${month}&compare=true&by=provinces`,
  },
  { name: 'funnel', who: 'label', path: `/analytics/funnel?${month}` },
  { name: 'where-to-play', who: 'label', path: `/analytics/where-to-play?${month}` },
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
        .getByLabel(say('contacts.import.file'))
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
  { name: 'products', who: 'staff', path: '/products' },
  { name: 'products-no-results', who: 'staff', path: '/products?q=zzz' },
  {
    name: 'product',
    who: 'super',
    path: '/products?q=CAM',
    before: ({ page }) => openFirst(page),
  },
  { name: 'product-new', who: 'super', path: '/products/new' },
  { name: 'blanks', who: 'super', path: '/products/blanks' },
  {
    name: 'blank',
    who: 'super',
    path: '/products/blanks?q=Sudadera',
    before: ({ page }) => openFirst(page),
  },
  { name: 'orders-staff', who: 'staff', path: '/products/orders' },
  {
    name: 'orders-columns',
    who: 'staff',
    path: '/products/orders?from=2026-01-01&columns=portal,placedAt,state,gross,refunds,net',
    before: async ({ page, say }) => {
      // A phone has rows and no columns.
      const picker = page.locator('summary', { hasText: say('ui.columns') })
      if (await picker.isVisible()) await picker.click()
    },
  },
  { name: 'stocks-staff', who: 'super', path: '/products/stock' },
  {
    name: 'stock-staff',
    who: 'super',
    path: '/products/stock',
    before: async ({ page }) => {
      await page.locator('main tbody tr a').first().click()
      await page.locator('main form').first().waitFor()
    },
  },
  { name: 'connectors-staff', who: 'super', path: '/products/connectors' },
  { name: 'stocks', who: 'artist', path: '/stocks' },
  {
    name: 'stock',
    who: 'artist',
    path: '/stocks',
    before: async ({ page }) => {
      await page.locator('main tbody tr a').first().click()
      await page.locator('main form').first().waitFor()
    },
  },
  { name: 'catalogue', who: 'artist', path: '/stocks/products' },
  { name: 'orders', who: 'artist', path: '/stocks/orders' },
  {
    name: 'order',
    who: 'artist',
    path: '/stocks/orders',
    before: async ({ page }) => {
      await page.locator('main tbody tr a').first().click()
      await page.locator('main dl').first().waitFor()
    },
  },
  { name: 'skus', who: 'artist', path: '/stocks/skus' },
  { name: 'imports', who: 'artist', path: '/stocks/imports' },
  { name: 'connectors', who: 'artist', path: '/stocks/connectors' },
  {
    name: 'connector-new',
    who: 'artist',
    path: '/stocks/connectors',
    before: async ({ page, say }) => {
      await page.getByRole('button', { name: say('orders.connectors.new') }).click()
      await page.getByRole('dialog').waitFor()
    },
  },
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
