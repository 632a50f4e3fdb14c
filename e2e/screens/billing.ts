import { portals } from '#testing/world/cast.ts'
import { changeBills, openBill, type Screen } from './screen.ts'

export const billingScreens: Screen[] = [
  { name: 'billing', who: 'artist', path: '/billing' },
  { name: 'billing-demo', who: 'demo', path: '/billing' },
  { name: 'billing-staff', who: 'staff', path: '/billing' },
  {
    name: 'billing-left-open',
    who: 'super',
    path: '/billing?status=Next&type=1',
    before: async ({ page, say }) => {
      await page.route('**/api/billing/closing', (route) =>
        route.fulfill({
          json: {
            closed: 2,
            left: [
              { billId: '01932000-0000-7000-8000-000000000001', account: 'Nino Lobo', why: [] },
              {
                billId: '01932000-0000-7000-8000-000000000002',
                account: 'Hotel Levante',
                why: ['information'],
              },
            ],
          },
        }),
      )
      // A phone has no room for choosing.
      const box = page.locator('main tbody input[type=checkbox]').first()
      if (!(await box.isVisible())) return
      await box.check()
      await page.getByRole('button', { name: say('billing.bulk.close'), exact: true }).click()
      await page
        .getByRole('dialog')
        .getByRole('button', { name: say('billing.bulk.close') })
        .click()
      await page.getByText('Hotel Levante').last().waitFor()
    },
  },
  {
    name: 'billing-close-many',
    who: 'super',
    path: '/billing?status=Next&type=1',
    before: async ({ page, say }) => {
      // On a phone there is nothing to choose.
      if ((page.viewportSize()?.width ?? 0) < 768) return
      const box = page.getByLabel(say('billing.bulk.all'))
      await box.check()
      await page.getByRole('button', { name: say('billing.bulk.close'), exact: true }).click()
      await page.getByRole('dialog').waitFor()
    },
  },
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
    name: 'billing-rate-product',
    who: 'super',
    path: '/billing/rates',
    before: async ({ page, say }) => {
      await page.getByRole('button', { name: say('billing.rates.products.add') }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('combobox', { name: say('portals.choose') }).click()
      await page.getByRole('option', { name: portals.bajamar.name }).click()
      await dialog.getByRole('combobox', { name: say('billing.rates.products.chooseProduct') }).click()
      await page.getByRole('listbox').getByRole('option').first().click()
      await dialog.getByLabel(say('billing.rates.products.first')).fill('20')
      await dialog.getByRole('button', { name: say('billing.rates.products.addStep') }).click()
      await dialog.getByLabel(say('billing.rates.products.fromUnits')).fill('50')
      await dialog.getByLabel(say('billing.rates.products.pct')).last().fill('15')
      await dialog.getByRole('status').waitFor()
    },
  },
  {
    name: 'billing-splits-label',
    who: 'label',
    path: '/billing/splits',
    before: async ({ page, say }) => {
      await page.getByRole('button', { name: say('billing.splits.add') }).click()
      await page.getByRole('dialog').getByLabel(say('billing.splits.byTaxId')).waitFor()
    },
  },
  { name: 'billing-shares', who: 'artist', path: '/billing/shares' },
  { name: 'billing-shares-label', who: 'label', path: '/billing/shares' },
  { name: 'billing-splits-choose', who: 'staff', path: '/billing/splits' },
  { name: 'billing-splits', who: 'staff', path: `/billing/splits?portal=${portals.claraVentisca.id}` },
  {
    name: 'billing-split-new',
    who: 'staff',
    path: `/billing/splits?portal=${portals.claraVentisca.id}`,
    before: ({ page, say }) => page.getByRole('button', { name: say('billing.splits.add') }).click(),
  },
  {
    name: 'billing-cost-new',
    who: 'staff',
    path: `/billing/splits?portal=${portals.claraVentisca.id}`,
    before: ({ page, say }) => page.getByRole('button', { name: say('billing.costs.add') }).click(),
  },
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
    name: 'bill-untaxed',
    who: 'vera',
    path: '/billing',
    before: ({ page, say }) => openBill(page, say('billing.status.Pending')),
  },
  {
    name: 'billing-information-moved',
    who: 'vera',
    path: '/billing/information',
    expected: /4(00|22)/,
    before: async ({ page, say }) => {
      await page.getByLabel(say('billing.information.postcode')).fill('52001')
      await page.getByLabel(say('billing.information.retention'), { exact: true }).selectOption('beginner')
      await page.getByRole('button', { name: say('billing.information.save') }).click()
      await page.locator('[aria-invalid=true]').first().waitFor()
    },
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
    name: 'bill-correct-staff',
    who: 'staff',
    path: '/billing?payment=inRemittance&type=1',
    before: async (visitor) => {
      const { page, say } = visitor
      // The only one of a month is on its way to the bank, where it cannot be corrected.
      await changeBills(visitor, { payment: 'paid' })
      await openBill(page, say('billing.payment.inRemittance'))
      await page.getByRole('button', { name: say('billing.action.correct'), exact: true }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel(say('billing.action.correctHow')).selectOption('difference')
      await dialog.getByLabel(say('billing.action.differenceAmount')).waitFor()
    },
  },
  {
    name: 'bill-corrective-staff',
    who: 'staff',
    path: '/billing?status=Cancelled&type=1',
    before: async ({ page, say }) => {
      await openBill(page, say('billing.status.Cancelled'))
      await page.getByText(say('billing.action.correctedBy')).first().click()
      await page.getByText(say('billing.action.corrects')).first().waitFor()
    },
  },
  { name: 'billing-agreement', who: 'orquesta', path: '/billing' },
  {
    name: 'bill-unagreed',
    who: 'orquesta',
    path: '/billing',
    before: ({ page, say }) => openBill(page, say('billing.status.Pending')),
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
    name: 'bill-own-invoice',
    who: 'artist',
    path: '/billing',
    before: async (visitor) => {
      const { page, say } = visitor
      // Every account of the demo world is billed by the provider.
      await changeBills(visitor, { selfInvoice: false, ownNumber: null })
      await openBill(page, say('billing.status.Pending'))
      await page.getByRole('button', { name: say('billing.action.ownInvoice') }).click()
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
  {
    name: 'billing-certificate',
    who: 'super',
    path: '/billing/rates',
    before: async ({ page, say }) => {
      await page.getByRole('button', { name: say('billing.certificate.add') }).click()
      await page.getByLabel(say('billing.certificate.password')).waitFor()
    },
  },
  {
    name: 'billing-payout-minimum',
    who: 'staff',
    path: '/billing?payment=paid',
    before: async ({ page, say }) => {
      await openBill(page, say('billing.payment.paid'))
      await page.getByRole('button', { name: say('billing.payout.minimum') }).click()
      await page.getByLabel(say('billing.payout.amount')).waitFor()
    },
  },
]
