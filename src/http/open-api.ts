import { OpenAPIGenerator } from '@orpc/openapi'
import { ZodToJsonSchemaConverter } from '@orpc/zod/zod4'
import { contracts, operationList } from '#api.ts'
import type { Access } from '#platform/access.ts'
import { keyScopesOf } from '#platform/key-scopes.ts'
import { listShapeOf } from '#platform/list-shape.ts'
import { file, type OperationMeta } from '#platform/operation.ts'
import { apiVersion } from './api-version.ts'
import { type FieldWords, fieldWords } from './field-words.ts'
import { namedShapes } from './named-shapes.ts'
import { components, fileContent, headerOf, isTold, lines, parameterOf, refusalOf } from './open-api-parts.ts'
import { withDescriptions, withExamples } from './open-api-words.ts'
import { type Entry, liftParameters, shareAnswers, shareParameters, type Told } from './share-parts.ts'

/** Statuses that an operation may answer besides its success, from its declaration. */
export function refusals(meta: OperationMeta, method: string): number[] {
  const statuses = [400, 409, 422, 429, 500, 503]
  if (meta.access !== 'public') statuses.push(401, 403)
  if (meta.scope === 'portal' || meta.scope === 'row') statuses.push(404)
  if (method !== 'GET') statuses.push(401, 403, 410, 413)
  if (meta.versioned) statuses.push(412)
  if (meta.versioned === 'required') statuses.push(428)
  return [...new Set(statuses)]
}

/** By origin: it stands in the document, and the first who asked would decide it for all. */
const made = new Map<string, Promise<unknown>>()

/** The OpenAPI 3.1 document of an installation at this origin, made once from the same declarations that run. */
export function openApiDocument(origin: string): Promise<unknown> {
  const known = made.get(origin) ?? generate(origin)
  made.set(origin, known)
  return known
}

const bySession = [{ session: [] }]

async function generate(origin: string) {
  const generator = new OpenAPIGenerator({ schemaConverters: [new ZodToJsonSchemaConverter()] })
  const document = await generator.generate(contracts as never, {
    info: {
      title: 'Backline API',
      version: apiVersion,
      license: { name: 'Proprietary', identifier: 'LicenseRef-Backline' },
      description: [
        'What the dashboard of Backline does, for programs: the same operations, the same permissions.',
        'With a key, every answer has `RateLimit` and `RateLimit-Policy`, and what is read has an `ETag` for `If-None-Match` (304).',
        'Every answer says its version in `Backline-Version`; a call that names another one there is refused with 400.',
        'Lists answer all of their rows as lines to `Accept: application/x-ndjson`.',
        'Fields that end in `Cents` are whole cents, of euros unless a currency stands beside them; in `Bp` hundredths of a per cent; in `At` moments in UTC; others of time are days, `yyyy-MM-dd`.',
      ].join(' '),
    },
    servers: [{ url: `${origin}/api` }],
    security: bySession,
    components: components as never,
    commonSchemas: namedShapes() as never,
  })
  const paths = document.paths as unknown as Record<string, Record<string, Entry>>
  for (const { fullName, contract } of operationList) {
    const { route, meta, inputSchema, outputSchema } = contract['~orpc']
    const method = route.method ?? 'GET'
    const entry = paths[route.path ?? '']?.[method.toLowerCase()]
    if (!entry) continue
    const list = listShapeOf({ method, input: inputSchema as never, output: outputSchema as never })
    describeParameters(entry, fieldWords(inputSchema as never), list?.expand ?? [])
    complete(entry, { fullName, meta, method })
    if (meta.read && meta.apiKey) tellReads(entry, { list: list !== undefined, file: outputSchema === file })
  }
  const shared = shareParameters(Object.values(paths).flatMap((path) => Object.values(path)))
  for (const path of Object.values(paths)) liftParameters(path)
  const parameters = { ...components.parameters, ...shared }
  document.components = { ...document.components, parameters } as never
  const plain = JSON.parse(JSON.stringify(document), (_, value) => orNull(value)) as typeof document
  return withDescriptions(withExamples(withoutUnused(shareAnswers(nameShapes(plain as unknown as Told)))))
}

/** What is the same as a named shape is told by its name, wherever it stands: bodies of edits, rows, words to choose from. */
function nameShapes({ components, paths, ...others }: Told): Told {
  const names = new Map<string, string>()
  const refOf = (value: unknown) => {
    const name = isShape(value) ? names.get(JSON.stringify(value)) : undefined
    return name && { $ref: `#/components/schemas/${name}` }
  }
  const named = (_: string, value: unknown) => {
    const ref = refOf(value)
    if (ref || !isOrNull(value)) return ref ?? value
    const filled = refOf({ ...value, type: 'object' })
    return filled ? { anyOf: [filled, { type: 'null' }] } : value
  }
  const sized = Object.entries(components.schemas).sort(
    ([, a], [, b]) => JSON.stringify(a).length - JSON.stringify(b).length,
  )
  // Small ones first: what holds them is known by their names.
  const schemas: Told['components']['schemas'] = {}
  for (const [name, shape] of sized) {
    const inside = JSON.parse(JSON.stringify(shape), named) as object
    schemas[name] = inside
    if (!('$ref' in inside)) names.set(JSON.stringify(inside), name)
  }
  const told = JSON.parse(JSON.stringify(paths), named) as Told['paths']
  return { ...others, components: { ...components, schemas }, paths: told }
}

