import { describe, expect, test } from 'vitest'
import { formatDay } from '#platform/time.ts'
import { why } from '#testing/why.ts'
import { stockOf } from './server/move-stock.ts'
import { paceToday } from './server/pace.ts'
import { allStocks, getStock, listStocks, stockAlerts } from './server/queries.ts'
import { idOf, limited, stockRows } from './test-stocks.ts'

/** The stock of one portal, row by row: what stands in it, in which order, what runs low and how fast it sells. */

const { world, run, of, keep, putGood, putVariant, putSku, sell } = stockRows()
type Query = Parameters<typeof listStocks>[2]
const list = (query: Query = {}) => run((tx) => listStocks(tx, of.portalId, query))
const names = async (query?: Query) => (await list(query)).items.map(({ name }) => name.es)

describe('what stock is kept of', () => {
  test('is each variant, or a product without any, where it is limited or presaved, or somebody wrote it down', async () => {
    const good = (name: string, row: object = {}, at = of.portalId) => putGood(at, name, row)
    await good('a limited', limited)
    await good('b presave', { format: 'presave' })
    await good('c archived', { ...limited, status: 'archived' })
    await good('d demand', { format: 'onDemand' })
    const written = await good('e written', { format: 'onDemand' })
    await keep({ id: written, onHand: 3 })
    const gone = await good('f gone', { ...limited, status: 'archived' })
    await keep({ id: gone })
    const shirt = await good('g shirt', { ...limited, sku: 'G' })
    await putVariant(of.portalId, shirt, { size: 'M', colour: 'Rojo', position: 2 })
    await putVariant(of.portalId, shirt, { size: 'S', sku: 'G-S', position: 1 })
    // A stock of its own is none any more once it has variants.
    await keep({ id: shirt, onHand: 99 })
    await good('z other', limited, of.other)
    const { items, total } = await list()
    expect(items.map(({ name, size, sku }) => [name.es, size, sku])).toEqual([
      ...['a limited', 'b presave', 'e written', 'f gone'].map((name) => [name, null, null]),
      ['g shirt', 'S', 'G-S'],
      ['g shirt', 'M', 'G'],
    ])
    expect(total).toBe(6)
    expect(items[5]).toMatchObject({ productId: shirt, colour: 'Rojo', onHand: 0, version: 0, lowAt: null })
    expect(items[2]).toMatchObject({ onHand: 3, available: 3, version: 1 })
    expect(await run((tx) => getStock(tx, of.portalId, shirt))).toBeUndefined()
    expect(await why(run((tx) => stockOf(tx, of.portalId, shirt)))).toBe('notFound')
    expect((await run((tx) => stockOf(tx, of.portalId, items[4]?.id ?? ''))).size).toBe('S')
    expect(await run((tx) => getStock(tx, of.other, written))).toBeUndefined()
    const all: unknown[] = []
    await run(async (tx) => {
      for await (const some of allStocks(tx, of.portalId, {})) all.push(...some)
    })
    expect(all).toEqual(items)
  })

  test('is put in order by name, by what is available and on hand, and of as many by product', async () => {
    const [first, second, third] = [idOf(1), idOf(2), idOf(3)]
    await putGood(of.portalId, 'Ábaco', { ...limited, id: third })
    await putGood(of.portalId, 'taza', { ...limited, id: second })
    await putGood(of.portalId, 'Taza', { ...limited, id: first })
    await keep({ id: first, onHand: 5, committed: 4 })
    await keep({ id: second, onHand: 4, safety: 1 })
    await keep({ id: third, onHand: 4, committed: 1 })
    const by = async (orderBy?: Query['orderBy']) =>
      (await list(orderBy ? { orderBy } : {})).items.map(({ id }) => id)
    expect(await by()).toEqual([third, first, second])
    expect(await by('-name')).toEqual([first, second, third])
    expect(await by('available')).toEqual([first, second, third])
    expect(await by('-available')).toEqual([second, third, first])
    expect(await by('onHand')).toEqual([second, third, first])
    expect(await by('-onHand')).toEqual([first, second, third])
  })

  test('is low at its level and out at none, of what somebody wrote down', async () => {
    const put = async (name: string, row?: object) => {
      const good = await putGood(of.portalId, name, limited)
      if (row) await keep({ id: good, ...row })
    }
    await put('a never')
    await put('b out', { onHand: 2, committed: 1, safety: 1 })
    await put('c missing', { onHand: 1, committed: 2 })
    await put('d low', { onHand: 7, committed: 2, safety: 1, lowAt: 4 })
    await put('e over', { onHand: 5, lowAt: 4 })
    await put('f even none', { lowAt: 0 })
    await put('g never written', { version: 0 })
    await put('h no level', { onHand: 1 })
    expect(await names({ level: 'low' })).toEqual(['d low', 'f even none'])
    expect(await names({ level: 'out' })).toEqual(['b out', 'c missing', 'f even none'])
    expect((await list({ level: 'low' })).total).toBe(2)
    const { items } = await list()
    expect(items.filter(({ low }) => low).map(({ name }) => name.es)).toEqual(['d low', 'f even none'])
    expect(items.map(({ available }) => available)).toEqual([0, 0, -1, 4, 5, 0, 0, 1])
  })

  test('is found by either name, SKU and colour, whatever the accents', async () => {
    await putGood(of.portalId, 'Cañón', { ...limited, name: { es: 'Cañón', en: 'Gun' }, sku: 'KN-1' })
    const shirt = await putGood(of.portalId, 'Otra', limited)
    await putVariant(of.portalId, shirt, { colour: 'Añil', sku: 'VR-9' })
    for (const [q, found] of [
      ...[['canon', 'Cañón'] as const, ['GUN', 'Cañón'] as const, ['kn-', 'Cañón'] as const],
      ...[['anil', 'Otra'] as const, ['vr-9', 'Otra'] as const, ['otr', 'Otra'] as const],
    ])
      expect(await names({ q })).toEqual([found])
    expect((await list({ q: 'nadie' })).total).toBe(0)
  })

  test('comes fifty a page', async () => {
    for (let at = 10; at < 62; at += 1) await putGood(of.portalId, `P${at}`, limited)
    const second = await list({ page: 2 })
    expect([second.items.map(({ name }) => name.es), second.total, second.page]).toEqual([
      ['P60', 'P61'],
      52,
      2,
    ])
    expect((await list({ page: 1 })).items).toHaveLength(50)
  })
})

