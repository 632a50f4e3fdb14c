import { m } from '#paraglide/messages.js'
import { daysAgo, examplePage } from '#ui/example-page.ts'
import type { KnownSku, Sku, StaffSku } from '../sku-contract.ts'

const shirt = 'TSHIRT-M'
const record = 'VINYL-01'

const sold = (sku: string, name: string, units: number, netCents: number): Sku => ({
  id: `example-${sku}`,
  source: 'shopify',
  ...{ sku, name, lines: units, units, netCents },
  target: null,
  byHand: false,
  lastAt: daysAgo(1),
})

/** Two SKUs that a shop has sent, one of which is known, for whoever has none yet. */
export function exampleSkus() {
  const known = (of: Sku, target: string | null): KnownSku => ({
    ...{ ...of, target, targetName: target && of.name },
    ...{ suggested: null, suggestedName: null },
  })
  const items = [
    known(sold(shirt, m['products.example.shirt'](), 14, 28_000), 'example'),
    known(sold(record, m['products.example.record'](), 9, 22_500), null),
  ]
  const choices = [{ value: 'example', label: m['products.example.shirt']() }]
  return { ...examplePage(items), choices, unmapped: 1 }
}

/** One that waits to be told what it stands for, as staff see it. */
export function exampleStaffSkus() {
  const waiting: StaffSku = {
    ...sold(record, m['products.example.record'](), 9, 22_500),
    portal: { id: 'example', name: m['portals.example.artist'](), pictureUrl: null },
    product: null,
    suggested: null,
  }
  return { ...examplePage([waiting]), unmapped: 1 }
}
