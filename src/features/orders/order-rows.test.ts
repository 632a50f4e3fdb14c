import { beforeAll, describe, expect, test } from 'vitest'
import type { Api } from '#client.ts'
import { failureCode } from '#client.ts'
import { as, ok } from '#testing/as.ts'
import { testDatabase } from '#testing/database.ts'
import { portals } from '#testing/world/cast.ts'
import type { Order } from './contract.ts'

const world = testDatabase()
const portalId = portals.ninoLobo.id
const at = '2026-11-11T09:00:00Z'
const line = (id: string, units: number, more: object = {}) => ({
  ...{ id, sku: `FILA-${id}`, name: `Artículo ${id}`, units, unitPrice: '12.10', tax: `${2.1 * units}` },
  ...more,
})
const back = (...lines: [id: string, amount: string, tax: string][]) => ({
  refunds: [{ id: 'R', at, lines: lines.map(([id, amount, tax]) => ({ id, amount, tax })) }],
})
let artist: Api
const told: Record<string, Order> = {}

beforeAll(async () => {
  artist = await as(world.database, 'artist')
  const tell = async (externalId: string, more: object) => {
    told[externalId] = ok(
      await artist.orders.putOrder({
        ...{ portalId, externalId, placedAt: '2026-11-10T10:00:00Z', updatedAt: at, currency: 'EUR' },
        ...{ lines: [line('1', 2), line('2', 3, { discount: '6.05', tax: '5.25' })], ...more },
      }),
    )
  }
  await tell('G-1', { country: 'ES', city: 'Zahara', campaign: 'verano' })
  await tell('G-2', back(['1', '12.10', '2.10']))
  await tell('G-3', { cancelledAt: at })
  await tell('G-4', { ...back(['1', '24.20', '4.20']), cancelledAt: at })
  await tell('G-5', { currency: 'USD', currencyRate: '0.5', lines: [line('1', 2)] })
  const skus = ok(await artist.orders.listSkus({ portalId, q: 'FILA-1' })).items
  const [product] = ok(await artist.products.listProducts({ portal: portalId, format: 'onDemand' })).items
  ok(
    await artist.orders.mapSkus({
      portalId,
      skus: skus.map(({ id }) => ({ id, productId: product?.id ?? '' })),
    }),
  )
})

const rowOf = async (number: string) => ok(await artist.orders.listOrders({ q: number })).items[0]
const orderOf = async (number: string) =>
  ok(await artist.orders.getOrder({ portalId, orderId: told[number]?.id ?? '' }))

describe('an order', () => {
  test('comes to what its lines come to, in the list and by itself', async () => {
    // Without tax: 2 × 10.00, and 3 × 10.00 less 5.00.
    expect(await orderOf('G-1')).toMatchObject({
      ...{ units: 5, grossCents: 5_000, discountsCents: 500, netCents: 4_500, taxCents: 945 },
      ...{ refundsCents: 0, cancelled: false, unmapped: 1, campaign: 'verano', city: 'Zahara' },
      lines: [
        { units: 2, grossCents: 2_000, discountsCents: 0, netCents: 2_000, taxCents: 420, original: null },
        { units: 3, grossCents: 3_000, discountsCents: 500, netCents: 2_500, taxCents: 525, original: null },
      ],
    })
    for (const number of Object.keys(told)) {
      const [row, order] = [await rowOf(number), await orderOf(number)]
      expect(order).toMatchObject(row ?? { id: 'none' })
      const sum = (name: 'units' | 'netCents' | 'taxCents') =>
        order.lines.reduce((all, one) => all + one[name], 0)
      expect([order.units, order.netCents, order.taxCents]).toEqual([
        ...[sum('units'), sum('netCents'), sum('taxCents')],
      ])
      const refunds = order.lines.filter(({ kind }) => kind !== 'sale')
      expect(order.refundsCents).toBe(0 - refunds.reduce((all, { netCents }) => all + netCents, 0))
    }
  })

  test('is cancelled where all of it was called off, and refunded where money went back', async () => {
    const states = []
    for (const number of ['G-1', 'G-2', 'G-3', 'G-4']) {
      const { cancelled, refundsCents, refundsEstimated, netCents, units } = await orderOf(number)
      states.push([number, cancelled, refundsCents, refundsEstimated, netCents, units])
    }
    expect(states).toEqual([
      ['G-1', false, 0, false, 4_500, 5],
      ['G-2', false, 1_000, false, 3_500, 5],
      ['G-3', true, 4_500, false, 0, 0],
      ['G-4', true, 4_500, false, 0, 0],
    ])
  })

  test('shows its lines with their products, as their source told them', async () => {
    const { lines } = await orderOf('G-2')
    expect(lines.map(({ kind, sku, product }) => [kind, sku, product !== null])).toEqual([
      ['sale', 'FILA-1', true],
      ['sale', 'FILA-2', false],
      ['refund', 'FILA-1', true],
    ])
    const [product] = ok(await artist.products.listProducts({ portal: portalId, format: 'onDemand' })).items
    expect(lines[0]?.product).toEqual({ id: product?.id, name: product?.name.es })
    expect((await orderOf('G-5')).lines[0]).toMatchObject({
      netCents: 1_000,
      original: {
        currency: 'USD',
        amount: expect.stringMatching(/^20(\.0+)?$/),
        rate: expect.stringMatching(/^0\.50*$/),
      },
    })
  })

  test('tells what was made of it, of this order and this article alone', async () => {
    const made = async () => (await orderOf('G-1')).lines.map(({ produced }) => produced)
    // Only of what is made on demand.
    expect(await made()).toEqual([0, null])
    let shipments = 0
    const put = (reference: string, sku: string, units: number, portal = portalId) =>
      world.database.query(
        `with c as (insert into connector (portal_id, id, kind, source, name)
            values ($1, gen_random_uuid(), 'printful', $5, 'Imprenta') returning portal_id, id)
          insert into production (portal_id, connector_id, shipment_id, line, reference, sku, units, at)
            select portal_id, id, $5, $5, $2, $3, $4, now() from c`,
        [portal, reference, sku, units, `printful:${++shipments}`],
      )
    await put('#G-1', 'FILA-1', 2)
    await put('G-1', 'FILA-1', 1)
    await put('G-2', 'FILA-1', 7)
    await put('G-1', 'FILA-2', 7)
    await put('G-1', 'FILA-1', 7, portals.hotelLevante.id)
    expect(await made()).toEqual([3, null])
  })

  test('is its portal’s, and found by its own id alone', async () => {
    const orderId = told['G-1']?.id ?? ''
    expect(failureCode(await artist.orders.getOrder({ portalId, orderId: portalId }))).toBe('notFound')
    const label = await as(world.database, 'label')
    const other = portals.hotelLevante.id
    expect(failureCode(await label.orders.getOrder({ portalId: other, orderId }))).toBe('notFound')
  })
})
