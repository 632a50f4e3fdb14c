import type { OpenCall } from '#platform/call.ts'
import { AppError } from '#platform/errors.ts'
import { words } from '#platform/words.ts'
import type { Reading, Wish } from '../reading-contract.ts'
import type { Examined } from './examine-file.ts'
import { asFieldError, readOrders, withFile } from './foreign-file.ts'
import { formatBySignature } from './order-formats.ts'
import { toldParts } from './told-parts.ts'

/**
 * What a file of orders seems to say. Without wishes of the person's, a format that was saved for its columns says how it
 * is read. @throws Unprocessable by the field `file` or the place in `wish`.
 */
export async function readOrdersFile(
  call: OpenCall,
  { file, wish: told }: { file: File; wish?: string | undefined },
): Promise<Reading> {
  const { portal, locale } = call
  if (!portal) throw new AppError(404, 'notFound')
  const { wish } = toldParts({ wish: told }, locale)
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
