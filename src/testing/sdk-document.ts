import { createHash } from 'node:crypto'

type Parameter = { $ref?: string }
type Path = Record<string, { parameters?: Parameter[] } | undefined>

/** Which document the types of the client were made from. */
export const digestOf = (document: unknown): string =>
  createHash('sha256').update(JSON.stringify(document)).digest('hex')

/** The document without lists as lines: a client that parses JSON does not ask for them, and its answers have one type. */
export const withoutLines = <D>(document: D): D =>
  JSON.parse(JSON.stringify(document), (key, value) =>
    key === 'application/x-ndjson' ? undefined : value,
  ) as D

/** The version of the document, and the calls that are made once under one `Idempotency-Key`, as the client's source. */
export function repeatableOf(document: unknown): string {
  const { paths, info } = document as { paths: Record<string, Path>; info: { version: string } }
  const once = Object.entries(paths)
    .filter(([, { post }]) => post?.parameters?.some(({ $ref }) => $ref?.endsWith('/IdempotencyKey')))
    .map(([path]) => `  '${path}',`)
  return [
    '/** The version of the API that this client was made for; made by bin/sdk.ts. */',
    `export const madeFor = '${info.version}'`,
    '',
    '/** POSTs that are made once under one `Idempotency-Key`; made by bin/sdk.ts. */',
    `export const repeatable: ReadonlySet<string> = new Set([\n${once.sort().join('\n')}\n])\n`,
  ].join('\n')
}
