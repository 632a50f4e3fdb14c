import { beforeAll, describe, expect, test, vi } from 'vitest'
import { putAccount, putPortal } from '#testing/raw-sales.ts'
import { why } from '#testing/why.ts'
import { ordersApplied } from './server/occasions.ts'
import { listSkus, mapNamed, mapSkus } from './server/skus.ts'
import { orderState } from './server/table.ts'
import { skuRows } from './test-skus.ts'

/** The SKUs of one portal, and what comes of saying what they stand for. */

const { world, run, putGood, putVariant, putSku, putTotal } = skuRows()
const at = (second: number) => new Date(Date.UTC(2026, 2, 4, 10, 0, second))
let [portalId, other] = ['', '']
type Query = Parameters<typeof listSkus>[2]
const list = (query: Query = {}, of = portalId, locale: 'es' | 'en' = 'es') =>
  run((tx) => listSkus(tx, of, query, locale))
const skusOf = async (query?: Query) => (await list(query)).items.map(({ sku }) => sku)
const cents = (amount: number) => ({ netMicros: amount * 10_000 })

describe('of a portal', () => {
  let shirt = ''
  beforeAll(async () => {
    const made = await putAccount(world.database, 'Sello')
    portalId = made.portalId
    other = await putPortal(world.database, made.accountId)
    shirt = await putGood(portalId, 'Camiseta', { name: { es: 'Camiseta', en: 'Shirt' } })
    const small = await putVariant(portalId, shirt, { size: 'S', colour: 'Negro' })
    const known = async (
      row: Parameters<typeof putSku>[1],
      net: number,
      sold?: Parameters<typeof putSku>[2],
    ) => {
      const id = await putSku(portalId, { source: 'shop', ...row }, sold)
      await putTotal(portalId, id, cents(net))
      return id
    }
    const first = await known({ sku: 'U-2', name: 'Gorra' }, 5, [
      { cents: 3 },
      { cents: 2, units: 4, at: at(9) },
    ])
    // Two years are one sum; countries and months are not added to it.
    await putTotal(portalId, first, { ...cents(2), t: new Date('2025-01-01T00:00:00Z') })
    await putTotal(portalId, first, { ...cents(90), country: 'ES' })
    await putTotal(portalId, first, { ...cents(90), grain: 'month' })
    await known({ sku: 'U-1' }, 5)
    await known({ sku: 'U-3' }, 5)
    await known({ sku: 'M-1', productId: shirt, variantId: small, byHand: true }, 100)
    await known({ sku: 'M-2', productId: shirt }, 200)
    // What was brought and undone stands at zero.
    await putTotal(portalId, await putSku(portalId, { sku: 'ZERO' }, []))
    await putSku(portalId, { sku: 'NEVER' }, [])
    const free = await putSku(portalId, { sku: 'FREE' }, [{ cents: 0 }])
    await putTotal(portalId, free, { units: 1 })
    await putTotal(other, await putSku(other, { sku: 'OTHER' }), cents(50))
  })

  test('stand those without a product first, the most sold before, of one amount by name', async () => {
    expect(await skusOf()).toEqual(['U-2', 'U-1', 'U-3', 'FREE', 'M-2', 'M-1'])
    const { items, total, unmapped } = await list()
    expect([total, unmapped]).toEqual([6, 4])
    expect(items[0]).toMatchObject({
      ...{ source: 'shop', sku: 'U-2', name: 'Gorra', lines: 2, units: 5, netCents: 5, byHand: false },
      ...{
        target: null,
        targetName: null,
        suggested: null,
        suggestedName: null,
        lastAt: at(9).toISOString(),
      },
    })
    expect(
      items.slice(4).map(({ target, targetName, byHand }) => [target?.split('/')[0], targetName, byHand]),
    ).toEqual([
      [shirt, 'Camiseta', false],
      [shirt, 'Camiseta · Negro · S', true],
    ])
    expect((await list({}, portalId, 'en')).items[5]?.targetName).toBe('Shirt · Negro · S')
  })

  test('stand each of the signs that something was sold', async () => {
    const signs = ['orders', 'grossMicros', 'refundsMicros', 'netMicros'] as const
    const { portalId: alone } = await putAccount(world.database, 'Señales')
    for (const sign of signs) await putTotal(alone, await putSku(alone, { sku: sign }), { [sign]: 1 })
    expect((await list({}, alone)).items.map(({ sku }) => sku).sort()).toEqual([...signs].sort())
  })

  test('are looked for by SKU and name, with a product or without', async () => {
    expect(await skusOf({ q: 'u-' })).toEqual(['U-2', 'U-1', 'U-3'])
    expect(await skusOf({ q: 'gorr' })).toEqual(['U-2'])
    expect(await skusOf({ state: 'mapped' })).toEqual(['M-2', 'M-1'])
    expect(await skusOf({ state: 'unmapped' })).toEqual(['U-2', 'U-1', 'U-3', 'FREE'])
    const behind = await list({ page: 2, state: 'mapped' })
    expect([behind.items, behind.total, behind.unmapped]).toEqual([[], 2, 4])
    expect((await list({ q: 'nadie' })).total).toBe(0)
  })
})

