import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Seen } from '#platform/of-portals.ts'
import { inWindow } from '#platform/paging.ts'
import { startOfDay } from '#platform/time.ts'
import { putAccount, putPortal } from '#testing/raw-sales.ts'
import type { AllStocksQuery } from './contract.ts'
import { everyStock, listAllStocks } from './server/all-stocks.ts'
import { paceToday } from './server/pace.ts'
import { limited, stockRows } from './test-stocks.ts'

/** The stock of a label's portals, row by row, in each order, and however short a page is. */

const { world, run, keep, putGood, putVariant, putSku } = stockRows()
const of = { label: '', one: '', two: '', cup: '' }
const label = (): Seen => ({ portals: [], accounts: [of.label] })

beforeAll(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-06-15T10:00:00Z') })
})
afterAll(() => {
  vi.useRealTimers()
})
/** Noon, so many days ago. */
const ago = (days: number) => new Date(startOfDay(paceToday() - days) + 43_200_000)

beforeAll(async () => {
  const { database } = world
  const made = await putAccount(database, 'Sello')
  of.label = made.accountId
  of.one = await putPortal(database, of.label, { name: 'Ámbar', code: `ambar-${of.label}` })
  of.two = await putPortal(database, of.label, { name: 'bosque' })
  const good = async (
    portalId: string,
    name: string,
    stock?: Parameters<typeof keep>[0] | object,
    row: object = {},
  ) => {
    const id = await putGood(portalId, name, { ...limited, ...row })
    if (stock) await keep({ portalId, id, ...stock })
    return id
  }
  of.cup = await good(of.one, 'taza', { onHand: 10, committed: 2, safety: 1, incoming: 4 }, { sku: 'T-1' })
  const shoe = await good(of.one, 'zapato', { onHand: 1, committed: 3 })
  const pin = await good(of.one, 'pin', { onHand: 4, lowAt: 5 })
  const endless = await good(of.one, 'eterno', { onHand: 1_000 })
  await good(of.one, 'camisa', { onHand: 3 }, { format: 'onDemand' })
  await good(of.one, 'a demanda', undefined, { format: 'onDemand' })
  await good(of.one, 'archivado', undefined, { status: 'archived' })
  const abacus = await good(of.two, 'Ábaco', { onHand: 0 })
  const book = await good(of.two, 'libro')
  // A stock of its own is none once it has variants.
  const cap = await good(of.two, 'gorra', { onHand: 0, lowAt: 9 })
  const [small, large] = [
    await putVariant(of.two, cap, { size: 'S', position: 0 }),
    await putVariant(of.two, cap, { size: 'M', colour: 'Añil', position: 1 }),
  ]
  await keep({ portalId: of.two, id: small, productId: cap, onHand: 50 })
  await keep({ portalId: of.two, id: large, productId: cap, onHand: 100 })

  const sold = (portalId: string, productId: string, ...sales: readonly [at: Date, units: number][]) =>
    putSku(
      portalId,
      { productId },
      sales.map(([at, units]) => ({ at, units })),
    )
  // Seven in seven days, over two SKUs.
  await sold(of.one, of.cup, [ago(6), 3])
  await sold(of.one, of.cup, [ago(0), 4])
  await sold(of.one, shoe, [ago(1), 9])
  await sold(of.one, pin, [ago(3), -1])
  await sold(of.one, endless, [ago(40), 1], [ago(2), 1])
  await sold(of.two, abacus, [ago(0), 5])
  const first = startOfDay(paceToday() - 27)
  await sold(of.two, book, [new Date(first - 1), 40], [new Date(first), 1], [ago(5), 2])
  await putSku(of.two, { productId: cap, variantId: large }, [
    { at: ago(40), units: 7 },
    { at: ago(0), units: 1 },
  ])
  const other = await putAccount(database, 'Ajeno')
  await sold(other.portalId, await good(other.portalId, 'ajeno', { onHand: 1 }), [ago(0), 20])
  // What was sold as facts have it, which lists that go by it are found with.
  await database.query(
    `insert into sale_fact (portal_id, t, sku_id, place_id, orders, units, gross_micros, discounts_micros, refunds_micros,
        net_micros, income_micros)
      select l.portal_id, date_trunc('hour', l.at), l.sku_id, 1, 1, l.units, 0, 0, 0, 0, 0 from order_line l
      where l.portal_id in ($1, $2, $3)`,
    [of.one, of.two, other.portalId],
  )
})

