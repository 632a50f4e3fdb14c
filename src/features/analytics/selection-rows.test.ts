import { type SQL, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { skuRows } from '#features/orders/test-skus.ts'
import { rows } from '#platform/db.ts'
import { putAccount, putPortal } from '#testing/raw-sales.ts'
import { why } from '#testing/why.ts'
import type { Base } from './server/base.ts'
import {
  type FilterQuery,
  narrowed,
  readSelection,
  wholeSelection,
  withEverything,
} from './server/selection.ts'

/** Whose facts and which of them a call counts, by what it is asked for. */

const { world, run, putGood, putSku } = skuRows()
const february = '2021-01-31T23:00:00Z'
const id = {
  label: '',
  single: '',
  master: '',
  child: '',
  gone: '',
  alone: '',
  album: '',
  shirt: '',
  bare: '',
}
const names = () => new Map(Object.entries(id).map(([name, one]) => [one, name]))
const named = (ids: readonly string[]) => ids.map((one) => names().get(one) ?? '?').toSorted()

beforeAll(async () => {
  const label = await putAccount(world.database, 'Sello')
  ;[id.label, id.master] = [label.accountId, label.portalId]
  await world.database.query(`update account set type = 'master' where id = $1`, [id.label])
  id.child = await putPortal(world.database, id.label)
  id.gone = await putPortal(world.database, id.label, { deletedAt: new Date() })
  const single = await putAccount(world.database, 'Solo')
  ;[id.single, id.alone] = [single.accountId, single.portalId]
  await world.database.query(`update account set type = 'simple' where id = $1`, [id.single])
  id.album = await putGood(id.child, 'Disco')
  id.shirt = await putGood(id.alone, 'Camiseta', { category: 'apparel' })
  await putSku(id.child, { productId: id.album, sku: 'A' }, [])
  await putSku(id.alone, { productId: id.shirt, sku: 'B' }, [])
  id.bare = await putSku(id.alone, { sku: 'C' }, [])
  for (const kind of ['orders', 'visits'])
    await world.database.query('insert into portal_month (portal_id, kind, t) values ($1, $2, $3)', [
      ...[id.child, kind, february],
    ])
  await world.database.query(`insert into portal_month (portal_id, kind, t) values ($1, 'orders', $2)`, [
    ...[id.alone, february],
  ])
})

const read = (query: FilterQuery, base: Base = 'everything') => run((tx) => readSelection(tx, base, query))
const portals = async (query: FilterQuery, base?: Base) =>
  named((await read(query, base)).portals.map((one) => one.id))
/** Which of these portals' rows a condition leaves. */
const left = async (condition: (column: SQL) => SQL) => {
  const found = await run((tx) =>
    rows<{ id: string }>(tx, sql`select id from portal where ${condition(sql`id`)}`),
  )
  return named(found.map((row) => row.id)).filter((name) => name !== '?')
}
const ofPortal = () => ({ portalId: id.alone })
const ofLabel = () => ({ accountId: id.label })

describe('whose facts', () => {
  test('are everything’s for staff who ask for nothing, and no portal is looked up', async () => {
    const all = await read({})
    expect([all.whole, all.portals, all.account, all.type]).toEqual([true, [], undefined, undefined])
    expect(await left(all.inPortals)).toContain('gone')
    expect((await run((tx) => wholeSelection(tx, 'everything'))).whole).toBe(true)
    expect(
      await left(
        (column) => sql`${column} in (select id from (select id as scope_id, id from portal
      union all select '00000000-0000-0000-0000-000000000001', '00000000-0000-0000-0000-000000000001') p where ${all.ofPortals})`,
      ),
    ).toEqual([...['alone', 'child', 'gone', 'master']])
  })

  test('are of the labels, portals and types that are named, each narrowing the others', async () => {
    expect(await portals({ labels: id.label })).toEqual(['child', 'gone', 'master'])
    expect(await portals({ labels: [id.label, id.single] })).toEqual(['alone', 'child', 'gone', 'master'])
    expect(await portals({ portals: [id.child, id.alone] })).toEqual(['alone', 'child'])
    expect(await portals({ portals: [id.child, id.alone], labels: id.single })).toEqual(['alone'])
    expect(await portals({ labels: id.label, portalTypes: 'master' })).toEqual(['master'])
    expect(await portals({ labels: id.label, portalTypes: 'simple' })).toEqual(['child', 'gone'])
    expect(await portals({ labels: id.label, portalTypes: ['simple', 'master'] })).toHaveLength(3)
    expect((await read({ labels: id.label })).whole).toBe(false)
    expect(await left((await read({ portals: id.child })).inPortals)).toEqual(['child'])
    expect(await left((await read({ portals: [id.child, id.alone] })).inPortals)).toEqual(['alone', 'child'])
  })

  test('are an account’s that is asked for nothing else, whose totals tell them', async () => {
    const all = await read({}, ofLabel())
    expect([all.account, all.whole, named(all.portals.map((one) => one.id))]).toEqual([
      ...[id.label, false],
      ['child', 'master'],
    ])
    expect((await read({ portals: id.child }, ofLabel())).account).toBeUndefined()
    expect((await read({}, ofPortal())).account).toBeUndefined()
    expect((await run((tx) => wholeSelection(tx, ofLabel()))).account).toBe(id.label)
    const one = await run((tx) => wholeSelection(tx, ofPortal()))
    expect([one.whole, named(one.portals.map((each) => each.id))]).toEqual([false, ['alone']])
  })

  test('know which of their months are rolled up, of orders and of visits', async () => {
    const months = async (query: FilterQuery) =>
      Object.fromEntries(
        (await read(query)).portals.map((one) => [names().get(one.id), [[...one.orders], [...one.visits]]]),
      )
    const at = Date.parse(february)
    expect(await months({ portals: [id.child, id.alone, id.master] })).toEqual({
      ...{ child: [[at], [at]], alone: [[at], []], master: [[], []] },
    })
    const overview = await run((tx) => wholeSelection(tx, ofLabel()))
    expect(overview.portals.map(({ orders }) => orders.size)).toEqual([0, 0])
    expect(narrowed(await read({ portals: id.child }), [id.child]).portals[0]?.orders.size).toBe(0)
  })

  test('of a product are of the portal that sells it, unless a category counts beside it', async () => {
    expect(await portals({ products: id.shirt })).toEqual(['alone'])
    expect(await portals({ products: id.bare })).toEqual(['alone'])
    expect((await read({ products: id.shirt, addedCategories: 'album' })).whole).toBe(true)
    expect((await read({ excludedProducts: id.shirt })).whole).toBe(true)
  })

  test('of one type are told by its rollups where nothing else is asked for', async () => {
    const typeOf = async (query: FilterQuery, base?: Base) => (await read(query, base)).type
    const rolled = () => world.database.query('update type_rollup set asked = made')
    await rolled()
    expect(await typeOf({ portalTypes: 'simple' })).toBe('simple')
    expect(await typeOf({ portalTypes: ['master'] })).toBe('master')
    expect(await typeOf({ portalTypes: ['master', 'simple'] })).toBeUndefined()
    expect(await typeOf({ portalTypes: 'simple' }, ofLabel())).toBeUndefined()
    for (const more of [
      ...[{ labels: id.label }, { portals: id.child }, { countries: 'ES' }],
      ...[{ categories: 'album' }, { excludedProducts: id.album }],
      ...[
        { labels: id.label, portals: id.child },
        { portals: id.child, countries: 'ES' },
      ],
    ])
      expect(await typeOf({ portalTypes: 'simple', ...more })).toBeUndefined()
    await world.database.query('update type_rollup set asked = made + 1')
    expect(await typeOf({ portalTypes: 'simple' })).toBeUndefined()
    await rolled()
    expect(narrowed(await read({ portalTypes: 'simple' }), [id.child]).type).toBeUndefined()
  })

  test('are of nobody that the actor does not see, and the field says so', async () => {
    const refused = (query: FilterQuery, base?: Base) => why(read(query, base))
    const unknown = '00000000-0000-7000-8000-000000000000'
    for (const field of ['labels', 'portals', 'products', 'excludedProducts'] as const)
      expect(await refused({ [field]: unknown })).toEqual([`${field} analytics.filterUnknown`])
    expect(await refused({ portals: [id.child, id.alone] }, ofLabel())).toEqual([
      'portals analytics.filterUnknown',
    ])
    expect(await refused({ portals: [id.child, id.child] }, ofLabel())).toBe('done')
    expect(await refused({ portals: id.gone }, ofLabel())).toEqual(['portals analytics.filterUnknown'])
    expect(await refused({ labels: id.single }, ofLabel())).toEqual(['labels analytics.filterUnknown'])
    expect(await refused({ products: id.shirt }, ofLabel())).toEqual(['products analytics.filterUnknown'])
    expect(await refused({ products: [id.shirt, id.bare], excludedProducts: id.shirt }, ofPortal())).toBe(
      'done',
    )
  })
})

describe('which goods', () => {
  /** The SKUs that a condition leaves, by their names. */
  const goods = async (query: FilterQuery) => {
    const { goods } = await read(query)
    if (!goods) return undefined
    const found = await run((tx) =>
      rows<{ sku: string }>(
        tx,
        sql`select m.sku from sku_mapping m left join product p on p.portal_id = m.portal_id and p.id = m.product_id
          where m.portal_id in (${id.child}, ${id.alone}) and ${goods}`,
      ),
    )
    return found
      .map(({ sku }) => sku)
      .toSorted()
      .join('')
  }

  test('are all, or what is named: narrowed, added and left out', async () => {
    expect(await goods({})).toBeUndefined()
    expect(await goods({ categories: 'album' })).toBe('A')
    expect(await goods({ categories: ['apparel', 'unmapped'] })).toBe('BC')
    expect(await goods({ products: [id.bare] })).toBe('C')
    expect(await goods({ products: [id.bare, id.shirt], categories: 'apparel' })).toBe('B')
    expect(await goods({ addedCategories: 'album' })).toBe('A')
    expect(await goods({ products: [id.bare], addedCategories: 'album' })).toBe('AC')
    expect(
      await goods({ products: [id.bare, id.shirt], categories: 'apparel', addedCategories: 'album' }),
    ).toBe('AB')
    expect(await goods({ excludedProducts: id.shirt })).toBe('AC')
    expect(await goods({ addedCategories: 'album', excludedProducts: id.album })).toBe('')
  })

  test('are categories where nothing else tells them apart, those added with them and each once', async () => {
    const categories = async (query: FilterQuery) => (await read(query)).categories
    expect(await categories({})).toBeUndefined()
    expect(await categories({ categories: ['album', 'apparel'], addedCategories: 'album' })).toEqual([
      'album',
      'apparel',
    ])
    expect(await categories({ addedCategories: 'album' })).toEqual(['album'])
    expect(await categories({ categories: 'album', products: id.album })).toBeUndefined()
    expect(await categories({ categories: 'album', excludedProducts: id.album })).toBeUndefined()
    expect(await categories({ products: id.album })).toBeUndefined()
    const { named: as } = await read({ categories: 'album', excludedProducts: id.shirt, products: id.album })
    expect(as).toEqual({ categories: ['album'], added: [], products: [id.album], excluded: [id.shirt] })
    expect((await read({})).named).toBeUndefined()
  })

  test('that alone are left out are taken off everything, of the portals that sell them', async () => {
    const all = await read({ excludedProducts: id.shirt, countries: 'ES' })
    expect(all.without).toMatchObject({ whole: false, countries: ['ES'], categories: undefined })
    expect(named(all.without?.portals.map((one) => one.id) ?? [])).toEqual(['alone'])
    expect(all.without?.named).toEqual({ categories: [], added: [], products: [id.shirt], excluded: [] })
    expect(withEverything(all)).toMatchObject({ goods: undefined, named: undefined, countries: ['ES'] })
    expect('without' in withEverything(all)).toBe(false)
    const beside: FilterQuery[] = [
      ...[{ categories: 'apparel' }, { addedCategories: 'album' }, { products: id.album }],
      ...[
        { categories: 'apparel', addedCategories: 'album' },
        { categories: 'apparel', products: id.shirt },
      ],
    ]
    for (const more of beside)
      expect((await read({ excludedProducts: id.shirt, ...more })).without).toBeUndefined()
    expect((await read({ categories: 'album' })).without).toBeUndefined()
  })
})

test('what came directly is told without a source, or by a tracker’s word for it', async () => {
  expect((await read({ sources: ['direct', 'google', 'google'] })).sources).toEqual(['', 'direct', 'google'])
  expect('sources' in (await read({}))).toBe(false)
  expect((await read({ countries: ['ES', 'PT', 'ES'] })).countries).toEqual(['ES', 'PT'])
})
