import { expect, test } from 'vitest'
import { operationList } from '#api.ts'
import { locales } from '#platform/constants.ts'
import { fieldWords } from './server/activity-words.ts'
import { changesBetween, isSilent } from './server/changes.ts'

interface Schema {
  _zod: {
    def: {
      shape?: Record<string, Schema>
      innerType?: Schema
      element?: Schema
      options?: readonly Schema[]
      in?: Schema
    }
  }
}

/** Every field's name in a shape, however deep. */
function namesIn(schema: Schema | undefined, names = new Set<string>()): Set<string> {
  const { shape = {}, innerType, element, options = [], in: inner } = schema?._zod?.def ?? {}
  for (const [name, part] of Object.entries(shape)) {
    names.add(name)
    namesIn(part, names)
  }
  for (const part of [innerType, element, inner, ...options]) if (part) namesIn(part, names)
  return names
}

/** The two languages of a text: the word is their field's. */
const languages = new Set<string>(locales)

test('every field that a change can tell of has its words in both languages', () => {
  const wordless: string[] = []
  for (const { fullName, contract } of operationList) {
    const { meta, inputSchema } = contract['~orpc']
    if (meta.read || meta.silent) continue
    for (const name of namesIn(inputSchema as unknown as Schema)) {
      if (isSilent(name) || languages.has(name)) continue
      for (const locale of locales)
        if (!fieldWords(name, locale)) wordless.push(`${fullName} ${name} (${locale})`)
    }
  }
  expect(wordless).toEqual([])
})

test('a destination that was changed is told, and prices by their name', () => {
  const before = { id: '1', title: { es: 'Gira' }, url: 'https://a.example/', priceCents: 1000 }
  const after = { id: '1', title: { es: 'Gira' }, url: 'https://b.example/', priceCents: 1250 }
  expect(
    changesBetween(before, after, 'es').map(({ label, before, after }) => [label, before, after]),
  ).toEqual([
    ['Dirección web', 'https://a.example/', 'https://b.example/'],
    ['Precio', '10,00\u00a0€', '12,50\u00a0€'],
  ])
})

test('what the program works out of a row is no change that anybody made, and has no name of the API to be told by', () => {
  const deleted = {
    ...{ id: '1', live: true, absence: null, status: 'published', durationDays: 7 },
    ...{ targetTitle: { es: 'Gira', en: 'Tour' }, description: { es: 'Últimas entradas' } },
  }
  const told = (before: unknown, after: unknown) =>
    changesBetween(before, after, 'es').map(({ label, before }) => [label, before])
  expect(told(deleted, undefined)).toEqual([
    ['Estado', 'Publicada'],
    ['Duración (días)', '7'],
    ['Qué se destaca (es)', 'Gira'],
    ['Qué se destaca (en)', 'Tour'],
    ['Descripción (es)', 'Últimas entradas'],
  ])
  // Of what is recorded beside rows everything has its words.
  for (const name of ['erased', 'count', 'unsigned', 'fileName', 'records', 'events', 'anomalies'])
    for (const locale of locales) expect(fieldWords(name, locale), name).toBeTruthy()
  expect(told({ onHand: 5, available: 4, low: true }, { onHand: 9, available: 8, low: false })).toEqual([
    ['En el almacén', '5'],
  ])
})
