import { beforeAll, expect, test } from 'vitest'
import type { Api } from '#client.ts'
import { oweFrom } from '#features/orders/server/owed-from.ts'
import { asService } from '#platform/db.ts'
import { as, ok, testApp, testServices } from '#testing/as.ts'
import { testDatabase } from '#testing/database.ts'
import { portals } from '#testing/world/cast.ts'
import { processDeliveries } from './server/process-deliveries.ts'
import { signatureHeaders } from './server/signature.ts'
import { shopifyOrder } from './test-orders.ts'

/** One order that comes by its shop and in a file counts once, whichever comes first. */

const world = testDatabase()
const portalId = portals.ninoLobo.id
const secret = 'un-secreto-de-pruebas-muy-largo'
let artist: Api
beforeAll(async () => {
  artist = await as(world.database, 'artist')
})

const connectors = new Map<string, string>()
async function tell(kind: 'shopify' | 'woocommerce', order: object) {
  let id = connectors.get(kind)
  if (!id) {
    const draft = { portalId, kind, name: 'Tienda', secret, currencyRates: {} }
    id = ok(await artist.connectors.createConnector(draft)).connector.id
    connectors.set(kind, id)
    // Its own sales are owed from the day on which it was connected.
    await world.database.transaction(asService('trial'), (tx) => oweFrom(tx, [portalId], kind, '2026-11-20'))
  }
  const body = JSON.stringify(order)
  const answer = await testApp(world.database).request(`/api/webhooks/${kind}/${id}`, {
    method: 'POST',
    body,
    headers: {
      'Content-Type': 'application/json',
      ...signatureHeaders(kind, secret, Buffer.from(body)),
    },
  })
  expect(answer.status).toBe(200)
  await processDeliveries(world.database, testServices.secret)
}

/** Two shirts at 20.00 and a record at 10.00, without tax; 11 November, 23:30 in Madrid. */
const woo = (number: string, more: object = {}) => ({
  ...{ id: Number(number), number, status: 'processing', currency: 'EUR', total: '60.50' },
  ...{ date_created_gmt: '2026-11-11T22:30:00', date_modified_gmt: '2026-11-11T22:30:00' },
  billing: { country: 'ES', email: 'ana@example.test' },
  line_items: [
    {
      id: 1,
      sku: 'CAM',
      name: 'Camiseta',
      quantity: 2,
      subtotal: '40.00',
      total: '40.00',
      total_tax: '8.40',
    },
    { id: 2, sku: 'LP', name: 'Disco', quantity: 1, subtotal: '10.00', total: '10.00', total_tax: '2.10' },
  ],
  refunds: [],
  ...more,
})
const map = {
  columns: { order: 'pedido', sku: 'ref', quantity: 'uds', total: 'total', tax: 'iva', date: 'fecha' },
  constants: { currency: 'EUR' },
  totalOf: 'line',
}
const rowsOf = (number: string, day = '2026-11-11') => [
  `${number},CAM,2,48.40,8.40,${day}`,
  `${number},LP,1,12.10,2.10,${day}`,
]
async function bringIn(rows: readonly string[], mode: 'check' | 'all' | 'valid' = 'valid') {
  const file = new File([`pedido,ref,uds,total,iva,fecha\n${rows.join('\n')}\n`], 'pedidos.csv')
  return ok(
    await artist.orders.uploadOrders({
      ...{ portalId, file, format: 'generic', map: JSON.stringify(map), mode },
    }),
  )
}
/** What stands of a number: the sources, and all of it in figures, on the screen of orders and of analytics. */
async function standing(number: string, day = '2026-11-11') {
  const orders = ok(await artist.orders.listOrders({ q: number })).items.filter(
    ({ externalId }) => externalId.replace('#', '') === number,
  )
  const rows = await world.database.query<{ owed: boolean }>(
    `select l.owed_at is null as owed from order_line l join "order" o on o.portal_id = l.portal_id and o.id = l.order_id
     where o.portal_id = $1 and ltrim(o.external_id, '#') = $2`,
    [portalId, number],
  )
  const { totals } = ok(await artist.analytics.ordersSoldDetailInfo({ f: day, t: day }))
  return {
    orders: orders.map(({ source, netCents, units }) => [source, netCents, units]),
    owed: [...new Set(rows.map(({ owed }) => owed))],
    day: [totals.orders, totals.netCents],
  }
}

