import { operationList } from '#api.ts'
import { AppError, NotFound } from '#platform/errors.ts'
import type { OperationMeta } from '#platform/operation.ts'
import { referenceFiles } from './reference-page.ts'

interface Schema {
  _zod?: { def: { type: string; [part: string]: unknown } }
}

/** Does a shape take a file anywhere? Then it comes as a form. */
function hasFile(schema: unknown): boolean {
  const def = (schema as Schema | undefined)?._zod?.def
  if (!def) return false
  if (def.type === 'file') return true
  return ['shape', 'options', 'innerType', 'element', 'left', 'right', 'in'].some((part) => {
    const inner = def[part] as Schema | Schema[] | Record<string, Schema> | undefined
    return inner !== undefined && (hasFile(inner) || Object.values(inner).some(hasFile))
  })
}

const routes = operationList.map(({ contract }) => {
  const { method = 'GET', path = '/' } = contract['~orpc'].route
  const { meta } = contract['~orpc']
  return {
    meta,
    method: method as string,
    // What the declaration names, not whether the named thing exists: a wrong method tells nothing of ids.
    path: new RegExp(`^/api${path.replace(/\{\w+\}/g, '[^/]+')}/?$`),
    takesFile: hasFile(contract['~orpc'].inputSchema),
  }
})
const documents = [
  '/api/openapi.json',
  '/api/reference',
  ...referenceFiles.map((name) => `/api/reference/${name}`),
]
const ofOwnBody = routes.filter(({ meta }) => meta.bodyMegabytes || meta.foreignBody)

/** What the operation at a path declares of its body, where it is not as usual. */
export function bodyAt(method: string, path: string): Pick<OperationMeta, 'bodyMegabytes' | 'foreignBody'> {
  return ofOwnBody.find((route) => route.method === method && route.path.test(path))?.meta ?? {}
}

/** The methods that a path of the API takes; none when no operation has it. */
export function methodsAt(path: string): string[] {
  const declared = routes.filter((route) => route.path.test(path)).map(({ method }) => method)
  if (documents.includes(path)) declared.push('GET')
  const all = new Set(declared.includes('GET') ? ['GET', 'HEAD', ...declared] : declared)
  return [...all].sort()
}

/** Why nothing answers there. */
export function nothingAt(path: string): AppError {
  const methods = methodsAt(path)
  if (methods.length === 0) return new NotFound()
  return new AppError(405, 'wrongMethod', { headers: { Allow: methods.join(', ') } })
}

const isWithoutBody = (headers: Headers, type: string) => {
  const length = headers.get('content-length')
  return length === '0' || (length === null && !headers.has('transfer-encoding') && !type)
}

/** @throws AppError 415 for a body that is no JSON, nor a form where a file is taken. */
export function refuseWrongType({ method, url, headers }: Request): void {
  if (method === 'GET' || method === 'HEAD') return
  const type = headers.get('content-type')?.split(';', 1)[0]?.trim().toLowerCase() ?? ''
  if (type === 'application/json') return
  if (isWithoutBody(headers, type)) return
  const { pathname } = new URL(url)
  if (bodyAt(method, pathname).foreignBody) return
  const meant = routes.filter((route) => route.method === method && route.path.test(pathname))
  if (meant.length === 0 || (type === 'multipart/form-data' && meant.some(({ takesFile }) => takesFile)))
    return
  throw new AppError(415, 'wrongType', { headers: { 'Accept-Post': 'application/json' } })
}
