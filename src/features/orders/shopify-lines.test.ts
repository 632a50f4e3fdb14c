import { describe, expect, test } from 'vitest'
import { readShopify } from './server/read-shopify.ts'
import { readAll, testFiles } from './test-files.ts'

const { csv } = testFiles()

type Row = Record<string, string>
const blank: Row = { 'Cancelled at': '', 'Refunded Amount': '', 'Paid at': '', 'Fulfilled at': '' }
const order: Row = {
  ...{ ...blank, Name: '#7', Email: 'fan@example.org', 'Financial Status': 'paid', Currency: 'EUR' },
  ...{
    Subtotal: '60.00',
    Shipping: '0',
    Taxes: '0',
    Total: '60.00',
    'Created at': '2026-03-01 10:00:00 +0100',
  },
  ...{
    'Lineitem quantity': '2',
    'Lineitem name': 'Camiseta',
    'Lineitem price': '20.00',
    'Lineitem sku': 'CAM',
  },
  ...{ 'Lineitem discount': '', 'Shipping City': 'Bilbao', 'Shipping Zip': "'48001" },
  ...{ 'Shipping Province': 'BI', 'Shipping Country': 'ES', 'Billing City': '', 'Billing Zip': '' },
  ...{ 'Billing Province': '', 'Billing Country': '', 'Note Attributes': '' },
}
const second: Row = {
  ...{ Name: '#7', 'Lineitem quantity': '1', 'Lineitem name': 'Disco', 'Lineitem price': '20.00' },
}

/** What a file of these rows comes to, the first an order that differs from the one above. */
async function read(more: Row, ...rows: Row[]) {
  const header = Object.keys(order)
  const all = [{ ...order, ...more }, ...rows]
  const file = await csv([header, ...all.map((row) => header.map((name) => row[name] ?? ''))])
  return readAll(readShopify(file, undefined))
}
/** Of each line `kind ×units gross net tax`. */
async function amounts(more: Row, ...rows: Row[]) {
  const { lines } = await read(more, ...rows)
  return lines.map(({ kind, units, gross, net, tax }) => `${kind} ×${units} ${gross} ${net} ${tax}`)
}

test('a line has all that its order says', async () => {
  const { lines, rows, faults } = await read({}, second)
  const common = {
    ...{ externalId: '#7', kind: 'sale', currency: 'EUR', tax: '0', scale: 2 },
    ...{ at: '2026-03-01T09:00:00.000Z', placedAt: '2026-03-01T09:00:00.000Z', buyer: 'fan@example.org' },
    ...{ country: 'ES', province: 'ES-BI', city: 'Bilbao', campaign: null, clickId: null },
    charged: expect.anything(),
  }
  expect({ rows, faults }).toEqual({ rows: 2, faults: [] })
  expect(lines).toEqual([
    { ...common, row: 2, ordinal: 1, sku: 'CAM', name: 'Camiseta', units: 2, gross: '40', net: '40' },
    { ...common, row: 3, ordinal: 2, sku: 'Disco', name: 'Disco', units: 1, gross: '20', net: '20' },
  ])
})

test('without an address of its own an order goes to the one that it was billed to, or nowhere', async () => {
  const nowhere = { 'Shipping City': '', 'Shipping Zip': '', 'Shipping Province': '', 'Shipping Country': '' }
  const billed = { ...nowhere, 'Billing Country': 'ES', 'Billing Zip': "'08001", 'Billing City': 'Barcelona' }
  expect((await read(billed)).lines[0]).toMatchObject({ country: 'ES', province: 'ES-B', city: 'Barcelona' })
  const province = { ...nowhere, 'Billing Country': "'ES", 'Billing Province': "'SS" }
  expect((await read(province)).lines[0]).toMatchObject({ country: 'ES', province: 'ES-SS', city: null })
  expect((await read({ ...nowhere, Email: '' })).lines[0]).toMatchObject({
    ...{ country: null, province: null, city: null, buyer: null },
  })
  const long = 'x'.repeat(101)
  for (const cities of [{ 'Shipping City': long }, { 'Shipping City': '', 'Billing City': long }] as Row[])
    expect((await read(cities)).lines[0]).toMatchObject({ city: 'x'.repeat(100) })
})

