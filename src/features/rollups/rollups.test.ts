import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { updateAccount } from '#features/accounts/server/update-account.ts'
import { parseGenericMap } from '#features/orders/server/generic-map.ts'
import { importOrders } from '#features/orders/server/import-orders.ts'
import { mapSku } from '#features/orders/server/map-sku.ts'
import { addViews } from '#features/visits/server/ingest-views.ts'
import type { ViewDraft } from '#features/visits/server/view-draft.ts'
import { asService } from '#platform/db.ts'
import { testDatabase } from '#testing/database.ts'
import { portals } from '#testing/world/cast.ts'
import { rollPortalMonths } from './server/portal-months.ts'
import { noDifferences, rollupDifferences } from './server/rollup-differences.ts'
import { rollWaitingBatches } from './server/rollups.ts'
import { rollTypes } from './server/type-rollups.ts'

const world = testDatabase()
const folder = mkdtempSync(join(tmpdir(), 'backline-rollups-'))
afterAll(() => rmSync(folder, { recursive: true }))

const secret = Buffer.alloc(32, 1)
const codes = [portals.claraVentisca.code, portals.hotelLevante.code, portals.ninoLobo.code]
// Both clock changes, a leap day, the turn of months and years, and hours that Madrid and UTC put on different days.
const edges = [
  '2026-03-29T00:30:00Z',
  '2026-10-25T00:30:00Z',
  '2026-10-25T01:30:00Z',
  '2024-02-29T23:30:00Z',
  '2025-12-31T23:10:00Z',
  '2026-01-31T22:59:59Z',
]
const moment = fc.oneof(
  fc.constantFrom(...edges),
  fc
    .integer({ min: Date.UTC(2024, 0, 1), max: Date.UTC(2026, 10, 1) })
    .map((at) => `${new Date(at).toISOString().slice(0, 19)}Z`),
)
const line = fc.record({
  portal: fc.constantFrom(...codes),
  order: fc.integer({ min: 1, max: 12 }).map((n) => `P${n}`),
  sku: fc.constantFrom('A', 'B', 'C-1'),
  quantity: fc.integer({ min: -3, max: 9 }),
  price: fc.integer({ min: 0, max: 99_999 }).map((thousandths) => (thousandths / 1000).toFixed(3)),
  discount: fc.constantFrom('', '0.5'),
  kind: fc.constantFrom('', '', '', 'refund', 'cancellation'),
  country: fc.constantFrom('ES', 'FR', ''),
  at: moment,
})
const view = fc.record({
  portal: fc.constantFrom(portals.claraVentisca.id, portals.ninoLobo.id),
  visitor: fc.constantFrom('a', 'b', 'c'),
  at: moment.map((at) => Date.parse(at)),
  minutes: fc.integer({ min: 0, max: 120 }),
  kind: fc.constantFrom('view' as const, 'view' as const, 'click' as const),
  source: fc.constantFrom(null, 'Google'),
})
type Line = typeof line extends fc.Arbitrary<infer T> ? T : never
type View = typeof view extends fc.Arbitrary<infer T> ? T : never

const step = fc.oneof(
  fc.record({ type: fc.constant('file' as const), lines: fc.array(line, { minLength: 1, maxLength: 25 }) }),
  fc.record({ type: fc.constant('replay' as const), which: fc.nat() }),
  fc.record({
    type: fc.constant('map' as const),
    which: fc.nat(),
    to: fc.constantFrom('album', 'onDemand', null),
  }),
  fc.record({ type: fc.constant('months' as const) }),
  fc.record({ type: fc.constant('account' as const), which: fc.nat(), waits: fc.boolean() }),
  fc.record({ type: fc.constant('views' as const), views: fc.array(view, { minLength: 1, maxLength: 25 }) }),
)

const map = parseGenericMap(
  JSON.stringify({
    columns: {
      order: 'order',
      sku: 'sku',
      quantity: 'quantity',
      unitPrice: 'price',
      discount: 'discount',
      kind: 'kind',
      country: 'country',
      date: 'at',
    },
    constants: { currency: 'EUR' },
    decimal: '.',
  }),
)

let made = 0
function fileOf(lines: Line[], run: number): string {
  const path = join(folder, `${made++}.csv`)
  const rows = lines.map((l) =>
    [l.portal, `${run}-${l.order}`, l.sku, l.quantity, l.price, l.discount, l.kind, l.country, l.at].join(
      ',',
    ),
  )
  writeFileSync(path, `portal,order,sku,quantity,price,discount,kind,country,at\n${rows.join('\n')}\n`)
  return path
}

