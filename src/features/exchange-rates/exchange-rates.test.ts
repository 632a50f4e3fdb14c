import { describe, expect, test } from 'vitest'
import { failureCode } from '#client.ts'
import { processDeliveries } from '#features/connectors/server/process-deliveries.ts'
import { signatureHeaders } from '#features/connectors/server/signature.ts'
import { shopifyOrder } from '#features/connectors/test-orders.ts'
import { as, ok, testApp, testServices } from '#testing/as.ts'
import { testDatabase } from '#testing/database.ts'
import { portals } from '#testing/world/cast.ts'
import { ratesFile } from './test-rates.ts'

const world = testDatabase()
const portalId = portals.ninoLobo.id
const staff = () => as(world.database, 'staff')
const artist = () => as(world.database, 'artist')
const secret = 'un-secreto-de-pruebas-muy-largo'

const bringIn = async (days: Record<string, Record<string, string>>) =>
  ok(await (await staff()).exchangeRates.importExchangeRates({ file: ratesFile(days) }))

/** One unit at 121.00 with 21.00 of tax inside, in dollars. */
const dollars = (name: string, day: string, rest: Record<string, unknown> = {}) =>
  shopifyOrder(name, {
    currency: 'USD',
    created_at: `${day}T10:00:00+01:00`,
    updated_at: `${day}T10:00:00+01:00`,
    line_items: [
      {
        id: 1,
        sku: 'SUELTO',
        name: 'x',
        quantity: 1,
        price: '121.00',
        total_discount: '0.00',
        tax_lines: [{ price: '21.00' }],
      },
    ],
    ...rest,
  })

async function connect(currencyRates: Record<string, string> = {}) {
  const api = await artist()
  for (const { id, kind } of ok(await api.connectors.listConnectors({ portalId })).items)
    if (kind === 'shopify') await api.connectors.deleteConnector({ portalId, connectorId: id })
  const draft = { portalId, kind: 'shopify' as const, name: 'Tienda', secret, currencyRates }
  return ok(await api.connectors.createConnector(draft)).connector
}

async function tell(connectorId: string, order: object) {
  const body = JSON.stringify(order)
  const headers = {
    'Content-Type': 'application/json',
    ...signatureHeaders('shopify', secret, Buffer.from(body)),
  }
  const path = `/api/webhooks/shopify/${connectorId}`
  expect((await testApp(world.database).request(path, { method: 'POST', body, headers })).status).toBe(200)
  await processDeliveries(world.database, testServices.secret)
}
const fieldsOf = (result: unknown) => (result as { error?: { fields?: object } }).error?.fields
const netOf = async (q: string) => ok(await (await artist()).orders.listOrders({ q })).items[0]?.netCents

describe('reference rates', () => {
  test('are brought in by staff, once, and shown with the day that they are of', async () => {
    const days = { '2026-11-13': { USD: '1.25', GBP: '0.8' }, '2026-11-12': { USD: '1.2' } }
    expect(await bringIn(days)).toEqual({ rates: 3, changed: 3, from: '2026-11-12', to: '2026-11-13' })
    expect(await bringIn({ ...days, '2026-11-12': { USD: '1.28' } })).toMatchObject({ rates: 3, changed: 1 })
    const on = async (day: string) => ok(await (await staff()).exchangeRates.listExchangeRates({ day }))
    expect(await on('2026-11-15')).toEqual({
      day: '2026-11-15',
      from: '2026-11-12',
      to: '2026-11-13',
      items: [
        { currency: 'GBP', day: '2026-11-13', perEuro: '0.8', euros: '1.25' },
        { currency: 'USD', day: '2026-11-13', perEuro: '1.25', euros: '0.8' },
      ],
    })
    expect((await on('2026-11-12')).items.map(({ euros }) => euros)).toEqual(['0.78125'])
    expect((await on('2026-11-20')).items).toHaveLength(2)
    expect((await on('2026-11-21')).items).toEqual([])
  })

  test('are staff’s alone, and another file is refused by its field', async () => {
    const file = ratesFile({ '2026-11-13': { USD: '1.25' } })
    expect(failureCode(await (await artist()).exchangeRates.importExchangeRates({ file }))).toBe('forbidden')
    expect(failureCode(await (await artist()).exchangeRates.listExchangeRates({}))).toBe('forbidden')
    const wrong = await (await staff()).exchangeRates.importExchangeRates({
      file: ratesFile({ '2026-11-13': { USD: '1,25' } }),
    })
    expect(fieldsOf(wrong)).toEqual({ file: 'El cambio «USD 1,25» no se puede leer.' })
    const sent = async (bytes: string) =>
      (await staff()).exchangeRates.importExchangeRates({ file: new File([bytes], 'eurofxref') })
    expect(fieldsOf(await sent('PK\u0003\u0004…'))).toEqual({
      file: expect.stringContaining('eurofxref.csv'),
    })
    expect(fieldsOf(await sent('USD;1,08\n'))).toEqual({
      file: expect.stringContaining('eurofxref-hist.csv'),
    })
    expect(ok(await sent('Date, USD, \n13 November 2026, 1.25, \n'))).toMatchObject({ rates: 1 })
  })
})

