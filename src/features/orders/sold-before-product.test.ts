import { expect, test } from 'vitest'
import { as, ok } from '#testing/as.ts'
import { testDatabase } from '#testing/database.ts'
import { portals } from '#testing/world/cast.ts'

/** What was sold by a SKU before its product was there: the product and a person's word make the same of it. */

const world = testDatabase()
const portalId = portals.ninoLobo.id
const nextYear = `${new Date().getUTCFullYear() + 1}-06-01`

const sell = async (sku: string, externalId = `order ${sku}`) =>
  ok(
    await (await as(world.database, 'super')).orders.putOrder({
      ...{ portalId, externalId, placedAt: '2026-11-10T10:00:00Z', currency: 'EUR' },
      lines: [{ id: '1', sku, name: `Name of ${sku}`, units: 2, unitPrice: '10.00' }],
    }),
  )
const draft = (sku: string | null, name: string) => ({
  ...{ portalId, name: { es: name }, sku, category: 'album', format: 'presave', priceCents: 1000 },
  ...{ taxClass: 'general', releaseOn: nextYear },
})
const make = async (sku: string | null, name: string) =>
  ok(await (await as(world.database, 'staff')).products.createProduct(draft(sku, name) as never))
const lineOf = async (sku: string) => {
  const [line] = await world.database.query<{ product_id: string | null }>(
    `select l.product_id, l.category, l.commission_pct::text, l.income_micros::text, l.owed_at::text
      from order_line l join sku_mapping m on m.portal_id = l.portal_id and m.id = l.sku_id
      where m.portal_id = $1 and m.sku = $2`,
    [portalId, sku],
  )
  if (!line) throw new Error(`Nothing was sold by ${sku}.`)
  const { product_id, ...rest } = line
  return { productId: product_id, rest }
}

test('a product that is made later takes its sales along, as if a person had said so', async () => {
  for (const sku of ['BEFORE-MADE', 'BEFORE-SAID', 'BEFORE-HAND']) await sell(sku)
  const before = await lineOf('BEFORE-MADE')
  expect(before.productId).toBeNull()
  // By hand, as the measure of the others.
  const hand = await make(null, 'A mano')
  const staff = await as(world.database, 'super')
  const { items } = ok(await staff.orders.listSkus({ portalId, q: 'BEFORE-HAND' }))
  ok(await staff.orders.mapSkus({ portalId, skus: [{ id: items[0]?.id ?? '', productId: hand.id }] }))
  const measure = await lineOf('BEFORE-HAND')
  expect(measure.rest).not.toEqual(before.rest)

  const made = await make('BEFORE-MADE', 'Nuevo')
  expect(await lineOf('BEFORE-MADE')).toEqual({ productId: made.id, rest: measure.rest })
  const said = await make(null, 'Luego')
  ok(
    await (await as(world.database, 'staff')).products.updateProduct(
      { ...(draft('BEFORE-SAID', 'Luego') as never as object), productId: said.id } as never,
      { version: said.version },
    ),
  )
  expect(await lineOf('BEFORE-SAID')).toEqual({ productId: said.id, rest: measure.rest })
  const [row] = ok(await staff.orders.listSkus({ portalId, q: 'BEFORE-MADE' })).items
  expect(row).toMatchObject({ target: made.id, byHand: false })
})

test('what somebody has said by hand stays', async () => {
  await sell('BEFORE-NONE')
  const staff = await as(world.database, 'super')
  const { items } = ok(await staff.orders.listSkus({ portalId, q: 'BEFORE-NONE' }))
  ok(await staff.orders.mapSkus({ portalId, skus: [{ id: items[0]?.id ?? '', productId: null }] }))
  await make('BEFORE-NONE', 'Otra cosa')
  expect((await lineOf('BEFORE-NONE')).productId).toBeNull()
})
