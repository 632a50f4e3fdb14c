import { stat } from 'node:fs/promises'
import { writeActivity } from '#platform/activity.ts'
import type { DecimalMark } from '#platform/amount.ts'
import type { OpenCall } from '#platform/call.ts'
import { AppError, Unprocessable } from '#platform/errors.ts'
import { words } from '#platform/words.ts'
import type { uploadFormats } from '../choices.ts'
import { parseCurrencyRates } from './currency-rates.ts'
import { asFieldError, readable, readOrders, withFile } from './foreign-file.ts'
import { importOrders } from './import-orders.ts'
import type { ImportReport } from './import-report.ts'
import { saveOrderFormat } from './order-formats.ts'
import { toldParts } from './told-parts.ts'
import type { Vetted, Vetting } from './vet-file.ts'

interface Upload {
  file: File
  format: (typeof uploadFormats)[number]
  map?: string | undefined
  rates?: string | undefined
  decimal?: DecimalMark | undefined
  layout?: string | undefined
  saveAs?: string | undefined
  wish?: string | undefined
  mode: 'check' | 'all' | 'valid'
}

const errorsShown = 200

/**
 * Brings an uploaded file of orders into the portal, or with `check` says what would come of it: the whole import runs
 * and is rolled back. @throws Unprocessable by the field `file`, `map`, `rates` or `decimal`.
 */
export async function uploadOrders(call: OpenCall, upload: Upload) {
  const { database, services, portal, actor, locale } = call
  if (!portal || !actor) throw new AppError(404, 'notFound')
  const { file, format, map, rates, decimal, layout, saveAs, mode } = upload
  const told = toldParts({ map: format === 'generic' ? map : undefined, layout, wish: upload.wish }, locale)
  if (format === 'generic' && !told.map) throw new Unprocessable({ map: { code: 'validation.required' } })
  const options = {
    ...(told.map ? { map: told.map } : {}),
    ...(rates ? { rates: readable('rates', locale, () => parseCurrencyRates(rates)) } : {}),
  }
  return withFile(file, async (path) => {
    const vetting: Vetting = { format, map: options.map, layout: told.layout, answer: decimal }
    const { signature, columns, ...vetted } = await readOrders<Vetted>('orders', path, vetting)
    const { size } = await stat(path)
    const report = await importOrders(database, {
      path,
      ...vetted,
      fileName: file.name.slice(0, 200),
      format,
      target: { code: portal.code },
      skipBadRows: mode !== 'all',
      rehearse: mode === 'check',
      actorId: actor.person.id,
      secret: services.secret,
      onProgress: ({ bytes, rows, phase }) =>
        call.tell?.({ phase, rows, share: phase === 'read' ? Math.min(1, bytes / size) : 0 }),
      ...options,
    })
    if (mode !== 'check' && report.status === 'imported')
      await call.transaction(async (tx) => {
        if (saveAs)
          await saveOrderFormat(tx, portal.id, {
            name: saveAs,
            signature,
            columns,
            format,
            wish: told.wish ?? {},
          })
        await writeActivity({ ...call, tx }, [
          {
            after: { file: report.file, rows: report.rows, imported: report.imported, orders: report.orders },
          },
        ])
      })
    return answerOf(report, mode, locale)
  }).catch((error) => {
    throw asFieldError(error, 'file', locale)
  })
}

/** What came of a file, or would, in the reader's words. */
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
    importId: mode === 'check' ? null : report.importId,
    months: report.months ?? [],
    ownTotals: report.ownTotals ?? [],
    lacksRates: report.lacksRates ?? [],
    errors: report.errors.slice(0, errorsShown).map(({ row, code, column, params }) => ({
      row,
      message: words(`import.row.${code}`, locale, { column: column ?? '', ...params }),
    })),
  }
}
