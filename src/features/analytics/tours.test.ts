import { beforeAll, expect, test } from 'vitest'
import { dayOf, formatDay } from '#platform/time.ts'
import { as, ok } from '#testing/as.ts'
import { testDatabase } from '#testing/database.ts'
import { type PersonKey, portals } from '#testing/world/cast.ts'

const world = testDatabase()
const { ninoLobo, claraVentisca, hotelLevante } = portals
const today = dayOf(Date.now())
const day = (from: number) => formatDay(today + from)

const plays = (portalId: string, days: number, more: Record<string, string> = {}) => {
  const { kind = 'concert', publication = 'published', state = 'scheduled' } = more
  return world.database.query(
    `insert into event (portal_id, id, name, kind, starts_at, time_zone, city, publication, state)
     values ($1, gen_random_uuid(), 'Sala', $2, ($3::date + time '21:00') at time zone 'Europe/Madrid', 'Europe/Madrid', 'Jaén', $4, $5)`,
    [portalId, kind, day(days), publication, state],
  )
}
const told = async (actor: PersonKey) => ok(await (await as(world.database, actor)).analytics.tours({})).items

beforeAll(async () => {
  await world.database.query('delete from event')
})

test('a tour goes from its first concert to its last, with thirty days between two at most', async () => {
  expect(await told('artist')).toEqual([])
  // One that is over.
  for (const at of [-100, -90]) await plays(ninoLobo.id, at)
  await plays(ninoLobo.id, 20)
  expect(await told('artist')).toEqual([])
  for (const at of [-40, -10, 50]) await plays(ninoLobo.id, at)
  // Thirty days and more than those.
  for (const at of [81, 90]) await plays(ninoLobo.id, at)
  const of = { portalId: ninoLobo.id, portalName: ninoLobo.name }
  expect(await told('artist')).toEqual([{ ...of, from: day(-40), to: day(50), concerts: 4 }])
})

test('what fans cannot go to is no part of it', async () => {
  await plays(ninoLobo.id, 75, { publication: 'draft' })
  await plays(ninoLobo.id, 76, { state: 'cancelled' })
  await plays(ninoLobo.id, 77, { kind: 'signing' })
  expect((await told('artist'))[0]?.to).toBe(day(50))
})

test('a label is told the tour of each of its artists, and staff of none', async () => {
  for (const at of [5, 9]) await plays(claraVentisca.id, at)
  for (const at of [2, 3]) await plays(hotelLevante.id, at)
  const items = await told('label')
  expect(items.map(({ portalName, from, to }) => [portalName, from, to])).toEqual([
    [hotelLevante.name, day(2), day(3)],
    [claraVentisca.name, day(5), day(9)],
  ])
  expect(await told('super')).toEqual([])
})
