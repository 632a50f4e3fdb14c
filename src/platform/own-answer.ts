import type { CallContext } from './call.ts'
import type { FieldError } from './errors.ts'
import type { UnknownKey } from './unknown-keys.ts'

type Run = (operation: string, context: CallContext, input: unknown) => Promise<unknown>

/** Reading operations by their path. */
const readers = new Map<string, Run>()
export const addReader = (path: string, run: Run) => readers.set(path, run)

/** The reader of a path. */
export const readerAt = (path: string): Run | undefined => readers.get(path)

/** The reader of a path, or of the nearest one above it: `/bill/{billId}` tells what `/bill/{billId}/payment` changes. */
function readerOf(path: string): Run | undefined {
  for (let at = path; at.includes('{'); at = at.slice(0, at.lastIndexOf('/'))) {
    const run = readers.get(at)
    if (run) return run
  }
  return undefined
}

/** Figures of an answer that grow while somebody edits. */
const growing = new Set(['clicks', 'ctr', 'visits', 'updatedAt', 'lastSeenAt', 'version'])

interface Edit {
  operation: string
  path: string
  pathNames: readonly string[]
  /** Does it change something? What is only read takes nothing back. */
  edits: boolean
}

/**
 * Which unknown keys of an edit have to be refused. Who sends back a resource as it was told may leave in what cannot be
 * changed here, as long as it is unchanged.
 */
export async function refusedKeys(
  keys: readonly UnknownKey[],
  { operation, path, pathNames, edits }: Edit,
  context: CallContext,
  raw: unknown,
): Promise<Record<string, FieldError>> {
  const ids = Object.fromEntries(pathNames.map((name) => [name, (raw as Record<string, unknown>)[name]]))
  const reader = edits ? readerOf(path) : undefined
  const own = await reader?.(operation, { ...context, headers: new Headers() }, ids).catch(() => undefined)
  return Object.fromEntries(
    keys.flatMap(({ path: place, value }) => {
      const told = at(own, place)
      if (told === undefined) return [[place, { code: 'validation.unknown' }]]
      const same = growing.has(place) || JSON.stringify(told) === JSON.stringify(value)
      return same ? [] : [[place, { code: 'validation.unchangeable' }]]
    }),
  )
}

const at = (value: unknown, place: string): unknown =>
  place
    .split('.')
    .reduce<unknown>(
      (inner, name) =>
        typeof inner === 'object' && inner !== null && Object.hasOwn(inner, name)
          ? (inner as Record<string, unknown>)[name]
          : undefined,
      value,
    )