test('a portal is warned of what is sold now and at its level or below', async () => {
  const alerts = (at = of.portalId) => run((tx) => stockAlerts(tx, at))
  const good = await putGood(of.portalId, 'Taza', limited)
  expect(await alerts()).toEqual([])
  await keep({ id: good, onHand: 8, committed: 2, safety: 1, lowAt: 5 })
  expect([await alerts(), await alerts(of.other)]).toEqual([['low-stock'], []])
  const set = (what: string) => world.database.query(`update stock set ${what} where id = $1`, [good])
  await set('on_hand = 9')
  expect(await alerts()).toEqual([])
  await set('on_hand = 0')
  expect(await alerts()).toEqual(['low-stock'])
  await set('low_at = null')
  expect(await alerts()).toEqual([])
  await set('low_at = 5')
  await world.database.query(`update product set status = 'draft' where id = $1`, [good])
  expect(await alerts()).toEqual([])
})

describe('the pace', () => {
  const ago = (days: number) => new Date(Date.now() - days * 86_400_000)

  test('is of 28 days with today, over all its SKUs, and of fewer days where it came out within them', async () => {
    const good = await putGood(of.portalId, 'Taza', limited)
    await keep({ id: good, onHand: 56 })
    const [one, two] = [
      await putSku(of.portalId, { productId: good }, []),
      await putSku(of.portalId, { productId: good }, []),
    ]
    const read = async () => {
      const { soldLately, soldInDays, runsOutOn } = await run((tx) => stockOf(tx, of.portalId, good))
      return [soldLately, soldInDays, runsOutOn]
    }
    expect(await read()).toEqual([0, 28, null])
    await sell(of.portalId, one, [{ at: ago(3), units: 3 }])
    await sell(of.portalId, two, [{ at: ago(1), units: 4 }])
    // Seven in four days: 56 last 32.
    expect(await read()).toEqual([7, 4, formatDay(paceToday() + 32)])
    await sell(of.portalId, two, [{ at: ago(40), units: 100 }])
    expect(await read()).toEqual([7, 28, formatDay(paceToday() + 224)])
    const variant = await putVariant(of.portalId, await putGood(of.portalId, 'Camiseta', limited), {
      size: 'S',
    })
    expect((await run((tx) => stockOf(tx, of.portalId, variant))).soldLately).toBe(0)
  })
})
