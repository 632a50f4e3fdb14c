import { sql } from 'drizzle-orm'
import { v7 } from 'uuid'
import { beforeAll, expect, test } from 'vitest'
import { skuRows } from '#features/orders/test-skus.ts'
import { purchaseAddress } from '#features/products/server/table.ts'
import { putAccount, putPortal, putSale } from '#testing/raw-sales.ts'
import { productFunnel } from './server/product-funnel.ts'
import { ofTheseOnly, type Selection } from './server/selection.ts'

/** How products are followed from a click to the order, of clicks that a store tells and orders that carry one. */

const { world, run, putGood, putVariant, putSku } = skuRows()
const until = new Date('2026-06-01T00:00:00Z')
const at = new Date('2026-05-10T10:00:00Z')
const of = { one: '', two: '', other: '' }

const address = async (portalId: string, productId: string, variantId?: string) => {
  const id = v7()
  await run((tx) =>
    tx.insert(purchaseAddress).values({
      ...{ portalId, id, productId, shop: 'Tienda', url: 'https://tienda.example/' },
      ...(variantId ? { variantId } : {}),
    }),
  )
  return id
}
/** An order of lines with what each earned, in cents; the second of a pair is income. */
const order = async (portalId: string, lines: readonly [net: number, income: number, at?: Date][]) => {
  const [orderId, skuId] = [v7(), await putSku(portalId, {}, [])]
  for (const [ordinal, [net, income, when = at]] of lines.entries())
    await putSale(world.database, {
      ...{ portalId, productId: skuId, skuId, orderId, ordinal, at: when, orders: ordinal === 0 ? 1 : 0 },
      ...{ netMicros: net * 10_000, incomeMicros: income * 10_000, kind: net < 0 ? 'refund' : 'sale' },
    })
  return orderId
}

type Clicks = readonly (readonly [key: string, clicks: number])[]
type Attributed = readonly (readonly [clickId: string, portalId: string, id: string])[]
const ask = (clicks: Clicks, attributed: Attributed = [], locale = 'es', portals = [of.one, of.two]) => {
  const selection: Selection = {
    ...{ countries: [], goods: undefined, named: undefined, categories: undefined },
    ...ofTheseOnly(portals.map((id) => ({ id, orders: new Set(), visits: new Set() }))),
  }
  return run((tx) =>
    productFunnel(tx, {
      ...{ selection, until, locale },
      clicks: sql`select x->>0 as key, (x->>1)::float8 as clicks from jsonb_array_elements(${JSON.stringify(clicks)}::jsonb) x`,
      attributed: sql`select (x->>0)::uuid as click_id, (x->>1)::uuid as portal_id, (x->>2)::uuid as id
        from jsonb_array_elements(${JSON.stringify(attributed)}::jsonb) x`,
    }),
  )
}

beforeAll(async () => {
  const made = await putAccount(world.database, 'Uno')
  of.one = made.portalId
  of.two = await putPortal(world.database, made.accountId, { name: 'Dos' })
  of.other = (await putAccount(world.database, 'Ajeno')).portalId
})

test('what was opened, chosen and pressed is of its product, and so is what orders with a press came to', async () => {
  const shirt = await putGood(of.one, 'Camiseta', { name: { es: 'Camiseta', en: 'Shirt' } })
  const size = await putVariant(of.one, shirt, { size: 'L' })
  const [own, ofSize] = [await address(of.one, shirt), await address(of.one, shirt, size)]
  const mug = await putGood(of.two, 'Taza', { name: { es: 'Taza', en: '' } })
  const ofMug = await address(of.two, mug)
  const poster = await putGood(of.one, 'Póster')
  const ofPoster = await address(of.one, poster)
  const album = await putGood(of.other, 'Ajeno')
  const clicks: Clicks = [
    ...([
      [shirt, 3],
      [shirt, 2],
      [size, 1],
      [own, 4],
      [ofSize, 2],
    ] as const),
    ...([
      [mug, 5],
      [ofMug, 7],
      ['', 99],
      [v7(), 9],
      [album, 8],
    ] as const),
  ]
  const late = new Date(until.getTime() - 1)
  const attributed: Attributed = [
    [
      ...([
        ofSize,
        of.one,
        await order(of.one, [
          [1_000, 800],
          [500, 400, late],
          [-300, -200, until],
        ]),
      ] as const),
    ],
    [own, of.one, await order(of.one, [[250, 200]])],
    [ofMug, of.two, await order(of.two, [[900, 700]])],
    // Pressed before the days, or told by its shop alone.
    [ofPoster, of.one, await order(of.one, [[20, 10]])],
    [v7(), of.one, await order(of.one, [[7_000, 7_000]])],
    [album, of.other, await order(of.other, [[8_000, 8_000]])],
  ]
  const rows = [
    {
      ...{ id: shirt, name: 'Camiseta', portalName: 'Uno', opened: 5, chosen: 1, pressed: 6 },
      ...{ orders: 2, net: 17_500_000, income: 14_000_000 },
    },
    {
      ...{ id: mug, name: 'Taza', portalName: 'Dos', opened: 5, chosen: null, pressed: 7 },
      ...{ orders: 1, net: 9_000_000, income: 7_000_000 },
    },
    {
      ...{ id: poster, name: 'Póster', portalName: 'Uno', opened: null, chosen: null, pressed: null },
      ...{ orders: 1, net: 200_000, income: 100_000 },
    },
  ]
  expect(await ask(clicks, attributed)).toEqual(rows)
  expect((await ask(clicks, attributed, 'en')).map(({ name }) => name)).toEqual(['Shirt', 'Taza', 'Póster'])
  expect(await ask(clicks, attributed, 'es', [of.two])).toEqual(rows.slice(1, 2))
  expect(await ask(clicks.slice(0, 2))).toEqual([
    { ...rows[0], chosen: null, pressed: null, orders: null, net: 0, income: null },
  ])
  expect(await ask([])).toEqual([])
})

test('what sold most comes first, then what was pressed most, what was opened most, and their ids', async () => {
  const goods: string[] = []
  const addresses: string[] = []
  for (let n = 0; n < 7; n += 1) {
    goods.push(await putGood(of.two, `Cosa ${n}`))
    addresses.push(await address(of.two, goods[n] ?? ''))
  }
  const clicks = (
    [
      [goods[0], 1],
      [goods[1], 1],
      [goods[2], 3],
      [goods[3], 1],
      [addresses[3], 1],
      [addresses[4], 2],
      [goods[5], 2],
      [addresses[5], 2],
      [addresses[6], 1],
    ] as const
  ).map(([key, n]) => [key ?? '', n] as const)
  const names = async (attributed: Attributed = []) => (await ask(clicks, attributed)).map(({ name }) => name)
  expect(await names()).toEqual([...['Cosa 5', 'Cosa 4', 'Cosa 3', 'Cosa 6', 'Cosa 2', 'Cosa 0', 'Cosa 1']])
  const sold = await order(of.two, [[1, 1]])
  expect((await names([[addresses[6] ?? '', of.two, sold]]))[0]).toBe('Cosa 6')
})

test('twenty are told', async () => {
  const clicks: [string, number][] = []
  for (let n = 0; n < 21; n += 1) clicks.push([await putGood(of.one, `Bien ${n}`), 100 - n])
  const found = await ask(clicks)
  expect([found.length, found[0]?.name, found[19]?.name]).toEqual([20, 'Bien 0', 'Bien 19'])
})
