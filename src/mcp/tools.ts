import * as z from 'zod'
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
  schema: Record<string, unknown>
  run: (typeof implementations)[number]['run']
}

/** The tools, from the operations that declare that they are. */
export const tools: readonly Tool[] = implementations.flatMap(({ fullName, contract, run }) => {
  const { meta, route, inputSchema, outputSchema } = contract['~orpc']
  // A file is no text that an assistant could read.
  if (!meta.tool || outputSchema === file) return []
  const { fixed = {} } = meta.tool
  const shape = { method: route.method ?? '', input: inputSchema, output: outputSchema }
  const said = Object.entries(fixed).map(([name, value]) => `${name}: ${JSON.stringify(value)}`)
  return [
    {
      name: fullName.replace('.', '_'),
      operation: fullName,
      description: [route.summary ?? '', ...(said.length > 0 ? [`Always with ${said.join(', ')}`] : [])].join(
        '. ',
      ),
      meta,
      fixed,
      paged: listShapeOf(shape as never)?.paged ?? false,
      schema: schemaOf(inputSchema as unknown as z.ZodType, fixed),
      run,
    },
  ]
})

export const toolNamed = (name: string) => tools.find((tool) => tool.name === name)

/** What the tool takes, as JSON Schema, without what it says itself. */
function schemaOf(input: z.ZodType, fixed: object): Record<string, unknown> {
  const schema = z.toJSONSchema(input, { unrepresentable: 'any', io: 'input' }) as Record<string, unknown>
  const { $schema: _, required = [], ...rest } = schema as { $schema?: string; required?: string[] }
  const properties = Object.entries((schema['properties'] ?? {}) as object)
  return {
    ...rest,
    properties: Object.fromEntries(properties.filter(([name]) => !(name in fixed))),
    required: required.filter((name) => !(name in fixed)),
    additionalProperties: false,
  }
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
