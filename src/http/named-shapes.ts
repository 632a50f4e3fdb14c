import type * as z from 'zod/mini'
import { contractFiles } from '#api.ts'
import * as agreementParties from '#features/billing/agreement-parties.ts'
import * as billShapes from '#features/billing/bill-shapes.ts'
import * as recordState from '#features/billing/record-state.ts'
import * as purchaseShapes from '#features/products/purchase-shapes.ts'
import * as commonShapes from './common-shapes.ts'

const shapeFiles = [
  ...contractFiles,
  ...[billShapes, agreementParties, recordState, purchaseShapes, commonShapes],
]

const kinds = ['object', 'array', 'enum']
const isNamed = (value: unknown): value is z.ZodMiniType =>
  typeof value === 'object' &&
  value !== null &&
  '_zod' in value &&
  kinds.includes((value as z.ZodMiniType)._zod.def.type)

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)

/** The tag of a file's operations, for shapes that are called the same in several files. */
function tagOf(file: object): string {
  for (const value of Object.values(file)) {
    const tag = (value as { '~orpc'?: { route: { tags?: readonly string[] } } })?.['~orpc']?.route.tags?.[0]
    if (tag) return capital(tag)
  }
  return ''
}

const sent = /(Draft|Query|Filters|Wish|Change)$/

interface Named {
  schema: z.ZodMiniType
  /** What it looks like as it is sent, or as it is answered. */
  strategy: 'input' | 'output'
}

/** Every shape that a contract gives a name, under it: Product, Bill, LinkDraft. The tag goes first where two share one. */
export function namedShapes(): Record<string, Named> {
  const found = new Map<string, Declared[]>()
  for (const each of shapeFiles.flatMap(shapesIn)) {
    const others = found.get(each.name) ?? []
    if (!others.some(({ schema }) => schema === each.schema)) found.set(each.name, [...others, each])
  }
  return Object.fromEntries(
    [...found].flatMap(([name, all]) =>
      all.map(({ file, schema }): [string, Named] => [
        all.length > 1 ? `${tagOf(file)}${name}` : name,
        { schema, strategy: sent.test(name) ? 'input' : 'output' },
      ]),
    ),
  )
}

interface Declared {
  name: string
  file: object
  schema: z.ZodMiniType
}

const shapesIn = (file: object): Declared[] =>
  Object.entries(file)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([name, schema]) => (/^[A-Z]/.test(name) && isNamed(schema) ? [{ name, file, schema }] : []))
