import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { OpenAPIGenerator } from '@orpc/openapi'
import { ZodToJsonSchemaConverter } from '@orpc/zod/zod4'
import { contracts, operationList } from '#api.ts'
import type { OperationMeta } from '#platform/operation.ts'

const errorAnswer = {
  description: 'What went wrong, in the language of `Accept-Language`',
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
}
const errorSchema = {
  type: 'object',
  required: ['error'],
  properties: {
    error: {
      type: 'object',
      required: ['code', 'message'],
      properties: {
        code: { type: 'string' },
        message: { type: 'string' },
        fields: { type: 'object', additionalProperties: { type: 'string' } },
      },
    },
  },
}

/** Statuses that an operation may answer besides its success, from its declaration. */
function refusals(meta: OperationMeta, method: string): number[] {
  const statuses = [400, 409, 422, 429, 500, 503]
  if (meta.access !== 'public') statuses.push(401, 403)
  if (meta.scope === 'portal' || meta.scope === 'row') statuses.push(404)
  if (method !== 'GET') statuses.push(401, 403, 410, 413)
  if (meta.versioned) statuses.push(412, 428)
  return [...new Set(statuses)]
}

let made: Promise<unknown> | undefined

/** The OpenAPI 3.1 document, made once from the same declarations that run. */
export function openApiDocument(origin: string): Promise<unknown> {
  made ??= generate(origin)
  return made
}

async function generate(origin: string) {
  const generator = new OpenAPIGenerator({ schemaConverters: [new ZodToJsonSchemaConverter()] })
  const document = await generator.generate(contracts as never, {
    info: { title: 'Backline API', version: '1' },
    servers: [{ url: `${origin}/api` }],
    components: {
      schemas: { Error: errorSchema as never },
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: '__Host-backline' },
        apiKey: { type: 'http', scheme: 'bearer', description: 'An API key of /account/keys' },
      },
    },
  })
  const paths = document.paths as Record<string, Record<string, Record<string, unknown>>>
  for (const { fullName, contract } of operationList) {
    const { route, meta } = contract['~orpc']
    const entry = paths[route.path ?? '']?.[(route.method ?? 'GET').toLowerCase()]
    if (!entry) continue
    entry.operationId = fullName
    const ways = [{ session: [] }, ...(meta.apiKey ? [{ apiKey: [] }] : [])]
    entry.security = meta.access === 'public' ? [] : ways
    entry['x-access'] = meta.access
    const responses = entry.responses as Record<string, unknown>
    for (const status of refusals(meta, route.method ?? 'GET')) responses[status] ??= errorAnswer
  }
  return document
}

const require = createRequire(import.meta.url)
const files: Record<string, string> = {
  'swagger-ui.css': 'text/css',
  'swagger-ui-bundle.js': 'text/javascript',
}

/** A file of the reference page's viewer, or undefined. */
export function referenceFile(name: string): Response | undefined {
  const type = files[name]
  if (!type) return undefined
  const body = readFileSync(require.resolve(`swagger-ui-dist/${name}`))
  return new Response(body, { headers: { 'Content-Type': type, 'Cache-Control': 'public, max-age=86400' } })
}

/** The browsable reference of the API. */
export function referencePage(nonce: string): Response {
  const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Backline API</title>
<meta name="viewport" content="width=device-width,initial-scale=1">
<link rel="stylesheet" href="/api/reference/swagger-ui.css"></head>
<body><div id="reference"></div><script src="/api/reference/swagger-ui-bundle.js" nonce="${nonce}"></script>
<script nonce="${nonce}">SwaggerUIBundle({ url: '/api/openapi.json', dom_id: '#reference', deepLinking: true })</script></body></html>`
  return new Response(html, { headers: { 'Content-Type': 'text/html; charset=utf-8' } })
}
