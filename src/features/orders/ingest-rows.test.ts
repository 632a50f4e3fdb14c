import { beforeAll, expect, test } from 'vitest'
import { type Bulk, inBulk } from '#platform/bulk.ts'
import { Big } from '#platform/money.ts'
import { testDatabase } from '#testing/database.ts'
import { putAccount, putPortal, putProduct } from '#testing/raw-sales.ts'
import { importLines } from './server/import-orders.ts'
import { ImportPortals } from './server/import-portals.ts'
import { ingestLines } from './server/ingest-lines.ts'
import type { LineDraft } from './server/line-draft.ts'
import { Stage } from './server/stage-lines.ts'

/** What becomes of lines that come in: which are new, which are known, and at which place they stand. */

const world = testDatabase()
const code = 'ENTRAN'
let portalId = ''
beforeAll(async () => {
  portalId = await putPortal(world.database, (await putAccount(world.database, 'Sello')).accountId, { code })
})

let rows = 1
const line = (externalId: string, sku: string, more: Partial<LineDraft> = {}): LineDraft => ({
  ...{ row: ++rows, externalId, kind: 'sale', at: Date.UTC(2026, 2, 4), placedAt: Date.UTC(2026, 2, 4), sku },
  ...{
    name: sku,
    units: 1,
    currency: 'EUR',
    gross: new Big(10),
    net: new Big(10),
    tax: new Big(0),
    scale: 2,
  },
  ...more,
})
const back = (of: LineDraft, net: number, more: Partial<LineDraft> = {}): LineDraft => ({
  ...of,
  ...{ kind: 'refund', units: 0, gross: new Big(0), net: new Big(-net), ...more },
})
type Options = Partial<Parameters<typeof ingestLines>[1]>
async function ingest(bulk: Bulk, source: string, lines: LineDraft[], more: Options = {}) {
  await new ImportPortals(bulk, { code }, source).open()
  const stage = new Stage(bulk, Buffer.alloc(32, 7))
  await stage.open()
  for (const one of lines) await stage.add(one, new Big(1))
  await stage.flush()
  const { givenOrdinals } = stage
  const { batchId: _, ...told } = await ingestLines(bulk, {
    source,
    givenOrdinals,
    cumulative: false,
    ...more,
  })
  return told
}
const bring = (source: string, lines: LineDraft[], more?: Options) =>
  inBulk(world.database, (bulk) => ingest(bulk, source, lines, more))
/** What is known of an order, `kind ordinal ×units net`. */
const factsOf = async (externalId: string, source = 'csv') =>
  (
    await world.database.query<{ fact: string }>(
      `select concat_ws(' ', l.kind, l.ordinal, '×' || l.units, l.net_amount::float) as fact from order_line l
       join "order" o on o.portal_id = l.portal_id and o.id = l.order_id
       where o.portal_id = $1 and o.source = $2 and o.external_id = $3 order by l.kind desc, l.ordinal`,
      [portalId, source, externalId],
    )
  ).map(({ fact }) => fact)
const nothing = { imported: 0, known: 0, neverSold: 0, faults: [] }

test('a row counts once, whatever it comes to, and again it is known', async () => {
  const [one, two] = [line('A-1', 'A'), line('A-1', 'B')]
  expect(await bring('csv', [one, two, back(two, 4)])).toEqual({ ...nothing, imported: 2 })
  expect(await factsOf('A-1')).toEqual(['sale 1 ×1 10', 'sale 2 ×1 10', 'refund 2 ×0 -4'])
  expect(await bring('csv', [one, two, back(two, 4)])).toEqual({ ...nothing, known: 2 })
  expect(await bring('csv', [one, two, line('A-1', 'C')])).toEqual({ ...nothing, imported: 1, known: 2 })
})

test('what was paid back of a line with a number grows, and its places are its own', async () => {
  const one = line('B-1', 'A', { ordinal: 7 })
  await bring('csv', [one, back(one, 4)])
  expect(await bring('csv', [one, back(one, 6)])).toEqual({ ...nothing, imported: 1 })
  expect(await factsOf('B-1')).toEqual(['sale 7 ×1 10', 'refund 7 ×0 -4', 'refund 100007 ×0 -2'])
})

