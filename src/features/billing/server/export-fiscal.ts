import { type SQL, sql } from 'drizzle-orm'
import { rows, type Tx } from '#platform/db.ts'
import { Conflict, Unprocessable } from '#platform/errors.ts'
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

interface Days {
  from: Date
  to: Date
}
interface Clock {
  secret: Buffer
  now: Date
}

/** As many as one file holds, and as are read at a time. */
const exportMax = 20_000
const atOnce = 1_000

/**
 * An issuer's records or events of some days, each as it was made, signed where it was (RD 1007/2023, art. 8.2.e). In the mode of
 * signed records its log says so (types 08 and 09).
 * @throws Unprocessable for days in the wrong order, or too many of them; Conflict while a signature is still to come, or
 * where there is nothing.
 */
export async function exportFiscal(tx: Tx, wish: Wish, clock: Clock) {
  const { issuerTaxId, what, f, t } = wish
  const days = daysOf(wish)
  const span = (row: SQL) => within(row, issuerTaxId, days)
  const found = what === 'records' ? await recordsIn(tx, span) : await eventsIn(tx, span)
  demandSome(found.texts.length)
  await sayExported(
    tx,
    { issuerTaxId, days, type: what === 'records' ? '08' : '09', said: found.said },
    clock,
  )
  return {
    name: `${issuerTaxId}-${what === 'records' ? 'registros' : 'eventos'}-${f}-${t}.xml`,
    content: containerOf(issuerTaxId, found.texts),
    count: found.texts.length,
  }
}

/** What was made of an issuer from a moment on until before another, by the moment that it bears: the hour of its record, not of its row. */
export const within = (row: SQL, issuerTaxId: string, { from, to }: Days) =>
  sql`${row}issuer_tax_id = ${issuerTaxId} and ${row}generated_at::timestamptz >= ${from.toISOString()}::timestamptz
    and ${row}generated_at::timestamptz < ${to.toISOString()}::timestamptz`

/** Both days included. @throws Unprocessable for days in the wrong order */
export function daysOf({ f, t }: { f: string; t: string }): Days {
  if (t < f) throw new Unprocessable({ t: { code: 'billing.fiscal.daysTurned' } })
  return { from: new Date(startOfDay(parseDay(f) ?? 0)), to: new Date(startOfDay((parseDay(t) ?? 0) + 1)) }
}

/** @throws Conflict where there is nothing; Unprocessable where there is more than one answer holds */
export function demandSome(count: number): void {
  if (count === 0) throw new Conflict('billing.fiscal.nothingToExport')
  if (count > exportMax)
    throw new Unprocessable({ t: { code: 'billing.fiscal.tooMany', params: { max: exportMax } } })
}

interface Exported {
  issuerTaxId: string
  days: Days
  type: '08' | '09'
  said: (days: EventData) => Promise<EventData>
}

/** In the mode of signed records the issuer's log says that something left. */
export async function sayExported(tx: Tx, { issuerTaxId, days, type, said }: Exported, clock: Clock) {
  if ((await modeOf(tx, issuerTaxId, clock.now)) !== 'signed') return
  const last = Math.min(days.to.getTime() - 1_000, clock.now.getTime())
  const data = await said({
    FechaHoraHusoInicioPeriodoExport: fiscalMoment(days.from),
    FechaHoraHusoFinPeriodoExport: fiscalMoment(new Date(last)),
  })
  await logEvent(tx, { issuerTaxId, type, data }, clock)
}

/** A batch at a time, so that what each record is of is looked for among as many alone. */
export async function recordsIn(tx: Tx, span: (row: SQL) => SQL) {
  const texts: { sequence: number; xml: string; signed: boolean }[] = []
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
    signed: xml.has(entry.record.sequence),
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
