import { expect, test } from 'vitest'
import { safeParse } from 'zod/v4/core'
import { testDatabase } from '#testing/database.ts'
import { examplesOf } from '#testing/examples.ts'
import examples from './examples.json' with { type: 'json' }
import { namedShapes } from './named-shapes.ts'
import { openApiDocument } from './open-api.ts'

type Row = Record<string, unknown>
const world = testDatabase()
const shapes = namedShapes()
const known = examples as Record<string, Row>

/** Days pass and figures grow; names, words and what is told at all stay. */
function faultOf(example: unknown, answered: unknown, at: string): string | undefined {
  if (example === null || answered === null) return undefined
  if (Array.isArray(example)) return Array.isArray(answered) ? undefined : `${at} is no list`
  if (typeof example === 'object') {
    if (typeof answered !== 'object') return `${at} is no object`
    const [here, there] = [example, answered].map((one) =>
      Object.keys(one as object)
        .toSorted()
        .join(),
    )
    if (here !== there && !/title|name|description/i.test(at)) return `${at} tells ${there}, not ${here}`
    for (const [name, value] of Object.entries(example)) {
      const fault = faultOf(value, (answered as Row)[name], `${at}.${name}`)
      if (fault) return fault
    }
    return undefined
  }
  if (typeof example !== typeof answered) return `${at} is a ${typeof answered}`
  // The world draws its orders anew for each day: what one of them sold, and to where, is another's tomorrow.
  const stays = /\.(es|en|name|code|sku|city|venue)$/.test(at) && !/^Order\.(city|lines)/.test(at)
  return stays && example !== answered ? `${at} is ${String(answered)}` : undefined
}

test('examples are what the demo world answers, and of the shapes that they stand at', async () => {
  const answered = await examplesOf(world.database, known)
  expect(Object.keys(known)).toEqual(Object.keys(answered))
  for (const [name, example] of Object.entries(known)) {
    expect(safeParse(shapes[name]?.schema as never, example).success, name).toBe(true)
    expect(faultOf(example, answered[name], name)).toBeUndefined()
  }
})

test('an example that says something else is found out', () => {
  const link = known['Link'] ?? {}
  expect(faultOf({ ...link, colour: 'red' }, link, 'Link')).toMatch(/^Link tells/)
  expect(faultOf({ ...link, version: '1' }, link, 'Link')).toBe('Link.version is a number')
  expect(faultOf({ ...link, title: { es: 'Otro' } }, { ...link, title: { es: 'Uno' } }, 'Link')).toBe(
    'Link.title.es is Uno',
  )
  expect(faultOf({ city: 'Cádiz' }, { city: 'Granada' }, 'Event')).toBe('Event.city is Granada')
  expect(faultOf({ city: 'Cádiz' }, { city: 'Granada' }, 'Order')).toBeUndefined()
  expect(faultOf({ city: 'Cádiz' }, { town: 'Cádiz' }, 'Order')).toBe('Order tells town, not city')
})

test('each stands in the document', async () => {
  const { components } = (await openApiDocument('https://backline.test')) as {
    components: { schemas: Record<string, { examples?: unknown[] }> }
  }
  for (const [name, example] of Object.entries(known))
    expect([name, components.schemas[name]?.examples]).toEqual([name, [example]])
})
