import { describe, expect, test } from 'vitest'
import {
  canonical,
  claimsOf,
  linesOf,
  mergeSnapshot,
  type OrderHistory,
  type Snapshot,
  type SnapshotLine,
} from './server/order-snapshot.ts'

const line = (id: string, more: Partial<SnapshotLine> = {}): SnapshotLine => ({
  ...{ id, sku: `S-${id}`, name: `N-${id}`, units: 2, gross: '20', net: '16', tax: '3.36' },
  ...{ shipped: 0, removed: 0, returned: 0, ...more },
})
const order = (more: Partial<Snapshot> = {}): Snapshot => ({
  ...{ externalId: '7', placedAt: 100, toldAt: 200, currency: 'EUR', country: 'ES', province: 'ES-B' },
  ...{ city: 'Vic', campaign: 'Gira', clickId: null, sold: true, cancelled: null },
  ...{ lines: [line('a'), line('b', { net: '8', tax: '1.68' })], refunds: [], ...more },
})
const merged = (...states: Snapshot[]) =>
  states.reduce<OrderHistory | undefined>(
    (known, state, at) => mergeSnapshot(known, state, `${at + 1}`),
    undefined,
  )
const history = (more: Partial<Snapshot> = {}, firsts: OrderHistory['firsts'] = {}) => ({
  latest: order(more),
  firsts,
})
/** Of each fact but the sales `ordinal kind ×units at net tax`. */
const taken = (more: Partial<Snapshot>, firsts?: OrderHistory['firsts']) =>
  linesOf(history(more, firsts), 'p')
    .filter(({ kind }) => kind !== 'sale')
    .map(
      ({ ordinal, kind, units, at, net, tax }) =>
        `${ordinal} ${kind} ×${units} ${at} ${net.toFixed()} ${tax.toFixed()}`,
    )

describe('the facts of an order', () => {
  test('are a sale of each line', () => {
    const facts = linesOf(history(), 'p').map(({ gross, net, tax, ...fact }) => ({
      ...{ ...fact, amounts: [gross, net, tax].map((one) => one.toFixed()).join(' ') },
    }))
    const common = {
      ...{
        row: 0,
        portalKey: 'p',
        externalId: '7',
        placedAt: 100,
        currency: 'EUR',
        country: 'ES',
        city: 'Vic',
      },
      ...{ province: 'ES-B', campaign: 'Gira', clickId: null, kind: 'sale', at: 100, units: 2, scale: 2 },
    }
    expect(facts).toEqual([
      { ...common, ordinal: 1, sku: 'S-a', name: 'N-a', amounts: '20 16 3.36' },
      { ...common, ordinal: 2, sku: 'S-b', name: 'N-b', amounts: '20 8 1.68' },
    ])
    expect(linesOf(history({ sold: false }), 'p')).toEqual([])
  })

  test('are refunds of lines, oldest first, each at a place of its own', () => {
    const part = (id: string, net: string) => ({ id, net, tax: '0.5' })
    const refunds = [
      { id: 'r2', at: 400, lines: [part('a', '1'), part('x', '9')] },
      { id: 'r1', at: 300, lines: [part('a', '2'), part('b', '3')] },
      { id: 'r0', at: 400, lines: [part('b', '4')] },
    ]
    expect(taken({ refunds })).toEqual([
      ...['1 refund ×0 300 -2 -0.5', '2 refund ×0 300 -3 -0.5'],
      ...['100002 refund ×0 400 -4 -0.5', '100001 refund ×0 400 -1 -0.5'],
    ])
  })

  test('are refunds of one moment in the order of their ids, however they are told', () => {
    const refund = (id: string, net: string) => ({ id, at: 300, lines: [{ id: 'a', net, tax: '0' }] })
    const [one, two] = [refund('r1', '1'), refund('r2', '2')]
    const both = ['1 refund ×0 300 -1 0', '100001 refund ×0 300 -2 0']
    expect([taken({ refunds: [one, two] }), taken({ refunds: [two, one] })]).toEqual([both, both])
    const reversal = linesOf(history({ refunds: [one] }), 'p').at(-1)
    expect([reversal?.scale, reversal?.gross.toFixed(), reversal?.row]).toEqual([2, '0', 0])
  })

  test('have the day of a refund, or that on which it was first seen', () => {
    const refunds = [{ id: 'r', lines: [{ id: 'a', net: '1', tax: '0' }] }]
    expect(taken({ refunds })).toEqual(['1 refund ×0 200 -1 0'])
    expect(taken({ refunds }, { 'refund r': 150 })).toEqual(['1 refund ×0 150 -1 0'])
  })

  test('share what was refunded of the whole, in cents that add up', () => {
    expect(taken({ refunds: [{ id: 'r', at: 300, lines: [], share: '0.3333' }] })).toEqual([
      ...['1 refund ×0 300 -5.33 -1.12', '2 refund ×0 300 -2.67 -0.56'],
    ])
    const free = [line('a'), line('b', { net: '0', tax: '0' }), line('c', { net: '0', tax: '1' })]
    expect(taken({ lines: free, refunds: [{ id: 'r', at: 300, lines: [], share: '0.5' }] })).toEqual([
      ...['1 refund ×0 300 -8 -1.68', '3 refund ×0 300 0 -0.5'],
    ])
  })

  test('take back what is left where it was cancelled, or units alone', () => {
    const refunds = [{ id: 'r', at: 300, lines: [{ id: 'a', net: '6', tax: '1.26' }] }]
    expect(taken({ refunds, cancelled: { at: 500, keepsMoney: false } })).toEqual([
      ...[
        '1 refund ×0 300 -6 -1.26',
        '100001 cancellation ×-2 500 -10 -2.1',
        '2 cancellation ×-2 500 -8 -1.68',
      ],
    ])
    expect(taken({ cancelled: { keepsMoney: true } })).toEqual([
      ...['1 cancellation ×-2 200 0 0', '2 cancellation ×-2 200 0 0'],
    ])
    expect(taken({ cancelled: { keepsMoney: true } }, { cancelled: 150 })[0]).toBe(
      '1 cancellation ×-2 150 0 0',
    )
  })
})

