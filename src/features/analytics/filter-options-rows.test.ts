import { beforeAll, describe, expect, test } from 'vitest'
import { skuRows } from '#features/orders/test-skus.ts'
import { everything } from '#features/rollups/server/dimensions.ts'
import { putAccount, putPortal } from '#testing/raw-sales.ts'
import type { Base } from './server/base.ts'
import type { Asking } from './server/detail.ts'
import { filterOptions } from './server/filter-options.ts'
import { postgresStore } from './server/postgres-store.ts'

/** What filters may be set to: what there is, within what one sees, and by its names. */

const { world, run, putGood, putSku } = skuRows()
type Query = Parameters<typeof filterOptions>[1]
const asked = (base: Base, query: Query = {}, locale: 'es' | 'en' = 'es') =>
  run((tx) => filterOptions({ tx, base, locale, store: postgresStore, now: new Date() } as Asking, query))
const ids = {
  ...{ one: '00000000-0000-7000-8000-0000000000a1', two: '00000000-0000-7000-8000-0000000000a2' },
  ...{ three: '00000000-0000-7000-8000-0000000000a3', never: '00000000-0000-7000-8000-0000000000a4' },
  bare: '00000000-0000-7000-8000-0000000000a5',
}
let label = { accountId: '', portalId: '' }
let other = { accountId: '', portalId: '' }
let gone = ''
const namesOf = (all: readonly { name: string }[]) => all.map(({ name }) => name)

beforeAll(async () => {
  // Nothing of the world is called so.
  label = await putAccount(world.database, 'Qxq Sello')
  other = await putAccount(world.database, 'Qxq Otro')
  gone = await putPortal(world.database, label.accountId, { name: 'Qxq Cerrado', deletedAt: new Date() })
  await putPortal(world.database, label.accountId, { name: 'Qxq Anexo' })
  const put = (portalId: string, id: string, es: string, en?: string) =>
    putGood(portalId, es, { id, name: { es, ...(en === undefined ? {} : { en }) } })
  await put(label.portalId, ids.one, 'Qxq Taza', 'Qxq Mug')
  await put(label.portalId, ids.two, 'qxq ábaco', '')
  await put(other.portalId, ids.three, 'Qxq Pin')
  await put(label.portalId, ids.never, 'Qxq Nunca')
  for (const [portalId, productId] of [
    [label.portalId, ids.one],
    [label.portalId, ids.two],
    [other.portalId, ids.three],
  ] as const)
    await putSku(portalId, { productId }, [])
  await putSku(label.portalId, { id: ids.bare, sku: 'QXQ-SKU', name: '' }, [])
  await putSku(label.portalId, { sku: 'QXQ-OTRO', name: 'Qxq Suelto' }, [])
})
const ofLabel = () => ({ accountId: label.accountId })

describe('by a text', () => {
  test('are labels for staff alone, and portals that are there', async () => {
    const all = await asked('everything', { q: ' qxq ' })
    expect(namesOf(all.labels)).toEqual(['Qxq Otro', 'Qxq Sello'])
    expect(namesOf(all.portals)).toEqual(['Qxq Anexo', 'Qxq Otro', 'Qxq Sello'])
    const own = await asked(ofLabel(), { q: 'qxq' })
    expect([own.labels, namesOf(own.portals)]).toEqual([[], ['Qxq Anexo', 'Qxq Sello']])
    expect(namesOf((await asked({ portalId: other.portalId }, { q: 'qxq' })).portals)).toEqual(['Qxq Otro'])
  })

  test('are what was sold, by its name or its SKU, in the reader’s language', async () => {
    const products = async (base: Base, q = 'qxq', locale: 'es' | 'en' = 'es') =>
      namesOf((await asked(base, { q }, locale)).products)
    expect(await products('everything')).toEqual([
      ...['qxq ábaco', 'Qxq Pin', 'Qxq Suelto', 'Qxq Taza', 'QXQ-SKU'],
    ])
    expect(await products(ofLabel())).toEqual(['qxq ábaco', 'Qxq Suelto', 'Qxq Taza', 'QXQ-SKU'])
    expect(await products({ portalId: other.portalId })).toEqual(['Qxq Pin'])
    expect(await products('everything', 'qxq mug', 'en')).toEqual(['Qxq Mug'])
    expect(await products('everything', 'qxq mug')).toEqual([])
    // Without a name in that language it has its other one.
    expect(await products('everything', 'abaco', 'en')).toEqual(['qxq ábaco'])
    expect(await products('everything', 'xq-sku')).toEqual(['QXQ-SKU'])
    expect((await asked(ofLabel(), { q: 'xq-sku' })).products[0]).toEqual({
      ...{ id: ids.bare, name: 'QXQ-SKU', portalName: 'Qxq Sello' },
    })
  })

  test('are all there is where nothing is typed', async () => {
    for (const q of ['', '  '])
      expect(namesOf((await asked(ofLabel(), { q })).portals)).toEqual(['Qxq Anexo', 'Qxq Sello'])
    expect(namesOf((await asked(ofLabel())).products)).toHaveLength(4)
  })
})

