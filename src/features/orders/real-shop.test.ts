import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Database } from '#platform/db.ts'
import { migrate } from '#platform/migrate.ts'
import { Big } from '#platform/money.ts'
import { openDatabase } from '#platform/open-database.ts'
import { clientFor, cookieFor, ok, testApp } from '#testing/as.ts'
import { testDatabase } from '#testing/database.ts'
import { sharedData } from '#testing/shared-data.ts'
import { parseGenericMap } from './server/generic-map.ts'
import { importOrders } from './server/import-orders.ts'

const world = testDatabase()
const path = sharedData('orders_online_retail/lines.csv.gz')
const portalId = '00000000-0000-7000-8000-00000000a001'
const personId = '00000000-0000-7000-8000-00000000a002'
const accountId = '00000000-0000-7000-8000-00000000a003'

/** PostgreSQL as it is; the embedded database in a folder, because in memory 400,000 rows take several times as long. */
async function roomy(): Promise<{ database: Database; close: () => Promise<void> }> {
  const { database } = world
  if (database.kind === 'postgres') return { database, close: async () => {} }
  const folder = mkdtempSync(join(tmpdir(), 'backline-shop-'))
  const embedded = await openDatabase({ folder })
  await migrate(embedded)
  const close = async () => {
    await embedded.close()
    rmSync(folder, { recursive: true })
  }
  return { database: embedded, close }
}

const map = parseGenericMap(
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
    timeZone: 'Europe/London',
  }),
)

test.skipIf(!path)(
  'a real shop of 405,973 lines: the exact sum, each month to the cent, nothing the second time',
  { timeout: 400_000 },
  async () => {
    const totals = JSON.parse(
      readFileSync(sharedData('orders_online_retail/expected_totals.json') as string, 'utf8'),
    )
    const { database, close } = await roomy()
    await database.query(`insert into account (id, name) values ($1, 'Shop')`, [accountId])
    await database.query(
      `insert into portal (id, account_id, master, code, custom_url, name) values ($1, $2, true, 'RETAIL', 'retail', 'Shop')`,
      [portalId, accountId],
    )
    await database.query(
      `insert into person (id, name, email, staff, super, demo) values ($1, 'S', 's@shop.test', true, true, true)`,
      [personId],
    )
    const bring = () =>
      importOrders(database, {
        path: path as string,
        format: 'generic',
        map,
        target: { code: 'RETAIL' },
        rates: new Map([['GBP', new Big(1)]]),
        secret: Buffer.alloc(32, 1),
      })
    const { lines, invoices, units_net, net_gbp } = totals.all
    const sums = { rows: lines, orders: invoices, units: units_net, totals: { GBP: net_gbp }, errors: [] }
    expect(await bring()).toMatchObject({ ...sums, imported: lines, skipped: 0 })
    expect(await bring()).toMatchObject({ ...sums, imported: 0, known: lines })

    const api = clientFor(testApp(database), await cookieFor(database, personId))
    const answer = ok(
      await api.analytics.portalSalesInfoOfPortal({ portalId, f: '2010-12-01', t: '2011-10-31' }),
    )
    const cents = (amount: string) => Number(new Big(amount).times(100).round(0))
    expect(answer.totals).toMatchObject({ netCents: cents(net_gbp), units: units_net })
    expect(answer.series.map(({ t, values }) => [t, values.netCents, values.units])).toEqual(
      Object.entries<{ net_gbp: string; units_net: number }>(totals.by_month).map(([t, month]) => [
        t,
        cents(month.net_gbp),
        month.units_net,
      ]),
    )
    expect(answer.rows.map(({ sku, netCents }) => [sku, netCents])).toEqual(
      totals.top20_stock_codes_by_net.slice(0, 10).map(([sku, net]: [string, string]) => [sku, cents(net)]),
    )
    await close()
  },
)
