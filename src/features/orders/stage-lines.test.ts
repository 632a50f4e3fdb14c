import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import type { Bulk, Cell } from '#platform/bulk.ts'
import { Big } from '#platform/money.ts'
import type { LineDraft } from './server/line-draft.ts'
import { Stage, stageColumns } from './server/stage-lines.ts'

/** How a line stands in the table that all of a file are merged from. */

const secret = Buffer.alloc(32, 7)
const line = (more: Partial<LineDraft> = {}): LineDraft => ({
  ...{ row: 2, externalId: '7', kind: 'sale', at: 1_000, placedAt: 0, sku: 'LP', name: 'Disco', units: 2 },
  ...{ currency: 'USD', gross: new Big(10), net: new Big('8.5'), tax: new Big('1.785'), scale: 2, ...more },
})
function staging() {
  const appended: (readonly Cell[])[][] = []
  const made: unknown[][] = []
  const bulk = {
    stage: async (...of: unknown[]) => void made.push(of),
    append: async (table: string, rows: readonly (readonly Cell[])[]) => {
      expect(table).toBe('stage')
      appended.push([...rows])
    },
  }
  return { stage: new Stage(bulk as unknown as Bulk, secret), appended, made }
}
async function rowOf(more: Partial<LineDraft> = {}, rate = '0.5') {
  const { stage, appended } = staging()
  await stage.add(line(more), new Big(rate))
  await stage.flush()
  return Object.fromEntries(Object.keys(stageColumns).map((name, at) => [name, appended[0]?.[0]?.[at]]))
}
const hashOf = (buyer: string) =>
  `\\x${createHmac('sha256', secret).update(`buyer:${buyer}`).digest('hex').slice(0, 32)}`

test('a sale has its amounts as they were written, and millionths of a euro at its rate', async () => {
  expect(await rowOf()).toEqual({
    ...{ seq: 1, row: 2, portal_key: null, external_id: '7', ordinal: null, kind: 'sale', sku: 'LP' },
    ...{ at: '1970-01-01T00:00:01.000Z', placed_at: '1970-01-01T00:00:00.000Z', name: 'Disco', units: 2 },
    ...{
      currency: 'USD',
      currency_rate: '0.5',
      gross_amount: '10.00',
      net_amount: '8.50',
      tax_amount: '1.785',
    },
    ...{ gross_micros: 5_000_000, discounts_micros: 750_000, refunds_micros: 0, net_micros: 4_250_000 },
    ...{ tax_micros: 892_500, country: null, province: null, city: null, buyer_hash: null, campaign: null },
    ...{ click_id: null, called_off: false, stands: false },
  })
  expect(await rowOf({ net: new Big('0.001'), scale: 0 })).toMatchObject({
    gross_amount: '10',
    net_amount: '0.001',
  })
  expect(await rowOf({ gross: new Big(1200), scale: 3 })).toMatchObject({ gross_amount: '1200.000' })
})

test('what comes back is a refund of what it takes, and no discount', async () => {
  const back = { gross: new Big(0), net: new Big(-4), units: 0 }
  for (const kind of ['refund', 'cancellation'] as const)
    expect(await rowOf({ ...back, kind })).toMatchObject({
      ...{ kind, gross_micros: 0, discounts_micros: 0, refunds_micros: 2_000_000, net_micros: -2_000_000 },
    })
})

test('what a line says beside is kept, its buyer as a hash alone', async () => {
  const told = {
    portalKey: 'k',
    ordinal: 3,
    country: 'ES',
    province: 'ES-SS',
    city: 'San Sebastián',
    campaign: 'Gira',
  }
  const more = { clickId: 'c', calledOff: true, stands: true, buyer: ' Fan@Example.org ' }
  expect(await rowOf({ ...told, ...more })).toMatchObject({
    ...{ portal_key: 'k', ordinal: 3, country: 'ES', province: 'ES-SS', city: 'Donostia', campaign: 'Gira' },
    ...{ click_id: 'c', called_off: true, stands: true, buyer_hash: hashOf('fan@example.org') },
  })
})

test('each buyer has a hash of their own, line by line', async () => {
  const { stage, appended } = staging()
  for (const buyer of ['a', 'a', 'b', null, 'a']) await stage.add(line({ buyer }), new Big(1))
  await stage.flush()
  const at = Object.keys(stageColumns).indexOf('buyer_hash')
  expect(appended[0]?.map((row) => row[at])).toEqual([
    hashOf('a'),
    hashOf('a'),
    hashOf('b'),
    null,
    hashOf('a'),
  ])
  expect(appended[0]?.map((row) => row[0])).toEqual([1, 2, 3, 4, 5])
})

test('lines go over four thousand at a time, and one with a number says that they have such', async () => {
  const { stage, appended, made } = staging()
  await stage.open()
  expect(made).toEqual([['stage', stageColumns]])
  await stage.flush()
  expect(appended).toEqual([])
  for (let at = 0; at < 4_000; at++) await stage.add(line(), new Big(1))
  expect(appended.map((rows) => rows.length)).toEqual([4_000])
  await stage.flush()
  await stage.add(line(), new Big(1))
  expect(stage.givenOrdinals).toBe(false)
  await stage.add(line({ ordinal: 0 }), new Big(1))
  expect(stage.givenOrdinals).toBe(true)
  await stage.flush()
  await stage.flush()
  expect(appended.map((rows) => rows.length)).toEqual([4_000, 2])
})
