import { describe, expect, test } from 'vitest'
import type { Seen } from '#platform/of-portals.ts'
import type { OrdersQuery } from './contract.ts'
import { orderChoices } from './server/order-choices.ts'
import { allOrders, listOrders } from './server/queries.ts'
import { listedOrders } from './test-listed.ts'

/** Which orders a list has, and in which order. */

const { run, of, ids } = listedOrders()

const [ofOne, ofLabel]: [() => Seen, () => Seen] = [
  () => ({ portals: [of.one], accounts: [] }),
  () => ({ portals: [], accounts: [of.label] }),
]
const list = (query: OrdersQuery, seen: Seen | undefined = ofOne()) =>
  run((tx) => listOrders(tx, query, seen))
const numbers = async (query: OrdersQuery, seen?: Seen) =>
  (await list(query, seen)).items.map(({ externalId }) => externalId)
/** The same in the list and in the file, as one set. */
async function found(query: OrdersQuery, seen: Seen = ofOne()) {
  const shown = await numbers(query, seen)
  const file: string[] = []
  await run(async (tx) => {
    for await (const some of allOrders(tx, query, seen))
      file.push(...some.map(({ externalId }) => externalId))
  })
  expect(file.toSorted()).toEqual(shown.toSorted())
  expect((await list(query, seen)).total).toBe(shown.length)
  return shown.sort().join(' ')
}

describe('a state', () => {
  const states = {
    ...{ sold: 'N-1 N-2 N-7 letras', unmapped: 'N-3', refunded: 'N-4 N-5 N-8', partlyRefunded: 'N-4' },
    ...{ fullyRefunded: 'N-5', cancelled: 'N-6 N-8' },
  } as const
  const all = Object.entries(states) as [keyof typeof states, string][]

  test.each(all)('%s is what lines tell', async (state, wanted) => {
    expect(await found({ state })).toBe(wanted)
    const also = state === 'sold' ? 'N-1 N-2 N-7 N-9 letras' : wanted
    expect(await found({ state }, ofLabel())).toBe(also)
    expect(await found({ state, portal: of.one }, ofLabel())).toBe(wanted)
    expect(await found({ state, portal: of.two }, ofLabel())).toBe(state === 'sold' ? 'N-9' : '')
    expect(await numbers({ state, portal: of.alone }, { portals: [of.alone, of.one], accounts: [] })).toEqual(
      ['unmapped', 'refunded', 'partlyRefunded'].includes(state) ? ['N-1'] : [],
    )
  })

  test.each(all)('%s is the same beside words and places', async (state, wanted) => {
    const among = (some: string) =>
      wanted
        .split(' ')
        .filter((number) => some.split(' ').includes(number))
        .join(' ')
    expect(await found({ state, q: 'zahara' })).toBe(among('N-1 N-2 N-4 letras'))
    expect(await found({ state, q: 'N-' })).toBe(among('N-1 N-2 N-3 N-4 N-5 N-6 N-7 N-8'))
    expect(await found({ state, q: 'n-4' })).toBe(among('N-4'))
    expect(await found({ state, place: 'ES' })).toBe(among('N-1 N-2'))
    expect(await found({ state, source: 'csv' })).toBe(among('N-4 N-5 N-6 N-7 N-8 letras'))
  })
})

