import type { ConnectorKind } from './choices.ts'

/** A delivery's body. */
export type Json = Record<string, unknown>
/** The object with the value at a path, `line_items.0.quantity`; `undefined` takes it out. */
export function withValue(object: unknown, path: string, value: unknown): Json {
  const copy = structuredClone(object) as Json
  const steps = path.split('.')
  const last = steps.pop() ?? ''
  let at = copy
  for (const step of steps) at = at[step] as Json
  if (value === undefined) delete at[last]
  else at[last] = value
  return copy
}

const missing = (field: string) => `Falta el campo ${field}.`
const noNumber = (field: string) => `El campo ${field} no es un número que se pueda usar.`
const unusable = (field: string) => `El campo ${field} no se puede usar.`
const noDate = (field: string) => `El campo ${field} no es una fecha.`
const noRate = (code: string) =>
  `No hay cambio a euros para ${code} de ese día. Añádelo a la conexión y reinténtalo.`

/** What goes wrong with any shop's JSON, by the fields that it calls things. */
const ofShop = (f: { date: string; price: string }): [string, unknown, string][] => [
  ['currency', undefined, missing('currency')],
  ['currency', 'euros', unusable('currency')],
  ['currency', 'XTS', noRate('XTS')],
  ['currency', {}, unusable('currency')],
  ['line_items', undefined, missing('line_items')],
  ['line_items', [], missing('line_items')],
  ['line_items', 'dos camisetas', unusable('line_items')],
  ['line_items', [3], unusable('line_items[0]')],
  ['line_items.0.id', undefined, missing('line_items[0].id')],
  ['line_items.0.quantity', undefined, missing('line_items[0].quantity')],
  ['line_items.0.quantity', 'dos', noNumber('line_items[0].quantity')],
  ['line_items.0.quantity', -2, noNumber('line_items[0].quantity')],
  ['line_items.0.quantity', 1.5, noNumber('line_items[0].quantity')],
  ['line_items.0.quantity', 1e12, noNumber('line_items[0].quantity')],
  [`line_items.0.${f.price}`, 'gratis', noNumber(`line_items[0].${f.price}`)],
  [`line_items.0.${f.price}`, '-3.00', noNumber(`line_items[0].${f.price}`)],
  [`line_items.0.${f.price}`, '1e400', noNumber(`line_items[0].${f.price}`)],
  [`line_items.0.${f.price}`, [], noNumber(`line_items[0].${f.price}`)],
  ['line_items.0.name', 'a\u0000b', unusable('line_items[0].name')],
  [f.date, 'ayer', noDate(f.date)],
  [f.date, '+275760-09-13T00:00:00Z', noDate(f.date)],
]

/** What is broken by kind: a path, the value put there (`undefined` takes it out), and what is said of it. */
export const broken: Record<ConnectorKind, [string, unknown, string][]> = {
  shopify: [
    ...ofShop({ date: 'created_at', price: 'price' }),
    ['name', undefined, missing('name')],
    ['created_at', undefined, missing('created_at')],
    ['refunds', 'todo', unusable('refunds')],
    ['refunds', [{ created_at: '2022-04-06T08:09:03-04:00' }], missing('refunds[0].id')],
    ['refunds', [{ id: 1, created_at: 'hoy' }], noDate('refunds[0].created_at')],
    ['shipping_address', 'Calle Mayor', unusable('shipping_address')],
  ],
  woocommerce: [
    ...ofShop({ date: 'date_created_gmt', price: 'subtotal' }),
    ['status', undefined, missing('status')],
    ['line_items.0.total', 'gratis', noNumber('line_items[0].total')],
    ['total', undefined, missing('total')],
    ['refunds', [{ total: '-1.00' }], missing('refunds[0].id')],
    ['billing', 'Ana', unusable('billing')],
  ],
  printful: [
    ['type', undefined, missing('type')],
    ['data', undefined, missing('data')],
    ['data', 'enviado', unusable('data')],
    ['data.order', undefined, missing('data.order')],
    ['data.order.items', 'todo', unusable('data.order.items')],
    ['data.order.items.0.id', undefined, missing('data.order.items[0].id')],
    ['data.shipment', undefined, missing('data.shipment')],
    ['data.shipment.id', undefined, missing('data.shipment.id')],
    ['data.shipment.items.0.item_id', 99, 'El envío nombra el artículo 99, que no está en su pedido.'],
    ['data.shipment.items.0.quantity', 'una', noNumber('data.shipment.items[0].quantity')],
    ['data.shipment.items.0.quantity', -1, noNumber('data.shipment.items[0].quantity')],
    ['data.shipment.shipped_at', 'ayer', noDate('data.shipment.shipped_at')],
    ['data.shipment.shipped_at', 1e300, noDate('data.shipment.shipped_at')],
  ],
}
