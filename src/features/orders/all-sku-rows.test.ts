import { beforeAll, describe, expect, test } from 'vitest'
import type { Seen } from '#platform/of-portals.ts'
import { putAccount, putPortal } from '#testing/raw-sales.ts'
import { listAllSkus } from './server/all-skus.ts'
import { skuRows } from './test-skus.ts'

/** The SKUs of all portals, and which of them nobody has said anything of. */

const { world, run, putGood, putVariant, putSku } = skuRows()
const at = (second: number) => new Date(Date.UTC(2026, 2, 4, 10, 0, second))
let [one, other, gone, empty, label] = ['', '', '', '', '']
type Query = Parameters<typeof listAllSkus>[1]
const list = (query: Query = {}, seen?: Seen, locale: 'es' | 'en' = 'es') =>
  run((tx) => listAllSkus(tx, query, seen ?? { portals: [one, other, empty], accounts: [] }, locale))
const skusOf = async (query?: Query, seen?: Seen) => (await list(query, seen)).items.map(({ sku }) => sku)

beforeAll(async () => {
  const { database } = world
  const made = await putAccount(database, 'Sello Uno')
  one = made.portalId
  label = made.accountId
  other = await putPortal(database, label, { name: 'Grupo Dos' })
  empty = (await putAccount(database, 'Nada')).portalId
  gone = await putPortal(database, label, { deletedAt: at(0) })
  const [shirt, disc] = [
    await putGood(one, 'Camiseta'),
    await putGood(other, 'Disco', { name: { es: 'Disco', en: 'Record' } }),
  ]
  const small = await putVariant(one, shirt, { size: 'S' })
  const unknown = { source: 'shop', name: 'Nombre' }
  await putSku(one, { ...unknown, sku: 'U-2' }, [{ cents: 500 }, { cents: 400, units: 3, at: at(5) }])
  await putSku(other, { ...unknown, sku: 'U-1' }, [{ cents: 1_000 }])
  await putSku(one, { ...unknown, sku: 'U-4' }, [{ cents: 900 }])
  await putSku(one, { ...unknown, sku: 'U-9' }, [])
  await putSku(gone, { ...unknown, sku: 'U-0' }, [{}])
  await putSku(other, { name: 'Gorra', sku: 'U-3' }, [{ cents: 100 }])
  const mapped = { ...unknown, byHand: true }
  await putSku(one, { ...mapped, sku: 'M-1', productId: shirt, mappedAt: at(1) }, [{ cents: 1 }])
  await putSku(one, { ...mapped, sku: 'M-2', productId: shirt, variantId: small, mappedAt: at(2) })
  await putSku(other, { ...mapped, sku: 'M-3', productId: disc }, [{ cents: 7 }])
  await putSku(other, { ...mapped, sku: 'M-9', productId: disc, mappedAt: at(3) }, [])
})

describe('without a product', () => {
  test('stand those that were sold, the most first, of one amount by their names', async () => {
    expect(await skusOf()).toEqual(['U-1', 'U-2', 'U-4', 'U-3'])
    const { items, total, unmapped } = await list()
    expect([total, unmapped]).toEqual([4, 4])
    expect(items[1]).toMatchObject({
      ...{
        portal: { id: one, name: 'Sello Uno', pictureUrl: null },
        source: 'shop',
        sku: 'U-2',
        name: 'Nombre',
      },
      ...{ lines: 2, units: 4, netCents: 900, target: null, product: null, byHand: false, suggested: null },
      lastAt: at(5).toISOString(),
    })
  })

  test('are those of the portals that one sees, and of all that are there', async () => {
    expect(await skusOf({}, { portals: [other], accounts: [] })).toEqual(['U-1', 'U-3'])
    const all = await run((tx) => listAllSkus(tx, { q: 'U-' }, undefined, 'es'))
    expect(all.items.map(({ sku }) => sku)).toEqual(['U-1', 'U-2', 'U-4', 'U-3'])
    expect(await skusOf({ portal: one })).toEqual(['U-2', 'U-4'])
    expect(await skusOf({ portal: one }, { portals: [other], accounts: [] })).toEqual([])
  })

  test('are looked for by SKU, name and portal', async () => {
    expect(await skusOf({ q: 'u-2' })).toEqual(['U-2'])
    expect(await skusOf({ q: 'gorr' })).toEqual(['U-3'])
    expect(await skusOf({ q: 'grupo' })).toEqual(['U-1', 'U-3'])
    expect(await skusOf({ q: 'nadie' })).toEqual([])
  })

  test('are counted where none is left to be shown too', async () => {
    const behind = await list({ page: 2 })
    expect([behind.items, behind.total, behind.unmapped, behind.page]).toEqual([[], 4, 4, 2])
    const alone = await list({ portal: empty })
    expect([alone.total, alone.unmapped]).toEqual([0, 0])
  })
})

describe('with a product', () => {
  test('stand those that were sold, the last that somebody spoke of first', async () => {
    const { items, total, unmapped } = await list({ state: 'mapped' })
    expect(items.map(({ sku }) => sku)).toEqual(['M-2', 'M-1', 'M-3'])
    expect([total, unmapped]).toEqual([3, 4])
    expect(items.map(({ target, product }) => [target?.split('/').length, product])).toEqual([
      ...[
        [2, 'Camiseta'],
        [1, 'Camiseta'],
        [1, 'Disco'],
      ],
    ])
    expect(items[0]).toMatchObject({ byHand: true, lines: 1, units: 1, netCents: 1_000, suggested: null })
    const english = await list({ state: 'mapped', portal: other }, undefined, 'en')
    expect(english.items.map(({ product }) => product)).toEqual(['Record'])
  })

  test('are counted apart from those without', async () => {
    const of = async (query: Query) => {
      const { total, unmapped } = await list({ state: 'mapped', ...query })
      return [total, unmapped]
    }
    expect(await of({ portal: one })).toEqual([2, 2])
    expect(await of({ portal: other })).toEqual([1, 2])
    expect(await of({ q: 'M-' })).toEqual([3, 0])
    expect(await of({ page: 2 })).toEqual([3, 4])
    expect(await of({ q: 'U-' })).toEqual([0, 4])
  })
})

test('what a SKU most likely stands for is of its own portal, in the reader’s language, and of no known one', async () => {
  const { portalId } = await putAccount(world.database, 'Sugerencias')
  const { portalId: elsewhere } = await putAccount(world.database, 'En otra parte')
  const good = await putGood(portalId, 'Taza azul', { name: { es: 'Taza azul', en: 'Blue mug' } })
  await putGood(elsewhere, 'Taza roja')
  const sku = { source: 'shop' }
  await putSku(portalId, { ...sku, sku: 'A', name: 'La taza azul' })
  await putSku(portalId, { ...sku, sku: 'B', name: 'La taza roja' })
  await putSku(elsewhere, { ...sku, sku: 'C', name: 'La taza azul' })
  await putSku(portalId, { ...sku, sku: 'D', name: 'La taza azul', productId: good })
  const seen = { portals: [portalId, elsewhere], accounts: [] }
  const suggested = async (query: Query) =>
    (await list(query, seen, 'en')).items.map((row) => [row.sku, row.suggested])
  expect(await suggested({})).toEqual([
    ['A', { value: good, label: 'Blue mug' }],
    ['B', null],
    ['C', null],
  ])
  expect(await suggested({ state: 'mapped' })).toEqual([['D', null]])
})
