import * as z from 'zod'
import type * as core from 'zod/v4/core'
import { fieldWords } from '#http/field-words.ts'
import { implementations } from '#operations.ts'
import type { Actor } from '#platform/actor.ts'
import { keyScopesOf } from '#platform/key-scopes.ts'
import { listShapeOf } from '#platform/list-shape.ts'
import { file, type OperationMeta } from '#platform/operation.ts'

/** An operation as assistants know it. */
export interface Tool {
  /** `links_createLink`: dots are not allowed everywhere. */
  name: string
  /** `links.createLink`. */
  operation: string
  description: string
  meta: OperationMeta
  /** What it says itself. */
  fixed: Readonly<Record<string, unknown>>
  /** Does it answer a list, page by page? */
  paged: boolean
  /** Does it read rows that no page tells, so that it has to be asked again for those that did not fit? */
  skips: boolean
  schema: Record<string, unknown>
  run: (typeof implementations)[number]['run']
}

/** What every tool takes whose answer may lose rows that no page tells. */
const skipRows = {
  type: 'integer',
  minimum: 0,
  description: 'How many rows to leave out at the beginning: as many as `leftOut` of the answer before says.',
}

/** The tools, from the operations that declare that they are. */
export const tools: readonly Tool[] = implementations.flatMap(({ fullName, contract, run }) => {
  const { meta, route, inputSchema, outputSchema } = contract['~orpc']
  // A file is no text that an assistant could read.
  if (!meta.tool || outputSchema === file) return []
  const { fixed = {} } = meta.tool
  const shape = { method: route.method ?? '', input: inputSchema, output: outputSchema }
  const paged = listShapeOf(shape as never)?.paged ?? false
  const skips = meta.read === true && !paged && hasRows(outputSchema as never)
  const said = Object.entries(fixed).map(([name, value]) => `${name}: ${JSON.stringify(value)}`)
  return [
    {
      name: fullName.replace('.', '_'),
      operation: fullName,
      // Assistants get fewer rows a page than people.
      description: [
        (route.summary ?? '').replace(/, \d+ a page\b/, ''),
        ...(said.length > 0 ? [`Always with ${said.join(', ')}`] : []),
      ].join('. '),
      meta,
      fixed,
      paged,
      skips,
      schema: schemaOf(inputSchema as unknown as z.ZodType, { fixed, skips }),
      run,
    },
  ]
})

export const toolNamed = (name: string) => tools.find((tool) => tool.name === name)

type Json = Record<string, unknown>

function hasRows(output: core.$ZodType): boolean {
  const { shape = {} } = output._zod.def as unknown as { shape?: Record<string, core.$ZodType> }
  return Object.values(shape).some((field) => field._zod.def.type === 'array')
}

/** What the tool takes, as JSON Schema, without what it says itself; what each field is, as the API's document says it. */
function schemaOf(input: z.ZodType, { fixed, skips }: { fixed: object; skips: boolean }): Json {
  const schema = z.toJSONSchema(input, { unrepresentable: 'any', io: 'input' }) as Json
  const { $schema: _, required = [], ...rest } = schema as { $schema?: string; required?: string[] }
  const words = fieldWords(input)
  const properties = Object.entries((schema['properties'] ?? {}) as Record<string, Json>)
    .filter(([name]) => !(name in fixed))
    .map(([name, told]) => {
      const { description } = words[name] ?? {}
      return [name, { ...shorter(told), ...(description ? { description } : {}) }]
    })
  const needed = Object.keys(words).filter((name) => words[name]?.needed)
  return {
    ...rest,
    properties: { ...Object.fromEntries(properties), ...(skips ? { skipRows } : {}) },
    required: [...required, ...needed].filter((name) => !(name in fixed)),
    additionalProperties: false,
  }
}

/** Assistants pay for each word: of one or many, many is enough, and the format says what its pattern does. */
function shorter(told: Json): Json {
  const [many, one] = (told['anyOf'] ?? []) as Json[]
  if (many?.['type'] === 'array' && JSON.stringify(many['items']) === JSON.stringify(one)) {
    const { anyOf: _, ...rest } = told
    return shorter({ ...rest, ...many })
  }
  return JSON.parse(JSON.stringify(told), (_, value) => {
    if (typeof value !== 'object' || value === null || !('format' in value && 'pattern' in value))
      return value
    const { pattern: _pattern, ...rest } = value
    return rest
  }) as Json
}

/** Would this key ever be let in? The operation itself decides; what never opens is not shown. */
export function mayUse({ person, keyWrites }: Actor, { meta }: Tool): boolean {
  const held = person.limits?.keys ?? new Set(person.permissions)
  const writes = keyWrites ?? new Set()
  return keyScopesOf(meta).some((scopes) =>
    scopes.every((scope) =>
      scope.endsWith(':write')
        ? writes.has(scope.slice(0, -':write'.length)) && held.has(scope.slice(0, -':write'.length))
        : held.has(scope),
    ),
  )
}
