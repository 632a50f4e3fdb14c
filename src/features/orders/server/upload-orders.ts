import { randomUUID } from 'node:crypto'
import { rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { writeActivity } from '#platform/activity.ts'
import type { DecimalMark } from '#platform/amount.ts'
import type { OpenCall } from '#platform/call.ts'
import { UnreadableFile } from '#platform/csv.ts'
import { AppError } from '#platform/errors.ts'
import { ForeignRefusal, readForeign } from '#platform/foreign.ts'
import { words } from '#platform/words.ts'
import type { uploadFormats } from '../choices.ts'
import type { ColumnMarks } from './columns.ts'
import { parseCurrencyRates } from './currency-rates.ts'
import { importOrders } from './import-orders.ts'
import type { ImportReport } from './import-report.ts'
import { type GenericMap, parseGenericMap } from './read-generic.ts'

interface Upload {
  file: File
  format: (typeof uploadFormats)[number]
  map?: string | undefined
  rates?: string | undefined
  decimal?: DecimalMark | undefined
  mode: 'check' | 'all' | 'valid'
}

const errorsShown = 200

/**
 * Brings an uploaded file of orders into the portal, or with `check` says what would come of it: the whole import runs
 * and is rolled back. @throws AppError 422 by the field `file`, `map`, `rates` or `decimal`.
 */
export async function uploadOrders(call: OpenCall, upload: Upload) {
  const { database, services, portal, actor, locale } = call
  if (!portal || !actor) throw new AppError(404, 'notFound')
  const { file, format, map, rates, decimal, mode } = upload
  const readMap = () => (format === 'generic' ? { map: parseGenericMap(map ?? '') } : {})
  const options = {
    ...readable('map', locale, readMap),

    ...(rates ? { rates: readable('rates', locale, () => parseCurrencyRates(rates)) } : {}),
  }
  const path = join(tmpdir(), `backline-${randomUUID()}`)
  try {
    await writeFile(path, new Uint8Array(await file.arrayBuffer()), { mode: 0o600 })
    const marks = await vetted(path, options.map, decimal)
    const report = await importOrders(database, {
      path,
      marks,
      fileName: file.name.slice(0, 200),
      format,
      target: { code: portal.code },
      skipBadRows: mode !== 'all',
      rehearse: mode === 'check',
      actorId: actor.person.id,
      secret: services.secret,
      onProgress: ({ bytes, rows, phase }) =>
        call.tell?.({ phase, rows, share: phase === 'read' ? Math.min(1, bytes / file.size) : 0 }),
      ...options,
    })
    if (mode !== 'check' && report.status === 'imported')
      await call.transaction((tx) =>
        writeActivity({ ...call, tx }, [
          {
            after: { file: report.file, rows: report.rows, imported: report.imported, orders: report.orders },
          },
        ]),
      )
    return answerOf(report, mode, locale)
  } catch (error) {
    throw asFieldError(error, 'file', locale)
  } finally {
    await rm(path, { force: true })
  }
}

/** The upload is looked through where strangers' bytes are read, before it is trusted here. */
async function vetted(path: string, map?: GenericMap, decimal?: DecimalMark): Promise<ColumnMarks> {
  try {
    return await readForeign<ColumnMarks>('orders', path, map, decimal)
  } catch (error) {
    if (!(error instanceof ForeignRefusal)) throw error
    const { name, code = '', params } = error.fault
    throw name === 'UnreadableFile' ? new UnreadableFile(code, params) : new UnreadableFile('notText')
  }
}

function answerOf(report: ImportReport, mode: Upload['mode'], locale: OpenCall['locale']) {
  return {
    status: mode === 'check' ? ('checked' as const) : report.status,
    rows: report.rows,
    imported: report.imported,
    known: report.known,
    notSales: report.notSales,
    bad: report.badRows,
    orders: report.orders,
    units: report.units,
    totals: report.totals,
    unmapped: report.unmapped.skus,
    errors: report.errors.slice(0, errorsShown).map(({ row, code, column, params }) => ({
      row,
      message: words(`import.row.${code}`, locale, { column: column ?? '', ...params }),
    })),
  }
}

function readable<T>(field: string, locale: OpenCall['locale'], run: () => T): T {
  try {
    return run()
  } catch (error) {
    throw asFieldError(error, field, locale)
  }
}

/** What is wrong with the file as a whole, by its field; anything else stays what it is. */
function asFieldError(error: unknown, field: string, locale: OpenCall['locale']): unknown {
  if (!(error instanceof UnreadableFile)) return error
  const reason = words(`import.${error.code}`, locale, { path: 'CSV', reason: '', ...error.params })
  return new AppError(422, 'invalidInput', {
    fields: {
      [error.code === 'decimalUnknown' ? 'decimal' : field]: {
        code: 'orders.unreadable',
        params: { reason },
      },
    },
  })
}