test('a place that another row of the same file has is said, and counts once', async () => {
  const [one, two] = [line('B-2', 'A', { ordinal: 3 }), line('B-2', 'B', { ordinal: 3 })]
  expect(await bring('csv', [one, two])).toEqual({
    ...{ ...nothing, imported: 1, faults: [{ row: two.row, code: 'twice' }] },
  })
  expect(await factsOf('B-2')).toEqual(['sale 3 ×1 10'])
})

test('what comes back by itself stands beyond all that goes with a sale', async () => {
  const one = line('C-1', 'A')
  await bring('csv', [one, { ...back(one, 3), row: ++rows }, { ...back(one, 2), row: ++rows }])
  expect(await factsOf('C-1')).toEqual(['sale 1 ×1 10', 'refund 50001 ×0 -3', 'refund 50002 ×0 -2'])
})

test('what was called off of nothing that was sold is no sale, row by row', async () => {
  const gone = line('D-1', 'A', { calledOff: true })
  const off = back(gone, 10, { kind: 'cancellation', units: -1 })
  const sold = line('D-2', 'A')
  expect(await bring('csv', [gone, off, sold])).toEqual({ ...nothing, imported: 1, neverSold: 1 })
  expect(await factsOf('D-1')).toEqual([])
  const late = back({ ...sold, calledOff: true }, 10, { kind: 'cancellation', units: -1 })
  expect(await bring('csv', [{ ...sold, calledOff: true }, late])).toEqual({ ...nothing, imported: 1 })
  expect(await factsOf('D-2')).toEqual(['sale 1 ×1 10', 'cancellation 1 ×-1 -10'])
})

test('numbers of files are one however they are written, those of shops as they stand', async () => {
  const [one, other] = [line('#E-1', 'A', { ordinal: 1 }), line('e-1', 'A', { ordinal: 1 })]
  expect(await bring('shop', [one, other])).toEqual({ ...nothing, imported: 2 })
  expect([await factsOf('#E-1', 'shop'), await factsOf('e-1', 'shop')]).toEqual([
    ...[['sale 1 ×1 10'], ['sale 1 ×1 10']],
  ])
  await bring('csv', [line('#E-1', 'A')])
  expect(await bring('csv', [line('e-1', 'A')])).toEqual({ ...nothing, known: 1 })
})

test('a place that is taken is told: in one file, and by what stands there', async () => {
  const at = (ordinal: number, sku: string, order = 'F-1') => line(order, sku, { ordinal })
  const [first, second] = [at(1, 'A'), at(1, 'B')]
  expect(await bring('shop', [first, second, at(2, 'C'), at(1, 'A', 'F-2'), back(first, 1)])).toEqual({
    ...{ ...nothing, imported: 3 },
    faults: [{ row: second.row, code: 'twice' }],
  })
  const [changed, same] = [at(1, 'C'), at(2, 'C')]
  expect(await bring('shop', [changed, same, at(1, 'A', 'F-2')])).toEqual({
    ...{ ...nothing, known: 3 },
    faults: [{ row: changed.row, code: 'differs', params: { order: 'F-1' } }],
  })
  // Lines with numbers are known by these, not by what they say.
  const turned = [at(1, 'C'), at(2, 'A')]
  expect((await bring('shop', turned)).faults.map(({ row }) => row)).toEqual(turned.map(({ row }) => row))
  expect(await factsOf('F-1', 'shop')).toEqual(['sale 1 ×1 10', 'sale 2 ×1 10', 'refund 1 ×0 -1'])
})

test('of a source that tells sums so far, what came back is the rest', async () => {
  const one = line('G-1', 'A', { ordinal: 1 })
  await bring('shopify', [one, back(one, 4)], { cumulative: true })
  expect(await bring('shopify', [one, back(one, 7)], { cumulative: true })).toEqual({
    ...nothing,
    imported: 1,
  })
  expect(await factsOf('G-1', 'shopify')).toEqual(['sale 1 ×1 10', 'refund 1 ×0 -4', 'refund 100001 ×0 -3'])
  const changed = line('G-1', 'A', { ordinal: 1, net: new Big(9) })
  expect(await bring('shopify', [changed, back(one, 7)], { cumulative: true })).toMatchObject({
    faults: [{ row: changed.row, code: 'differs' }],
  })
})