const list = (query: AllStocksQuery = {}, seen: Seen = label()) => run((tx) => listAllStocks(tx, query, seen))
const names = async (query?: AllStocksQuery, seen?: Seen) =>
  (await list(query, seen)).items.map(({ name, size }) => [name.es, ...(size ? [size] : [])].join(' '))

const byProduct = ['taza', 'zapato', 'pin', 'eterno', 'camisa', 'Ábaco', 'libro', 'gorra S', 'gorra M']
const ways: [NonNullable<AllStocksQuery['orderBy']>, string[]][] = [
  ['name', ['Ábaco', 'camisa', 'eterno', 'gorra S', 'gorra M', 'libro', 'pin', 'taza', 'zapato']],
  ['-name', ['zapato', 'taza', 'pin', 'libro', 'gorra S', 'gorra M', 'eterno', 'camisa', 'Ábaco']],
  ['portal', byProduct],
  ['-portal', [...byProduct.slice(5), ...byProduct.slice(0, 5)]],
  ['available', ['zapato', 'Ábaco', 'libro', 'camisa', 'pin', 'taza', 'gorra S', 'gorra M', 'eterno']],
  ['-available', ['eterno', 'gorra M', 'gorra S', 'taza', 'pin', 'camisa', 'libro', 'Ábaco', 'zapato']],
  ['soldLately', ['pin', 'camisa', 'gorra S', 'eterno', 'gorra M', 'libro', 'Ábaco', 'taza', 'zapato']],
  ['-soldLately', ['zapato', 'taza', 'Ábaco', 'libro', 'eterno', 'gorra M', 'camisa', 'gorra S', 'pin']],
  // What is gone stands first, the most sold of it before the rest; what does not run out is last.
  ['runsOut', ['zapato', 'Ábaco', 'taza', 'gorra M', 'pin', 'eterno', 'camisa', 'libro', 'gorra S']],
  ['-runsOut', ['gorra M', 'taza', 'Ábaco', 'zapato', 'pin', 'eterno', 'camisa', 'libro', 'gorra S']],
]

