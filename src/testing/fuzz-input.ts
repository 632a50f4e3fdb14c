import fc from 'fast-check'
import * as core from 'zod/v4/core'

/** What a JSON Schema says of one value, as far as inputs of operations use it. */
interface Schema {
  type?: string | string[]
  enum?: unknown[]
  const?: unknown
  anyOf?: Schema[]
  allOf?: Schema[]
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: boolean | Schema
  propertyNames?: Schema
  format?: string
  pattern?: string
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  minItems?: number
  maxItems?: number
}

/** Ids of rows that are there, so that some calls get past "does not exist". */
export type KnownIds = Record<string, readonly string[]>

const texts = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 60 }),
  fc.constantFrom('Ñandú', 'Título', '«cita»', 'https://example.org/', '2026-11-20', 'a@b.test', '0', '-1'),
)

function textOf(schema: Schema, name: string, known: KnownIds): fc.Arbitrary<unknown> {
  const min = schema.minLength ?? 0
  const max = Math.max(min, Math.min(schema.maxLength ?? 60, 200))
  if (schema.format === 'uuid')
    return known[name]?.length ? fc.oneof(fc.constantFrom(...known[name]), fc.uuid()) : fc.uuid()
  if (schema.format === 'date-time')
    return fc
      .date({ min: new Date('2000-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
      .map((date) => date.toISOString())
  if (schema.format === 'date')
    return fc
      .date({ min: new Date('2000-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
      .map((date) => date.toISOString().slice(0, 10))
  if (schema.format === 'email') return fc.emailAddress()
  if (schema.pattern) {
    try {
      return fc.stringMatching(new RegExp(schema.pattern, 'u'), { size: 'xsmall' })
    } catch {
      return texts
    }
  }
  return texts.map((text) => text.slice(0, max).padEnd(min, 'x'))
}

/** Values that a JSON Schema allows, roughly: what only the shape itself knows is left to it. */
function arbitraryOf(schema: Schema, name: string, known: KnownIds): fc.Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((each) => arbitraryOf(each, name, known)))
  if (schema.allOf) return arbitraryOf(Object.assign({}, ...schema.allOf), name, known)
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type
  if (type === 'string') return textOf(schema, name, known)
  if (type === 'integer' || type === 'number')
    return fc.integer({
      min: Math.max(schema.minimum ?? -1000, -1_000_000_000),
      max: Math.min(schema.maximum ?? 1000, 1_000_000_000),
    })
  if (type === 'boolean') return fc.boolean()
  if (type === 'null') return fc.constant(null)
  if (type === 'array')
    return fc.array(arbitraryOf(schema.items ?? {}, name, known), {
      minLength: schema.minItems ?? 0,
      maxLength: Math.min(schema.maxItems ?? 3, 3 + (schema.minItems ?? 0)),
    })
  if (type === 'object') {
    const required = new Set(schema.required ?? [])
    const fields = Object.entries(schema.properties ?? {})
    return fc.record(Object.fromEntries(fields.map(([key, each]) => [key, arbitraryOf(each, key, known)])), {
      requiredKeys: [...required] as never[],
    })
  }
  return texts
}

const deep = (depth: number): unknown => {
  let value: unknown = 1
  for (let level = 0; level < depth; level++) value = [value]
  return value
}

/** What no caller should send, and somebody does. */
const odd = fc.constantFrom<unknown>(
  null,
  '',
  ' ',
  '\u0000',
  '\ud800',
  'x'.repeat(20_000),
  -1,
  0,
  1e308,
  Number.MAX_SAFE_INTEGER + 2,
  0.1,
  true,
  [],
  [[]],
  {},
  { __proto__: null, polluted: true },
  JSON.parse('{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}'),
  deep(200),
  'undefined',
  '../../etc/passwd',
  "'; drop table portal; --",
  '9999-99-99',
  '%00',
)

/** Inputs of an operation: as its shape allows, or with one field replaced, added or left out. */
export function inputsOf(shape: core.$ZodType, known: KnownIds): fc.Arbitrary<Record<string, unknown>> {
  const schema = core.toJSONSchema(shape, { io: 'input', unrepresentable: 'any' }) as Schema
  const valid = arbitraryOf(schema, '', known).map((value) =>
    typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {},
  )
  const names = Object.keys(schema.properties ?? {})
  if (names.length === 0) return valid
  const broken = fc
    .tuple(valid, fc.constantFrom(...names), fc.oneof(odd, fc.constant(undefined)))
    .map(([input, name, value]) => ({ ...input, [name]: value }))
  return fc.oneof(valid, broken, broken)
}
