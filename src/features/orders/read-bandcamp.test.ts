import { describe, expect, test } from 'vitest'
import { Columns } from './server/columns.ts'
import { bandcampMoment, digest, portalOf, readBandcamp } from './server/read-bandcamp.ts'
import { readAll, testFiles } from './test-files.ts'

const { csv } = testFiles()

/** What a file of one row comes to, whose columns are those of `row`. */
async function read(row: Record<string, string>, portalBy?: string) {
  const file = await csv([Object.keys(row), Object.values(row)])
  const { lines, faults } = await readAll(readBandcamp(file, portalBy))
  return lines[0] ?? faults[0]
}

describe('the feed', () => {
  const sale = {
    ...{ utc_epoch: '1780000000', utc_time: '2026-05-28T20:26:40Z', store_host: 'Clara.bandcamp.com' },
    ...{ item_path: '/album/Disco', item_type: 'a', item_description: 'Disco', quantity: '2' },
    ...{ total_paid: '20.50', currency: 'eur', country_code: 'es', country: '', artist_name: 'Clara' },
  }

  test('has a sale in each row', async () => {
    expect(await read(sale)).toEqual({
      row: 2,
      ...{
        externalId: digest([
          '1780000000',
          sale.utc_time,
          'Clara.bandcamp.com',
          '/album/Disco',
          'a',
          'Disco',
          '2',
          '20.50',
          'eur',
          'es',
        ]),
      },
      ...{ kind: 'sale', at: '2026-05-28T20:26:40.000Z', placedAt: '2026-05-28T20:26:40.000Z' },
      ...{ sku: 'clara.bandcamp.com/album/Disco', name: 'Clara – Disco', units: 2, currency: 'EUR' },
      ...{ gross: '20.5', net: '20.5', tax: '0', scale: 2, country: 'ES' },
      charged: expect.objectContaining({ s: 1 }),
    })
  })

  test('tells a thing of merch by its kind too, and a fan’s country by its name', async () => {
    expect(
      await read({ ...sale, item_type: 'p', artist_name: '', country_code: '', country: 'Spain' }),
    ).toMatchObject({
      ...{ sku: 'clara.bandcamp.com/album/Disco#Disco', name: 'Disco', country: 'ES' },
    })
  })

  test('has money that went back below nothing', async () => {
    expect(await read({ ...sale, total_paid: '-20.50' })).toMatchObject({
      ...{ kind: 'refund', gross: '0', net: '-20.5', units: 2 },
    })
    expect(await read({ ...sale, total_paid: '0' })).toMatchObject({ kind: 'sale', gross: '0', net: '0' })
    expect(await read({ ...sale, total_paid: '0.50' })).toMatchObject({ kind: 'sale', gross: '0.5' })
    expect(await read({ ...sale, total_paid: '' })).toMatchObject({ code: 'missing', column: 'total_paid' })
  })

  test('has to have its columns', async () => {
    const { item_path: _, ...rest } = sale
    await expect(read(rest)).rejects.toThrow('missingColumns')
  })
})