test('what would take back more than was sold is told where that is asked', async () => {
  const one = line('H-1', 'A')
  const more = back(one, 11)
  expect(await bring('csv', [one, more], { bounded: true })).toEqual({
    ...{ ...nothing, imported: 1 },
    faults: [{ row: one.row, code: 'refundAboveSale', params: { order: 'H-1' } }],
  })
  const other = line('H-2', 'A')
  expect(await bring('csv', [other, back(other, 11)])).toEqual({ ...nothing, imported: 1 })
})

test('several may come in within one transaction', async () => {
  const sold = line('J-1', 'A')
  const told = await inBulk(world.database, async (bulk) => [
    await ingest(bulk, 'csv', [sold, line('#J-2', 'A')]),
    await ingest(bulk, 'csv', [{ ...sold, externalId: '#j-1' }, back({ ...sold, externalId: '#j-1' }, 2)]),
    await ingest(bulk, 'csv', [{ ...sold, externalId: 'j-1' }, line('j-2', 'A'), line('j-2', 'B')]),
  ])
  expect(told).toEqual([
    { ...nothing, imported: 2 },
    { ...nothing, imported: 1 },
    { ...nothing, imported: 1, known: 2 },
  ])
})

test('what comes back along with its sale is of the steps that the sale took', async () => {
  const productId = await putProduct(world.database, portalId, 'LP')
  await world.database.query(
    `insert into product_rate (portal_id, product_id, valid_from, from_units, pct)
      values ($1, $2, '2020-01-01', 0, 10), ($1, $2, '2020-01-01', 5, 20)`,
    [portalId, productId],
  )
  // Five of them at 10 % and five at 20 %.
  const sold = line('L-1', productId, { units: 10 })
  await bring('csv', [sold, back(sold, 4)])
  const found = await world.database.query(
    `select l.kind, l.commission_pct::float as pct, l.rate_of as of from order_line l join "order" o on o.portal_id = l.portal_id
      and o.id = l.order_id where o.portal_id = $1 and o.external_id = 'L-1' order by l.kind desc`,
    [portalId],
  )
  expect(found).toEqual([
    { kind: 'sale', pct: 15, of: 'product' },
    { kind: 'refund', pct: 15, of: 'product' },
  ])
})

test('lines of any origin tell each thing that came back by itself: one that is known is no sum so far', async () => {
  const one = line('M-1', 'A', { ordinal: 1 })
  const options = { secret: Buffer.alloc(32, 7) }
  const tell = (...lines: LineDraft[]) => importLines(world.database, 'trial', { code }, lines, options)
  await tell(one, back(one, 4))
  await tell(one, back(one, 7), back(one, 2, { ordinal: 100_001 }))
  expect(await factsOf('M-1', 'trial')).toEqual([
    ...['sale 1 ×1 10', 'refund 1 ×0 -4', 'refund 100001 ×0 -2'],
  ])
})

test('rates that are nowhere said are those of the beginning', async () => {
  const pctOf = async (order: string) => {
    await bring('csv', [line(order, order)])
    const [row] = await world.database.query<{ pct: number }>(
      `select l.commission_pct::float as pct from order_line l join "order" o on o.portal_id = l.portal_id and o.id = l.order_id
       where o.portal_id = $1 and o.external_id = $2`,
      [portalId, order],
    )
    return row?.pct
  }
  const before = await pctOf('K-1')
  expect(before).toBeGreaterThan(0)
  await world.database.query('delete from rate')
  expect(await pctOf('K-2')).toBe(before)
})

test('what comes back on the day before its sale is refused, by the days of Madrid', async () => {
  const at = (moment: string) => ({ at: Date.parse(moment), placedAt: Date.parse(moment) })
  // Half past midnight of the second of May, where it is still the first in London.
  const one = line('D-1', 'A', at('2026-05-01T22:30:00Z'))
  const early = back(one, 5, { ...at('2026-05-01T21:30:00Z'), row: ++rows })
  expect(await bring('csv', [one, early], { bounded: true })).toMatchObject({
    faults: [{ row: early.row, code: 'refundBeforeSale', params: { order: 'D-1' } }],
  })
  expect(await factsOf('D-1')).toEqual(['sale 1 ×1 10'])
})
