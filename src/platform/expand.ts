import type { CallContext } from './call.ts'
import { AppError, BadInput } from './errors.ts'
import type { Answer, ListCall } from './list-door.ts'
import { expansions } from './list-shape.ts'
import { readerAt } from './own-answer.ts'

type Row = Record<string, unknown>

/** Each of them is a call of its own. */
const expandedMost = 50

/**
 * A list's rows with what is wished whole beside them: each thing is read once, by the operation that tells it, as whoever
 * asks. What they may not read stays as the list has it. @throws BadInput for more rows than are looked up for one call.
 */
export async function expanded(
  answer: Answer,
  { wish, input }: ListCall,
  context: CallContext,
  operation: string,
): Promise<Answer> {
  if (!wish.expand) return answer
  if (answer.items.length > expandedMost)
    throw new BadInput('invalidInput', {
      pageSize: { code: 'validation.maximum', params: { max: expandedMost } },
    })
  const seen = new Map<string, Promise<unknown>>()
  const read = (path: string, ids: Row) => {
    const key = JSON.stringify([path, ids])
    const found = seen.get(key) ?? readOne(path, ids, context, operation)
    seen.set(key, found)
    return found
  }
  const items: Row[] = []
  for (const row of answer.items) {
    const more: Row = {}
    for (const name of wish.expand.split(',')) {
      const path = expansions[name] ?? ''
      const ids = idsOf(path, row, input)
      // What may not be read whole stays as the list tells it.
      more[name] = (ids && (await read(path, ids))) ?? row[name] ?? null
    }
    items.push({ ...row, ...more })
  }
  return { ...answer, items }
}

/** The ids of a path, from a row, from what stands in it, or from the address of its list. */
function idsOf(path: string, row: Row, input: Row): Row | undefined {
  const ids: Row = {}
  for (const [, name = ''] of path.matchAll(/\{(\w+)\}/g)) {
    const inside = row[name.slice(0, -2)] as { id?: unknown } | null | undefined
    const id = row[name] ?? inside?.id ?? input[name]
    if (typeof id !== 'string') return undefined
    ids[name] = id
  }
  return ids
}

async function readOne(path: string, ids: Row, context: CallContext, operation: string): Promise<unknown> {
  try {
    return await readerAt(path)?.(operation, { ...context, headers: new Headers() }, ids)
  } catch (error) {
    if (error instanceof AppError && error.status < 500) return null
    throw error
  }
}
