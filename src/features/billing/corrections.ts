/**
 * What can have been wrong on an issued bill, and how that is told: a table. The type is that of Veri*factu (R1: Ley 37/1992,
 * art. 80.1, 80.2 and 80.6, and errors of law; R4: the rest), the reason that of Facturae 3.2.2, word for word. R2 and R3
 * are for recipients who are insolvent or do not pay, and R5 for simplified invoices: here who pays issues, in full. The
 * pairs are ours; docs/decisions/0054 says what an adviser has to confirm. Browser-safe.
 */
export const correctionRows = {
  base: { type: 'R1', code: '16', text: 'Base imponible' },
  rate: { type: 'R1', code: '11', text: 'Porcentaje impositivo a aplicar' },
  returned: { type: 'R1', code: '83', text: 'Base imponible modificada por descuentos y bonificaciones' },
  name: { type: 'R4', code: '04', text: 'Nombre y apellidos/Razón Social-Emisor' },
  taxId: { type: 'R4', code: '06', text: 'Identificación fiscal Emisor/obligado' },
  address: { type: 'R4', code: '08', text: 'Domicilio Emisor/Obligado' },
  detail: { type: 'R4', code: '10', text: 'Detalle Operación' },
  period: { type: 'R4', code: '13', text: 'Fecha/Periodo a aplicar' },
} as const satisfies Record<string, { type: 'R1' | 'R4'; code: string; text: string }>
export type Fault = keyof typeof correctionRows
export const faults = Object.keys(correctionRows) as [Fault, ...Fault[]]

/** How a corrective bill corrects: all of what it corrects is taken back, or only the difference is told. */
export interface Correction {
  fault: Fault
  whole: boolean
}

/** The faults that an amount can have, which a difference sets right; all else takes the whole back. */
export const differing: readonly Fault[] = ['base', 'returned', 'detail']

/** As correctives said it before faults were asked for. */
export const correctionBefore = { type: 'R4', code: '01', text: 'Número de la factura' } as const
export const rowOfCorrection = (correction: Correction | null | undefined) =>
  correction ? correctionRows[correction.fault] : correctionBefore
export type CorrectionType = 'R1' | 'R4'
