import type * as core from 'zod/v4/core'
import { listWords } from '#platform/list-shape.ts'
import { isNeeded } from '#platform/shapes.ts'
import descriptions from './descriptions.json' with { type: 'json' }
import { namedShapes } from './named-shapes.ts'

const fieldsOf = (schema: core.$ZodType) =>
  (schema._zod.def as unknown as { shape?: Record<string, core.$ZodType> }).shape ?? {}

/** What is said of a field, by the field itself: a query takes over the fields of the shapes that it is made of. */
const said = new Map<core.$ZodType, Record<string, string>>()
for (const [name, { schema }] of Object.entries(namedShapes())) {
  const words = (descriptions as Record<string, { fields: Record<string, string> }>)[name]?.fields ?? {}
  for (const [field, shape] of Object.entries(fieldsOf(schema))) {
    const before = said.get(shape) ?? {}
    // A shape that many fields share may mean something else in each.
    if (words[field])
      said.set(shape, {
        ...before,
        [field]: (before[field] ?? words[field]) === words[field] ? words[field] : '',
      })
  }
}

/** What is known of a field of a call's input. */
export interface FieldWords {
  description?: string
  /** Can the call not do without it, whatever its shape says? */
  needed: boolean
}

/** What the fields of a call's input are, by name. */
export const fieldWords = (input: core.$ZodType | undefined): Record<string, FieldWords> =>
  Object.fromEntries(
    Object.entries(input ? fieldsOf(input) : {}).map(([name, field]) => {
      const description = said.get(field)?.[name] || listWords[name]
      return [name, { ...(description ? { description } : {}), needed: isNeeded(field) }]
    }),
  )
