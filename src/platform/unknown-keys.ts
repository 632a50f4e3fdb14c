import type * as core from 'zod/v4/core'

/** A key of the input that its shape does not declare, with its place: `title.fr`, `variants.0.colr`. */
export interface UnknownKey {
  path: string
  value: unknown
}

type Definition = {
  type: string
  shape?: Record<string, core.$ZodType>
  catchall?: core.$ZodType
  innerType?: core.$ZodType
  element?: core.$ZodType
  options?: core.$ZodType[]
  left?: core.$ZodType
  right?: core.$ZodType
  in?: core.$ZodType
  items?: core.$ZodType[]
  valueType?: core.$ZodType
}
const definitionOf = (schema: core.$ZodType) => schema._zod.def as unknown as Definition
const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Keys that a shape would drop in silence, wherever they stand in the value. Tells nothing of wrong values. */
export function unknownKeys(schema: core.$ZodType, value: unknown, at = ''): UnknownKey[] {
  const definition = definitionOf(schema)
  const look = looks[definition.type] ?? inside
  return look(definition, value, at)
}

type Look = (definition: Definition, value: unknown, at: string) => UnknownKey[]

const below = (at: string, name: string | number) => (at ? `${at}.${name}` : String(name))

/** By the kind of a shape. */
const looks: Partial<Record<string, Look>> = {
  object({ shape = {}, catchall }, value, at) {
    if (!isRecord(value) || catchall) return []
    return Object.entries(value).flatMap(([name, inner]) => {
      const known = Object.hasOwn(shape, name) ? shape[name] : undefined
      return known ? unknownKeys(known, inner, below(at, name)) : [{ path: below(at, name), value: inner }]
    })
  },
  array({ element }, value, at) {
    if (!Array.isArray(value) || !element) return []
    return value.flatMap((inner, place) => unknownKeys(element, inner, below(at, place)))
  },
  tuple({ items }, value, at) {
    if (!Array.isArray(value)) return []
    return value.flatMap((inner, place) => {
      const item = items?.[place]
      return item ? unknownKeys(item, inner, below(at, place)) : []
    })
  },
  record({ valueType }, value, at) {
    if (!isRecord(value) || !valueType) return []
    return Object.entries(value).flatMap(([name, inner]) => unknownKeys(valueType, inner, below(at, name)))
  },
  union({ options = [] }, value, at) {
    // Whichever of the shapes knows most of it is the one that is meant.
    const found = options.map((option) => unknownKeys(option, value, at))
    return found.sort((a, b) => a.length - b.length)[0] ?? []
  },
  intersection({ left, right }, value, at) {
    const [ofLeft = [], ofRight = []] = [left, right].map((side) =>
      side ? unknownKeys(side, value, at) : [],
    )
    const alsoRight = new Set(ofRight.map(({ path }) => path))
    return ofLeft.filter(({ path }) => alsoRight.has(path))
  },
  pipe: (definition, value, at) => (definition.in ? unknownKeys(definition.in, value, at) : []),
}

const inside: Look = ({ innerType }, value, at) =>
  innerType && value !== null && value !== undefined ? unknownKeys(innerType, value, at) : []