describe('what is chosen', () => {
  test('stands first, whatever is typed, deleted or never sold', async () => {
    const chosen = [gone, ids.never, label.accountId]
    const all = await asked('everything', { q: 'qxq', chosen })
    expect(namesOf(all.labels)).toEqual(['Qxq Sello', 'Qxq Otro'])
    expect(namesOf(all.portals)).toEqual(['Qxq Cerrado', 'Qxq Anexo', 'Qxq Otro', 'Qxq Sello'])
    expect(namesOf(all.products).slice(0, 2)).toEqual(['Qxq Nunca', 'qxq ábaco'])
    const none = await asked('everything', { q: 'nadie se llama así', chosen })
    expect([none.labels, none.products].map(namesOf)).toEqual([['Qxq Sello'], ['Qxq Nunca']])
  })

  test('is all that is told where nothing is typed: it is for its names', async () => {
    const told = await asked('everything', { chosen: ids.bare })
    expect(told).toEqual({
      ...{ labels: [], portals: [], countries: [], sources: [] },
      products: [{ id: ids.bare, name: 'QXQ-SKU', portalName: 'Qxq Sello' }],
    })
    const both = await asked('everything', { chosen: [ids.one, label.portalId] })
    expect([namesOf(both.products), namesOf(both.portals)]).toEqual([['Qxq Taza'], ['Qxq Sello']])
  })

  test('is nobody’s whom one does not see', async () => {
    const { products, portals } = await asked(ofLabel(), { chosen: [ids.three, other.portalId, ids.bare] })
    expect([namesOf(products), namesOf(portals)]).toEqual([['QXQ-SKU'], []])
    expect(
      namesOf((await asked({ portalId: other.portalId }, { chosen: [ids.bare, ids.three] })).products),
    ).toEqual(['Qxq Pin'])
  })
})

test('are fifty of each, and those that are chosen beside them', async () => {
  const { accountId, portalId } = await putAccount(world.database, 'Muchos')
  for (let at = 10; at < 62; at += 1) {
    await putPortal(world.database, accountId, { name: `Zz ${at}` })
    await world.database.query(`insert into account (id, name) values (gen_random_uuid(), 'Zz ${at}')`)
    await putSku(portalId, { sku: `ZZ-${at}` }, [])
    await putSku(portalId, { productId: await putGood(portalId, `Ww ${at}`) }, [])
  }
  const found = await asked('everything', { q: 'zz' })
  expect([found.labels, found.portals, found.products].map((all) => all.length)).toEqual([50, 50, 50])
  expect(namesOf(found.portals).at(-1)).toBe('Zz 59')
  expect(namesOf(found.products).at(-1)).toBe('ZZ-59')
  expect(namesOf((await asked('everything', { q: 'ww' })).products).at(-1)).toBe('Ww 59')
  const chosen = [portalId, ids.bare]
  const more = await asked('everything', { q: 'zz', chosen })
  expect([more.portals.length, more.products.length]).toEqual([52, 51])
})

describe('countries and sources', () => {
  const totals = (table: string, scope: string, dimension: string, value: string, more: object = {}) =>
    world.database.query(`insert into ${table} select (jsonb_populate_record(null::${table}, $1::jsonb)).*`, [
      JSON.stringify({
        ...{ scope_id: scope, dimension, value, grain: 'year', t: '2019-12-31T23:00:00Z' },
        ...(table === 'visits_dimension'
          ? { visits: 1, visitors: 0, views: 0, clicks: 0 }
          : { orders: 0, units: 0, albums: 0, gross_micros: 0, discounts_micros: 0, refunds_micros: 0 }),
        ...(table === 'visits_dimension' ? {} : { net_micros: 0, income_micros: 0 }),
        ...more,
      }),
    ])

  test('are those that facts of one’s portals have', async () => {
    const put = (portalId: string, country: string) =>
      world.database.query('insert into fact_country values ($1, $2)', [portalId, country])
    await put(label.portalId, 'PT')
    await put(label.portalId, 'AD')
    await put(gone, 'FR')
    await put(other.portalId, 'XK')
    expect((await asked(ofLabel())).countries).toEqual(['AD', 'PT'])
    expect((await asked({ portalId: other.portalId })).countries).toEqual(['XK'])
  })

  test('are of everything for staff, of what was sold and of visits, where they are countries', async () => {
    await totals('sales_dimension', everything, 'country', 'QA')
    await totals('visits_dimension', everything, 'country', 'QB')
    await totals('sales_dimension', everything, 'country', '')
    await totals('sales_dimension', everything, 'city', 'QC')
    await totals('sales_dimension', everything, 'country', 'QD', { grain: 'month' })
    await totals('sales_dimension', label.portalId, 'country', 'QE')
    const { countries } = await asked('everything')
    expect(countries).toEqual(countries.toSorted())
    expect(countries.filter((one) => one.startsWith('Q') || one === '')).toEqual(['QA', 'QB'])
  })

  test('are the sources that brought most, and what has none came directly', async () => {
    const of = (portalId: string, value: string, visits: number, more = {}) =>
      totals('visits_dimension', portalId, 'source', value, { visits, ...more })
    await of(label.portalId, 'qxq-b', 2)
    await of(label.portalId, 'qxq-b', 2, { t: '2020-12-31T23:00:00Z' })
    await of(label.portalId, 'qxq-a', 3)
    await of(label.portalId, 'qxq-0', 3)
    await of(label.portalId, '', 9)
    await of(label.portalId, 'direct', 1)
    await of(label.portalId, 'qxq-none', 0)
    await of(label.portalId, 'qxq-month', 5, { grain: 'month' })
    await of(gone, 'qxq-gone', 5)
    await of(other.portalId, 'qxq-other', 5)
    await totals('visits_dimension', label.portalId, 'medium', 'qxq-medium')
    await of(everything, 'qxq-all', 1)
    expect((await asked(ofLabel())).sources).toEqual(['direct', 'qxq-b', 'qxq-0', 'qxq-a'])
    expect((await asked(ofLabel(), { q: 'XQ-A' })).sources).toEqual(['qxq-a'])
    expect((await asked({ portalId: other.portalId })).sources).toEqual(['qxq-other'])
    expect((await asked('everything', { q: 'qxq' })).sources).toEqual(['qxq-all'])
  })
})