test('texts end somewhere', async () => {
  const [long, name] = ['x'.repeat(201), 'y'.repeat(201)]
  expect((await read({ Name: long, 'Lineitem sku': long })).lines[0]).toMatchObject({
    ...{ externalId: long.slice(1), sku: long.slice(1) },
  })
  expect((await read({ 'Lineitem sku': '', 'Lineitem name': name })).lines[0]).toMatchObject({
    ...{ sku: name.slice(1), name },
  })
  const notes = `${'x'.repeat(3_980)}\nutm_campaign: Gira`
  expect((await read({ 'Note Attributes': notes })).lines[0]).toMatchObject({ campaign: 'Gira' })
})

describe('of what was paid', () => {
  test('discounts of lines are theirs, those of the order are spread', async () => {
    expect(await amounts({ Subtotal: '55.00', 'Lineitem discount': '5.00' }, second)).toEqual([
      'sale ×2 40 35 0',
      'sale ×1 20 20 0',
    ])
    expect(await amounts({ Subtotal: '44.00', 'Lineitem discount': '-5.00' }, second)).toEqual([
      'sale ×2 40 28 0',
      'sale ×1 20 16 0',
    ])
    expect(await amounts({ Subtotal: '59.00' }, second)).toEqual(['sale ×2 40 39.33 0', 'sale ×1 20 19.67 0'])
    expect(await amounts({ Subtotal: '' }, second)).toEqual(['sale ×2 40 40 0', 'sale ×1 20 20 0'])
  })

  test('tax inside comes off what was listed and paid, tax on top off nothing', async () => {
    const inside = { Taxes: '10.41', Total: '60.00' }
    expect(await amounts(inside, second)).toEqual(['sale ×2 33.06 33.06 6.94', 'sale ×1 16.53 16.53 3.47'])
    expect(await amounts({ ...inside, Subtotal: '30.00', Total: '30.00', Taxes: '5.21' }, second)).toEqual([
      'sale ×2 33.06 16.53 3.47',
      'sale ×1 16.52 8.26 1.74',
    ])
    expect(await amounts({ Taxes: '12.60', Total: '72.60' }, second)).toEqual([
      'sale ×2 40 40 8.4',
      'sale ×1 20 20 4.2',
    ])
    expect(await amounts({ Taxes: '0', Total: '60.00' }, second)).toEqual([
      'sale ×2 40 40 0',
      'sale ×1 20 20 0',
    ])
  })

  test('what was listed is known to six decimals, and what cost nothing has no tax', async () => {
    const odd = { 'Lineitem quantity': '3', 'Lineitem price': '7.00', Subtotal: '14.00', Total: '14.00' }
    expect(await amounts({ ...odd, Taxes: '2.32' })).toEqual(['sale ×3 17.52 11.68 2.32'])
    expect(await amounts({ ...odd, Subtotal: '17.00', Total: '17.00', Taxes: '2.95' })).toEqual([
      'sale ×3 17.355882 14.05 2.95',
    ])
    expect(
      await amounts({ 'Lineitem price': '0', Subtotal: '20.00', Total: '20.00', Taxes: '3.47' }, second),
    ).toEqual(['sale ×2 0 0 0', 'sale ×1 16.53 16.53 3.47'])
  })
})

