import { beforeAll, expect, test } from 'vitest'
import { importLines } from '#features/orders/server/import-orders.ts'
import { rollWaitingBatches } from '#features/rollups/server/rollups.ts'
import { addViews } from '#features/visits/server/ingest-views.ts'
import { Big } from '#platform/money.ts'
import { as, ok } from '#testing/as.ts'
import { testDatabase } from '#testing/database.ts'
import { portals } from '#testing/world/cast.ts'

const world = testDatabase()
const portalId = portals.ninoLobo.id
const day = '2021-06-03'
const days = { f: day, t: day }
const ids = { product: '', variant: '', own: '', address: '' }

const pressed = (linkId: string, at: number) => ({
  ...{ portalId, at: Date.parse(`${day}T10:00:00Z`) + at, kind: 'click' as const, visitor: 'v', path: '/' },
  ...{ source: null, medium: null, campaign: null, referrer: null, channel: 'direct', country: 'ES' },
  ...{ province: null, city: null, device: 'mobile', browser: 'Firefox', linkId, lineHash: null },
})

beforeAll(async () => {
  const staff = await as(world.database, 'super')
  const shop = (path: string) => ({ shop: 'Tienda', url: `https://tienda.example/${path}` })
  const made = ok(
    await staff.products.createProduct({
      ...{ portalId, name: { es: 'Camiseta', en: 'Shirt' }, category: 'apparel', format: 'limited' },
      ...{ priceCents: 2500, purchaseAddresses: [shop('')] },
      variants: [{ size: 'L', colour: 'Negro', purchaseAddresses: [shop('l')] }],
    }),
  )
  ids.product = made.id
  ids.variant = made.variantRows[0]?.id ?? ''
  const addresses = await world.database.query<{ id: string; variant_id: string | null }>(
    'select id, variant_id from purchase_address where product_id = $1',
    [made.id],
  )
  ids.own = addresses.find(({ variant_id }) => variant_id === null)?.id ?? ''
  ids.address = addresses.find(({ variant_id }) => variant_id !== null)?.id ?? ''
  const { product, variant, own, address } = ids
  await addViews(world.database, [product, product, product, variant, own, address, address].map(pressed))
  const at = Date.parse(`${day}T12:00:00Z`)
  await importLines(
    world.database,
    'clicks',
    { by: 'portal', create: false },
    [
      {
        ...{ row: 0, portalKey: portals.ninoLobo.code, externalId: 'one', kind: 'sale', ordinal: 1 },
        ...{ at, placedAt: at, sku: 'SUELTO', name: 'Suelto', units: 1, currency: 'EUR', scale: 2 },
        ...{ gross: new Big(20), net: new Big(20), tax: new Big(0), clickId: address },
      },
    ],
    { secret: Buffer.alloc(32) },
  )
  await rollWaitingBatches(world.database)
})

test('a product is followed from its tile to its size, to the shop, to the order', async () => {
  const { analytics } = await as(world.database, 'artist')
  const { products, rows, attributedOrders } = ok(await analytics.salesFunnel(days))
  expect(products).toEqual([
    {
      ...{ id: ids.product, name: 'Camiseta', portalName: portals.ninoLobo.name },
      ...{ opened: 3, chosen: 1, clicks: 3, orders: 1, netCents: 2000 },
      incomeCents: expect.any(Number),
    },
  ])
  expect(attributedOrders).toBe(1)
  const names = Object.fromEntries(rows.map(({ id, name }) => [id, name]))
  expect(names).toEqual({
    [ids.product]: 'Camiseta',
    [ids.variant]: 'Camiseta · L · Negro',
    [ids.own]: 'Camiseta · Tienda',
    [ids.address]: 'Camiseta · L · Negro · Tienda',
  })
})

test('nobody sees another portal’s products in it', async () => {
  const { analytics } = await as(world.database, 'vera')
  expect(ok(await analytics.salesFunnel(days)).products).toEqual([])
  const staff = await as(world.database, 'super')
  expect(ok(await staff.analytics.salesFunnel(days)).products).toHaveLength(1)
})
