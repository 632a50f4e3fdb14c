import { describe, expect, test } from 'vitest'
import { as, ok } from '#testing/as.ts'
import { testDatabase } from '#testing/database.ts'
import { portals } from '#testing/world/cast.ts'

const world = testDatabase()
const portalId = portals.ninoLobo.id
const line = { id: '1', sku: 'SUELTO', name: 'Pegatina', units: 3, unitPrice: '12.10', tax: '6.30' }
const draft = (externalId: string, rest: object = {}) => ({
  ...{ portalId, externalId, placedAt: '2026-11-10T10:00:00Z', currency: 'EUR', lines: [line] },
  ...rest,
})
const refund = (amount: string, more: object = {}) => ({
  ...{ id: `R${amount}`, at: '2026-11-11T09:00:00Z', lines: [{ id: '1', amount, tax: '0' }] },
  ...more,
})
const artist = () => as(world.database, 'artist')

describe('the sums of an order', () => {
  test('are those of its lines, to the cent', async () => {
    const api = await artist()
    // Thirds of cents: each part rounds another way than the whole.
    const third = { sku: 'SUELTO', name: 'x', units: 1, unitPrice: '10.003334', discount: '0.003' }
    const lines = ['1', '2', '3'].map((id) => ({ ...third, id }))
    const parts = ['1', '2'].map((id) => ({ id, amount: '3.333334' }))
    const refunds = [refund('', { id: 'R', lines: parts })]
    const told = ok(await api.orders.putOrder(draft('J-1', { lines, refunds })))
    const found = ok(await api.orders.getOrder({ portalId, orderId: told.id }))
    const sum = (of: 'grossCents' | 'discountsCents' | 'netCents' | 'taxCents') =>
      found.lines.reduce((all, each) => all + each[of], 0)
    expect(found.grossCents).toBe(sum('grossCents'))
    expect(found.netCents).toBe(sum('netCents'))
    expect(found.grossCents - found.discountsCents - found.refundsCents).toBe(found.netCents)
    for (const each of found.lines)
      if (each.kind === 'sale') expect(each.grossCents - each.discountsCents).toBe(each.netCents)
    const [listed] = ok(await api.orders.listOrders({ q: 'J-1' })).items
    const { grossCents, refundsCents, netCents } = found
    expect(listed).toMatchObject({ grossCents, refundsCents, netCents })
  })
})

describe('an order that cannot be', () => {
  const fieldsOf = async (rest: object) => {
    const answer = await (await artist()).orders.putOrder(draft('L-1', rest))
    return Object.keys((answer as { error?: { fields?: object } }).error?.fields ?? {})
  }
  test.each([
    ['a price below zero', { lines: [{ ...line, unitPrice: '-1' }] }, 'lines.0.unitPrice'],
    ['a discount above the price', { lines: [{ ...line, discount: '36.31' }] }, 'lines.0.discount'],
    ['a discount below zero', { lines: [{ ...line, discount: '-1' }] }, 'lines.0.discount'],
    ['more tax than was paid', { lines: [{ ...line, tax: '36.31' }] }, 'lines.0.tax'],
    [
      'more than a shop sells',
      { lines: [{ ...line, unitPrice: '999999999', units: 100_000 }] },
      'lines.0.unitPrice',
    ],
    [
      'more than a shop sells at its rate',
      { currency: 'USD', currencyRate: '999999', lines: [{ ...line, unitPrice: '999999' }] },
      'lines.0.unitPrice',
    ],
    ['a refund above the sale', { refunds: [refund('36.31')] }, 'refunds.0.lines.0.amount'],
    [
      'refunds above the sale together',
      { refunds: [refund('20'), refund('16.31')] },
      'refunds.1.lines.0.amount',
    ],
    ['a refund below zero', { refunds: [refund('-1')] }, 'refunds.0.lines.0.amount'],
    [
      'more tax back than was paid back',
      { refunds: [refund('', { lines: [{ id: '1', amount: '1', tax: '2' }] })] },
      'refunds.0.lines.0.tax',
    ],
    [
      'more tax back than the line had',
      { refunds: [refund('', { lines: [{ id: '1', amount: '20', tax: '6.32' }] })] },
      'refunds.0.lines.0.tax',
    ],
    [
      'all of it back without its tax',
      { refunds: [refund('', { lines: [{ id: '1', amount: '36.30', tax: '0' }] })] },
      'refunds.0.lines.0.tax',
    ],
    ['the same refund twice', { refunds: [refund('2'), refund('2')] }, 'refunds.1.id'],
    [
      'a line twice in a refund',
      { refunds: [refund('', { lines: [1, 2].map(() => ({ id: '1', amount: '2' })) })] },
      'refunds.0.lines.1.id',
    ],
    ['a refund of before', { refunds: [refund('1', { at: '2026-11-10T09:59:59Z' })] }, 'refunds.0.at'],
    ['a cancellation of before', { cancelledAt: '2026-11-10T09:59:59Z' }, 'cancelledAt'],
  ])('%s is refused by its field', async (_, rest, field) => {
    expect(await fieldsOf(rest)).toEqual([field])
    expect(ok(await (await artist()).orders.listOrders({ q: 'L-1' })).total).toBe(0)
  })

  test('what was sold can go back whole', async () => {
    const refunds = [refund('20'), refund('16.30', { lines: [{ id: '1', amount: '16.30', tax: '6.30' }] })]
    const told = ok(await (await artist()).orders.putOrder(draft('L-2', { refunds })))
    expect(told).toMatchObject({ netCents: 0, refundsCents: 3000 })
  })
})

