import { create } from 'xmlbuilder2'
import { billTypes } from '#platform/constants.ts'
import { formats } from '#platform/format.ts'
import { rowOfCorrection } from '../corrections.ts'
import { system } from '../fiscal-choices.ts'
import type { TaxCodes } from '../tax-cases.ts'
import { monthOf } from './facturae-lines.ts'
import { fiscalDay, plainAmount } from './fiscal-hash.ts'
import type { Chained } from './fiscal-record.ts'
import type { Paper } from './paper.ts'

export const lr =
  'https://www2.agenciatributaria.gob.es/static_files/common/internet/dep/aplicaciones/es/aeat/tike/cont/ws/SuministroLR.xsd'
export const sum1 =
  'https://www2.agenciatributaria.gob.es/static_files/common/internet/dep/aplicaciones/es/aeat/tike/cont/ws/SuministroInformacion.xsd'

/** What a record says of its bill. */
export type FiscalBill = Pick<
  Paper,
  | 'type'
  | 'period'
  | 'periodFrom'
  | 'corrects'
  | 'correction'
  | 'information'
  | 'provider'
  | 'tax'
  | 'totals'
  | 'charge'
>
export interface FiscalEntry {
  bill: FiscalBill
  record: Chained
}

/** As many records as one sending may hold. */
export const recordsAtOnce = 1_000

const named = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map(named)
    : value !== null && typeof value === 'object'
      ? namedParts(value)
      : value
const namedParts = (of: object) =>
  Object.fromEntries(Object.entries(of).map(([key, inner]) => [`sum1:${key}`, named(inner)]))

/** How a system is named in records and events. */
export const systemNamed = {
  NombreSistemaInformatico: system.name,
  IdSistemaInformatico: system.code,
  Version: system.version,
  NumeroInstalacion: system.installation,
  TipoUsoPosibleSoloVerifactu: system.onlySending,
  TipoUsoPosibleMultiOT: system.severalIssuers,
  IndicadorMultiplesOT: system.severalIssuers,
}

/** Whose system it is: the provider's, whichever of the two it is. */
const systemOf = ({ provider, information, charge }: FiscalBill) => ({
  NombreRazon: (charge ? information : provider).legalName.slice(0, 120),
  NIF: (charge ? information : provider).taxId,
  ...systemNamed,
})

/** What stands at the end of every record: its place in the chain, the system, the moment and the hash. */
const chainOf = ({ bill, record }: FiscalEntry) => ({
  Encadenamiento: record.previous
    ? {
        RegistroAnterior: {
          IDEmisorFactura: record.issuerTaxId,
          NumSerieFactura: record.previous.number,
          FechaExpedicionFactura: fiscalDay(record.previous.issuedOn),
          Huella: record.previous.hash,
        },
      }
    : { PrimerRegistro: 'S' },
  SistemaInformatico: systemOf(bill),
  FechaHoraHusoGenRegistro: record.generatedAt,
  TipoHuella: '01',
  Huella: record.hash,
})

/** One rate of a bill. What is exempt or not subject has neither rate nor quota; what the recipient owes has them at zero. */
function detailOf({ tax, regime, class: as }: TaxCodes, group: FiscalBill['totals']['groups'][number]) {
  const rated = as === 'S1' || as === 'S2'
  return {
    Impuesto: tax,
    ...(regime ? { ClaveRegimen: regime } : {}),
    ...(as === 'E1' ? { OperacionExenta: as } : { CalificacionOperacion: as }),
    ...(rated ? { TipoImpositivo: (group.taxBp / 100).toFixed(2) } : {}),
    BaseImponibleOimporteNoSujeto: plainAmount(group.baseCents),
    ...(rated ? { CuotaRepercutida: plainAmount(group.taxCents) } : {}),
  }
}

/** What was supplied, and in which month. */
const describe = ({ type, period, periodFrom, corrects, charge }: FiscalBill) => {
  const what = charge
    ? charge.what.slice(0, 400)
    : type === billTypes.advances
      ? 'Anticipo'
      : 'Liquidación de ventas'
  const of = period ? `${what}, ${formats('es').months(periodFrom, period).replaceAll('–', '-')}` : what
  return corrects ? `Rectificación: ${of}` : of
}

/** Which one it corrects, where that is known by its day too. */
const correctedOf = ({ bill, record }: FiscalEntry) =>
  bill.correction && bill.corrects
    ? {
        FacturasRectificadas: {
          IDFacturaRectificada: {
            IDEmisorFactura: record.issuerTaxId,
            NumSerieFactura: bill.corrects,
            FechaExpedicionFactura: fiscalDay(bill.correction.issuedOn),
          },
        },
      }
    : {}

/** Of which kind it is, and what it corrects. */
function kindOf({ bill, record }: FiscalEntry) {
  if (!bill.corrects) return { TipoFactura: 'F1' }
  return {
    // A charge is taken back as a whole, for a base that is none any more (Ley 37/1992, art. 80).
    TipoFactura: bill.charge ? 'R1' : rowOfCorrection(bill.correction).type,
    // Its amounts are what it takes back or adds, never what stands in place of the former.
    ...{ TipoRectificativa: 'I', ...correctedOf({ bill, record }) },
  }
}

