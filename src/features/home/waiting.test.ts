import { beforeAll, expect, test } from 'vitest'
import { as, ok } from '#testing/as.ts'
import { testDatabase } from '#testing/database.ts'
import { type people, portals } from '#testing/world/cast.ts'

const world = testDatabase()
const { bajamar, claraVentisca, hotelLevante, juliaArrecife } = portals
const waiting = async (who: keyof typeof people, portalId: string) =>
  ok(await (await as(world.database, who)).home.listWaiting({ portalId }))
const set = (text: string, values: unknown[]) => world.database.query<{ count: number }>(text, values)

beforeAll(async () => {
  await set(`update product set status = 'archived' where blank_id is not null`, [])
})

/** Makes the first so many active products of a portal have so much. */
const leave = (portalId: string, units: number, products = 1, lowAt: number | null = null) =>
  world.database.query<{ id: string; productId: string; name: { es: string } }>(
    `insert into stock (portal_id, id, product_id, on_hand, low_at)
       select distinct on (d.id) d.portal_id, coalesce(v.id, d.id), d.id, $2::int, $4::int from (
         select * from product where portal_id = $1 and status = 'active' order by id limit $3) d
       left join variant v on v.portal_id = d.portal_id and v.product_id = d.id order by d.id, v.position
     on conflict (portal_id, id) do update set on_hand = $2, low_at = $4
     returning id, product_id as "productId",
       (select name from product p where p.portal_id = stock.portal_id and p.id = stock.product_id) as name`,
    [portalId, units, products, lowAt],
  )

test('what is sold out or runs low is told by its name', async () => {
  const [one] = await leave(claraVentisca.id, -1)
  if (!one) throw new Error('Nothing has a stock')
  const { items } = await waiting('editor', claraVentisca.id)
  expect(items.filter(({ kind }) => kind === 'out')).toMatchObject([
    {
      portal: { id: claraVentisca.id, name: 'Clara Ventisca' },
      count: 1,
      named: [{ name: one.name, productId: one.productId, stockId: one.id, variants: 1, left: -1 }],
    },
  ])
  await leave(claraVentisca.id, 3, 1, 4)
  expect((await waiting('editor', claraVentisca.id)).items.map(({ kind }) => kind)).not.toContain('out')
  expect((await waiting('editor', claraVentisca.id)).items).toContainEqual(
    expect.objectContaining({ kind: 'low', named: [expect.objectContaining({ name: one.name, left: 3 })] }),
  )
})

test('a label is told of each of its portals once, and another portal of itself alone', async () => {
  await leave(claraVentisca.id, 0, 1)
  await leave(hotelLevante.id, 0, 2)
  const { items, total } = await waiting('label', bajamar.id)
  const out = items.filter(({ kind }) => kind === 'out').map(({ portal, count }) => [portal.id, count])
  expect(out).toEqual([
    [hotelLevante.id, 2],
    [claraVentisca.id, 1],
  ])
  expect(items.filter(({ kind }) => kind === 'domain')).toMatchObject([
    { portal: { id: juliaArrecife.id }, named: [{ name: { es: 'juliaarrecife.com' } }] },
  ])
  // Every kind of every portal once, and the most severe first.
  const keys = items.map(({ kind, portal }) => `${kind} ${portal.id}`)
  expect(new Set(keys).size).toBe(keys.length)
  expect(items[0]?.kind).toBe('domain')
  expect(total).toBe(items.length)
  const own = (await waiting('label', claraVentisca.id)).items
  expect(new Set(own.map(({ portal }) => portal.id))).toEqual(new Set([claraVentisca.id]))
})

