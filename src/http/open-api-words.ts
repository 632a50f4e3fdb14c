import descriptions from './descriptions.json' with { type: 'json' }
import examples from './examples.json' with { type: 'json' }

interface Told {
  components: { schemas: Record<string, object> }
}
interface Schema {
  description?: string
  properties?: Record<string, Schema>
  items?: Schema
  anyOf?: Schema[]
  allOf?: Schema[]
}

/** One of each thing as it was in the demo world; a test holds them against what is answered. */
export function withExamples<D extends Told>(document: D): D {
  for (const [name, example] of Object.entries(examples)) {
    const shape = document.components.schemas[name]
    if (shape) Object.assign(shape, { examples: [example] })
  }
  return document
}

/** What the contracts say of their shapes, and of fields by their paths; a test holds it against the sources. */
export function withDescriptions<D extends Told>(document: D): D {
  for (const [name, { description, fields }] of Object.entries<Words>(descriptions)) {
    const shape = document.components.schemas[name] as Schema | undefined
    if (!shape) continue
    for (const [path, said] of Object.entries(fields))
      for (const field of fieldsAt(shape, path.split('.'))) field.description = said
    if (description) shape.description = description
  }
  return document
}

interface Words {
  description: string
  fields: Record<string, string>
}

/** The fields of that path, wherever lists and choices lie between; what is told under a name of its own is not gone into. */
function fieldsAt(schema: Schema, [name = '', ...rest]: readonly string[]): Schema[] {
  const { properties = {}, items, anyOf = [], allOf = [] } = schema
  const own = properties[name]
  const found = own ? (rest.length === 0 ? [own] : fieldsAt(own, rest)) : []
  return [
    ...found,
    ...[...(items ? [items] : []), ...anyOf, ...allOf].flatMap((inner) => fieldsAt(inner, [name, ...rest])),
  ]
}
