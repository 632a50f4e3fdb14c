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
  const below = (name: string | number) => (at ? `${at}.${name}` : String(name))
  switch (definition.type) {
    case 'object': {
      if (!isRecord(value) || definition.catchall) return []
      const shape = definition.shape ?? {}
      return Object.entries(value).flatMap(([name, inner]) => {
        const known = Object.hasOwn(shape, name) ? shape[name] : undefined
        return known ? unknownKeys(known, inner, below(name)) : [{ path: below(name), value: inner }]
      })
    }
    case 'array':
      return Array.isArray(value) && definition.element
        ? value.flatMap((inner, place) =>
            unknownKeys(definition.element as core.$ZodType, inner, below(place)),
          )
        : []
    case 'tuple':
      return Array.isArray(value)
        ? value.flatMap((inner, place) => {
            const item = definition.items?.[place]
            return item ? unknownKeys(item, inner, below(place)) : []
          })
        : []
    case 'record':
      return isRecord(value) && definition.valueType
        ? Object.entries(value).flatMap(([name, inner]) =>
            unknownKeys(definition.valueType as core.$ZodType, inner, below(name)),
          )
        : []
    case 'union': {
      // Whichever of the shapes knows most of it is the one that is meant.
      const found = (definition.options ?? []).map((option) => unknownKeys(option, value, at))
      return found.sort((a, b) => a.length - b.length)[0] ?? []
    }
    case 'intersection': {
      const [left, right] = [definition.left, definition.right].map((side) =>
        side ? unknownKeys(side, value, at) : [],
      )
      const alsoRight = new Set(right?.map(({ path }) => path))
      return (left ?? []).filter(({ path }) => alsoRight.has(path))
    }
    case 'pipe':
      return definition.in ? unknownKeys(definition.in, value, at) : []
    default:
      return definition.innerType && value !== null && value !== undefined
        ? unknownKeys(definition.innerType, value, at)
        : []
  }
}