test('a label is told of SKUs without a product and of deliveries without a rate, if it may see to them', async () => {
  const kinds = async (who: keyof typeof people) =>
    new Set((await waiting(who, bajamar.id)).items.map(({ kind }) => kind))
  const staff = await as(world.database, 'super')
  for (const { id } of [hotelLevante, juliaArrecife])
    ok(
      await staff.orders.putOrder({
        ...{ portalId: id, externalId: `order ${id}`, placedAt: '2026-11-10T10:00:00Z', currency: 'EUR' },
        lines: [{ id: '1', sku: 'POSTAL', name: 'Postal', units: 1, unitPrice: '5.00' }],
      }),
    )
  expect(await kinds('label')).toContain('skus')
  const skus = (await waiting('label', bajamar.id)).items.filter(({ kind }) => kind === 'skus')
  const [listed] = await set(
    `select count(*)::int as count from sku_mapping m join portal p on p.id = m.portal_id where p.account_id = $1
       and p.deleted_at is null and m.product_id is null
       and exists (select from order_line l where l.portal_id = m.portal_id and l.sku_id = m.id)`,
    [bajamar.accountId],
  )
  expect(skus.length).toBeGreaterThan(1)
  expect(skus.reduce((sum, { count }) => sum + count, 0)).toBe(listed?.count)
  await set(
    `update member set denies = '["stocks.managestocks", "portal.editconfiguration"]' where portal_id = $1`,
    [bajamar.id],
  )
  const fewer = await kinds('label')
  expect([...fewer].filter((kind) => ['skus', 'rate', 'domain', 'shop'].includes(kind))).toEqual([])
  expect(fewer).toContain('out')
})

test('a blank that cannot be had is named, with what it stops', async () => {
  const staff = await as(world.database, 'super')
  const blank = ok(
    await staff.blanks.createBlank({
      name: 'Sudadera Cruiser',
      type: 'Ropa',
      supplier: 'Telares del Sur',
      reference: 'SC-1',
      variants: [
        { colour: 'negra', size: 'S', costCents: 900, supply: 'inStock' },
        { colour: 'negra', size: 'M', costCents: 900, supply: 'supplierOut' },
        { colour: 'roja', size: 'M', costCents: 900, supply: 'supplierOut' },
      ],
    }),
  )
  const make = async (name: string) => {
    const product = ok(
      await staff.products.createProduct({
        portalId: claraVentisca.id,
        name: { es: name },
        category: 'apparel',
        format: 'onDemand',
        priceCents: 4500,
        taxClass: 'general',
        blankId: blank.id,
        pictures: [{ url: `/files/${'b'.repeat(32)}.webp` }],
        variants: [
          { size: 'S', colour: 'negra' },
          { size: 'M', colour: 'negra' },
        ],
      }),
    )
    ok(await staff.products.activateProduct({ portalId: claraVentisca.id, productId: product.id }))
    return product.id
  }
  const [first, second] = [await make('Sudadera «Fiordo»'), await make('Sudadera «Galerna»')]
  const { items } = await waiting('editor', claraVentisca.id)
  expect(items.filter(({ kind }) => kind === 'blank')).toEqual([
    {
      kind: 'blank',
      portal: { id: claraVentisca.id, name: 'Clara Ventisca' },
      count: 1,
      named: [
        {
          name: { es: 'Sudadera Cruiser' },
          stops: [
            { id: first, name: { es: 'Sudadera «Fiordo»' } },
            { id: second, name: { es: 'Sudadera «Galerna»' } },
          ],
          lacks: [{ size: 'M', colour: 'negra' }],
        },
      ],
    },
  ])
})

test('a label of hundreds of portals is told of stock as well, and of names where it is told of the portal', async () => {
  await set(
    `insert into portal (id, account_id, code, name, custom_url)
       select gen_random_uuid(), $1::uuid, 'MANY' || n, 'Mar ' || n, 'many-' || n from generate_series(1, 240) n`,
    [bajamar.accountId],
  )
  await leave(hotelLevante.id, 0, 4)
  const { items, total } = await waiting('label', bajamar.id)
  expect(items.length).toBeLessThanOrEqual(30)
  expect(total).toBeGreaterThanOrEqual(items.length)
  const out = items.find(({ kind, portal }) => kind === 'out' && portal.id === hotelLevante.id)
  expect(out?.count).toBeGreaterThanOrEqual(4)
  expect(out?.named.length).toBe(3)
})
