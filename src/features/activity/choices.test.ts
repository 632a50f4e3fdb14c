import { expect, test } from 'vitest'
import { operationList } from '#api.ts'
import { locales } from '#platform/constants.ts'
import { permissionKeys } from '#platform/permissions.ts'
import { valueWords } from './server/activity-values.ts'
import { changesBetween, isSilent } from './server/changes.ts'

interface Schema {
  _zod: {
    def: {
      type: string
      entries?: Record<string, string>
      values?: readonly unknown[]
      shape?: Record<string, Schema>
      options?: readonly Schema[]
    } & Partial<Record<'innerType' | 'element' | 'in' | 'valueType', Schema>>
  }
}

/** Calls `found` with each choice that a shape declares, and the field that it is chosen in. */
function choicesIn(
  schema: Schema | undefined,
  found: (field: string, choice: string) => void,
  field = '',
): void {
  if (!schema) return
  const { type, entries, values = [], shape = {}, options = [], ...inner } = schema._zod.def
  if (type === 'enum') for (const choice of Object.values(entries ?? {})) found(field, choice)
  for (const choice of type === 'literal' ? values : []) if (typeof choice === 'string') found(field, choice)
  for (const [name, part] of Object.entries(shape)) choicesIn(part, found, name)
  for (const part of [inner.innerType, inner.element, inner.in, inner.valueType, ...options])
    choicesIn(part, found, field)
}

/** Answered by what changes nothing that the activity tells of, or said by the field that it belongs to. */
const untold = new Set([
  // How a call is done, not what it changes.
  ...['mode', 'use', 'video', 'decimal', 'delivery', 'twoFactor', 'page', 'what', 'of', 'pictureUrl', 'gaps'],
  // What the program derives, and says on the page of the thing itself.
  ...[
    'step',
    'absence',
    'why',
    'taxCase',
    'taxMention',
    'notAppliedBecause',
    'rateOf',
    'taxName',
    'retentionTax',
  ],
])

test('every choice that a change can tell of has its words in both languages', () => {
  const wordless = new Set<string>()
  for (const { contract } of operationList) {
    const { meta, inputSchema, outputSchema } = contract['~orpc']
    if (meta.read || meta.silent) continue
    for (const schema of [inputSchema, outputSchema])
      choicesIn(schema as unknown as Schema, (field, choice) => {
        if (isSilent(field) || untold.has(field) || (permissionKeys as string[]).includes(choice)) return
        for (const locale of locales)
          if (!valueWords(field, choice, locale)) wordless.add(`${field} ${choice} (${locale})`)
      })
  }
  expect([...wordless].sort()).toEqual([])
})

const event = {
  kind: 'concert',
  state: 'scheduled',
  province: 'ES-M',
  country: 'ES',
  tickets: [{ type: 'tickets', url: 'https://entradas.example/0', onSaleAt: null }],
  linkIds: ['01932000-0000-791e-9cd9-31603fe9b731'],
  places: ['01932000-0000-791e-9cd9-31603fe9b731'],
}

test('a code, an id or a list of things is said as its reader would say it', () => {
  const said = (locale: 'es' | 'en') => changesBetween(null, event, locale).map(({ after }) => after)
  expect(said('es')).toEqual([
    ...['Concierto', 'Según lo previsto', 'Madrid', 'España', 'Entradas · https://entradas.example/0'],
  ])
  expect(said('en')).toEqual([
    ...['Concert', 'As planned', 'Madrid', 'Spain', 'Tickets · https://entradas.example/0'],
  ])
  const look = { design: 'carab', typography: 'archivo-narrow', buttons: 'outline' }
  expect(changesBetween(null, look, 'es').map(({ after }) => after)).toEqual([
    ...['Cara B', 'Archivo Condensed', 'Contorno'],
  ])
})
