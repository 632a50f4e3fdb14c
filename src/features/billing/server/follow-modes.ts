import { sql } from 'drizzle-orm'
import { asJob } from '#platform/background.ts'
import { type Database, rows, type Tx } from '#platform/db.ts'
import type { EventType, FiscalMode } from '../fiscal-choices.ts'
import { canSign, getCertificate, signingPair } from './certificate.ts'
import { entriesOf } from './fiscal-entries.ts'
import { type EventData, logEvent } from './fiscal-events.ts'
import { plainAmount } from './fiscal-hash.ts'
import { modeOfOthersSql, ownModeSql, todayOf } from './fiscal-mode.ts'
import { fiscalSignature } from './fiscal-mode-table.ts'
import { findRecords } from './fiscal-record.ts'
import { signFiscal } from './sign-fiscal.ts'
import { canonicalRecord } from './verifactu-xml.ts'

interface Clock {
  secret: Buffer
  now: Date
}

const atOnce = 100
const summaryHours = 6

/**
 * What the mode of signed records asks for (Orden HAC/1177/2024, arts. 9 and 14; it is none of who sends, art. 3): signs the
 * records that wait for it, oldest first, and writes into each issuer's log that the mode began or ended, and every six
 * hours what was done in it. Without a certificate that signs it does nothing; issuing is refused then. Answers how many were signed.
 */
export async function followModes(database: Database, clock: Clock): Promise<number> {
  let signed = 0
  for (;;) {
    const some = await asJob(database, (tx) => signSome(tx, clock))
    signed += some
    if (some < atOnce) break
  }
  await asJob(database, (tx) => logModes(tx, clock))
  return signed
}

async function signSome(tx: Tx, { secret, now }: Clock): Promise<number> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('fiscal signing', 0))`)
  if (!(await canSign(tx, now))) return 0
  const waiting = sql`r.mode = 'signed' and not exists (select from fiscal_signature s
    where s.issuer_tax_id = r.issuer_tax_id and s.sequence = r.sequence)`
  const entries = await entriesOf(tx, await findRecords(tx, waiting, atOnce))
  if (entries.length === 0) return 0
  const pair = await signingPair(tx, secret, now)
  const signer = (await getCertificate(tx, now))?.subject ?? ''
  await tx.insert(fiscalSignature).values(
    entries.map((entry) => ({
      issuerTaxId: entry.record.issuerTaxId,
      sequence: entry.record.sequence,
      xml: signFiscal(canonicalRecord(entry), pair, { now, kind: entry.record.kind }),
      signer,
      createdAt: now,
    })),
  )
  return entries.length
}

interface Standing {
  issuer: string
  mode: FiscalMode
  /** Was its beginning logged last, or its end? */
  logged: EventType | null
  /** Of the last summary, or of the beginning. */
  since: Date | string | null
}

/** Writes into the logs that the mode began, that it ended, and what was done. */
export async function logModes(tx: Tx, clock: Clock): Promise<void> {
  if (!(await canSign(tx, clock.now))) return
  const day = todayOf(clock.now)
  const found = await rows<Standing>(
    tx,
    sql`select * from (select i.issuer, coalesce(${ownModeSql(sql`i.issuer`, day)}, ${modeOfOthersSql(day)}) as mode,
          (select type from fiscal_event e where e.issuer_tax_id = i.issuer and e.type in ('01', '02') order by sequence desc limit 1) as logged,
          (select max(created_at) from fiscal_event e where e.issuer_tax_id = i.issuer and e.type in ('01', '10')) as since
        from (select issuer_tax_id as issuer from fiscal_record where mode = 'signed'
          union select issuer_tax_id from fiscal_mode where issuer_tax_id is not null
          union select issuer_tax_id from fiscal_event) i) s
      where mode = 'signed' or logged = '01' order by issuer`,
  )
  for (const standing of found) await logMode(tx, standing, clock)
}

async function logMode(tx: Tx, { issuer: issuerTaxId, mode, logged, since }: Standing, clock: Clock) {
  const on = logged === '01'
  if (mode === 'signed' && !on) await logEvent(tx, { issuerTaxId, type: '01' }, clock)
  const over = clock.now.getTime() - (since ? new Date(since).getTime() : 0) >= summaryHours * 3_600_000
  if (on && since && (over || mode !== 'signed'))
    await logEvent(
      tx,
      { issuerTaxId, type: '10', data: await summaryOf(tx, issuerTaxId, new Date(since)) },
      clock,
    )
  if (mode !== 'signed' && on) await logEvent(tx, { issuerTaxId, type: '02' }, clock)
}

interface Done {
  altas: number
  annulments: number
  tax: string
  total: string
  first: number | null
  last: number | null
}

/** `ResumenEventos`: what happened and what was recorded since a moment. */
async function summaryOf(tx: Tx, issuerTaxId: string, since: Date): Promise<EventData> {
  const after = sql`issuer_tax_id = ${issuerTaxId} and created_at > ${since.toISOString()}::timestamptz`
  const events = await rows<{ type: EventType; count: number }>(
    tx,
    sql`select type, count(*)::int as count from fiscal_event where issuer_tax_id = ${issuerTaxId}
      and created_at >= ${since.toISOString()}::timestamptz group by 1 order by 1 limit 20`,
  )
  const done = await doneIn(tx, after)
  const ends = [done.first, done.last].map(
    (at) => sql`r.issuer_tax_id = ${issuerTaxId} and r.sequence = ${at}`,
  )
  const [first, last] = await Promise.all(ends.map((where) => findRecords(tx, where)))
  return {
    ResumenEventos: {
      TipoEvento: events.map(({ type, count }) => ({ TipoEvento: type, NumeroDeEventos: count })),
      ...(first?.[0] && last?.[0]
        ? {
            RegistroFacturacionInicialPeriodo: pointTo(first[0]),
            RegistroFacturacionFinalPeriodo: pointTo(last[0]),
          }
        : {}),
      NumeroDeRegistrosFacturacionAltaGenerados: done.altas,
      SumaCuotaTotalAlta: plainAmount(Number(done.tax)),
      SumaImporteTotalAlta: plainAmount(Number(done.total)),
      NumeroDeRegistrosFacturacionAnulacionGenerados: done.annulments,
    },
  }
}

/** How many records there are of those that `where` says, and the sums that they were made of (their inputs have them). */
export async function doneIn(tx: Tx, where: ReturnType<typeof sql>): Promise<Done> {
  const amount = (name: string) =>
    sql`coalesce(round(sum(substring(input from ${`&${name}=(-?[0-9.]+)`})::numeric * 100) filter (where kind = 'alta')), 0)::text`
  const [row] = await rows<Done>(
    tx,
    sql`select count(*) filter (where kind = 'alta')::int as altas, count(*) filter (where kind = 'anulacion')::int as annulments,
      ${amount('CuotaTotal')} as tax, ${amount('ImporteTotal')} as total, min(sequence) as first, max(sequence) as last
      from fiscal_record where ${where}`,
  )
  // Sums without groups always answer one row.
  return row as Done
}

/** A record as events name it (`IDFacturaExpedidaHuellaType`). */
export const pointTo = (of: {
  issuerTaxId: string
  number: string
  issuedOn: string
  hash: string
}): EventData => ({
  IDEmisorFactura: of.issuerTaxId,
  NumSerieFactura: of.number,
  FechaExpedicionFactura: of.issuedOn.split('-').reverse().join('-'),
  Huella: of.hash,
})
