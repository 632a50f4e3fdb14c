/**
 * How an issuer's records are made: `off`, kept and nothing claimed of them; `sending` them to the agency as they are
 * made (VERI*FACTU, RD 1007/2023, art. 16); `signed`, with an event log, and sent nowhere (arts. 8.2.b, 12).
 */
export const fiscalModes = ['off', 'sending', 'signed'] as const
export type FiscalMode = (typeof fiscalModes)[number]

/** Types of events as the agency's schema (EventosSIF.xsd, TipoEventoType) numbers them; without 07: no copy is restored from here. */
export const eventTypes = ['01', '02', '03', '04', '05', '06', '08', '09', '10', '90'] as const
export type EventType = (typeof eventTypes)[number]

/** What can be wrong in a chain, as the agency's schema numbers it (TipoAnomaliaType). */
export const anomalies = {
  hash: '01',
  signature: '02',
  missingBefore: '04',
  previousHash: '08',
  earlierThanPrevious: '11',
  later: '13',
} as const
export type Anomaly = keyof typeof anomalies

/**
 * From which day on records have to be made by a system that complies, by kind of issuer: those who pay corporate income
 * tax (RD 1007/2023, art. 3.1.a), and all others. Final provision 4 says «before»: the day that is named. As it was
 * written by RDL 15/2025; the agency's dates have moved before, so super staff write others (`setFiscalDates`).
 */
export const datesByLaw = {
  company: '2027-01-01',
  person: '2027-07-01',
  source: 'RD 1007/2023, disposición final cuarta, según el RDL 15/2025',
} as const

/** What is named in records, and in the declaration: whose system of which version. */
export const system = {
  name: 'Backline',
  code: 'BL',
  version: '1.0',
  installation: '1',
  onlySending: 'N',
  severalIssuers: 'S',
} as const
