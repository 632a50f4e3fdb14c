import type * as core from 'zod/v4/core'

interface Def {
  type: string
  shape?: Record<string, core.$ZodType>
  innerType?: core.$ZodType
}
const defOf = (schema: core.$ZodType) => schema._zod.def as unknown as Def

const isList = (schema: core.$ZodType): boolean => {
  const { type, innerType } = defOf(schema)
  return type === 'array' || (innerType !== undefined && isList(innerType))
}

/** The parameters of a query that may stand several times. */
export const repeatedParameters = (schema: core.$ZodType | undefined): readonly string[] =>
  Object.entries((schema && defOf(schema).shape) ?? {}).flatMap(([name, field]) =>
    isList(field) ? [name] : [],
  )

/** An input in which what may stand several times and stands once is a list of one. */
export function withLists(raw: unknown, repeated: readonly string[]): unknown {
  const input = raw as Record<string, unknown> | undefined
  const single = repeated.filter((name) => typeof input?.[name] === 'string')
  return single.length === 0
    ? raw
    : { ...input, ...Object.fromEntries(single.map((name) => [name, [input?.[name]]])) }
}
