import { beforeEach, describe, expect, test } from 'vitest'
import type { Locale } from '#platform/constants.ts'
import type { Seen } from '#platform/of-portals.ts'
import { testDatabase } from '#testing/database.ts'
import { inTrial } from '#testing/raw-bills.ts'
import { putAccount, putPortal } from '#testing/raw-sales.ts'
import { orderChoices } from './server/order-choices.ts'

/** Which countries and towns there are to choose from, by where orders went. */

const world = testDatabase()
const of = { label: '', one: '', two: '', other: '' }
beforeEach(async () => {
  const made = await putAccount(world.database, 'Sello')
  ;[of.label, of.one] = [made.accountId, made.portalId]
  of.two = await putPortal(world.database, of.label)
  of.other = (await putAccount(world.database, 'Ajena')).portalId
})

/** So many orders that went somewhere, on a day of 2026. */
const put = (place: string | null, orders = 1, portalId = of.one, day = '03-04') => {
  const [country, city] = place?.split('/') ?? []
  return world.database.query(
    `insert into "order" (portal_id, id, source, external_id, placed_at, currency, batch_id, country, city)
      select $1, gen_random_uuid(), 'csv', gen_random_uuid()::text, $2, 'EUR', gen_random_uuid(), $3, $4
      from generate_series(1, $5::int)`,
    [portalId, `2026-${day}T10:00:00Z`, country ?? null, city ?? null, orders],
  )
}
let placeId = 9_000_000
/** A place as facts know it, which is where places are looked for. */
const know = async (...places: string[]) => {
  for (const place of places) {
    const [country, city] = place.split('/')
    placeId += 1
    await world.database.query(
      'insert into fact_place (id, country, province, city) values ($1, $2, null, $3) on conflict do nothing',
      [placeId, country, city],
    )
  }
}

const choices = (q?: string, seen?: Seen, locale: Locale = 'es') =>
  inTrial(world.database, (tx) => orderChoices(tx, seen ?? { portals: [], accounts: [of.label] }, locale, q))
const places = async (...args: Parameters<typeof choices>) =>
  (await choices(...args)).places.map(({ place }) => place)
const ofOne = (): Seen => ({ portals: [of.one], accounts: [] })

describe('without words', () => {
  test('they are those in use, the most used first, countries before towns', async () => {
    await put('ES/Zahara', 2)
    await put('ES/Utrera', 3)
    await put('PT/Zahara', 2, of.two)
    await put('MX')
    await put(null)
    // What is no country's code is no place.
    await put('xx/Nada', 9)
    await put('ESP/Nada', 9)
    await put('FR/París', 9, of.other)
    expect(await choices()).toEqual({
      places: [
        { place: 'ES', country: 'ES', city: null },
        { place: 'PT', country: 'PT', city: null },
        { place: 'MX', country: 'MX', city: null },
        { place: 'ES/Utrera', country: 'ES', city: 'Utrera' },
        { place: 'ES/Zahara', country: 'ES', city: 'Zahara' },
        { place: 'PT/Zahara', country: 'PT', city: 'Zahara' },
      ],
    })
    expect(await places(undefined, ofOne())).toEqual(['ES', 'MX', 'ES/Utrera', 'ES/Zahara'])
    expect(await places('  ', ofOne())).toEqual(['ES', 'MX', 'ES/Utrera', 'ES/Zahara'])
    expect(await places(undefined, { portals: [of.two], accounts: [] })).toEqual(['PT', 'PT/Zahara'])
    expect(await places(undefined, { portals: [of.two, of.one], accounts: [] })).toEqual(await places())
    expect(await places(undefined, { portals: [of.other], accounts: [of.label] })).toEqual([
      ...['FR', 'ES', 'PT', 'MX', 'FR/París', 'ES/Utrera', 'ES/Zahara', 'PT/Zahara'],
    ])
  })

  test('a town is one however it is written, and shown as names are written, by its official one', async () => {
    await put('ES/ZAHARA', 3)
    await put('ES/zahara', 3)
    await put('ES/Zahara')
    await put('ES/Utrera', 6)
    await put('ES/La Coruña', 4)
    await put('ES/A Coruña', 5)
    await put('FR/La Coruña', 3)
    expect(await places()).toEqual([...['ES', 'FR', 'ES/Zahara', 'ES/Utrera', 'ES/A Coruña', 'FR/La Coruña']])
  })

  test('eight countries and forty towns are enough', async () => {
    const countries = ['AR', 'BR', 'CL', 'DE', 'ES', 'FR', 'GB', 'IT', 'PT']
    for (const [at, country] of countries.entries()) await put(country, 9 - at)
    const towns = Array.from({ length: 41 }, (_, at) => `US/Town ${at + 10}`)
    for (const [at, town] of towns.entries()) await put(town, at === 40 ? 1 : 2)
    const found = await places()
    expect(found).toEqual(['US', ...countries.slice(0, 7), ...towns.slice(0, 40)])
  })

  test('the last thousand orders say it, of one portal as of several', async () => {
    await put('PT/Lisboa', 1, of.one, '03-01')
    await put('ES/Zahara', 999, of.one, '03-02')
    const all = ['ES', 'PT', 'ES/Zahara', 'PT/Lisboa']
    expect(await places()).toEqual(all)
    expect(await places(undefined, ofOne())).toEqual(all)
    await put('ES/Zahara', 1, of.one, '03-03')
    expect(await places()).toEqual(['ES', 'ES/Zahara'])
    expect(await places(undefined, ofOne())).toEqual(['ES', 'ES/Zahara'])
    await put('MX', 5, of.one, '02-01')
    expect(await places(undefined, ofOne())).toEqual(['ES', 'ES/Zahara'])
  })
})

