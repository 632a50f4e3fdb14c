import { portals } from '#testing/world/cast.ts'
import type { Visitor } from '../browser.ts'
import { openFirst, type Screen } from './screen.ts'

/** A sheet made by hand in Spanish, with a row that cannot be used and a sum of its own. */
const spreadsheet = [
  'Pedido;Fecha;Artículo;Uds.;Importe',
  'G-1;30/09/2026;LOBO-LP1;1;24,90 €',
  'G-2;01/10/2026;Camiseta niño;2;1.050,00 €',
  'G-3;02/10/2026;Camiseta niño;dos;50,00 €',
  'TOTAL;;;;1.124,90 €',
]

/** Chooses a file of orders on its page. */
async function chooseOrders({ page }: Visitor, lines: readonly string[]) {
  // As Excel writes it: Windows-1252, whose euro is 0x80.
  const buffer = Buffer.from(lines.join('\n').replaceAll('€', '\x80'), 'latin1')
  await page
    .locator('main input[type=file]')
    .setInputFiles({ name: 'pedidos.csv', mimeType: 'text/csv', buffer })
}

/** Says of a file whose headings say nothing of tax that there is none in it, or how much. */
const answerTax = ({ page, say }: Visitor) =>
  page.getByRole('button', { name: say('orders.import.ask.taxOf', { rate: 21 }), exact: true }).click()