test('a refund that does not tell its tax takes back its share of it', async () => {
  const api = await artist()
  const told = async (number: string, amount: string) =>
    ok(
      await api.orders.putOrder(
        draft(number, { refunds: [refund('', { id: 'R', lines: [{ id: '1', amount }] })] }),
      ),
    )
  expect(await told('L-3', '36.30')).toMatchObject({ netCents: 0, refundsCents: 3000 })
  expect(await told('L-4', '12.10')).toMatchObject({ netCents: 2000, refundsCents: 1000 })
})

describe('a file of orders', () => {
  const map = JSON.stringify({
    columns: {
      order: 'pedido',
      sku: 'sku',
      quantity: 'uds',
      unitPrice: 'precio',
      date: 'fecha',
      kind: 'tipo',
    },
    constants: { taxRate: '0', currency: 'EUR' },
  })
  const send = async (mode: 'check' | 'all' | 'valid', ...rows: string[]) => {
    const file = new File([['pedido,sku,uds,precio,fecha,tipo', ...rows].join('\n')], 'noviembre.csv')
    return ok(await (await artist()).orders.uploadOrders({ portalId, file, format: 'generic', map, mode }))
  }
  const sale = 'F-1,A,2,10,2026-11-05T10:00:00Z,sale'
  const back = (order: string, price: string, day: string) => `${order},A,1,${price},${day}T10:00:00Z,refund`

  test('of any other shop than those that are known is told with its columns', async () => {
    const file = new File([['pedido,sku,uds,precio,fecha,tipo', sale].join('\n')], 'noviembre.csv')
    const refused = await (await artist()).orders.uploadOrders({
      ...{ portalId, file, format: 'generic', mode: 'check' },
    })
    expect(refused).toMatchObject({ error: { code: 'invalidInput', fields: { map: expect.any(String) } } })
  })

  test('takes back no more than was sold, over several files, and not before', async () => {
    const first = await send(
      'valid',
      sale,
      back('F-1', '20.02', '2026-11-06'),
      'F-2,B,1,5,2026-11-05T10:00:00Z,sale',
    )
    expect(first).toMatchObject({ imported: 2, bad: 1 })
    expect(first.errors.map(({ row }) => row)).toEqual([3])
    expect(first.errors[0]?.message).toContain('F-1')
    // In another file, of which a part would fit.
    const two = [back('F-1', '15', '2026-11-06'), back('F-1', '5.02', '2026-11-07')]
    const second = await send('all', ...two)
    expect(second).toMatchObject({ status: 'refused', bad: 1 })
    expect(second.errors.map(({ row }) => row)).toEqual([3])
    expect(await send('valid', ...two)).toMatchObject({ status: 'imported', imported: 1 })
    expect(await send('valid', ...two)).toMatchObject({ imported: 0 })
    const early = await send('all', 'F-3,A,1,10,2026-11-05T10:00:00Z,sale', back('F-3', '1', '2026-11-04'))
    expect(early).toMatchObject({ status: 'refused', bad: 1 })
    expect(early.errors.map(({ row }) => row)).toEqual([3])
  })
})
