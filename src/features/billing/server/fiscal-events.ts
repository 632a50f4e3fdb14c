import { sql } from 'drizzle-orm'
import { create } from 'xmlbuilder2'
import { rows, type Tx } from '#platform/db.ts'
import type { EventType } from '../fiscal-choices.ts'
import { signingPair } from './certificate.ts'
import { eventInput, fiscalHash, fiscalMoment } from './fiscal-hash.ts'
import { fiscalEvent } from './fiscal-mode-table.ts'
import { readProvider } from './settings.ts'
import { signFiscal } from './sign-fiscal.ts'
import { systemNamed } from './verifactu-xml.ts'

const sfe =
  'https://www2.agenciatributaria.gob.es/static_files/common/internet/dep/aplicaciones/es/aeat/tike/cont/ws/EventosSIF.xsd'

/** A value of the agency's schema: elements in its order. */
export interface EventData {
  [name: string]: string | number | EventData | EventData[]
}

const named = (of: EventData): object =>
  Object.fromEntries(
    Object.entries(of).map(([name, value]) => [
      `sfe:${name}`,
      Array.isArray(value) ? value.map(named) : typeof value === 'object' ? named(value) : String(value),
    ]),
  )

/** What an issuer is called, as its last record or its billing information says. */
export async function nameOfIssuer(tx: Tx, taxId: string): Promise<string> {
  const provider = await readProvider(tx)
  if (provider?.taxId === taxId) return provider.legalName
  const [row] = await rows<{ name: string | null }>(
    tx,
    sql`select coalesce((select legal_name from billing_information where tax_id = ${taxId} limit 1),
      (select b.information->>'legalName' from fiscal_record r join bill b on b.id = r.bill_id
        where r.issuer_tax_id = ${taxId} order by r.sequence desc limit 1)) as name`,
  )
  return row?.name ?? taxId
}

interface Happening {
  issuerTaxId: string
  type: EventType
  /** `DatosPropiosEvento`: what the schema wants of this type. */
  data?: EventData
}

/**
 * Adds an event to an issuer's log: chained by its hash, and signed (Orden HAC/1177/2024, arts. 9, 11 and 14). Needs the
 * service's reach. @throws Conflict without a certificate that signs.
 */
export async function logEvent(
  tx: Tx,
  { issuerTaxId, type, data }: Happening,
  { secret, now }: { secret: Buffer; now: Date },
): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`fiscal events ${issuerTaxId}`}, 0))`)
  const [last] = await rows<{ sequence: number; hash: string; type: EventType; at: string }>(
    tx,
    sql`select sequence, hash, type, generated_at as at from fiscal_event where issuer_tax_id = ${issuerTaxId}
      order by sequence desc limit 1`,
  )
  const provider = await readProvider(tx)
  const producer = { NombreRazon: provider?.legalName.slice(0, 120) ?? '', NIF: provider?.taxId ?? '' }
  const generatedAt = fiscalMoment(now)
  const previousHash = last?.hash ?? ''
  const input = eventInput({ producerTaxId: producer.NIF, issuerTaxId, type, previousHash, generatedAt })
  const hash = fiscalHash(input)
  const own = producer.NIF === issuerTaxId
  const content: EventData = {
    IDVersion: '1.0',
    Evento: {
      SistemaInformatico: { ...producer, ...systemNamed },
      ObligadoEmision: { NombreRazon: (await nameOfIssuer(tx, issuerTaxId)).slice(0, 120), NIF: issuerTaxId },
      ...(own ? {} : { EmitidaPorTerceroODestinatario: 'D', TerceroODestinatario: producer }),
      FechaHoraHusoGenEvento: generatedAt,
      TipoEvento: type,
      ...(data ? { DatosPropiosEvento: data } : {}),
      Encadenamiento: last
        ? {
            EventoAnterior: {
              TipoEvento: last.type,
              FechaHoraHusoGenEvento: last.at,
              HuellaEvento: last.hash,
            },
          }
        : { PrimerEvento: 'S' },
      TipoHuella: '01',
      HuellaEvento: hash,
    },
  }
  const xml = create({ 'sfe:RegistroEvento': { '@xmlns:sfe': sfe, ...named(content) } } as never)
    .root()
    .toString({ allowEmptyTags: true })
  await tx.insert(fiscalEvent).values({
    ...{ issuerTaxId, type, input, hash, previousHash, generatedAt, data },
    sequence: (last?.sequence ?? 0) + 1,
    xml: signFiscal(xml, await signingPair(tx, secret, now), { now, kind: 'event' }),
    createdAt: now,
  })
}
