import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { inBulk } from '#platform/bulk.ts'
import { Big } from '#platform/money.ts'
import { testDatabase } from '#testing/database.ts'
import { putAccount, putProduct } from '#testing/raw-sales.ts'
import { applyOrders } from './server/apply-orders.ts'
import { ordersApplied, ordersChanged } from './server/occasions.ts'
import type { Snapshot, SnapshotLine } from './server/order-snapshot.ts'

/** What becomes of an order that a shop tells again: which of its facts are made anew, and what others hear of it. */

const world = testDatabase()
const placedAt = Date.UTC(2026, 2, 4, 10)
const day = 86_400_000
let portalId = ''
let moment = placedAt
beforeAll(async () => {
  portalId = (await putAccount(world.database, 'Tienda')).portalId
})

const line = (id: string, more: Partial<SnapshotLine> = {}): SnapshotLine => ({
  ...{ id, sku: `SKU-${id}`, name: 'N', units: 2, gross: '20', net: '20', tax: '4.2' },
  ...{ shipped: 0, removed: 0, returned: 0, ...more },
})
const back = (id: string, at: number, net = '5') => ({ id, at, lines: [{ id: '1', net, tax: '1' }] })
const order = (externalId: string, more: Partial<Snapshot> = {}): Snapshot => {
  moment += 1
  return {
    ...{ externalId, placedAt, toldAt: moment, currency: 'EUR', country: 'ES', province: null, city: null },
    ...{ campaign: null, sold: true, cancelled: null, lines: [line('1')], refunds: [], ...more },
  }
}
type Options = Parameters<typeof applyOrders>[4]
const apply = (told: Snapshot[], options?: Options, rate = '1') =>
  inBulk(world.database, (bulk) =>
    applyOrders(
      bulk,
      'shop',
      told.map((snapshot) => ({ portalId, snapshot, buyer: null, rate: new Big(rate) })),
      Buffer.alloc(32, 7),
      options,
    ),
  )
interface Fact {
  fact: string
  batch: string
}
const read = (externalId: string) =>
  world.database.query<Fact>(
    `select concat_ws(' ', l.kind, l.ordinal, m.sku, '×' || l.units, l.orders || 'o', l.gross_amount::float || '/' || l.net_amount::float
        || '/' || l.tax_amount::float, l.currency, l.currency_rate::float, to_char(l.at at time zone 'UTC', 'MM-DD')) as fact,
      l.batch_id as batch
    from order_line l join "order" o on o.portal_id = l.portal_id and o.id = l.order_id
    join sku_mapping m on m.portal_id = l.portal_id and m.id = l.sku_id
    where o.portal_id = $1 and o.external_id = $2 order by l.kind desc, l.ordinal`,
    [portalId, externalId],
  )
const facts = async (externalId: string) => (await read(externalId)).map(({ fact }) => fact)
const applied = vi.spyOn(ordersApplied, 'tell')
const changed = vi.spyOn(ordersChanged, 'tell')
const claims = () => applied.mock.calls.flatMap(([, , all]) => all)
const turns = () =>
  changed.mock.calls.flatMap(([, , all]) => all.map(({ externalId, what }) => [externalId, what]))
beforeEach(() => {
  applied.mockClear()
  changed.mockClear()
})