describe('what a SKU stands for', () => {
  const suggestedIn = async (of: string) =>
    (await list({}, of, 'en')).items.map(({ sku, suggested, suggestedName }) => [
      sku,
      suggested,
      suggestedName,
    ])

  test('is suggested of what nobody has said', async () => {
    const { portalId: alone } = await putAccount(world.database, 'Sugerencias')
    const good = await putGood(alone, 'Taza azul', { name: { es: 'Taza azul', en: 'Blue mug' } })
    const one = await putSku(alone, { sku: 'A', name: 'La taza azul' })
    const known = await putSku(alone, { sku: 'B', name: 'La taza azul', productId: good })
    for (const id of [one, known]) await putTotal(alone, id, cents(1))
    expect(await suggestedIn(alone)).toEqual([
      ['A', good, 'Blue mug'],
      ['B', null, null],
    ])
  })

  test('is a variant of its product, or refused', async () => {
    const { portalId: alone } = await putAccount(world.database, 'Variantes')
    const [shirt, cap] = [await putGood(alone, 'Camiseta'), await putGood(alone, 'Gorra')]
    const small = await putVariant(alone, shirt, { size: 'S' })
    const id = await putSku(alone, { sku: 'A' })
    const map = (...skus: Parameters<typeof mapSkus>[2]) => run((tx) => mapSkus(tx, alone, skus))
    expect(await why(map({ id, productId: shirt }, { id, productId: null, variantId: small }))).toEqual([
      'skus.1.variantId orders.variant',
    ])
    expect(await why(map({ id, productId: cap, variantId: small }))).toEqual([
      'skus.0.variantId orders.variant',
    ])
    expect(await why(map({ id, productId: id }))).toBe('notFound')
    const read = async () => {
      const [row] = await world.database.query<{ product: string; variant: string; hand: boolean }>(
        'select product_id as product, variant_id as variant, by_hand as hand from sku_mapping where id = $1',
        [id],
      )
      return row
    }
    expect(await read()).toEqual({ product: null, variant: null, hand: false })
    expect(await map({ id, productId: shirt, variantId: small })).toBe(1)
    expect(await read()).toEqual({ product: shirt, variant: small, hand: true })
    await map({ id, productId: shirt, variantId: null })
    expect(await read()).toEqual({ product: shirt, variant: null, hand: true })
    await map({ id, productId: null })
    expect(await read()).toEqual({ product: null, variant: null, hand: true })
  })

  test('is a product that comes later and has it, by itself or a variant, unless somebody said otherwise', async () => {
    const { portalId: alone, accountId } = await putAccount(world.database, 'Después')
    const elsewhere = await putPortal(world.database, accountId)
    const good = await putGood(alone, 'Taza', { sku: 'TAZA' })
    const variant = await putVariant(alone, good, { sku: 'TAZA-S' })
    await putVariant(alone, await putGood(alone, 'Otra'), { sku: 'OTRA-S' })
    const skus = {
      own: await putSku(alone, { sku: 'TAZA' }),
      variant: await putSku(alone, { sku: 'TAZA-S' }),
      hand: await putSku(alone, { sku: 'TAZA', source: 'shop', byHand: true }),
      other: await putSku(alone, { sku: 'OTRA-S' }),
      elsewhere: await putSku(elsewhere, { sku: 'TAZA' }),
    }
    await run((tx) => mapNamed(tx, alone, good))
    const found = await world.database.query<{ id: string; product: string; variant: string; hand: boolean }>(
      'select id, product_id as product, variant_id as variant, by_hand as hand from sku_mapping where id = any($1::uuid[])',
      [`{${Object.values(skus).join(',')}}`],
    )
    const of = (id: string) => found.find((row) => row.id === id)
    expect(of(skus.own)).toMatchObject({ product: good, variant: null, hand: false })
    expect(of(skus.variant)).toMatchObject({ product: good, variant, hand: false })
    expect(of(skus.hand)).toMatchObject({ product: null, hand: true })
    expect([of(skus.other)?.product, of(skus.elsewhere)?.product]).toEqual([null, null])
  })

  test('is told to the stocks of its orders, as each source told them', async () => {
    const { portalId: alone } = await putAccount(world.database, 'Existencias')
    const good = await putGood(alone, 'Taza')
    const id = await putSku(alone, { sku: 'A' }, [{}, {}])
    const orders = await world.database.query<{ externalId: string; source: string }>(
      'select external_id as "externalId", source from "order" where portal_id = $1 order by external_id',
      [alone],
    )
    const state = (externalId: string) => ({
      ...{ externalId, placedAt: 0, toldAt: 0, currency: 'EUR', country: null, province: null, city: null },
      ...{ campaign: null, sold: true, cancelled: null, refunds: [] },
      lines: [
        {
          id: 'l',
          sku: 'A',
          name: '',
          units: 3,
          gross: '1',
          net: '1',
          tax: '0',
          shipped: 1,
          removed: 0,
          returned: 0,
        },
      ],
    })
    await run((tx) =>
      tx.insert(orderState).values(
        orders.map(({ externalId, source }, place) => ({
          ...{ portalId: alone, source, externalId, toldAt: at(0), state: state(externalId) },
          firsts: (place === 0 ? { past: 1 } : {}) as Record<string, number>,
        })),
      ),
    )
    const told = vi.spyOn(ordersApplied, 'tell').mockResolvedValue([])
    await run((tx) => mapSkus(tx, alone, [{ id, productId: good }]))
    expect(
      told.mock.calls.map(([, source, claims]) => [
        source,
        claims.toSorted((a, b) => (a.externalId < b.externalId ? -1 : 1)),
      ]),
    ).toEqual([
      [
        'csv',
        orders.map(({ externalId }, place) => ({
          ...{ portalId: alone, externalId, past: place === 0 },
          ...{ line: 'l', sku: 'A', committed: 2, shipped: 1, returned: 0 },
        })),
      ],
    ])
    told.mockRestore()
  })
})