describe('other filters', () => {
  test('are days of Madrid, both included', async () => {
    expect(await found({ to: '2026-10-01' })).toBe('N-1')
    expect(await found({ from: '2026-10-02', to: '2026-10-02' })).toBe('N-2')
    expect(await found({ from: '2026-10-03', q: 'N-' })).toBe('N-3 N-4 N-5 N-6 N-7 N-8')
  })

  test('are sources by their name or their kind', async () => {
    expect(await found({ source: 'shopify' })).toBe('N-1 N-2 N-3')
    expect(await found({ source: 'shopify:una' })).toBe('N-1')
    expect(await found({ source: 'shopify:una' }, ofLabel())).toBe('N-1')
    expect(await found({ source: 'shop' }, ofLabel())).toBe('N-9')
    expect(await found({ source: 'shop' })).toBe('')
    expect(await found({ source: 'bandcamp' }, ofLabel())).toBe('')
    expect(await found({ source: 'shopify:una' }, { portals: [of.alone], accounts: [of.label] })).toBe(
      'N-1 N-1',
    )
  })

  test('are places, however they are written', async () => {
    expect(await found({ place: 'ES' }, ofLabel())).toBe('N-1 N-2 N-9')
    expect(await found({ place: 'ES-CA' })).toBe('N-1')
    expect(await found({ place: 'ES/zahara' }, ofLabel())).toBe('N-1 N-2 N-9')
    expect(await found({ place: 'ES-SE/ Zahara' })).toBe('N-2')
    expect(await found({ place: 'MX' })).toBe('N-4')
    expect(await found({ place: 'FR/Zahara' })).toBe('')
  })

  test('are words of a number, or of a town where there is no digit', async () => {
    expect(await found({ q: 'letr' })).toBe('letras')
    expect(await found({ q: 'le' })).toBe('letras')
    expect(await found({ q: '-3' })).toBe('N-3')
    expect(await found({ q: 'ZAHÁRA' }, ofLabel())).toBe('N-1 N-2 N-4 N-9 letras')
    expect(await found({ q: 'za' })).toBe('N-1 N-2 N-4 letras')
    expect(await found({ q: 'n', portal: of.two }, ofLabel())).toBe('N-9')
    expect(await found({ q: 'nadie' })).toBe('')
  })
})

describe('the order of orders', () => {
  test('is the latest first, or the first, and of one moment that of their ids', async () => {
    const same = ['N-3', 'N-4', 'N-5', 'N-6', 'N-7', 'N-8', 'letras'].sort((a, b) =>
      (ids[a] ?? '') < (ids[b] ?? '') ? -1 : 1,
    )
    const last = [...same, 'N-2', 'N-1'].filter((number) => number !== 'N-1')
    expect((await numbers({})).filter((number) => number !== 'N-1')).toEqual(last)
    expect(await numbers({ orderBy: 'placedAt' })).toEqual(['N-1', 'N-2', ...same])
    expect((await numbers({ orderBy: 'placedAt', q: 'N-' })).slice(0, 3)).toEqual(['N-1', 'N-2', 'N-3'])
  })

  test('is what they come to, either way', async () => {
    const nets = async (query: OrdersQuery, seen?: Seen) =>
      (await list(query, seen)).items.map(({ netCents }) => netCents)
    const down = [2_000, 1_000, 1_000, 750, 600, 20, 0, 0, 0]
    expect(await nets({ orderBy: '-net' })).toEqual(down)
    expect(await nets({ orderBy: 'net' })).toEqual(down.toReversed())
    expect(await nets({ orderBy: '-net', q: 'zahara' })).toEqual([1_000, 1_000, 600, 20])
    expect(await nets({ orderBy: 'net', state: 'sold' }, ofLabel())).toEqual([5, 20, 1_000, 1_000, 2_000])
    const file: number[] = []
    await run(async (tx) => {
      for await (const some of allOrders(tx, { orderBy: 'net' }, ofOne()))
        file.push(...some.map(({ netCents }) => netCents))
    })
    expect(file).toEqual(down.toReversed())
  })

  test('goes on over pages', async () => {
    const behind = await list({ page: 2 })
    expect([behind.items, behind.total, behind.page]).toEqual([[], 9, 2])
    expect((await list({ page: 2, q: 'N-' })).total).toBe(8)
  })
})

describe('places to choose from', () => {
  const places = async (q?: string, seen: Seen | undefined = ofLabel()) =>
    (await run((tx) => orderChoices(tx, seen, 'es', q))).places.map(({ place }) => place)

  test('are those of the orders that one sees, the most used first, countries before towns', async () => {
    expect(await places()).toEqual(['ES', 'MX', 'ES/Zahara', 'MX/Zahara'])
    expect(await places(undefined, ofOne())).toEqual(['ES', 'MX', 'ES/Zahara', 'MX/Zahara'])
    expect(await places(undefined, { portals: [of.two], accounts: [] })).toEqual(['ES', 'ES/Zahara'])
    expect(await places(' ')).toEqual(await places())
  })

  test('are those that are called so', async () => {
    expect(await places('méxi')).toEqual(['MX'])
    expect(await places('espa', { portals: [of.two], accounts: [] })).toEqual(['ES'])
    expect(await places('méxi', { portals: [of.two], accounts: [] })).toEqual([])
  })
})
