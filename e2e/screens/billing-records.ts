import { openBill, type Screen } from './screen.ts'

/** Invoices of the provider, and what the tax agency is told of them and of bills. */
export const recordScreens: Screen[] = [
  { name: 'billing-verifactu', who: 'super', path: '/billing/verifactu' },
  {
    name: 'billing-verifactu-issuer',
    who: 'super',
    path: '/billing/verifactu',
    before: async ({ page, say }) => {
      await page
        .getByRole('button', { name: say('billing.fiscal.acts', { name: 'Bajamar Discos, S. L.' }) })
        .click()
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('button', { name: say('billing.fiscal.check') }).click()
      await dialog.getByRole('status').waitFor()
    },
  },
  { name: 'billing-charges-staff', who: 'staff', path: '/billing/charges' },
  { name: 'billing-charges', who: 'artist', path: '/billing/charges' },
  {
    name: 'billing-charge',
    who: 'staff',
    path: '/billing/charges',
    before: async ({ page, say }) => {
      await page.getByRole('main').getByRole('link', { name: /^F-/ }).last().click()
      await page.getByText(say('billing.charges.law')).waitFor()
    },
  },
  {
    name: 'billing-charge-new',
    who: 'staff',
    path: '/billing/charges',
    before: ({ page, say }) => page.getByRole('button', { name: say('billing.charges.issue') }).click(),
  },
  {
    name: 'billing-charge-mend',
    who: 'staff',
    path: '/billing/charges',
    before: async ({ page, say }) => {
      await page.getByRole('main').getByRole('link', { name: /^F-/ }).last().click()
      await page.getByRole('button', { name: say('billing.action.mend') }).click()
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'bill-mend-staff',
    who: 'staff',
    path: '/billing?payment=paid',
    before: async ({ page, say }) => {
      await openBill(page, say('billing.payment.paid'))
      await page.getByRole('button', { name: say('billing.action.mend') }).click()
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'bill-annul-staff',
    who: 'staff',
    path: '/billing?status=Cancelled&type=1',
    before: async ({ page, say }) => {
      await openBill(page, say('billing.status.Cancelled'))
      await page.getByRole('button', { name: say('billing.action.annul') }).click()
      await page.getByRole('dialog').waitFor()
    },
  },
]
