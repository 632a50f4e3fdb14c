import { beforeAll, expect, test } from 'vitest'
import { as, ok } from '#testing/as.ts'
import { testDatabase } from '#testing/database.ts'
import { portals } from '#testing/world/cast.ts'
import { addReturns, days } from './test-returns.ts'

const world = testDatabase()
const { ninoLobo } = portals
let of: Awaited<ReturnType<typeof addReturns>>

beforeAll(async () => {
  of = await addReturns(world.database)
}, 120_000)

test('goods are called as in the catalogue, or as their SKU is where no product is known', async () => {
  const { analytics } = await as(world.database, 'artist')
  const ask = async (query: object) => ok(await analytics.returns({ ...days, ...query }))
  const [product] = await world.database.query<{ name: string; category: string }>(
    `select p.name->>'es' as name, p.category from product p where p.portal_id = $1 and p.id = $2`,
    [ninoLobo.id, of.product],
  )
  const all = await ask({})
  expect(all.items?.map(({ name, portalName }) => [name, portalName])).toEqual([
    [product?.name, ninoLobo.name],
    ['NINO-CD', ninoLobo.name],
  ])
  const variants = await world.database.query<{ id: string; name: string }>(
    `select v.id, concat_ws(' · ', v.size, v.colour) as name from variant v where v.portal_id = $1 and v.product_id = $2`,
    [ninoLobo.id, of.product],
  )
  const { items } = await ask({ variantsOf: of.product })
  expect(items).toHaveLength(2)
  for (const { id, name } of items ?? []) expect(variants).toContainEqual({ id, name })
  // Of a SKU by itself there is one variant: itself.
  const sku = all.items?.[1]?.id ?? ''
  expect(await ask({ variantsOf: sku })).toMatchObject({
    ...{ total: 1, sold: 4, cancelled: 0, refunded: 2 },
    items: [{ id: sku, name: 'NINO-CD', sold: 4, cancelled: 0, refunded: 2, share: 0.5 }],
  })
})

test('each filter leaves what the list without it has of that', async () => {
  const { analytics } = await as(world.database, 'artist')
  const [mapped] = await world.database.query<{ category: string }>(
    `select category from product where portal_id = $1 and id = $2`,
    [ninoLobo.id, of.product],
  )
  const ask = async (query: object) => ok(await analytics.returns({ ...days, ...query }))
  const all = (await ask({})).items ?? []
  const [one, other] = all
  const filters: [object, typeof all][] = [
    [{ categories: mapped?.category }, all.slice(0, 1)],
    [{ categories: 'unmapped' }, all.slice(1)],
    [{ categories: ['unmapped', mapped?.category] }, all],
    [{ addedCategories: 'unmapped' }, all.slice(1)],
    [{ products: one?.id }, all.slice(0, 1)],
    [{ products: [one?.id, other?.id] }, all],
    [{ products: one?.id, addedCategories: 'unmapped' }, all],
    [{ products: one?.id, categories: 'unmapped' }, []],
    [{ excludedProducts: other?.id }, all.slice(0, 1)],
    [{ excludedProducts: [one?.id, other?.id] }, []],
    [{ portals: ninoLobo.id }, all],
    [{ countries: ['ES', 'FR'] }, all],
    [{ countries: 'PT' }, []],
  ]
  for (const [query, left] of filters) expect([query, (await ask(query)).items]).toEqual([query, left])
  // Not of the days before, nor of those after.
  expect((await ask({ f: '2021-03-01', t: '2021-03-31' })).items).toEqual([])
})