describe('a line', () => {
  test.each<[string, Partial<SnapshotLine>, string]>([
    ['units', { units: 3 }, 'sale 1 SKU-1 ×3 1o 20/20/4.2 EUR 1 03-04'],
    ['gross', { gross: '25' }, 'sale 1 SKU-1 ×2 1o 25/20/4.2 EUR 1 03-04'],
    ['net', { net: '18' }, 'sale 1 SKU-1 ×2 1o 20/18/4.2 EUR 1 03-04'],
    ['tax', { tax: '3' }, 'sale 1 SKU-1 ×2 1o 20/20/3 EUR 1 03-04'],
    ['SKU', { sku: 'OTHER' }, 'sale 1 OTHER ×2 1o 20/20/4.2 EUR 1 03-04'],
  ])('whose %s is another is written anew', async (name, more, fact) => {
    await apply([order(name)])
    expect(await facts(name)).toEqual(['sale 1 SKU-1 ×2 1o 20/20/4.2 EUR 1 03-04'])
    await apply([order(name, { lines: [line('1', more)] })])
    expect(await facts(name)).toEqual([fact])
    expect(turns()).toEqual([
      [name, 'created'],
      [name, 'changed'],
    ])
  })

  test('goes with its order to another day, currency and rate', async () => {
    await apply([order('day')])
    await apply([order('day', { placedAt: placedAt + day })])
    expect(await facts('day')).toEqual(['sale 1 SKU-1 ×2 1o 20/20/4.2 EUR 1 03-05'])
    await apply([order('money')])
    await apply([order('money', { currency: 'USD' })])
    expect(await facts('money')).toEqual(['sale 1 SKU-1 ×2 1o 20/20/4.2 USD 1 03-04'])
    await apply([order('currency')])
    await apply([order('currency', { currency: 'USD' })], {}, '0.5')
    expect(await facts('currency')).toEqual(['sale 1 SKU-1 ×2 1o 20/20/4.2 USD 0.5 03-04'])
    // What it was counted at is kept, whatever the rate is later, unless the shop says otherwise.
    await apply([order('currency', { currency: 'USD', city: 'Vigo' })], {}, '0.7')
    expect((await facts('currency'))[0]).toContain('USD 0.5')
    await apply([order('currency', { currency: 'USD', city: 'Vigo', rate: '0.8' })], {}, '0.8')
    expect((await facts('currency'))[0]).toContain('USD 0.8')
  })

  test('that is as it was stays as it was written, whatever goes back of it', async () => {
    await apply([order('kept')])
    const [before] = await read('kept')
    await apply([order('kept', { refunds: [back('R', placedAt + day)] })])
    const [sale, refund] = await read('kept')
    expect([sale, refund?.fact]).toEqual([before, 'refund 1 SKU-1 ×0 0o 0/-5/-1 EUR 1 03-05'])
    await apply([order('kept', { refunds: [back('R', placedAt + 2 * day)] })])
    expect((await facts('kept'))[1]).toBe('refund 1 SKU-1 ×0 0o 0/-5/-1 EUR 1 03-06')
    expect((await read('kept'))[0]).toEqual(before)
    expect(turns().at(-1)).toEqual(['kept', 'changed'])
  })

  test('that was the first and is none any more leaves its order to the next', async () => {
    await apply([order('first', { lines: [line('1'), line('2')] })])
    expect((await facts('first')).map((fact) => fact.split(' ').slice(1, 5).join(' '))).toEqual([
      '1 SKU-1 ×2 1o',
      '2 SKU-2 ×2 0o',
    ])
    await apply([order('first', { lines: [line('2')] })])
    expect(await facts('first')).toEqual(['sale 1 SKU-2 ×2 1o 20/20/4.2 EUR 1 03-04'])
    await apply([order('first', { lines: [line('2'), line('1')] })])
    expect((await facts('first')).map((fact) => fact.split(' ')[4])).toEqual(['1o', '0o'])
    await apply([order('first', { sold: false, lines: [line('2'), line('1')] })])
    expect(await facts('first')).toEqual([])
  })

  test('called off is taken back with its order', async () => {
    const cancelled = { at: placedAt + day, keepsMoney: false }
    await apply([order('off', { cancelled })])
    expect(await facts('off')).toEqual([
      'sale 1 SKU-1 ×2 1o 20/20/4.2 EUR 1 03-04',
      'cancellation 1 SKU-1 ×-2 -1o 0/-20/-4.2 EUR 1 03-05',
    ])
  })
})

