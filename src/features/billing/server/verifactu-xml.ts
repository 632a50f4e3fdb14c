import { create } from 'xmlbuilder2'
import { fiscalDay, plainAmount } from './fiscal-hash.ts'
import type { fiscalRecordOf } from './fiscal-record.ts'
import type { Paper } from './pdf-bill.ts'

const lr =
  'https://www2.agenciatributaria.gob.es/static_files/common/internet/dep/aplicaciones/es/aeat/tike/cont/ws/SuministroLR.xsd'
const sum1 =
  'https://www2.agenciatributaria.gob.es/static_files/common/internet/dep/aplicaciones/es/aeat/tike/cont/ws/SuministroInformacion.xsd'

type Chained = NonNullable<Awaited<ReturnType<typeof fiscalRecordOf>>>
/** Codes of the tax: 01 IVA, 02 IPSI, 03 IGIC. */
const taxCodes = { IVA: '01', IPSI: '02', IGIC: '03' } as const

/**
 * The registration of an invoice as Veri*factu describes it. It is kept and handed out, never sent: sending stays off,
 * and nothing here says that the system complies.
 */
export function verifactuXml(bill: Paper, { record, previous }: Chained): string {
  const prefix = (name: string) => `sum1:${name}`
  const named = (value: unknown): unknown =>
    Array.isArray(value)
      ? value.map(named)
      : value !== null && typeof value === 'object'
        ? Object.fromEntries(Object.entries(value).map(([key, inner]) => [prefix(key), named(inner)]))
        : value
  const alta = {
    IDVersion: '1.0',
    IDFactura: {
      IDEmisorFactura: record.issuerTaxId,
      NumSerieFactura: record.number,
      FechaExpedicionFactura: fiscalDay(record.issuedOn),
    },
    NombreRazonEmisor: bill.information.legalName.slice(0, 120),
    TipoFactura: bill.corrects ? 'R4' : 'F1',
    ...(bill.corrects ? { TipoRectificativa: 'I' } : {}),
    DescripcionOperacion: bill.type === 2 ? 'Anticipo' : 'Liquidación de ventas',
    EmitidaPorTerceroODestinatario: 'D',
    Destinatarios: {
      IDDestinatario: { NombreRazon: bill.provider.legalName.slice(0, 120), NIF: bill.provider.taxId },
    },
    Desglose: {
      DetalleDesglose: bill.totals.groups.map((group) => ({
        Impuesto: taxCodes[bill.taxName],
        ClaveRegimen: '01',
        CalificacionOperacion: 'S1',
        TipoImpositivo: (group.taxBp / 100).toFixed(2),
        BaseImponibleOimporteNoSujeto: plainAmount(group.baseCents),
        CuotaRepercutida: plainAmount(group.taxCents),
      })),
    },
    CuotaTotal: plainAmount(bill.totals.taxCents),
    ImporteTotal: plainAmount(bill.totals.totalCents),
    Encadenamiento: previous
      ? {
          RegistroAnterior: {
            IDEmisorFactura: previous.issuer_tax_id,
            NumSerieFactura: previous.number,
            FechaExpedicionFactura: fiscalDay(previous.issued_on),
            Huella: previous.hash,
          },
        }
      : { PrimerRegistro: 'S' },
    SistemaInformatico: {
      NombreRazon: bill.provider.legalName.slice(0, 120),
      NIF: bill.provider.taxId,
      NombreSistemaInformatico: 'Backline',
      IdSistemaInformatico: 'BL',
      Version: '1.0',
      NumeroInstalacion: '1',
      TipoUsoPosibleSoloVerifactu: 'N',
      TipoUsoPosibleMultiOT: 'S',
      IndicadorMultiplesOT: 'S',
    },
    FechaHoraHusoGenRegistro: record.generatedAt,
    TipoHuella: '01',
    Huella: record.hash,
  }
  return create({ version: '1.0', encoding: 'UTF-8' }, {
    'sum:RegFactuSistemaFacturacion': {
      '@xmlns:sum': lr,
      '@xmlns:sum1': sum1,
      'sum:Cabecera': {
        'sum1:ObligadoEmision': {
          'sum1:NombreRazon': bill.information.legalName.slice(0, 120),
          'sum1:NIF': record.issuerTaxId,
        },
      },
      'sum:RegistroFactura': { 'sum1:RegistroAlta': named(alta) },
    },
  } as never).end({ prettyPrint: true })
}
