import type { OpenCall } from '#platform/call.ts'
import { UnreadableFile } from '#platform/csv.ts'
import { AppError } from '#platform/errors.ts'
import { isTimeZone } from '#platform/time.ts'
import { words } from '#platform/words.ts'
import { type Reading, Wish } from '../reading-contract.ts'
import type { Examined } from './examine-file.ts'
import { asFieldError, readable, readOrders, withFile } from './foreign-file.ts'
import { parseJson } from './generic-map.ts'
import { formatBySignature } from './order-formats.ts'

/**
 * What a file of orders seems to say. Without wishes of the person's, a format that was saved for its columns says how it
 * is read. @throws AppError 422 by the field `file` or `wish`.
 */
export async function readOrdersFile(
  call: OpenCall,
  { file, wish: told }: { file: File; wish?: string | undefined },
): Promise<Reading> {
  const { portal, locale } = call
  if (!portal) throw new AppError(404, 'notFound')
  const wish = readable('wish', locale, () => (told ? parseWish(told) : undefined))
  return withFile(file, async (path) => {
    const examine = (by: Wish) => readOrders<Examined>('ordersReading', path, by)
    const first = await examine(wish ?? {})
    const known = wish
      ? undefined
      : await call.transaction((tx) => formatBySignature(tx, portal.id, first.signature))
    const { signature: _, ...reading } = known ? await examine(known.wish) : first
    return {
      ...reading,
      rows: reading.rows.map(({ row, line, fault }) => ({
        row,
        line,
        fault: fault && words(`import.row.${fault.code}`, locale, { column: fault.column, ...fault.params }),
      })),
      saved: known ? { id: known.id, name: known.name } : null,
    }
  }).catch((error) => {
    throw asFieldError(error, 'file', locale)
  })
}

/** @throws UnreadableFile when it is none. */
export function parseWish(text: string): Wish {
  const { success, data, error } = Wish.safeParse(parseJson(text))
  if (!success)
    throw new UnreadableFile('badMap', {
      reason: error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; '),
    })
  if (data.timeZone !== undefined && !isTimeZone(data.timeZone))
    throw new UnreadableFile('badMap', { reason: 'timeZone: no such time zone' })
  return data
}
