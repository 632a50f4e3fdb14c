import * as z from 'zod/mini'

/** What every list takes and tells beside what it declares itself. Browser-safe. */

/** As many rows as one call answers at most. */
export const pageSizeMax = 250

type Shape = Record<string, z.core.$ZodType>
interface Def {
  type: string
  shape?: Shape
  element?: z.core.$ZodType
  innerType?: z.core.$ZodType
  options?: z.core.$ZodType[]
}
const defOf = (schema: z.core.$ZodType) => schema._zod.def as unknown as Def

/** The fields of an object, also of one that may be left out, and of each of those that it may be. */
function fieldsOf(schema: z.core.$ZodType | undefined): Shape {
  if (!schema) return {}
  const { shape, innerType, options } = defOf(schema)
  if (options) return Object.assign({}, ...options.map(fieldsOf))
  return shape ?? fieldsOf(innerType)
}

/** What stands beside a thing in a list by its id, and the address at which all of it is told. */
export const expansions: Record<string, string> = {
  account: '/accounts/{accountId}',
  portal: '/portal/{portalId}',
  product: '/portal/{portalId}/product/{productId}',
  blank: '/blank/{blankId}',
  order: '/portal/{portalId}/order/{orderId}',
  post: '/communications/post/{postId}',
  release: '/portal/{portalId}/release/{releaseId}',
}

/** What is known of a list from its declaration. */
export interface ListShape {
  /** Does it answer page by page? */
  paged: boolean
  /** Names of a row's fields. */
  fields: readonly string[]
  /** What of a row can be told whole. */
  expand: readonly string[]
  /** Do its rows tell when they were changed? */
  changed: boolean
}

interface Declared {
  method: string
  input: z.core.$ZodType
  output: z.core.$ZodType
}

/** What a declaration answers as a list; undefined where it is none, or its rows are no objects. */
export function listShapeOf({ method, input, output }: Declared): ListShape | undefined {
  const items = method === 'GET' && defOf(output).type === 'object' && defOf(output).shape?.['items']
  if (!items || defOf(items).type !== 'array' || defOf(input).type !== 'object') return undefined
  const row = fieldsOf(defOf(items).element)
  const fields = Object.keys(row)
  if (fields.length === 0) return undefined
  const known = (id: string) => id in row || id in fieldsOf(input) || idInside(row, id)
  const expand = Object.entries(expansions).flatMap(([name, path]) =>
    (`${name}Id` in row || idInside(row, `${name}Id`)) && namesIn(path).every(known) ? [name] : [],
  )
  return {
    paged: 'page' in fieldsOf(input) && 'pageSize' in fieldsOf(output),
    fields,
    expand,
    changed: 'updatedAt' in row,
  }
}

const namesIn = (path: string) => [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
/** `portalId` is also told by a `portal` with an `id`. */
const idInside = (row: Shape, id: string) => 'id' in fieldsOf(row[id.slice(0, -2)])

const Names = z.optional(z.string().check(z.maxLength(500), z.regex(/^\w+(,\w+)*$/)))
const pages = {
  pageSize: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(pageSizeMax))),
  /** `nextCursor` of the answer before; empty, or left out, for the first. */
  cursor: z.optional(z.string().check(z.maxLength(1000), z.regex(/^[\w-]*$/))),
}
const since = { updatedSince: z.optional(z.iso.datetime({ offset: true })) }

/** What those parameters are, for readers of the API's document and for assistants. */
export const listWords: Readonly<Record<string, string>> = {
  page: 'Which page, from 1.',
  pageSize: `Rows of a page, up to ${pageSizeMax}.`,
  cursor: '`nextCursor` of the answer before; left out for the first page.',
  updatedSince: 'Only what has changed since then.',
  fields: 'Only these fields of a row, with commas between.',
  expand: 'What of a row is told whole, with commas between; up to 50 rows.',
}

/** The parameters that a list takes beside those that it declares. */
export const listParameters = ({ paged, changed, expand }: ListShape): Shape => ({
  ...(paged ? pages : {}),
  ...(changed ? since : {}),
  fields: Names,
  ...(expand.length > 0 ? { expand: Names } : {}),
})

/** A list's input and output with what every list takes and tells; others as they are. */
export function asList<I extends z.core.$ZodType, O extends z.core.$ZodType>(
  declared: Declared & { input: I; output: O },
): { input: I; output: O } {
  const list = listShapeOf(declared)
  if (!list) return declared
  const told = list.paged ? { nextCursor: z.optional(z.nullable(z.string())) } : {}
  return {
    input: z.extend(declared.input as never, listParameters(list)) as unknown as I,
    output: z.extend(declared.output as never, told) as unknown as O,
  }
}