describe('by words', () => {
  test('they are the countries of that name in the reader’s language that an order went to', async () => {
    for (const country of ['IT', 'AR', 'DE', 'AT', 'FR', 'CA', 'AU', 'ES', 'IE', 'NO']) await put(country)
    await put('PT', 1, of.other)
    expect(await places('fran')).toEqual(['FR'])
    expect(await places('FRÁN')).toEqual(['FR'])
    expect(await places('españa')).toEqual(['ES'])
    expect(await places('spain')).toEqual([])
    expect(await places('spain', undefined, 'en')).toEqual(['ES'])
    expect(await places('portug')).toEqual([])
    expect(await places('portug', { portals: [of.other], accounts: [] })).toEqual(['PT'])
    // Eight of nine, by their codes.
    expect(await places('a')).toEqual(['AR', 'AT', 'AU', 'CA', 'DE', 'ES', 'FR', 'IE'])
  })

  test('they are the towns with these words that an order went to, those that begin so first', async () => {
    const towns = ['ES/Zahara', 'ES/Nueva Zaharilla', 'MX/Zahara', 'ES/ZAHARA', 'ES/Zaharal', 'ES/Zahareño']
    await know(...towns, 'xx/Zahara')
    for (const town of towns.slice(0, 4)) await put(town)
    await put('xx/Zahara')
    await put('ES/Zaharal', 1, of.two)
    await put('ES/Zahareño', 1, of.other)
    expect(await choices(' zahár ')).toEqual({
      places: [
        { place: 'ES/Zahara', country: 'ES', city: 'Zahara' },
        { place: 'MX/Zahara', country: 'MX', city: 'Zahara' },
        { place: 'ES/Zaharal', country: 'ES', city: 'Zaharal' },
        { place: 'ES/Nueva Zaharilla', country: 'ES', city: 'Nueva Zaharilla' },
      ],
    })
    expect(await places('zahar', ofOne())).toEqual(['ES/Zahara', 'MX/Zahara', 'ES/Nueva Zaharilla'])
    expect(await places('zahar', { portals: [of.other], accounts: [] })).toEqual(['ES/Zahareño'])
  })

  test('a town is found by its other names, in Spain alone', async () => {
    await know('ES/A Coruña', 'FR/A Coruña', 'ES/Donostia', 'FR/Donostia')
    for (const town of ['ES/A Coruña', 'FR/A Coruña', 'ES/Donostia', 'FR/Donostia']) await put(town)
    expect(await places('san sebast')).toEqual(['ES/Donostia'])
    expect(await places('La Coruña')).toEqual(['ES/A Coruña'])
    expect((await places('coruña')).toSorted()).toEqual(['ES/A Coruña', 'FR/A Coruña'])
  })

  test('forty towns are enough', async () => {
    const towns = Array.from({ length: 41 }, (_, at) => `US/Quincy ${at + 10}`)
    await know(...towns)
    for (const town of towns) await put(town)
    expect(await places('quincy')).toEqual(towns.slice(0, 40))
  })
})
