import { plainName } from './column-names.ts'

/** Never paid, or called off before anything was. */
const unpaid = [
  ...[
    'pending',
    'pending payment',
    'failed',
    'cancelled',
    'canceled',
    'voided',
    'void',
    'draft',
    'checkout draft',
  ],
  ...['auto draft', 'trash', 'expired', 'unpaid', 'abandoned', 'declined', 'rejected', 'payment failed'],
  ...[
    'pendiente',
    'pendiente de pago',
    'pendiente pago',
    'fallido',
    'fallida',
    'cancelado',
    'cancelada',
    'anulado',
  ],
  ...[
    'anulada',
    'borrador',
    'rechazado',
    'rechazada',
    'impagado',
    'impagada',
    'no pagado',
    'caducado',
    'papelera',
  ],
]
const refunded = [
  ...['refunded', 'reembolsado', 'reembolsada', 'devuelto', 'devuelta', 'devolucion', 'refund', 'reembolso'],
  ...['fully refunded', 'charged back', 'chargeback'],
]
/** Of those, what was called off: an order that is known as sold is taken back by it. */
const calledOff = new Set([
  'cancelled',
  'canceled',
  'voided',
  'void',
  'cancelado',
  'cancelada',
  'anulado',
  'anulada',
])
const meanings = new Map<string, 'unpaid' | 'refunded'>([
  ...unpaid.map((word) => [word, 'unpaid'] as const),
  ...refunded.map((word) => [word, 'refunded'] as const),
])

/** What a shop's word for the state of an order means for sales; every other word is one of something sold. */
export const meaningOf = (status: string): 'sold' | 'unpaid' | 'refunded' =>
  status === '' ? 'sold' : (meanings.get(plainName(status.replace(/^wc-/, ''))) ?? 'sold')

export const isCalledOff = (status: string): boolean => calledOff.has(plainName(status.replace(/^wc-/, '')))

/** Some of the money went back, which only a column of its own can tell. */
export const isPartlyRefunded = (status: string): boolean =>
  /^(partially|partly|parcialmente) (refunded|reembolsad[oa]|devuelt[oa])$|^(partial refund|reembolso parcial|devolucion parcial)$|^(refunded|reembolsad[oa]|devuelt[oa]) (partially|partly|parcialmente)$/.test(
    plainName(status),
  )
