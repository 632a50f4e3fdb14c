import { expect, test } from 'vitest'
import { as, fileFor, ok } from '#testing/as.ts'
import { testDatabase } from '#testing/database.ts'
import { people, portals } from '#testing/world/cast.ts'

const world = testDatabase()
const portalId = portals.ninoLobo.id
const told = async (externalId: string, place: object) =>
  ok(
    await (await as(world.database, 'artist')).orders.putOrder({
      portalId,
      externalId,
      placedAt: '2026-11-10T10:00:00Z',
      currency: 'EUR',
      lines: [{ id: '1', sku: 'SUELTO', name: 'Pegatina', units: 1, unitPrice: '5' }],
      ...place,
    }),
  )
const numbers = async (place: string, who: Parameters<typeof as>[1] = 'artist') =>
  ok(await (await as(world.database, who)).orders.listOrders({ place, q: 'P-' }))
    .items.map(({ externalId }) => externalId)
    .sort()

test('orders are found by where they went, however the shop wrote the city', async () => {
  await told('P-1', { country: 'ES', province: 'Cádiz', city: 'Zahara' })
  await told('P-2', { country: 'ES', city: 'ZAHARA' })
  await told('P-3', { country: 'ES', city: 'Zaháras del Mar' })
  await told('P-4', { country: 'MX', city: 'Zahara' })
  await told('P-5', { country: 'ES', province: 'Cádiz', city: 'Conil' })
  await told('P-6', {})
  expect(await numbers('ES/zahara')).toEqual(['P-1', 'P-2'])
  expect(await numbers('ES-CA/Zahara')).toEqual(['P-1'])
  expect(await numbers('ES-CA')).toEqual(['P-1', 'P-5'])
  expect(await numbers('ES')).toEqual(['P-1', 'P-2', 'P-3', 'P-5'])
  expect(await numbers('MX')).toEqual(['P-4'])
  expect(await numbers('MX/ Zahara ')).toEqual(['P-4'])
  expect(await numbers('FR/Zahara')).toEqual([])
  expect(await numbers('MX/Zahara', 'super')).toEqual(['P-4'])
  const artist = await as(world.database, 'artist')
  expect(await artist.orders.listOrders({ place: 'Zahara' })).toMatchObject({
    error: { fields: { place: expect.any(String) } },
  })
  // In the order of what they come to as well, and the file is of the same.
  const byNet = ok(await artist.orders.listOrders({ place: 'ES/Zahara', orderBy: '-net' }))
  expect(byNet.total).toBe(2)
  const file = await fileFor(world.database, people.artist.id, '/orders/file?as=csv&place=ES%2FZahara')
  const lines = (await file.text()).trim().split('\n')
  expect(lines).toHaveLength(3)
  expect(lines.some((line) => line.startsWith('P-2'))).toBe(true)
})

test('the places to choose from are those of the orders that one sees, the most used first', async () => {
  const artist = await as(world.database, 'artist')
  const items = ok(await artist.orders.listOrderChoices({})).places
  expect(items.length).toBeGreaterThan(3)
  const countries = items.filter(({ city }) => city === null)
  expect(countries[0]).toMatchObject({ place: 'ES', country: 'ES' })
  for (const { place } of [
    ...countries.slice(0, 2),
    ...items.filter(({ city }) => city !== null).slice(0, 3),
  ])
    expect(ok(await artist.orders.listOrders({ place })).total, place).toBeGreaterThan(0)

  const found = ok(await artist.orders.listOrderChoices({ q: 'zahar' })).places
  // One city, however it was written, under the country where it is.
  expect(found.map(({ place }) => place).sort()).toEqual(['ES/Zahara', 'ES/Zaháras del Mar', 'MX/Zahara'])
  expect(ok(await artist.orders.listOrderChoices({ q: 'méxic' })).places).toContainEqual(
    expect.objectContaining({ place: 'MX', city: null }),
  )
  expect(ok(await artist.orders.listOrderChoices({ q: 'mongolia' })).places).toEqual([])
  // Another label's portal has none of them.
  const other = await as(world.database, 'label')
  expect(ok(await other.orders.listOrderChoices({ q: 'zahar' })).places).toEqual([])
})

test('words are looked for among cities too: who searches a place is not told that nobody bought there', async () => {
  const artist = await as(world.database, 'artist')
  const found = ok(await artist.orders.listOrders({ q: 'zahara' })).items.map(({ externalId }) => externalId)
  expect(found.sort()).toEqual(['P-1', 'P-2', 'P-3', 'P-4'])
})

test('a town is one by all of its names: in orders, in the choice of places, and where one asks for it', async () => {
  const artist = await as(world.database, 'artist')
  await told('T-1', { country: 'ES', province: 'A Coruña', city: 'La Coruña' })
  await told('T-2', { country: 'ES', province: 'A Coruña', city: 'A CORUÑA' })
  await told('T-3', { country: 'ES', province: 'Gipuzkoa', city: 'San Sebastián' })
  await told('T-4', { country: 'FR', city: 'La Coruña' })
  // As a source told it before names were looked up.
  await world.database.query(
    `update "order" set city = 'La Coruña' where external_id = 'T-1' and portal_id = '${portalId}'`,
  )
  const found = async (place: string) =>
    ok(await artist.orders.listOrders({ place, q: 'T-' }))
      .items.map(({ externalId, city }) => [externalId, city])
      .sort()
  const both = [
    ['T-1', 'A Coruña'],
    ['T-2', 'A Coruña'],
  ]
  for (const place of ['ES/A Coruña', 'ES/La Coruña', 'ES-C/la coruna'])
    expect(await found(place), place).toEqual(both)
  expect(await found('ES/Donostia')).toEqual([['T-3', 'Donostia']])
  expect(await found('FR/La Coruña')).toEqual([['T-4', 'La Coruña']])
  for (const q of ['la coruña', 'coruñ'])
    expect(
      ok(await artist.orders.listOrderChoices({ q }))
        .places.map(({ place }) => place)
        .sort(),
      q,
    ).toEqual(['ES/A Coruña', 'FR/La Coruña'])
})

test('an order that is told again with another name of its town is where it was', async () => {
  const artist = await as(world.database, 'artist')
  await told('U-1', { country: 'ES', province: 'Valencia', city: 'València' })
  const [before] = ok(await artist.orders.listOrders({ q: 'U-1' })).items
  await told('U-1', { country: 'ES', province: 'Valencia', city: 'Valencia' })
  expect(ok(await artist.orders.listOrders({ q: 'U-1' })).items).toEqual([before])
})
