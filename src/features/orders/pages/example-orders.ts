import { m } from '#paraglide/messages.js'
import { daysAgo, examplePage } from '#ui/example-page.ts'
import type { OrderRow } from '../contract.ts'
import type { ImportRun } from '../upload-contract.ts'

/** Three orders of a shop, for whoever has none yet. */
export function exampleOrders() {
  const order = (at: number, euros: number, units: number, city: string): OrderRow => ({
    id: `example-${at}`,
    portal: { id: 'example', name: '' },
    source: 'shopify',
    externalId: `#${1047 - at}`,
    placedAt: daysAgo(at),
    units,
    grossCents: euros * 100,
    netCents: euros * 100,
    refundsCents: 0,
    refundsEstimated: false,
    country: 'ES',
    city,
    cancelled: false,
    unmapped: 0,
    updatedAt: daysAgo(at),
  })
  return examplePage([order(0, 27, 1, 'Zaragoza'), order(1, 62, 3, 'Bilbao'), order(3, 18, 1, 'Sevilla')])
}

/** A file of orders that was brought in. */
export function exampleImports() {
  const run: ImportRun = {
    id: 'example',
    format: 'shopify',
    fileName: m['orders.imports.exampleFile'](),
    at: daysAgo(2),
    rows: 214,
    imported: 214,
    orders: 168,
    person: null,
    undoneAt: null,
    undoable: false,
  }
  return examplePage([run])
}