test('the shop has told of it: rows of a file say so, and are left out', async () => {
  const before = (await standing('7001')).day
  await tell('woocommerce', woo('7001'))
  const once = await standing('7001')
  expect(once.orders).toEqual([['woocommerce', 5000, 3]])
  expect(once.day).toEqual([(before[0] ?? 0) + 1, (before[1] ?? 0) + 5000])
  const check = await bringIn([...rowsOf('#7001'), ...rowsOf('7002', '2026-11-12')], 'check')
  expect(check).toMatchObject({ bad: 2, imported: 2 })
  expect(check.errors[0]).toEqual({
    row: 2,
    message: 'El pedido #7001 ya está: llegó por WooCommerce. Traerlo otra vez lo contaría dos veces.',
  })
  expect(await bringIn([...rowsOf('#7001')], 'all')).toMatchObject({ status: 'refused' })
  expect(await bringIn([...rowsOf('#7001'), ...rowsOf('7002', '2026-11-12')])).toMatchObject({ imported: 2 })
  expect(await standing('7001')).toEqual(once)
  expect((await standing('7002', '2026-11-12')).orders).toEqual([['csv', 5000, 3]])
})

test('a file had brought it: it becomes the shop’s, with what becomes of it, and stays owed', async () => {
  const file = await bringIn(rowsOf('7003'))
  const brought = await standing('7003')
  expect(brought.orders).toEqual([['csv', 5000, 3]])
  expect(brought.owed).toEqual([true])
  await tell('woocommerce', woo('7003'))
  expect(await standing('7003')).toEqual({ ...brought, orders: [['woocommerce', 5000, 3]] })
  // What only the shop knows: the record was paid back.
  const refunds = [
    {
      ...{ id: 9, date_created_gmt: '2026-11-13T09:00:00', amount: '12.10' },
      line_items: [{ refunded_item_id: 2, quantity: -1, total: '-10.00', total_tax: '-2.10' }],
    },
  ]
  await tell('woocommerce', woo('7003', { refunds, date_modified_gmt: '2026-11-13T09:00:00' }))
  const since = await standing('7003')
  expect([since.orders, since.owed]).toEqual([[['woocommerce', 4000, 3]], [true]])
  // The same file once more, and taken back: what the shop has told stays.
  expect(await bringIn(rowsOf('7003'))).toMatchObject({ imported: 0, bad: 2 })
  ok((await artist.orders.undoImport({ portalId, importId: file.importId ?? '' })) ?? {})
  expect(await standing('7003')).toEqual(since)
})

test('what the shop has only noted takes nothing over: the file’s sale stands until the shop has sold it too', async () => {
  const day = '2026-11-11'
  await bringIn(rowsOf('7006'))
  const brought = await standing('7006')
  expect(brought.orders).toEqual([['csv', 5000, 3]])
  await tell('woocommerce', woo('7006', { status: 'pending' }))
  expect(await standing('7006')).toEqual(brought)
  await tell('woocommerce', woo('7006', { date_modified_gmt: `${day}T22:40:00` }))
  expect(await standing('7006')).toEqual({ ...brought, orders: [['woocommerce', 5000, 3]] })
})

test('two shops may have one number: another day, or more than the shop sold, is another order', async () => {
  await tell('woocommerce', woo('7004'))
  expect(await bringIn(rowsOf('7004', '2026-11-14'))).toMatchObject({ imported: 2, bad: 0 })
  expect((await standing('7004')).orders.toSorted()).toEqual([
    ['csv', 5000, 3],
    ['woocommerce', 5000, 3],
  ])
  await tell('woocommerce', woo('7005'))
  expect(await bringIn(['7005,CAM,9,48.40,8.40,2026-11-11'])).toMatchObject({ imported: 1, bad: 0 })
})

const shopifyFile = (name: string) =>
  new File(
    [
      [
        'Name,Email,Financial Status,Paid at,Fulfillment Status,Currency,Subtotal,Shipping,Taxes,Total,Discount Code,Discount Amount,Created at,Lineitem quantity,Lineitem name,Lineitem price,Lineitem sku,Lineitem discount,Billing Country,Shipping Country,Cancelled at,Refunded Amount,Id',
        `${name},ana@example.test,paid,2026-11-02 10:00:00 +0100,unfulfilled,EUR,40.00,0.00,6.94,40.00,,0.00,2026-11-02 10:00:00 +0100,2,Camiseta,20.00,SIN-PRODUCTO,0.00,ES,ES,,0.00,42`,
      ].join('\n'),
    ],
    'orders_export.csv',
  )

test.each(['webhook', 'file'])('Shopify’s own file is of the same orders, the %s first', async (first) => {
  const name = first === 'file' ? '#8001' : '#8002'
  const byFile = async () =>
    ok(
      await artist.orders.uploadOrders({
        ...{ portalId, file: shopifyFile(name), format: 'shopify', mode: 'all' },
      }),
    )
  const steps = [() => tell('shopify', shopifyOrder(name)), byFile]
  for (const step of first === 'file' ? steps.toReversed() : steps) await step()
  expect((await standing(name.slice(1))).orders).toEqual([['shopify', 3306, 2]])
  await byFile()
  expect((await standing(name.slice(1))).orders).toEqual([['shopify', 3306, 2]])
})
