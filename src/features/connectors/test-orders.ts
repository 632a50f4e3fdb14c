/** Orders as Shopify tells them, for tests: two units at 20.00 with tax inside, unless said otherwise. */
export const shopifyOrder = (name: string, rest: Record<string, unknown> = {}) => ({
  id: 42,
  name,
  email: 'ana@example.test',
  created_at: '2026-11-02T10:00:00+01:00',
  updated_at: '2026-11-02T10:00:00+01:00',
  currency: 'EUR',
  taxes_included: true,
  financial_status: 'paid',
  line_items: [
    {
      id: 1,
      sku: 'SIN-PRODUCTO',
      name: 'Camiseta',
      quantity: 2,
      price: '20.00',
      total_discount: '0.00',
      tax_lines: [{ price: '6.94' }],
    },
  ],
  fulfillments: [],
  refunds: [],
  shipping_address: { country_code: 'ES', province: 'Valencia', city: 'València', zip: '46001' },
  ...rest,
})
