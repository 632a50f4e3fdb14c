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

/** Whole numbers have the bounds of what a number can hold; nobody meant those. */
const meant = (value: unknown) =>
  typeof value === 'number' && Math.abs(value) < Number.MAX_SAFE_INTEGER ? value : undefined

/** The range that a shape allows at a place of its input. */
export function boundsAt(schema: core.$ZodType, path: readonly PropertyKey[]): Bounds {
  let at: core.$ZodType | undefined = schema
  for (const name of path) at = at && childOf(at, name)
  if (!at) return {}
  const bags = [...meanings(at)].map(({ _zod: { bag } }) => bag as Record<string, unknown>)
  const found = (name: string) => bags.map((bag) => meant(bag[name])).find((value) => value !== undefined)
  const [min, max] = [found('minimum'), found('maximum')]
  return { ...(min === undefined ? {} : { min }), ...(max === undefined ? {} : { max }) }
}
