import type { ConnectorKind } from '../choices.ts'

/** The least that a delivery of the kind has to say, for trying a connection out. */
export function sampleFor(kind: ConnectorKind, now: Date): unknown {
  const at = now.toISOString()
  if (kind === 'shopify')
    return {
      id: 1,
      name: '#0000',
      test: true,
      created_at: at,
      updated_at: at,
      currency: 'EUR',
      taxes_included: true,
      line_items: [{ id: 1, sku: 'PRUEBA', name: 'Prueba', quantity: 1, price: '10.00', tax_lines: [] }],
    }
  if (kind === 'woocommerce')
    return {
      id: 1,
      number: '0000',
      status: 'processing',
      currency: 'EUR',
      date_created_gmt: at.slice(0, 19),
      date_modified_gmt: at.slice(0, 19),
      total: '10.00',
      line_items: [{ id: 1, sku: 'PRUEBA', name: 'Prueba', quantity: 1, subtotal: '10.00', total: '10.00' }],
      refunds: [],
    }
  const created = Math.floor(now.getTime() / 1000)
  const order = {
    id: 1,
    external_id: '0000',
    items: [{ id: 1, external_id: '1', sku: 'PRUEBA', quantity: 1 }],
  }
  const shipment = { id: 1, created, items: [{ item_id: 1, quantity: 1 }] }
  return { type: 'package_shipped', created, data: { shipment, order } }
}