describe('the stock of a label', () => {
  test('has each row with its portal, its pace and the day on which it is gone', async () => {
    const { items, ...page } = await list()
    expect(page).toEqual({ total: 9, totalCapped: false, page: 1, pageSize: 50 })
    expect(items.find(({ id }) => id === of.cup)).toEqual({
      ...{ id: of.cup, productId: of.cup, name: { es: 'taza' }, size: null, colour: null, sku: 'T-1' },
      ...{
        pictureUrl: null,
        status: 'active',
        onHand: 10,
        committed: 2,
        incoming: 4,
        safety: 1,
        available: 7,
      },
      ...{ lowAt: null, low: false, soldLately: 7, soldInDays: 7, runsOutOn: '2026-06-22', version: 1 },
      updatedAt: expect.any(String),
      portal: { id: of.one, name: 'Ámbar', code: `ambar-${of.label}` },
    })
    expect(
      Object.fromEntries(
        items.map(({ name, size, available, soldLately, soldInDays, runsOutOn, low }) => [
          [name.es, ...(size ? [size] : [])].join(' '),
          [available, soldLately, soldInDays, runsOutOn, low],
        ]),
      ),
    ).toEqual({
      taza: [7, 7, 7, '2026-06-22', false],
      zapato: [-2, 9, 2, null, false],
      pin: [4, -1, 4, null, true],
      // Further than ten years no pace is believed.
      eterno: [1_000, 1, 28, null, false],
      camisa: [3, 0, 28, null, false],
      Ábaco: [0, 5, 1, null, false],
      libro: [0, 3, 28, null, false],
      'gorra S': [50, 0, 28, null, false],
      'gorra M': [100, 1, 28, '2034-02-13', false],
    })
  })

  test.each(ways)(
    'stands by %s, and a short page has what the whole list has there',
    async (orderBy, wanted) => {
      expect(await names({ orderBy })).toEqual(wanted)
      for (const size of [1, 2, 4, 9])
        for (const start of [0, size]) {
          const some = await inWindow({ start, size }, () => list({ orderBy }))
          expect([
            some.items.map(({ name, size }) => [name.es, ...(size ? [size] : [])].join(' ')),
            some.total,
          ]).toEqual([...[wanted.slice(start, start + size), 9]])
        }
    },
  )

  test('is that of one of its portals, or of those that somebody sees', async () => {
    const own = byProduct.slice(0, 5).toSorted()
    expect((await names({ portal: of.one })).toSorted()).toEqual(own)
    expect((await list({ portal: of.one })).total).toBe(5)
    expect((await names({}, { portals: [of.one], accounts: [] })).toSorted()).toEqual(own)
    expect(await names({ portal: of.two }, { portals: [of.one], accounts: [] })).toEqual([])
    for (const [orderBy, wanted] of ways)
      expect(await names({ orderBy, portal: of.two })).toEqual(
        wanted.filter((name) => byProduct.slice(5).includes(name)),
      )
  })

  test.each(ways)(
    'by %s is narrowed by words, by what is low or out, and by days',
    async (orderBy, wanted) => {
      const left = (...those: string[]) => wanted.filter((name) => those.includes(name))
      expect(await names({ orderBy, q: 'gorr' })).toEqual(left('gorra S', 'gorra M'))
      expect(await names({ orderBy, q: 'T-1' })).toEqual(['taza'])
      expect(await names({ orderBy, q: 'anil' })).toEqual(['gorra M'])
      expect(await names({ orderBy, level: 'low' })).toEqual(['pin'])
      expect(await names({ orderBy, level: 'out' })).toEqual(left('zapato', 'Ábaco'))
      expect(await names({ orderBy, withinDays: 7 })).toEqual(['taza'])
      expect(await names({ orderBy, withinDays: 6 })).toEqual([])
      expect(await names({ orderBy, withinDays: 365, q: 'taz' })).toEqual(['taza'])
      expect(await names({ orderBy, withinDays: 365, q: 'zap' })).toEqual([])
      const narrowed = await inWindow({ start: 1, size: 1 }, () => list({ orderBy, level: 'out' }))
      expect([narrowed.items.length, narrowed.total]).toEqual([1, 2])
    },
  )

  test('goes out as a file by portal and name', async () => {
    const file = async (query: Parameters<typeof everyStock>[1] = {}) => {
      const found: string[] = []
      await run(async (tx) => {
        for await (const some of everyStock(tx, query, label()))
          found.push(...some.map(({ portal, name, size }) => `${portal.name} ${name.es}${size ?? ''}`))
      })
      return found
    }
    expect(await file()).toEqual([
      ...['Ámbar camisa', 'Ámbar eterno', 'Ámbar pin', 'Ámbar taza', 'Ámbar zapato'],
      ...['bosque Ábaco', 'bosque gorraS', 'bosque gorraM', 'bosque libro'],
    ])
    expect(await file({ level: 'out' })).toEqual(['Ámbar zapato', 'bosque Ábaco'])
    expect(await file({ withinDays: 7 })).toEqual(['Ámbar taza'])
    expect(await file({ portal: of.two, q: 'gor' })).toEqual(['bosque gorraS', 'bosque gorraM'])
  })
})
