import { m } from '#paraglide/messages.js'
import { billTypes } from '#platform/constants.ts'
import { daysAgo, examplePage } from '#ui/example-page.ts'
import type { BillHead, OwnBillHead } from '../bill-shapes.ts'
import type { FiscalIssuer } from '../fiscal-contract.ts'
import type { ProductRate } from '../rates-contract.ts'

const account = () => ({ id: 'example', name: m['billing.exampleAccount'](), portalId: null })
const today = () => daysAgo(0).slice(0, 10)

function bill(at: number, baseCents: number, own: Partial<BillHead>): BillHead {
  const now = new Date()
  const firstOf = (back: number) =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back, 1)).toISOString().slice(0, 10)
  return {
    id: `example-${at}`,
    type: billTypes.bills,
    account: account(),
    ...{ status: 'Approved', payment: 'paid', number: null, corrective: false, offered: false, blocked: [] },
    ...{ period: firstOf(at + 1), periodFrom: null, issuedOn: firstOf(at), baseCents },
    // With the tax of bills that is the usual one.
    payableCents: Math.round(baseCents * 1.21),
    version: 1,
    updatedAt: daysAgo(at),
    ...own,
  }
}

const two = () => [
  bill(0, 80_000, { status: 'Pending', payment: 'unpaid', issuedOn: null }),
  bill(1, 100_000, { number: `BANDA-${today().slice(0, 4)}-00001` }),
]

/** A bill to accept and one that was paid, for an account that has none yet. */
export function exampleOwnBills() {
  const items = two().map((one): OwnBillHead => ({ ...one, paidOn: one.issuedOn, expected: null }))
  return { ...examplePage(items), sumPayableCents: 96_800, sumAtBankCents: 0, years: [] }
}

/** The same among those of all accounts. */
export const exampleAllBills = () => ({ ...examplePage(two()), sumPayableCents: 96_800 })

/** Somebody who issues bills, for whoever has issued none yet. */
export function exampleIssuers() {
  const issuer: FiscalIssuer = {
    taxId: 'B00000000',
    name: m['billing.exampleAccount'](),
    kind: 'company',
    ...{ mode: 'off', own: false, next: null, boundUntil: null, obligedFrom: '2027-01-01' },
    ...{ records: 12, waiting: 0, attention: 0, unsigned: 0, events: 0 },
  }
  return examplePage([issuer])
}

/** A commission that falls with what is sold, for whoever has set none for a product. */
export function exampleProductRates(): ProductRate[] {
  return [
    {
      portal: account(),
      product: {
        id: 'example',
        name: { es: m['products.example.record'](), en: m['products.example.record']() },
      },
      validFrom: today(),
      steps: [
        { fromUnits: 0, bp: 2000 },
        { fromUnits: 1000, bp: 1500 },
      ],
      current: true,
    },
  ]
}