describe('an order in other money', () => {
  test('is counted at its own day’s rate, also on a Sunday, and what comes later at the same', async () => {
    await bringIn({ '2026-11-06': { USD: '1.25' }, '2026-11-10': { USD: '1.6' } })
    const { id } = await connect()
    await tell(id, dollars('#D1', '2026-11-08'))
    await tell(id, dollars('#D2', '2026-11-10'))
    expect([await netOf('#D1'), await netOf('#D2')]).toEqual([8000, 6250])
    // Corrected by the bank meanwhile: the refund is counted as the sale was.
    await bringIn({ '2026-11-06': { USD: '2' } })
    const refund = {
      id: 9,
      created_at: '2026-11-12T10:00:00+01:00',
      refund_line_items: [{ line_item_id: 1, quantity: 1, subtotal: '121.00', total_tax: '21.00' }],
      transactions: [{ kind: 'refund', status: 'success', amount: '121.00' }],
    }
    await tell(
      id,
      dollars('#D1', '2026-11-08', { updated_at: '2026-11-12T10:00:00+01:00', refunds: [refund] }),
    )
    expect(await netOf('#D1')).toBe(0)
  })

  test('is counted at the typed rate where there is one', async () => {
    await bringIn({ '2026-11-06': { USD: '1.25' } })
    const { id } = await connect({ USD: '0.5' })
    await tell(id, dollars('#D3', '2026-11-06'))
    expect(await netOf('#D3')).toBe(5000)
  })

  test('waits where there is no rate, and goes through once there is', async () => {
    const { id } = await connect()
    await tell(id, dollars('#D4', '2025-05-05'))
    const api = await artist()
    const [failed] = ok(await api.connectors.listDeliveries({ portalId, connectorId: id })).items
    expect(failed).toMatchObject({ state: 'failed', reference: null })
    await bringIn({ '2025-05-05': { USD: '1.25' } })
    ok(await api.connectors.retryDelivery({ portalId, connectorId: id, deliveryId: failed?.id ?? '' }))
    await processDeliveries(world.database, testServices.secret)
    expect(await netOf('#D4')).toBe(8000)
  })

  test('told by a program needs no rate, and keeps the one that it was told with', async () => {
    await bringIn({ '2026-11-06': { USD: '1.25' } })
    const api = await artist()
    const line = { id: '1', sku: 'SUELTO', name: 'x', units: 1, unitPrice: '100' }
    const draft = { portalId, placedAt: '2026-11-06T10:00:00Z', currency: 'USD', lines: [line] }
    expect(ok(await api.orders.putOrder({ ...draft, externalId: 'P1' }))).toMatchObject({ netCents: 8000 })
    ok(await api.orders.putOrder({ ...draft, externalId: 'P2', currencyRate: '0.5' }))
    const two = { ...draft, externalId: 'P2', lines: [line, { ...line, id: '2' }] }
    expect(ok(await api.orders.putOrder(two))).toMatchObject({ netCents: 10_000 })
    const free = await api.orders.putOrder({ ...draft, externalId: 'P4', currencyRate: '0.00' })
    expect(Object.keys(fieldsOf(free) ?? {})).toEqual(['currencyRate'])
    const none = await api.orders.putOrder({ ...draft, externalId: 'P3', currency: 'XPF' })
    expect(fieldsOf(none)).toEqual({ currencyRate: 'Indica el cambio a euros de esta moneda.' })
  })

  test('follows a rate that a program tells later, and has its own again after another currency', async () => {
    await bringIn({ '2026-11-06': { USD: '1.25', GBP: '0.8' } })
    const api = await artist()
    const line = { id: '1', sku: 'SUELTO', name: 'x', units: 1, unitPrice: '100' }
    const updatedAt = '2026-11-06T10:00:00Z'
    const draft = { portalId, externalId: 'P5', placedAt: updatedAt, currency: 'USD', lines: [line] }
    const net = async (more: object) => ok(await api.orders.putOrder({ ...draft, ...more })).netCents
    expect(await net({ updatedAt, currencyRate: '0.5' })).toBe(5000)
    // Of the same moment, and of a later one.
    expect(await net({ updatedAt, currencyRate: '0.4' })).toBe(4000)
    expect(await net({ currencyRate: '0.6' })).toBe(6000)
    expect(await net({ currency: 'GBP' })).toBe(12_500)
    expect(await net({})).toBe(6000)
    // What is older changes neither lines nor rate.
    const older = ok(await api.orders.putOrder({ ...draft, updatedAt, currencyRate: '0.9' }))
    expect(older).toMatchObject({ applied: false, netCents: 6000 })
    expect(await net({ lines: [line, { ...line, id: '2' }] })).toBe(12_000)
  })

  test('in a file is counted by its day, each line', async () => {
    await bringIn({ '2026-11-03': { USD: '1.25' }, '2026-11-04': { USD: '2' } })
    const file = new File(
      [
        'pedido,fecha,sku,unidades,precio,moneda\nF1,2026-11-03,A,1,100.00,USD\nF2,2026-11-04,A,1,100.00,USD\n',
      ],
      'pedidos.csv',
    )
    const map = JSON.stringify({
      columns: {
        order: 'pedido',
        date: 'fecha',
        sku: 'sku',
        quantity: 'unidades',
        unitPrice: 'precio',
        currency: 'moneda',
      },
      constants: { taxRate: '0' },
    })
    const api = await artist()
    ok(await api.orders.uploadOrders({ portalId, file, format: 'generic', map, mode: 'all' }))
    expect([await netOf('F1'), await netOf('F2')]).toEqual([8000, 5000])
    const unknown = new File(
      ['pedido,fecha,sku,unidades,precio,moneda\nF3,2026-11-03,A,1,1.00,XTS\n'],
      'p.csv',
    )
    const said = ok(
      await api.orders.uploadOrders({ portalId, file: unknown, format: 'generic', map, mode: 'all' }),
    )
    expect(said).toMatchObject({ status: 'refused', bad: 1 })
  })
})