export const catalogueScreens: Screen[] = [
  { name: 'products', who: 'staff', path: '/products' },
  { name: 'products-no-results', who: 'staff', path: '/products?q=zzz' },
  {
    name: 'product',
    who: 'super',
    path: '/products?q=CAM',
    before: ({ page }) => openFirst(page),
  },
  { name: 'product-new', who: 'super', path: '/products/new' },
  { name: 'blanks', who: 'super', path: '/products/blanks' },
  {
    name: 'blank',
    who: 'super',
    path: '/products/blanks?q=Sudadera',
    before: ({ page }) => openFirst(page),
  },
  { name: 'orders-staff', who: 'staff', path: '/products/orders' },
  {
    name: 'orders-columns',
    who: 'staff',
    path: '/products/orders?from=2026-01-01&columns=portal,placedAt,state,gross,refunds,net',
    before: async ({ page, say }) => {
      // A phone has rows and no columns.
      const picker = page.locator('summary', { hasText: say('ui.columns') })
      if (await picker.isVisible()) await picker.click()
    },
  },
  { name: 'stocks-staff', who: 'super', path: '/products/stock' },
  {
    name: 'stock-staff',
    who: 'super',
    path: '/products/stock',
    before: async ({ page }) => {
      await page.locator('main tbody tr a').first().click()
      await page.locator('main form').first().waitFor()
    },
  },
  { name: 'skus-staff', who: 'super', path: '/products/skus' },
  {
    name: 'sku-assign',
    who: 'super',
    path: '/products/skus',
    before: async ({ page, say }) => {
      await page
        .getByRole('button', { name: say('orders.skus.assign') })
        .first()
        .click()
      await page.getByRole('dialog').getByRole('radio').first().waitFor()
    },
  },
  {
    name: 'connectors-staff',
    who: 'super',
    path: `/products/connectors?portal=${portals.tercerAnfiteatro.id}`,
  },
  { name: 'exchange-rates', who: 'super', path: '/products/exchange-rates' },
  {
    name: 'exchange-rates-upload',
    who: 'super',
    path: '/products/exchange-rates',
    before: async ({ page, say }) => {
      await page.getByRole('button', { name: say('exchangeRates.upload.open') }).click()
      await page.getByRole('dialog').waitFor()
    },
  },
  { name: 'stocks', who: 'artist', path: '/stocks' },
  {
    name: 'stock',
    who: 'artist',
    path: '/stocks',
    before: async ({ page }) => {
      await page.locator('main tbody tr a').first().click()
      await page.locator('main form').first().waitFor()
    },
  },
  { name: 'stocks-all', who: 'label', path: '/stocks/all' },
  { name: 'catalogue', who: 'artist', path: '/stocks/products' },
  { name: 'orders', who: 'artist', path: '/stocks/orders' },
  {
    name: 'order',
    who: 'artist',
    path: '/stocks/orders',
    before: async ({ page }) => {
      await page.locator('main tbody tr a').first().click()
      await page.locator('main dl').first().waitFor()
    },
  },
  { name: 'skus', who: 'artist', path: '/stocks/skus' },
  { name: 'imports', who: 'artist', path: '/stocks/imports' },
  {
    name: 'import-question',
    who: 'artist',
    path: '/stocks/imports/new',
    before: async (visitor) => {
      await chooseOrders(visitor, ['pedido,articulo,unidades,precio,fecha', '1,Vinilo,1,24.90,03/04/2026'])
      await visitor.page.getByRole('status').first().waitFor()
    },
  },
  {
    name: 'import-reading',
    who: 'artist',
    path: '/stocks/imports/new',
    before: async (visitor) => {
      await chooseOrders(visitor, spreadsheet)
      await answerTax(visitor)
      await visitor.page.getByRole('table').waitFor()
    },
  },
  {
    name: 'import-shipping',
    who: 'super',
    path: `/products/imports/new?portal=${portals.ninoLobo.id}`,
    before: async (visitor) => {
      const { page, say } = visitor
      await chooseOrders(visitor, [
        'Pedido;Fecha;Producto;Uds;Total pedido;Envío',
        'S-1;13/10/2026;Gorra;1;24,90 €;4,90 €',
        'S-2;14/10/2026;Gorra;1;$24.90;4.90',
      ])
      await answerTax(visitor)
      await page.getByRole('button', { name: say('orders.import.ask.shippingInside') }).waitFor()
    },
  },
  {
    name: 'import-moneys',
    who: 'super',
    path: `/products/imports/new?portal=${portals.ninoLobo.id}`,
    before: async (visitor) => {
      const { page, say } = visitor
      await chooseOrders(visitor, [
        'Pedido;Fecha;Producto;Uds;Total pedido;Envío',
        'S-1;13/10/2026;Gorra;1;24,90 €;4,90 €',
        'S-2;14/10/2026;Gorra;1;$24.90;4.90',
        'S-3;14/10/2062;Gorra;1;$24.90;4.90',
      ])
      await answerTax(visitor)
      await page.getByRole('button', { name: say('orders.import.ask.shippingInside') }).click()
      await page.getByRole('button', { name: 'USD', exact: true }).click()
      await page.getByRole('table').waitFor()
    },
  },
  { name: 'imports-staff', who: 'super', path: `/products/imports?portal=${portals.ninoLobo.id}` },
  {
    name: 'import-check',
    who: 'artist',
    path: '/stocks/imports/new',
    before: async (visitor) => {
      const { page, say } = visitor
      await chooseOrders(visitor, spreadsheet)
      await answerTax(visitor)
      await page.getByRole('button', { name: say('orders.import.check') }).click()
      await page.getByRole('table', { name: say('orders.import.months') }).waitFor()
    },
  },
  { name: 'connectors', who: 'artist', path: '/stocks/connectors' },
  { name: 'shopify-return', who: 'artist', path: '/stocks/connectors/shopify' },
  { name: 'woocommerce-return', who: 'artist', path: '/stocks/connectors/woocommerce' },
  { name: 'shopify-return-staff', who: 'super', path: '/products/connectors/shopify' },
  { name: 'woocommerce-return-staff', who: 'super', path: '/products/connectors/woocommerce' },
  {
    name: 'connector-new',
    who: 'artist',
    path: '/stocks/connectors',
    before: async ({ page, say }) => {
      await page.getByRole('button', { name: say('shops.byHand') }).click()
      await page.getByRole('dialog').waitFor()
    },
  },
  ...(['woocommerce', 'printful'] as const).map(
    (kind): Screen => ({
      name: `shop-${kind}`,
      who: 'artist',
      path: '/stocks/connectors',
      before: async ({ page, say }) => {
        await page
          .getByRole('button', { name: say('shops.connect') })
          .first()
          .click()
        await page.getByRole('dialog').getByLabel(say('shops.kind')).selectOption(kind)
      },
    }),
  ),
  {
    name: 'connector-owed',
    who: 'super',
    path: `/products/connectors?portal=${portals.tercerAnfiteatro.id}`,
    before: async ({ page, say }) => {
      await page
        .getByRole('button', { name: say('orders.connectors.owedChange') })
        .first()
        .click()
      await page.getByRole('dialog').waitFor()
    },
  },
]
