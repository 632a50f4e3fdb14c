import * as core from 'zod/v4/core'

interface Definition {
  type: string
  shape?: Record<string, core.$ZodType>
  innerType?: core.$ZodType
  element?: core.$ZodType
}

const definitionOf = (schema: core.$ZodType) => schema._zod.def as unknown as Definition
/** How long a text may be, by its own checks. */
function longestOf(schema: core.$ZodType): number {
  const { checks = [] } = schema._zod.def as { checks?: core.$ZodCheck[] }
  const limits = checks.flatMap((check) => (check._zod.def as { maximum?: number }).maximum ?? [])
  return Math.min(Number.MAX_SAFE_INTEGER, ...limits)
}
const nothing = Symbol('left out')

/**
 * An input for a call in which every text that somebody may type is `text`, as far as its length goes: walked from the
 * call's own shape, so that a field that is added later is covered by itself. What is no free text (ids, addresses,
 * dates, choices) comes from `given`, by its path; what is optional and not given is left out.
 * @throws when something that is needed is neither.
 */
export function hostileInput(
  schema: core.$ZodType,
  text: string,
  given: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const made = walk(schema, text, given, '')
  if (made === nothing) throw new Error('This call takes no text.')
  return made as Record<string, unknown>
}

function walk(
  schema: core.$ZodType,
  text: string,
  given: Readonly<Record<string, unknown>>,
  path: string,
): unknown {
  if (path in given) return given[path]
  const { type, shape, innerType, element } = definitionOf(schema)
  if (shape) {
    const parts = Object.entries(shape).flatMap(([name, part]) => {
      const value = walk(part, text, given, path ? `${path}.${name}` : name)
      return value === nothing ? [] : [[name, value] as const]
    })
    return Object.fromEntries(parts)
  }
  if (type === 'optional' || type === 'default' || type === 'nullable') {
    try {
      return innerType ? walk(innerType, text, given, path) : nothing
    } catch {
      return nothing
    }
  }
  if (type === 'array' && element) {
    try {
      return [walk(element, text, given, `${path}.0`)]
    } catch {
      return []
    }
  }
  if (type === 'string') {
    const cut = text.slice(0, longestOf(schema))
    if (core.safeParse(schema, cut).success) return cut
  }
  throw new Error(`Nothing is given for ${path}, which takes no free text.`)
}