test('what was sold of a release to come is owed once it is sent, all of a line and from the first word of it', async () => {
  const sku = await putProduct(world.database, portalId, 'Vinilo')
  await world.database.query(
    `update product set sku = id::text, format = 'presave', release_on = '2099-06-01' where id = $1`,
    [sku],
  )
  const owed = async () => {
    const rows = await world.database.query<{ at: Date }>(
      `select l.owed_at as at from order_line l join "order" o on o.portal_id = l.portal_id and o.id = l.order_id
      where o.portal_id = $1 and o.external_id = 'presave' order by l.ordinal`,
      [portalId],
    )
    return rows.map(({ at }) => new Date(at).toISOString())
  }
  const told = (shipped: number) =>
    order('presave', { lines: [line('1', { sku, shipped }), line('2', { sku })] })
  const release = '2099-05-31T22:00:00.000Z'
  await apply([told(0)])
  await apply([told(1)])
  expect(await owed()).toEqual([release, release])
  const sent = told(2)
  await apply([sent])
  expect(await owed()).toEqual([new Date(sent.toldAt).toISOString(), release])
  await apply([told(2)])
  expect(await owed()).toEqual([new Date(sent.toldAt).toISOString(), release])
})

describe('others hear', () => {
  const claim = { portalId: '', line: '1', sku: 'SKU-1', committed: 2, shipped: 0, returned: 0, past: false }

  test('what each order holds of the stock, and what became of it', async () => {
    await apply([order('a'), order('b', { sold: false })])
    expect(claims()).toEqual([
      { ...claim, portalId, externalId: 'a' },
      { ...claim, portalId, externalId: 'b', committed: 0 },
    ])
    expect(turns()).toEqual([
      ['a', 'created'],
      ['b', 'created'],
    ])
    changed.mockClear()
    // It was only noted before: it is sold now.
    await apply([order('b')])
    await apply([order('a', { refunds: [back('R', placedAt)] })])
    await apply([order('a', { refunds: [back('R', placedAt), back('S', placedAt)] })])
    await apply([order('a', { city: 'Vigo', refunds: [back('R', placedAt), back('S', placedAt)] })])
    expect(turns()).toEqual([
      ['b', 'created'],
      ['a', 'refunded'],
      ['a', 'refunded'],
      ['a', 'changed'],
    ])
  })

  test('nothing of what is known already, or older than what is', async () => {
    const [older, newer] = [order('known', { city: 'Vigo' }), order('known', { city: 'Lugo' })]
    await apply([newer])
    applied.mockClear()
    changed.mockClear()
    await apply([newer])
    await apply([older])
    expect([applied.mock.calls, changed.mock.calls]).toEqual([[], []])
    const [row] = await world.database.query<{ city: string }>(
      `select city from "order" where portal_id = $1 and external_id = 'known'`,
      [portalId],
    )
    expect(row?.city).toBe('Lugo')
  })

  test('of orders of the past that they are, once, and not that they were made', async () => {
    await apply([order('past')], { past: true })
    expect(claims().map(({ past }) => past)).toEqual([true])
    expect(turns()).toEqual([])
    const kept = await world.database.query<{ past: boolean }>(
      `select firsts ? 'past' as past from order_state where portal_id = $1 and external_id = 'past'`,
      [portalId],
    )
    expect(kept).toEqual([{ past: true }])
    await apply([order('past', { city: 'Vigo' })], { past: true })
    expect(claims().at(-1)?.past).toBe(false)
    expect(turns()).toEqual([['past', 'changed']])
    await apply([order('now')])
    await apply([order('now', { city: 'Vigo' })], { past: true })
    expect(claims().at(-1)?.past).toBe(false)
    await apply([order('moved')], { moved: true })
    expect(claims().at(-1)?.past).toBe(true)
    expect(turns().at(-1)).toEqual(['moved', 'created'])
  })

  test('that an order without lines any more lets go of what it held', async () => {
    await apply([order('gone')])
    await apply([order('gone', { lines: [] })])
    expect(claims().at(-1)).toEqual({
      ...{ portalId, externalId: 'gone', past: false },
      ...{ line: '', sku: '', committed: 0, shipped: 0, returned: 0 },
    })
    expect(await facts('gone')).toEqual([])
  })
})
