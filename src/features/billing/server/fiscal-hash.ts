import { createHash } from 'node:crypto'
import { formatHour } from '#platform/time.ts'
import { system } from '../fiscal-choices.ts'

/**
 * The hashes that chain Veri*factu records (AEAT, «Detalle de las especificaciones técnicas para la generación de la
 * huella», sections 6.1–6.3): fields in a fixed order, joined as name=value, SHA-256 in capital hexadecimals.
 */

export interface AltaFields {
  issuerTaxId: string
  number: string
  /** dd-MM-yyyy */
  issuedOn: string
  type: string
  taxTotal: string
  total: string
  previousHash: string
  generatedAt: string
}

/** What is hashed of a registration. */
export const altaInput = (of: AltaFields) =>
  [
    ['IDEmisorFactura', of.issuerTaxId],
    ['NumSerieFactura', of.number],
    ['FechaExpedicionFactura', of.issuedOn],
    ['TipoFactura', of.type],
    ['CuotaTotal', of.taxTotal],
    ['ImporteTotal', of.total],
    ['Huella', of.previousHash],
    ['FechaHoraHusoGenRegistro', of.generatedAt],
  ]
    .map(([name, value]) => `${name}=${value?.trim()}`)
    .join('&')

/** What is hashed of a cancellation. */
export const anulacionInput = (of: Omit<AltaFields, 'type' | 'taxTotal' | 'total'>) =>
  [
    ['IDEmisorFacturaAnulada', of.issuerTaxId],
    ['NumSerieFacturaAnulada', of.number],
    ['FechaExpedicionFacturaAnulada', of.issuedOn],
    ['Huella', of.previousHash],
    ['FechaHoraHusoGenRegistro', of.generatedAt],
  ]
    .map(([name, value]) => `${name}=${value?.trim()}`)
    .join('&')

/** What is hashed of a bill once more, at another place of the chain. */
export const relinked = (input: string, link: Pick<AltaFields, 'previousHash' | 'generatedAt'>) =>
  `${input.slice(0, input.indexOf('&Huella='))}&Huella=${link.previousHash}&FechaHoraHusoGenRegistro=${link.generatedAt}`

/** What is hashed of an event (the same document, section 3.c). The producer has a NIF, and so no other `ID`. */
export const eventInput = (of: {
  producerTaxId: string
  issuerTaxId: string
  type: string
  previousHash: string
  generatedAt: string
}) =>
  `NIF=${of.producerTaxId}&ID=&IdSistemaInformatico=${system.code}&Version=${system.version}` +
  `&NumeroInstalacion=${system.installation}&NIF=${of.issuerTaxId}&TipoEvento=${of.type}` +
  `&HuellaEvento=${of.previousHash}&FechaHoraHusoGenEvento=${of.generatedAt}`

/** The agency's format has seconds: `2024-01-01T19:20:30+01:00`. */
export function fiscalMoment(at: Date): string {
  const hour = formatHour(at.getTime())
  return `${hour.slice(0, 16)}:${String(at.getUTCSeconds()).padStart(2, '0')}${hour.slice(16)}`
}

/** The hash of such an input. */
export const fiscalHash = (input: string) =>
  createHash('sha256').update(input, 'utf8').digest('hex').toUpperCase()

/** Cents as the agency writes amounts: `-12.35`. */
export const plainAmount = (cents: number) =>
  `${cents < 0 ? '-' : ''}${Math.floor(Math.abs(cents) / 100)}.${String(Math.abs(cents) % 100).padStart(2, '0')}`

/** `2026-11-06` as `06-11-2026`. */
export const fiscalDay = (day: string) => day.split('-').reverse().join('-')

/** The address that a bill's QR leads to: of the service for records that were sent, or for systems that send none. */
export const qrAddress = (of: {
  issuerTaxId: string
  number: string
  issuedOn: string
  totalCents: number
  sent?: boolean
}) =>
  `https://www2.agenciatributaria.gob.es/wlpl/TIKE-CONT/${of.sent ? 'ValidarQR' : 'ValidarQRNoVerifactu'}?${new URLSearchParams(
    {
      nif: of.issuerTaxId,
      numserie: of.number,
      fecha: fiscalDay(of.issuedOn),
      importe: plainAmount(of.totalCents),
    },
  )}`