function altaOf({ bill, record }: FiscalEntry) {
  const { amends } = record
  return {
    IDVersion: '1.0',
    IDFactura: {
      IDEmisorFactura: record.issuerTaxId,
      NumSerieFactura: record.number,
      FechaExpedicionFactura: fiscalDay(record.issuedOn),
    },
    NombreRazonEmisor: (amends?.issuerName ?? bill.information.legalName).slice(0, 120),
    ...(amends
      ? { Subsanacion: 'S', ...(amends.refused === 'N' ? {} : { RechazoPrevio: amends.refused }) }
      : {}),
    ...kindOf({ bill, record }),
    ...(bill.period ? { FechaOperacion: fiscalDay(monthOf(bill.period, record.issuedOn).EndDate) } : {}),
    DescripcionOperacion: amends?.description ?? describe(bill),
    ...(bill.charge ? {} : { EmitidaPorTerceroODestinatario: 'D' }),
    Destinatarios: {
      IDDestinatario: {
        NombreRazon: (amends?.recipientName ?? bill.provider.legalName).slice(0, 120),
        NIF: bill.provider.taxId,
      },
    },
    Desglose: {
      DetalleDesglose: bill.totals.groups.map((group) => detailOf(bill.tax.codes, group)),
    },
    CuotaTotal: plainAmount(bill.totals.taxCents),
    ImporteTotal: plainAmount(bill.totals.totalCents),
    ...chainOf({ bill, record }),
  }
}

const anulacionOf = ({ bill, record }: FiscalEntry) => ({
  IDVersion: '1.0',
  IDFactura: {
    IDEmisorFacturaAnulada: record.issuerTaxId,
    NumSerieFacturaAnulada: record.number,
    FechaExpedicionFacturaAnulada: fiscalDay(record.issuedOn),
  },
  ...(record.amends?.refused.includes('X') ? { SinRegistroPrevio: 'S' } : {}),
  ...(record.amends?.refused.includes('S') ? { RechazoPrevio: 'S' } : {}),
  GeneradoPor: 'D',
  Generador: { NombreRazon: bill.provider.legalName.slice(0, 120), NIF: bill.provider.taxId },
  ...chainOf({ bill, record }),
})

const body = (entries: readonly [FiscalEntry, ...FiscalEntry[]], { late = false } = {}) => ({
  'sum:RegFactuSistemaFacturacion': {
    '@xmlns:sum': lr,
    '@xmlns:sum1': sum1,
    'sum:Cabecera': {
      'sum1:ObligadoEmision': {
        'sum1:NombreRazon': entries[0].bill.information.legalName.slice(0, 120),
        'sum1:NIF': entries[0].record.issuerTaxId,
      },
      ...(late ? { 'sum1:RemisionVoluntaria': { 'sum1:Incidencia': 'S' } } : {}),
    },
    'sum:RegistroFactura': entries.map((entry) =>
      entry.record.kind === 'alta'
        ? { 'sum1:RegistroAlta': named(altaOf(entry)) }
        : { 'sum1:RegistroAnulacion': named(anulacionOf(entry)) },
    ),
  },
})

const document = (content: object) =>
  create({ version: '1.0', encoding: 'UTF-8' }, content as never).end({ prettyPrint: true })

/**
 * Records of one issuer as Veri*factu describes them: what was registered, and what of it was cancelled. They are kept
 * and handed out; nothing here says that the system complies.
 */
export const verifactuXml = (...entries: [FiscalEntry, ...FiscalEntry[]]): string => document(body(entries))

/** One record by itself in canonical form (Canonical XML 1.0), to be signed. */
export const canonicalRecord = ({ bill, record }: FiscalEntry): string =>
  create(
    record.kind === 'alta'
      ? { 'sum1:RegistroAlta': { '@xmlns:sum1': sum1, ...namedParts(altaOf({ bill, record })) } }
      : { 'sum1:RegistroAnulacion': { '@xmlns:sum1': sum1, ...namedParts(anulacionOf({ bill, record })) } },
  )
    .root()
    .toString({ allowEmptyTags: true })
    // A parser reads the ends of lines as one, and so does who verifies.
    .replaceAll('\r\n', '\n')
    .replaceAll('\r', '\n')

/** The same in the envelope that the agency's service takes. @param of.late says that there was an incident */
export const verifactuEnvelope = (
  entries: readonly [FiscalEntry, ...FiscalEntry[]],
  of: { late?: boolean } = {},
): string =>
  document({
    'soapenv:Envelope': {
      '@xmlns:soapenv': 'http://schemas.xmlsoap.org/soap/envelope/',
      'soapenv:Header': {},
      'soapenv:Body': body(entries, of),
    },
  })