/** Shapes that nothing points at are parts of others, which are told whole. */
function withoutUnused(document: Told): Told {
  for (;;) {
    const text = JSON.stringify(document)
    const { schemas } = document.components
    const unused = Object.keys(schemas).filter((name) => !text.includes(`"#/components/schemas/${name}"`))
    if (unused.length === 0) return document
    for (const name of unused) Reflect.deleteProperty(schemas, name)
  }
}

const isShape = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && ('properties' in value || 'enum' in value)

const isOrNull = (value: unknown): value is object =>
  isShape(value) && JSON.stringify((value as { type?: unknown }).type) === '["object","null"]'

/** JSON Schema says of a value that it may be null in a word. */
function orNull(value: unknown): unknown {
  const { anyOf, ...rest } = (value ?? {}) as {
    anyOf?: { type?: unknown; enum?: unknown[]; const?: unknown }[]
  }
  const [one, none] = anyOf ?? []
  if (anyOf?.length !== 2 || none?.type !== 'null' || typeof one?.type !== 'string' || 'const' in one)
    return value
  return { ...rest, ...one, type: [one.type, 'null'], ...(one.enum ? { enum: [...one.enum, null] } : {}) }
}

type Parameter = { name?: string; required?: boolean; description?: string }

/** What its parameters are, and which of them the call cannot do without. */
function describeParameters(
  { parameters = [] }: Entry,
  words: Record<string, FieldWords>,
  expand: readonly string[],
) {
  const here = `Here: ${expand.join(', ')}.`
  for (const parameter of parameters as Parameter[]) {
    const { name = '' } = parameter
    const { description, needed } = words[name] ?? {}
    if (description) parameter.description = name === 'expand' ? `${description} ${here}` : description
    tellNeeded(parameter, needed)
  }
}

function tellNeeded(parameter: Parameter, needed: boolean | undefined) {
  if (needed) parameter.required = true
  // What OpenAPI takes it for where nothing is said.
  if (parameter.required === false) Reflect.deleteProperty(parameter, 'required')
}

/** What programs get of a read beside its answer: that nothing has changed, rows as lines, a file. */
function tellReads(entry: Entry, { list, file }: { list: boolean; file: boolean }) {
  const { 200: told } = entry.responses as Record<string, { content?: Record<string, object> }>
  if (file && told) told.content = fileContent
  else entry.responses['304'] = { $ref: '#/components/responses/NotModified' }
  if (list && told?.content) told.content = { ...told.content, ...lines }
}

/** Readers of documents take `anyOf` and `allOf` for schemas wherever they stand. */
function toldAccess(access: Access): unknown {
  if (typeof access === 'string') return access
  return 'anyOf' in access
    ? { oneOfThem: access.anyOf }
    : 'allOf' in access
      ? { allOfThem: access.allOf }
      : access
}

/** What the declaration says beyond shapes: who may, by which way, with which headers, and what may be answered instead. */
function complete(
  entry: Entry,
  { fullName, meta, method }: { fullName: string; meta: OperationMeta; method: string },
) {
  entry.operationId = fullName
  secure(entry, meta)
  completeParameters(entry, meta)
  completeSuccess(entry, meta)
  for (const status of refusals(meta, method).filter((status) => isTold(status, method)))
    entry.responses[status] ??= refusalOf(status)
  for (const range of ['4XX', 'default'])
    entry.responses[range] ??= { $ref: '#/components/responses/Refusal' }
}

function completeSuccess(entry: Entry, { versioned }: OperationMeta) {
  // An answer without a body has no content, not the content `null`.
  if (entry.responses['204']) entry.responses['204'] = { description: 'Done' }
  else if (versioned) for (const answer of Object.values(entry.responses)) answer.headers = headerOf('ETag')
}

function secure(entry: Entry, meta: OperationMeta) {
  const { access, apiKey } = meta
  // A session alone is what the whole document says.
  const keys = apiKey ? keyScopesOf(meta).map((scopes) => ({ apiKey: scopes })) : []
  if (access === 'public') entry.security = []
  else if (keys.length > 0) entry.security = [...bySession, ...keys]
  if (!apiKey || isUntold(access)) entry['x-access'] = toldAccess(access)
}

/** Where no permission decides, or one of staff alone, `security` cannot say who may. */
const isUntold = (access: Access) => access === 'reader' || (typeof access === 'object' && 'staff' in access)

function completeParameters(entry: Entry, { versioned, idempotent, outside }: OperationMeta) {
  const own = entry.parameters ?? []
  own.forEach(leaveAsUsual)
  const sent = [
    ...(versioned ? [parameterOf(versioned === 'required' ? 'IfMatchRequired' : 'IfMatch')] : []),
    ...(idempotent || outside === 'bulk' ? [parameterOf('IdempotencyKey')] : []),
  ]
  const all = [...own, ...sent]
  if (all.length > 0) entry.parameters = all
  else Reflect.deleteProperty(entry, 'parameters')
}

/** Lists stand once for each value, which is how OpenAPI means parameters of which nothing is said. */
function leaveAsUsual(parameter: object) {
  for (const said of ['style', 'explode', 'allowReserved', 'allowEmptyValue'])
    Reflect.deleteProperty(parameter, said)
}