const draft = (v: View): ViewDraft => ({
  portalId: v.portal,
  at: v.at + v.minutes * 60_000,
  kind: v.kind,
  visitor: v.visitor,
  path: '/',
  source: v.source,
  medium: null,
  campaign: null,
  referrer: null,
  channel: v.source ? 'search' : 'direct',
  country: null,
  province: null,
  city: null,
  device: 'mobile',
  browser: 'Firefox',
  linkId: null,
  lineHash: null,
})

const productIds = {
  album: '00000000-0000-7000-8000-00000000c001',
  onDemand: '00000000-0000-7000-8000-00000000c002',
}

/** Maps one of the SKUs of all portals to its portal's album, to its shirt printed on demand, or to nothing. */
async function mapAny(which: number, to: keyof typeof productIds | null) {
  const { database } = world
  const skus = await database.query<{ portal_id: string; id: string }>(
    `select portal_id, id from sku_mapping where portal_id in (select id from portal where code = any($1)) and source = 'csv' order by sku, portal_id`,
    [codes],
  )
  const sku = skus[which % (skus.length || 1)]
  if (sku) await mapSku(database, sku.portal_id, sku.id, to && { productId: productIds[to] })
}

/** One of the accounts becomes simple, or is simple no longer; the job comes at once or has yet to come. */
async function retypeAny(which: number, waits: boolean) {
  const { database } = world
  const portal = codes[which % codes.length] as string
  const [found] = await database.query<{ id: string; name: string; type: string; organisation_type: 1 | 2 }>(
    'select a.id, a.name, a.type, a.organisation_type from account a join portal p on p.account_id = a.id where p.code = $1',
    [portal],
  )
  if (!found) throw new Error(`No account of ${portal}`)
  await database.transaction(asService('trial'), (tx) =>
    updateAccount(tx, found.id, {
      name: found.name,
      type: found.type === 'simple' ? 'master' : 'simple',
      organisationType: found.organisation_type,
    }),
  )
  if (!waits) expect(await rollTypes(database)).toBe(true)
}

test('rollups equal the raw facts after any mix of imports, replays, refunds and visits', async () => {
  const { database } = world
  // The test world has dropped its old raw views; what is counted from here on is compared.
  await database.query('delete from portal_month')
  await database.query('delete from visits_total')
  await database.query('delete from account_visits_total')
  await database.query('delete from visits_dimension')
  await database.query('delete from visit_fact')
  await database.query('delete from page_view')
  await database.query(
    `insert into product (portal_id, id, name, category, format, cost_cents)
    select p.id, x.id::uuid, '{"es":"Uno"}', x.category, x.format, 700 from portal p,
      (values ($2, 'album', 'limited'), ($3, 'apparel', 'onDemand')) x (id, category, format) where p.code = any($1)`,
    [codes, productIds.album, productIds.onDemand],
  )
  await rollTypes(database)
  let run = 0
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 6 }), async (steps) => {
      run++
      const files: string[] = []
      for (const one of steps) {
        if (one.type === 'map') await mapAny(one.which, one.to)
        if (one.type === 'months') await rollPortalMonths(database, { orders: 0, visits: 0 })
        if (one.type === 'account') await retypeAny(one.which, one.waits)
        const path =
          one.type === 'file'
            ? fileOf(one.lines, run)
            : one.type === 'replay'
              ? files[one.which % (files.length || 1)]
              : undefined
        if (one.type === 'file' && path) files.push(path)
        if (one.type === 'views') {
          await addViews(database, one.views.map(draft))
          await rollWaitingBatches(database)
        } else if (path) {
          const report = await importOrders(database, {
            path,
            format: 'generic',
            map,
            target: { by: 'portal', create: false },
            secret,
            skipBadRows: true,
          })
          expect(report.rows).toBe(report.imported + report.skipped)
          if (one.type === 'replay') expect(report.imported).toBe(0)
        }
      }
      const found = await rollupDifferences(database)
      expect(found).toEqual(noDifferences(found))
    }),
    { numRuns: 12 },
  )
}, 240_000)

test('the comparison above can fail', async () => {
  const { database } = world
  await database.query(
    `update sales_total set units = units + 1 where ctid = (select ctid from sales_total where grain = 'day' limit 1)`,
  )
  await database.query(
    `delete from sku_total where ctid = (select ctid from sku_total where net_micros <> 0 limit 1)`,
  )
  const found = await rollupDifferences(database)
  expect(found).toMatchObject({ salesTotal: 2, skuTotals: 1, visitsTotal: 0 })
})
