import { randomUUID } from 'node:crypto'
import { rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Locale } from '#platform/constants.ts'
import { UnreadableFile } from '#platform/csv.ts'
import { Unprocessable } from '#platform/errors.ts'
import { ForeignRefusal, readForeign } from '#platform/foreign.ts'
import { words } from '#platform/words.ts'

/** Runs with the upload in a file of its own, which is gone afterwards. */
export async function withFile<T>(file: File, run: (path: string) => Promise<T>): Promise<T> {
  const path = join(tmpdir(), `backline-${randomUUID()}`)
  try {
    await writeFile(path, new Uint8Array(await file.arrayBuffer()), { mode: 0o600 })
    return await run(path)
  } finally {
    await rm(path, { force: true })
  }
}

/** Has a stranger's orders read where that can do no harm. @throws UnreadableFile; AppError as `readForeign` does. */
export async function readOrders<T>(
  reader: 'orders' | 'ordersReading',
  ...args: readonly unknown[]
): Promise<T> {
  try {
    return await readForeign<T>(reader, ...args)
  } catch (error) {
    if (!(error instanceof ForeignRefusal)) throw error
    const { name, code = '', params } = error.fault
    throw name === 'UnreadableFile' ? new UnreadableFile(code, params) : new UnreadableFile('notText')
  }
}

export function readable<T>(field: string, locale: Locale, run: () => T): T {
  try {
    return run()
  } catch (error) {
    throw asFieldError(error, field, locale)
  }
}

/** What a file leaves open is answered in a field of its own. */
const fieldOfCode: Record<string, string> = {
  decimalUnknown: 'decimal',
  totalOfUnknown: 'map.totalOf',
  refundedOfUnknown: 'map.refundedOf',
  centsUnknown: 'map.cents',
  shippingUnknown: 'map.shipping',
  taxUnknown: 'map.constants.taxRate',
  mapLacks: 'map.columns',
}

/** What is wrong with the file as a whole, by its field; anything else stays what it is. */
export function asFieldError(error: unknown, field: string, locale: Locale): unknown {
  if (!(error instanceof UnreadableFile)) return error
  const given: Record<string, string | number> & { path: string } = {
    path: 'CSV',
    reason: '',
    ...error.params,
  }
  // Where the file lies meanwhile is nobody's business.
  const path = /[\\/]/.test(given.path) ? 'CSV' : given.path
  const params: Record<string, string | number> = { ...given, path }
  // People know fields by the words of the screen.
  if (given.field) params.field = words(`orders.import.field.${given.field}`, locale)
  const reason = words(`import.${error.code}`, locale, params)
  return new Unprocessable({
    [fieldOfCode[error.code] ?? field]: {
      code: 'orders.unreadable',
      params: { reason },
    },
  })
}