describe('what is known of an order', () => {
  test('has the first moment of what tells none', () => {
    const refunds = [
      { id: 'r', lines: [] },
      { id: 'dated', at: 5, lines: [] },
    ]
    const early = order({ refunds, cancelled: { keepsMoney: false }, completed: true })
    const firsts = { 'refund r': 200, cancelled: 200, completed: 200, 'shipped a': 200, 'shipped b': 200 }
    expect(merged(early)?.firsts).toEqual(firsts)
    expect(merged(early, { ...early, toldAt: 300 })?.firsts).toEqual(firsts)
    expect(merged({ ...early, toldAt: 300 }, early)?.firsts).toEqual(firsts)
    expect(merged(order({ cancelled: { at: 9, keepsMoney: false } }))?.firsts).toEqual({})
    const sent = (more: Partial<SnapshotLine>) => merged(order({ lines: [line('a', more)] }))?.firsts
    expect([sent({ shipped: 2 }), sent({ shipped: 1, removed: 1 })]).toEqual([
      { 'shipped a': 200 },
      { 'shipped a': 200 },
    ])
    expect([sent({ shipped: 1 }), sent({ removed: 2 }), sent({})]).toEqual([{}, {}, {}])
  })

  test('is its newest state, in whatever order they come', () => {
    const stands = (a: Snapshot, b: Snapshot) => {
      const [one, other] = [merged(a, b)?.latest, merged(b, a)?.latest]
      expect(one).toEqual(other)
      return one
    }
    const [early, late] = [order({ city: 'A' }), order({ city: 'B', toldAt: 201 })]
    expect(stands(early, late)?.city).toBe('B')
    // Of one second the further state stands.
    const bare = order({ city: 'Z' })
    for (const further of [
      order({ refunds: [{ id: 'r', at: 1, lines: [] }] }),
      order({ cancelled: { at: 1, keepsMoney: true } }),
      order({ lines: [line('a', { shipped: 1 }), line('b')] }),
      order({ lines: [line('a', { removed: 1 }), line('b')] }),
      order({ lines: [line('a', { returned: 1 }), line('b')] }),
    ])
      expect(stands(bare, further)).toEqual(further)
    expect(stands(order({ sold: false, city: 'Z' }), order({ city: 'A' }))?.city).toBe('A')
    // Also where their texts would say otherwise; of two that are as far, these do.
    const told = order({ campaign: 'Zeta' })
    const [called, back] = [
      order({ cancelled: { at: 1, keepsMoney: true } }),
      order({ campaign: 'Oro', refunds: [{ id: 'r', at: 1, lines: [] }] }),
    ]
    expect([stands(told, called), stands(told, back), stands(called, back)]).toEqual([called, back, back])
    const sent = (more: Partial<SnapshotLine>) => order({ lines: [line('a', more), line('b')] })
    for (const step of ['shipped', 'removed', 'returned'])
      expect(stands(told, sent({ [step]: 1 }))?.campaign).toBe('Gira')
    const steps = order({ lines: [line('a', { shipped: 2, removed: 1 }), line('b')], city: 'A' })
    expect(stands(steps, order({ lines: [line('a', { shipped: 2, returned: 2 }), line('b')] }))?.city).toBe(
      'Vic',
    )
    expect(stands(order({ city: 'A' }), order({ city: 'B' }))?.city).toBe('B')
  })

  test('keeps a refund’s day and lines where another state has only its sum', () => {
    const exact = { id: 'r', at: 150, lines: [{ id: 'a', net: '1', tax: '0' }] }
    const vague = { id: 'r', lines: [], share: '0.1' }
    const newest = order({ toldAt: 300, refunds: [vague, { id: 's', lines: [] }] })
    const both = [exact, { id: 's', lines: [] }]
    expect(merged(order({ refunds: [exact] }), newest)?.latest.refunds).toEqual(both)
    expect(merged(newest, order({ refunds: [exact] }))?.latest.refunds).toEqual(both)
    expect(merged(order({ refunds: [vague] }), { ...newest, refunds: [exact] })?.latest.refunds).toEqual([
      exact,
    ])
    const other = { ...exact, lines: [] }
    expect(merged(order({ refunds: [exact] }), { ...newest, refunds: [other] })?.latest.refunds).toEqual([
      other,
    ])
    expect(merged(newest)?.latest).toBe(newest)
  })

  test('keeps the rate that it was counted at, until the newest state names another', () => {
    expect(merged(order(), order({ toldAt: 300 }))?.rates).toEqual({ EUR: '1' })
    expect(merged(order(), order({ toldAt: 300, currency: 'USD' }))?.rates).toEqual({ EUR: '1', USD: '2' })
    expect(merged(order(), order({ toldAt: 300, rate: '9' }))?.rates).toEqual({ EUR: '9' })
    expect(merged(order({ toldAt: 300 }), order({ rate: '9' }))?.rates).toEqual({ EUR: '1' })
    // The same state at another rate corrects it.
    expect(merged(order({ rate: '8' }), order({ rate: '9' }))?.rates).toEqual({ EUR: '9' })
    expect(merged(order({ rate: '8' }), order())?.rates).toEqual({ EUR: '8' })
  })
})