describe('the report', () => {
  const sale = {
    ...{ date: '8/1/23 10:13pm', 'paid to': 'Sello', 'item type': 'Package', 'item name': 'Camiseta' },
    ...{ artist: 'Clara', currency: 'EUR', 'item price': '20', quantity: '2', 'sub total': '38.5' },
    ...{ 'additional fan contribution': '3.505', 'seller tax': '8.40', 'marketplace tax': '1' },
    ...{ 'bandcamp transaction id': 't1', package: 'Camiseta', option: 'Talla M', 'item url': 'c.com/merch' },
    ...{ 'buyer email': 'ana@example.org', city: 'Bilbao', 'region or state': '', country: 'Spain' },
    ...{
      'country code': '',
      sku: '',
      'ship to state': 'Bizkaia',
      'ship to city': 'Getxo',
      'ship to zip': '48001',
    },
  }

  test('has a sale in each row, the tip in its price and taxes apart', async () => {
    expect(await read(sale, 'paid to')).toEqual({
      row: 2,
      ...{ portalKey: 'sello', portalName: 'Sello', externalId: 't1', kind: 'sale' },
      ...{ at: '2023-08-01T22:13:00.000Z', placedAt: '2023-08-01T22:13:00.000Z', units: 2, currency: 'EUR' },
      ...{ sku: 'c.com/merch#Camiseta / Talla M', name: 'Clara – Camiseta – Camiseta / Talla M' },
      ...{ gross: '43.505', net: '42.005', tax: '9.4', scale: 3, country: 'ES', province: 'ES-BI' },
      ...{ city: 'Bilbao', buyer: 'ana@example.org', charged: expect.objectContaining({ s: 1 }) },
    })
  })

  test('names what was sold by what there is', async () => {
    const bare = { ...sale, artist: '', package: '', option: '', 'item url': '', city: '', 'buyer email': '' }
    expect(await read(bare)).toMatchObject({
      ...{ sku: 'Camiseta', name: 'Camiseta', city: 'Getxo', buyer: 'ana@example.org' },
      buyer: null,
    })
    expect(await read({ ...bare, 'ship to city': '', package: 'Vinilo' })).toMatchObject({
      ...{ sku: 'Camiseta#Vinilo', name: 'Camiseta – Vinilo', city: null },
    })
    expect(
      await read({ ...sale, sku: 'CAM-M', 'country code': 'NO', 'region or state': 'Oslo' }),
    ).toMatchObject({
      ...{ sku: 'CAM-M', country: 'NO' },
    })
    expect(await read({ ...sale, city: 'x'.repeat(101) })).toMatchObject({ city: 'x'.repeat(100) })
    expect(await read({ ...sale, city: '', 'ship to city': 'x'.repeat(101) })).toMatchObject({
      city: 'x'.repeat(100),
    })
  })

  test('has refunds that say so, or whose money is below nothing', async () => {
    const back = { kind: 'refund', units: -2, gross: '0', net: '-42.005' }
    expect(await read({ ...sale, 'item type': 'Refund' })).toMatchObject(back)
    expect(await read({ ...sale, 'item type': 'Reversal', quantity: '-2' })).toMatchObject(back)
    expect(await read({ ...sale, 'sub total': '-45.51' })).toMatchObject(back)
    expect(
      await read({ ...sale, 'item type': 'Refund', 'sub total': '0.5', 'additional fan contribution': '' }),
    ).toMatchObject({
      net: '-0.5',
      scale: 1,
    })
    expect(await read({ ...sale, 'sub total': '0.5', 'additional fan contribution': '' })).toMatchObject({
      ...{ kind: 'sale', gross: '40', net: '0.5', units: 2 },
    })
    expect(await read({ ...sale, 'sub total': '0', 'additional fan contribution': '' })).toMatchObject({
      kind: 'sale',
    })
    expect(await read({ ...sale, 'sub total': '50' })).toMatchObject({ gross: '53.505', net: '53.505' })
    expect(await read({ ...sale, 'sub total': '' })).toMatchObject({ code: 'missing', column: 'sub total' })
  })

  test.each(['Payout', 'Pending payout', 'Transfer'])('%s is no sale', async (type) => {
    expect(await read({ ...sale, 'item type': type })).toBeUndefined()
  })

  test('goes to whoever it was paid to, or the artist', async () => {
    const by = 'item url'
    const shop = { ...sale, 'item url': 'SelloX.bandcamp.com' }
    expect(await read({ ...shop, 'paid to': 'Sello X' }, by)).toMatchObject({
      ...{ portalKey: 'sellox.bandcamp.com', portalName: 'Sello X' },
    })
    expect(await read({ ...shop, 'paid to': '', artist: 'SELLO-X' }, by)).toMatchObject({
      portalName: 'SELLO-X',
    })
    expect(await read({ ...shop, 'paid to': 'Clara' }, by)).toMatchObject({ portalName: 'sellox' })
    expect(await read(shop)).not.toHaveProperty('portalKey')
  })

  test('has to have its columns', async () => {
    const { quantity: _, ...rest } = sale
    await expect(read(rest)).rejects.toThrow('missingColumns')
  })

  test('says what is no day, and what no day of a sale can be', async () => {
    const fault = (date: string) => read({ ...sale, date })
    const text = `ayer ${'x'.repeat(40)}`
    expect(await fault(text)).toMatchObject({
      code: 'notADate',
      column: 'date',
      params: { value: text.slice(0, 40) },
    })
    const far = '1990-01-01 00:00:00.0000000000000000000001'
    expect(await fault(far)).toMatchObject({
      ...{ code: 'tooEarly', column: 'date', params: { value: far.slice(0, 40), day: '1990-01-01' } },
    })
    expect(await fault('1/1/2090 9:00am')).toMatchObject({ code: 'future', params: { day: '2090-01-01' } })
  })
})

test('the feed has one way to write moments, the report several', () => {
  const texts = ['2026-03-04 05:06', '3/4/26 5:06pm', '3/4/2026 5:06pm', '3/4/26']
  const hours = (feed: boolean) =>
    texts.map((text) => bandcampMoment(feed)(text)).map((at) => at && new Date(at).toISOString().slice(0, 16))
  expect(hours(true)).toEqual(['2026-03-04T05:06', undefined, undefined, undefined])
  expect(hours(false)).toEqual([
    '2026-03-04T05:06',
    '2026-03-04T17:06',
    '2026-03-04T17:06',
    '2026-03-04T00:00',
  ])
})

test('names and keys of portals end somewhere', () => {
  const of = (cell: string, owner: string) =>
    portalOf(new Columns(['a']).take({ row: 2, fields: [cell] }), 'a', owner)
  const [key, name] = ['x'.repeat(201), 'x'.repeat(61)]
  expect(of(key, '')).toEqual({ portalKey: key.slice(0, 200), portalName: name.slice(0, 60) })
  expect(of(name, name)).toEqual({ portalKey: name, portalName: name.slice(0, 60) })
  expect(of('...', '')).toEqual({ portalKey: '...', portalName: '' })
  expect(digest(['a', 'b'])).toMatch(/^[0-9a-f]{32}$/)
  expect(digest(['a', 'b'])).not.toBe(digest(['ab']))
})