describe('what was given back', () => {
  const tax = { Taxes: '10.41' }

  test('is a share of all lines, in cents, and no units', async () => {
    expect(await amounts({ ...tax, 'Refunded Amount': '20.00' }, second)).toEqual([
      ...['sale ×2 33.06 33.06 6.94', 'sale ×1 16.53 16.53 3.47'],
      ...['refund ×0 0 -11.02 -2.31', 'refund ×0 0 -5.51 -1.16'],
    ])
    expect(await amounts({ ...tax, 'Refunded Amount': '-20.00' })).toHaveLength(2)
    expect(await amounts({ ...tax, 'Refunded Amount': '0.00' })).toHaveLength(1)
  })

  test('is never more than was paid', async () => {
    const whole = ['refund ×0 0 -33.06 -6.94', 'refund ×0 0 -16.53 -3.47']
    expect((await amounts({ ...tax, 'Refunded Amount': '60.00' }, second)).slice(2)).toEqual(whole)
    expect((await amounts({ ...tax, 'Refunded Amount': '90.00' }, second)).slice(2)).toEqual(whole)
    const nothing = { Subtotal: '0', Total: '0', 'Refunded Amount': '5.00' }
    expect(await amounts(nothing)).toEqual(['sale ×2 40 0 0'])
    const half = { Subtotal: '0.50', Total: '0.50', 'Refunded Amount': '0.25' }
    expect(await amounts(half)).toEqual(['sale ×2 40 0.5 0', 'refund ×0 0 -0.25 0'])
  })

  test('is to the last decimal what was sold, where it is all', async () => {
    const odd = {
      'Lineitem price': '20.005',
      'Lineitem quantity': '1',
      Subtotal: '',
      Total: '20.01',
      Taxes: '0.003',
    }
    expect(await amounts({ ...odd, 'Refunded Amount': '20.01' })).toEqual([
      'sale ×1 20.002 20.002 0.003',
      'refund ×0 0 -20.002 -0.003',
    ])
    expect(await amounts({ ...odd, 'Refunded Amount': '10.005' })).toEqual([
      'sale ×1 20.002 20.002 0.003',
      'refund ×0 0 -10 0',
    ])
  })

  test('has the day of the last that is known of its order', async () => {
    const at = async (more: Row) => (await read({ 'Refunded Amount': '5.00', ...more })).lines[1]?.at
    expect(await at({})).toBe('2026-03-01T09:00:00.000Z')
    expect(await at({ 'Paid at': '2026-03-02 10:00:00 +0100' })).toBe('2026-03-02T09:00:00.000Z')
    expect(
      await at({ 'Paid at': '2026-03-02 10:00:00 +0100', 'Fulfilled at': '2026-03-03 10:00:00 +0100' }),
    ).toBe('2026-03-03T09:00:00.000Z')
  })

  test('a cancellation is of units and all, or of what was given back where it says so', async () => {
    const cancelled = { 'Cancelled at': '2026-03-05 09:00:00 +0100' }
    expect(await amounts({ ...tax, ...cancelled }, second)).toEqual([
      ...['sale ×2 33.06 33.06 6.94', 'sale ×1 16.53 16.53 3.47'],
      ...['cancellation ×-2 0 -33.06 -6.94', 'cancellation ×-1 0 -16.53 -3.47'],
    ])
    const partly = { ...cancelled, 'Financial Status': 'Partially_Refunded', 'Refunded Amount': '30.00' }
    expect(await amounts(partly, second)).toEqual([
      ...['sale ×2 40 40 0', 'sale ×1 20 20 0'],
      ...['cancellation ×-2 0 -20 0', 'cancellation ×-1 0 -10 0'],
    ])
    expect(await amounts({ ...partly, Subtotal: '40.00', 'Refunded Amount': '' })).toEqual([
      'sale ×2 40 40 0',
      'cancellation ×-2 0 0 0',
    ])
  })
})

describe('rows that cannot be read', () => {
  const told = async (more: Row, ...rows: Row[]) => {
    const { rows: read_, lines, faults } = await read(more, ...rows)
    return [read_, lines.map(({ row }) => row), ...faults.map(({ row, code }) => `${row} ${code}`)]
  }

  test('are told, and the others of their order stay', async () => {
    expect(await told({}, { ...second, 'Lineitem price': '' }, second)).toEqual([3, [2, 4], '3 missing'])
    expect(await told({}, { ...second, 'Lineitem quantity': '1.5' })).toEqual([2, [2], '3 notAnInteger'])
    expect(await told({}, { ...second, Name: '' }, second)).toEqual([3, [2, 4], '3 missing'])
    expect(await told({ Name: '' }, { ...second, Name: '' })).toEqual([2, [], '2 missing', '3 missing'])
  })

  test('first of their order, take it along', async () => {
    expect(await told({ 'Lineitem price': '' }, second)).toEqual([2, [], '2 missing', '3 orderUnreadable'])
    expect(await told({ 'Created at': 'ayer' }, second, second)).toEqual([
      ...[3, [], '2 notADate', '3 orderUnreadable', '4 orderUnreadable'],
    ])
    expect(await told({ 'Created at': 'ayer' }, { ...order, Name: '#8' })).toEqual([2, [3], '2 notADate'])
  })

  test('a file without orders has none, one without its columns is refused', async () => {
    const empty = await readAll(readShopify(await csv([Object.keys(order)]), undefined))
    expect(empty).toEqual({ rows: 0, lines: [], faults: [] })
    const rest = Object.keys(order).filter((name) => name !== 'Lineitem price')
    await expect(readAll(readShopify(await csv([rest]), undefined))).rejects.toThrow('missingColumns')
  })
})
