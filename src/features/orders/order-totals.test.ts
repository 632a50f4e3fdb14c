import { expect, test } from 'vitest'
import { as, ok } from '#testing/as.ts'
import { testDatabase } from '#testing/database.ts'
import { portals } from '#testing/world/cast.ts'

const world = testDatabase()
const portalId = portals.ninoLobo.id
const line = { id: '1', sku: 'SUELTO', name: 'Pegatina', units: 3, unitPrice: '12.105', tax: '6.30' }
const told = (externalId: string, minute: number, rest: object = {}) => ({
  portalId,
  externalId,
  placedAt: '2026-11-10T10:00:00Z',
  updatedAt: `2026-11-10T10:0${minute}:00Z`,
  currency: 'EUR',
  lines: [line],
  ...rest,
})

/** Orders of which is kept that they come to something else than their lines, or nothing. */
const wrong = () =>
  world.database.query(
    `select coalesce(o.external_id, t.order_id::text) as "order", t.net_cents::text as kept, l.cents::text as lines
     from (select o.portal_id, o.id, o.external_id, coalesce((select sum(round(l.net_micros / 10000.0)) from order_line l
        where l.portal_id = o.portal_id and l.order_id = o.id), 0) as cents from "order" o) l
     join "order" o on o.portal_id = l.portal_id and o.id = l.id
     full join order_total t on t.portal_id = o.portal_id and t.order_id = o.id
     where t.net_cents is distinct from l.cents`,
  )

test('what orders come to is kept with their lines: made, changed, refunded, cancelled, assigned, undone', async () => {
  expect(await wrong()).toEqual([])
  const artist = await as(world.database, 'artist')
  ok(await artist.orders.putOrder(told('T-1', 0)))
  const two = [line, { ...line, id: '2', units: 1, unitPrice: '0.335', tax: '0' }]
  expect(ok(await artist.orders.putOrder(told('T-1', 1, { lines: two })))).toMatchObject({ netCents: 3036 })
  expect(await wrong()).toEqual([])
  const refunds = [
    { id: 'R', at: '2026-11-11T09:00:00Z', lines: [{ id: '1', amount: '12.10', tax: '2.10' }] },
  ]
  ok(await artist.orders.putOrder(told('T-1', 2, { lines: two, refunds })))
  expect(await wrong()).toEqual([])
  const [sku] = ok(await artist.orders.listSkus({ portalId, q: 'SUELTO' })).items
  const [product] = ok(await artist.products.listProducts({ portal: portalId, format: 'digital' })).items
  const skus = [{ id: sku?.id ?? '', productId: product?.id ?? '' }]
  ok(await artist.orders.mapSkus({ portalId, skus }))
  expect(await wrong()).toEqual([])
  ok(
    await artist.orders.putOrder(
      told('T-1', 3, { lines: two, refunds, cancelledAt: '2026-11-12T09:00:00Z' }),
    ),
  )
  expect(await wrong()).toEqual([])

  const map = JSON.stringify({
    columns: { order: 'pedido', name: 'producto', total: 'importe', date: 'fecha' },
    constants: { taxRate: '0', currency: 'EUR', quantity: '1' },
  })
  const file = new File(['pedido,producto,importe,fecha\nT-9,Lote,99999.00,2026-11-09\n'], 'pedidos.csv')
  const { importId } = ok(
    await artist.orders.uploadOrders({ portalId, file, format: 'generic', map, mode: 'all' }),
  )
  const [dearest] = ok(await artist.orders.listOrders({ portal: portalId, orderBy: '-net' })).items
  expect(dearest).toMatchObject({ externalId: 'T-9', netCents: 9_999_900 })
  expect(await wrong()).toEqual([])
  ok(await artist.orders.undoImport({ portalId, importId: importId ?? '' }))
  expect(await wrong()).toEqual([])
})

test('orders by what they come to are all orders, each once, in either way', async () => {
  const staff = await as(world.database, 'super')
  const nets = async (orderBy: '-net' | 'net') => {
    const found: { id: string; netCents: number }[] = []
    for (let page = 1; ; page++) {
      const { items } = ok(await staff.orders.listOrders({ orderBy, page }))
      if (items.length === 0) break
      found.push(...items)
    }
    expect(new Set(found.map(({ id }) => id)).size).toBe(found.length)
    return found.map(({ netCents }) => netCents)
  }
  const [row] = await world.database.query<{ n: number }>('select count(*)::int as n from "order"')
  const down = await nets('-net')
  expect(down.length).toBe(row?.n)
  expect(down).toEqual(down.toSorted((a, b) => b - a))
  expect(await nets('net')).toEqual(down.toReversed())
})
