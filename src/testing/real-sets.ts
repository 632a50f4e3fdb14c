import { parseGenericMap } from '#features/orders/server/generic-map.ts'
import { importOrders } from '#features/orders/server/import-orders.ts'
import { importVisits } from '#features/visits/server/import-visits.ts'
import type { Database } from '#platform/db.ts'
import { Big } from '#platform/money.ts'
import { sharedData } from './shared-data.ts'

/** Files of the real data sets; undefined where they are absent. */
export const realSets = {
  bandcamp: sharedData('orders_bandcamp/sales.csv.gz'),
  retail: sharedData('orders_online_retail/lines.csv.gz'),
  accessLog: sharedData('web_traffic/access_log.gz'),
}

export const realPortal = { id: '00000000-0000-7000-8000-00000000b001', code: 'RETAIL' }
export const realPerson = '00000000-0000-7000-8000-00000000b002'

const secret = Buffer.alloc(32, 1)
const shopMap = parseGenericMap(
  JSON.stringify({
    columns: {
      order: 'invoice_no',
      sku: 'stock_code',
      name: 'description',
      quantity: 'quantity',
      date: 'invoice_date',
      unitPrice: 'unit_price_gbp',
      buyer: 'customer_id',
      country: 'country',
    },
    constants: { currency: 'GBP' },
    decimal: '.',
    timeZone: 'Europe/London',
  }),
)

/** Every currency of the files at par: what is compared is compared in the same money. */
const atPar = new Map(
  ['EUR', 'USD', 'GBP', 'CAD', 'AUD', 'JPY', 'CHF', 'DKK', 'NOK', 'SEK'].map((code) => [code, new Big(1)]),
)

/**
 * Brings the real sets into a copy of the test world: a label's platform, a site's log, and a shop. The shop's 400,000
 * lines only on PostgreSQL: the embedded database takes minutes for them, which `real-shop.test.ts` does once already.
 */
export async function addRealSets(database: Database): Promise<{ withShop: boolean }> {
  await database.query(
    `insert into account (id, name) values ('00000000-0000-7000-8000-00000000b003', 'Shop') on conflict do nothing`,
  )
  await database.query(
    `insert into portal (id, account_id, master, code, custom_url, name)
     values ($1, '00000000-0000-7000-8000-00000000b003', true, $2, 'retail-set', 'Shop')`,
    [realPortal.id, realPortal.code],
  )
  await database.query(
    `insert into person (id, name, email, staff, super, demo) values ($1, 'S', 's@real-sets.test', true, true, true)`,
    [realPerson],
  )
  const withShop = database.kind === 'postgres'
  if (withShop)
    await importOrders(database, {
      path: realSets.retail as string,
      format: 'generic',
      map: shopMap,
      target: { code: realPortal.code },
      rates: atPar,
      secret,
    })
  await importOrders(database, {
    path: realSets.bandcamp as string,
    format: 'bandcamp',
    target: { by: 'store_host', create: true },
    rates: atPar,
    secret,
  })
  await importVisits(database, { path: realSets.accessLog as string, portalCode: realPortal.code })
  return { withShop }
}
