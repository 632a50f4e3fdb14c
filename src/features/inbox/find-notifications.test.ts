import { expect, test } from 'vitest'
import { countMax } from '#platform/constants.ts'
import { as, ok } from '#testing/as.ts'
import { testDatabase } from '#testing/database.ts'
import { people } from '#testing/world/cast.ts'

const world = testDatabase()

const write = (person: string, title: string, ago: string, many = 1, post: string | null = null) =>
  world.database.query(
    `insert into message (id, person_id, post_id, kind, about, words, created_at)
      select gen_random_uuid(), $1, $5, 'sales', $2 || n, jsonb_build_object('title', jsonb_build_object('es', $2::text, 'en', $2 || ' in words'), 'body',
        jsonb_build_object('es', ''), 'link', '/orders'), now() - $3::interval - n * interval '1 second'
      from generate_series(1, $4::int) n`,
    [person, title, ago, many, post],
  )
const find = async (query: { q: string; delivery?: 'none' | 'failed'; page?: number }) => {
  const staff = await as(world.database, 'staff')
  const { items, total } = ok(await staff.communications.listNotifications(query))
  return { total, titles: items.map(({ title }) => title.es), names: items.map(({ person }) => person.name) }
}

test('what was sent is found by whom it went to, by its post and by its own words, whatever case and accents', async () => {
  await write(people.artist.id, 'Canción número (7.5) vendida', '3 days')
  await write(people.vera.id, 'Canción número (7.5) vendida', '2 days')
  await write(people.vera.id, 'Otra cosa', '1 day')
  const found = ['Canción número (7.5) vendida', 'Canción número (7.5) vendida']
  for (const q of ['cancion NUMERO', '(7.5)', 'úmero (7'])
    expect(await find({ q })).toMatchObject({ total: 2, titles: found })
  // As whoever reads English has read it.
  expect(await find({ q: 'vendida in words' })).toMatchObject({ total: 2, titles: found })
  // A sign means itself.
  expect(await find({ q: '(7x5)' })).toMatchObject({ total: 0, titles: [] })
  // By name and by address, and nobody else's.
  for (const q of [people.vera.name.toUpperCase(), people.vera.email.slice(0, 8)]) {
    const { titles, names } = await find({ q })
    expect(titles.slice(0, 2)).toEqual(['Otra cosa', 'Canción número (7.5) vendida'])
    expect(new Set(names)).toEqual(new Set([people.vera.name]))
  }
  expect(await find({ q: 'cancion numero', delivery: 'none' })).toMatchObject({ total: 2 })
  expect(await find({ q: 'cancion numero', delivery: 'failed' })).toMatchObject({ total: 0 })
})

test('the words of a post are the post’s as they are now', async () => {
  const [post] = await world.database.query<{ id: string }>(
    `insert into post (id, title, description, body, kind, audience, channels) values (gen_random_uuid(),
      '{"es": "Vacaciones de agosto", "en": "Closed in August"}', '{"es": ""}', '{"es": ""}', 'info', '{}', '[]') returning id`,
  )
  await write(people.artist.id, 'Como se llamaba antes', '1 hour', 1, post?.id)
  expect(await find({ q: 'closed in' })).toMatchObject({ total: 1, titles: ['Vacaciones de agosto'] })
  expect(await find({ q: 'de agosto' })).toMatchObject({ total: 1, titles: ['Vacaciones de agosto'] })
  expect(await find({ q: 'llamaba antes' })).toMatchObject({ total: 0 })
})

test('of more than a list counts, the newest come first', async () => {
  await write(people.artist.id, 'Muchas veces dicho', '10 days', countMax + 5)
  await write(people.vera.id, 'Muchas veces dicho, y hoy', '0 seconds')
  const { total, titles } = await find({ q: 'veces dicho' })
  expect(total).toBe(countMax)
  expect(titles.slice(0, 2)).toEqual(['Muchas veces dicho, y hoy', 'Muchas veces dicho'])
})