test('the same value is the same text', () => {
  const text = '{"a":"x","b":[{"c":null,"d":1}]}'
  expect(canonical({ b: [{ d: 1, c: null }], a: 'x' })).toBe(text)
  expect(canonical({ a: 'x', b: [{ c: null, d: 1 }] })).toBe(text)
})

test('what a line holds of the stock', () => {
  const claim = (
    more: Partial<SnapshotLine>,
    of: Partial<Snapshot> = {},
    firsts?: OrderHistory['firsts'],
  ) => {
    const [one] = claimsOf(history({ lines: [line('a', { units: 5, ...more })], ...of }, firsts))
    expect(one).toMatchObject({ line: 'a', sku: 'S-a' })
    return [one?.committed, one?.shipped, one?.returned]
  }
  expect(claim({})).toEqual([5, 0, 0])
  expect(claim({ shipped: 2, removed: 1, returned: 1 })).toEqual([2, 2, 1])
  expect(claim({ shipped: 2, returned: 3 })).toEqual([3, 2, 2])
  expect(claim({ shipped: 7 })).toEqual([0, 5, 0])
  expect(claim({ removed: 7 })).toEqual([0, 0, 0])
  expect(claim({ shipped: 2 }, {}, { completed: 1 })).toEqual([0, 5, 0])
  expect(claim({ shipped: 2, returned: 1 }, { cancelled: { keepsMoney: true } })).toEqual([0, 2, 1])
  expect(claim({ shipped: 2, returned: 1 }, { sold: false })).toEqual([0, 0, 0])
})
