import { type SQL, sql } from 'drizzle-orm'
import { rows, type Tx } from '#platform/db.ts'
import { AppError, Conflict } from '#platform/errors.ts'
import { parseDay, startOfDay } from '#platform/time.ts'
import type { EventType } from '../fiscal-choices.ts'
import { entriesOf } from './fiscal-entries.ts'
import { type EventData, logEvent } from './fiscal-events.ts'
import { fiscalMoment, plainAmount } from './fiscal-hash.ts'
import { modeOf } from './fiscal-mode.ts'
import { type Chained, findRecords } from './fiscal-record.ts'
import { doneIn, pointTo } from './follow-modes.ts'
import { canonicalRecord } from './verifactu-xml.ts'

interface Wish {
  issuerTaxId: string
  what: 'records' | 'events'
  f: string
  t: string
}

/** As many as one file holds, and as are read at a time. */
const exportMax = 20_000
const atOnce = 1_000

/**
 * An issuer's records or events of some days, each as it was made, signed where it was (RD 1007/2023, art. 8.2.e). In the mode of
 * signed records its log says so (types 08 and 09).
 * @throws AppError 422 for days in the wrong order, or too many of them; Conflict while a signature is still to come, or
 * where there is nothing.
 */
export async function exportFiscal(tx: Tx, wish: Wish, clock: { secret: Buffer; now: Date }) {
  const { issuerTaxId, what, f, t } = wish
  if (t < f) throw new AppError(422, 'invalidInput', { fields: { t: { code: 'billing.fiscal.daysTurned' } } })
  const from = new Date(startOfDay(parseDay(f) ?? 0))
  const to = new Date(startOfDay((parseDay(t) ?? 0) + 1))
  const span = (row: SQL) =>
    sql`${row}issuer_tax_id = ${issuerTaxId} and ${row}created_at >= ${from.toISOString()}::timestamptz
      and ${row}created_at < ${to.toISOString()}::timestamptz`
  const found = what === 'records' ? await recordsIn(tx, span) : await eventsIn(tx, span)
  const [first, last] = [found.texts[0], found.texts.at(-1)]
  if (!first || !last) throw new Conflict('billing.fiscal.nothingToExport')
  if (found.texts.length > exportMax)
    throw new AppError(422, 'invalidInput', {
      fields: { t: { code: 'billing.fiscal.tooMany', params: { max: exportMax } } },
    })
  if ((await modeOf(tx, issuerTaxId, clock.now)) === 'signed') {
    const days = {
      FechaHoraHusoInicioPeriodoExport: fiscalMoment(from),
      FechaHoraHusoFinPeriodoExport: fiscalMoment(
        new Date(Math.min(to.getTime() - 1_000, clock.now.getTime())),
      ),
    }
    const type = what === 'records' ? '08' : '09'
    await logEvent(tx, { issuerTaxId, type, data: await found.said(days) }, clock)
  }
  return {
    name: `${issuerTaxId}-${what === 'records' ? 'registros' : 'eventos'}-${f}-${t}.xml`,
    content: containerOf(issuerTaxId, found.texts),
    count: found.texts.length,
  }
}

/** A batch at a time, so that what each record is of is looked for among as many alone. */
async function recordsIn(tx: Tx, span: (row: SQL) => SQL) {
  const texts: { sequence: number; xml: string }[] = []
  const ends: Chained[] = []
  for (let after = 0; texts.length <= exportMax; ) {
    const records = await findRecords(tx, sql`${span(sql`r.`)} and r.sequence > ${after}`, atOnce)
    const [first, last] = [records[0], records.at(-1)]
    if (!first || !last) break
    texts.push(...(await textsOf(tx, records)))
    ends.push(first, last)
    after = last.sequence
    if (records.length < atOnce) break
  }
  return {
    texts,
    said: async (days: EventData): Promise<EventData> => {
      const done = await doneIn(tx, span(sql``))
      const [first, last] = [ends[0], ends.at(-1)]
      return {
        ExportacionRegFacturacionPeriodo: {
          ...days,
          ...(first && last
            ? {
                RegistroFacturacionInicialPeriodo: pointTo(first),
                RegistroFacturacionFinalPeriodo: pointTo(last),
              }
            : {}),
          NumeroDeRegistrosFacturacionAltaExportados: done.altas,
          SumaCuotaTotalAlta: plainAmount(Number(done.tax)),
          SumaImporteTotalAlta: plainAmount(Number(done.total)),
          NumeroDeRegistrosFacturacionAnulacionExportados: done.annulments,
          RegistrosFacturacionExportadosDejanDeConservarse: 'N',
        },
      }
    },
  }
}

/** Each as it was signed, or as it stands. @throws Conflict while a signature is still to come */
async function textsOf(tx: Tx, records: Awaited<ReturnType<typeof findRecords>>) {
  const [issuer = '', first = 0, last = 0] = [
    records[0]?.issuerTaxId,
    records[0]?.sequence,
    records.at(-1)?.sequence,
  ]
  const signed = await rows<{ sequence: number; xml: string }>(
    tx,
    sql`select sequence, xml from fiscal_signature
      where issuer_tax_id = ${issuer} and sequence between ${first} and ${last}`,
  )
  const xml = new Map(signed.map((row) => [row.sequence, row.xml]))
  if (records.some(({ mode, sequence }) => mode === 'signed' && !xml.has(sequence)))
    throw new Conflict('billing.fiscal.signingSoon')
  return (await entriesOf(tx, records)).map((entry) => ({
    sequence: entry.record.sequence,
    xml: xml.get(entry.record.sequence) ?? canonicalRecord(entry),
  }))
}

async function eventsIn(tx: Tx, span: (row: SQL) => SQL) {
  const texts = await rows<{ sequence: number; xml: string; type: EventType; at: string; hash: string }>(
    tx,
    sql`select sequence, xml, type, generated_at as at, hash from fiscal_event
      where ${span(sql``)} order by sequence limit ${exportMax + 1}`,
  )
  const ends = [texts[0], texts.at(-1)].map((one) => ({
    ...{ TipoEvento: one?.type ?? '', FechaHoraHusoEvento: one?.at ?? '', HuellaEvento: one?.hash ?? '' },
  }))
  return {
    texts,
    said: async (days: EventData): Promise<EventData> => ({
      ExportacionRegEventoPeriodo: {
        ...days,
        ...{ RegistroEventoInicialPeriodo: ends[0] ?? {}, RegistroEventoFinalPeriodo: ends[1] ?? {} },
        ...{ NumeroDeRegEventoExportados: texts.length, RegEventoExportadosDejanDeConservarse: 'N' },
      },
    }),
  }
}

/** Each whole and untouched inside: a signature is of the document that stands by itself. */
const containerOf = (issuerTaxId: string, texts: readonly { sequence: number; xml: string }[]) =>
  [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<Exportacion emisor="${issuerTaxId}" registros="${texts.length}">`,
    ...texts.map(({ sequence, xml }) => `<Registro secuencia="${sequence}"><![CDATA[${xml}]]></Registro>`),
    '</Exportacion>',
    '',
  ].join('\n')
