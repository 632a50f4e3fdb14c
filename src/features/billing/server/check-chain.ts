import { sql } from 'drizzle-orm'
import { rows, type Tx } from '#platform/db.ts'
import { type Anomaly, anomalies } from '../fiscal-choices.ts'
import { type EventData, logEvent } from './fiscal-events.ts'
import { fiscalDay, fiscalHash } from './fiscal-hash.ts'
import { modeOf } from './fiscal-mode.ts'
import { holdsSigned } from './xades.ts'

interface Kept {
  sequence: number
  number: string | null
  issuedOn: string | null
  type: string | null
  input: string
  hash: string
  previousHash: string
  generatedAt: string
  xml: string | null
}
interface Found {
  of: 'record' | 'event'
  sequence: number
  number: string | null
  what: Anomaly
}

const atOnce = 1_000
/** Clocks may differ by a minute (Orden HAC/1177/2024, art. 7.g). */
const minuteMs = 60_000

/**
 * Recomputes an issuer's chains from their first rows: what is hashed and what is signed still says the same, each follows
 * the one before, and none is from the future. In the mode of signed records the log says that it was done, and what was found
 * (types 03 to 06). Needs the service's reach.
 */
export async function checkChain(tx: Tx, issuerTaxId: string, clock: { secret: Buffer; now: Date }) {
  const records = await walk(tx, 'record', issuerTaxId, clock.now)
  const events = await walk(tx, 'event', issuerTaxId, clock.now)
  if ((await modeOf(tx, issuerTaxId, clock.now)) === 'signed') {
    await logCheck(tx, issuerTaxId, 'record', records, clock)
    await logCheck(tx, issuerTaxId, 'event', events, clock)
  }
  return {
    records: records.count,
    events: events.count,
    anomalies: [...records.found, ...events.found].map(({ of, sequence, number, what }) => ({
      ...{ of, sequence, number, what },
    })),
  }
}

const sources = {
  record: sql`select r.sequence, r.number, r.issued_on::text as "issuedOn", null as type, r.input, r.hash,
      r.previous_hash as "previousHash", r.generated_at as "generatedAt", s.xml
    from fiscal_record r left join fiscal_signature s on s.issuer_tax_id = r.issuer_tax_id and s.sequence = r.sequence`,
  event: sql`select r.sequence, null as number, null as "issuedOn", r.type, r.input, r.hash,
      r.previous_hash as "previousHash", r.generated_at as "generatedAt", r.xml from fiscal_event r`,
}

async function walk(tx: Tx, of: 'record' | 'event', issuerTaxId: string, now: Date) {
  const found: (Found & { row: Kept })[] = []
  let count = 0
  let before: Kept | undefined
  for (;;) {
    const some = await rows<Kept>(
      tx,
      sql`${sources[of]} where r.issuer_tax_id = ${issuerTaxId} and r.sequence > ${before?.sequence ?? 0}
        order by r.sequence limit ${atOnce}`,
    )
    for (const row of some) {
      for (const what of faultsOf(row, before, now))
        found.push({ of, sequence: row.sequence, number: row.number, what, row })
      before = row
    }
    count += some.length
    if (some.length < atOnce) return { count, found }
  }
}

function faultsOf(row: Kept, before: Kept | undefined, now: Date): Anomaly[] {
  const at = Date.parse(row.generatedAt)
  const broken: [Anomaly, boolean][] = [
    ['hash', fiscalHash(row.input) !== row.hash],
    ['signature', !isSignedAsHashed(row)],
    ['missingBefore', row.sequence !== (before?.sequence ?? 0) + 1],
    ['previousHash', row.previousHash !== (before?.hash ?? '')],
    ['earlierThanPrevious', before !== undefined && at < Date.parse(before.generatedAt)],
    ['later', at > now.getTime() + minuteMs],
  ]
  return broken.filter(([, isSo]) => isSo).map(([anomaly]) => anomaly)
}

/** Does what was signed still hold, and say the row's hash? True of what nobody signs. */
const isSignedAsHashed = ({ xml, hash }: Kept) =>
  xml === null || (holdsSigned(xml) && xml.includes(`>${hash}<`))

type Walked = Awaited<ReturnType<typeof walk>>

async function logCheck(
  tx: Tx,
  issuerTaxId: string,
  of: 'record' | 'event',
  { count, found }: Walked,
  clock: { secret: Buffer; now: Date },
) {
  const name = of === 'record' ? 'RegFacturacion' : 'RegEvento'
  const counted = of === 'record' ? 'RegistrosFacturacion' : 'RegistrosEvento'
  const what = ['IntegridadHuellas', 'IntegridadFirmas', 'TrazabilidadCadena', 'TrazabilidadFechas']
  const launch: EventData = Object.fromEntries(
    what.flatMap((one) => [
      [`RealizadoProcesoSobre${one}${name}`, 'S'],
      [`NumeroDe${counted}ProcesadosSobre${one}`, count],
    ]),
  )
  await logEvent(
    tx,
    {
      ...{ issuerTaxId, type: of === 'record' ? '03' : '05' },
      data: { [`LanzamientoProcesoDeteccionAnomalias${name}`]: launch },
    },
    clock,
  )
  for (const { row, what: anomaly } of found)
    await logEvent(
      tx,
      {
        ...{ issuerTaxId, type: of === 'record' ? '04' : '06' },
        data: { [`DeteccionAnomalias${name}`]: anomalyOf(issuerTaxId, row, anomaly) },
      },
      clock,
    )
}

const anomalyOf = (issuerTaxId: string, row: Kept, anomaly: Anomaly): EventData => ({
  TipoAnomalia: anomalies[anomaly],
  ...(row.number && row.issuedOn
    ? {
        RegistroFacturacionAnomalo: {
          IDEmisorFactura: issuerTaxId,
          NumSerieFactura: row.number,
          FechaExpedicionFactura: fiscalDay(row.issuedOn),
        },
      }
    : {
        RegEventoAnomalo: {
          TipoEvento: row.type ?? '90',
          FechaHoraHusoEvento: row.generatedAt,
          HuellaEvento: row.hash,
        },
      }),
})
