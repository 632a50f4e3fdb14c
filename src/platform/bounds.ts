import type * as core from 'zod/v4/core'

/** The range of a number in a shape; what has no bound is left out. */
export interface Bounds {
  min?: number
  max?: number
}

interface Definition {
  shape?: Record<string, core.$ZodType>
  innerType?: core.$ZodType
  element?: core.$ZodType
  in?: core.$ZodType
  options?: core.$ZodType[]
}
const definitionOf = (schema: core.$ZodType) => schema._zod.def as unknown as Definition

/** Every shape that may stand at a place: through what is optional or piped, and of each part of a union. */
function* meanings(schema: core.$ZodType): Generator<core.$ZodType> {
  yield schema
  const { innerType, in: piped, options = [] } = definitionOf(schema)
  for (const inner of [innerType, piped, ...options]) if (inner) yield* meanings(inner)
}

const childOf = (schema: core.$ZodType, name: PropertyKey): core.$ZodType | undefined => {
  for (const { shape, element } of [...meanings(schema)].map(definitionOf)) {
    const child = typeof name === 'number' ? element : shape?.[String(name)]
    if (child) return child
  }
  return undefined
}

interface Check {
  check?: string
  value?: unknown
  inclusive?: boolean
}

/** The bounds of the first shape there that has any: one that was narrowed has several, and all of them hold. */
function valuesOf(schema: core.$ZodType, name: string): number[] {
  for (const { checks = [] } of [...meanings(schema)].map((one) => one._zod.def)) {
    const values = checks
      .map((check) => check._zod.def as Check)
      .flatMap(({ check, inclusive, value }) =>
        check === name && inclusive && typeof value === 'number' ? [value] : [],
      )
    if (values.length > 0) return values
  }
  return []
}

/** The range that a shape allows at a place of its input. */
export function boundsAt(schema: core.$ZodType, path: readonly PropertyKey[]): Bounds {
  let at: core.$ZodType | undefined = schema
  for (const name of path) at = at && childOf(at, name)
  if (!at) return {}
  const [min] = valuesOf(at, 'greater_than').sort((a, b) => b - a)
  const [max] = valuesOf(at, 'less_than').sort((a, b) => a - b)
  return { ...(min === undefined ? {} : { min }), ...(max === undefined ? {} : { max }) }
}
