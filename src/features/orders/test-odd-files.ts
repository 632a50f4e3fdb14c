import { writeXlsx } from 'hucre/xlsx'
import iconv from 'iconv-lite'

/** Files as people and shops really send them, with what they add up to. */
export interface OddFile {
  name: string
  bytes: Uint8Array
  /** Sum of what was charged, in the file's own money. */
  charged: number
  currency: string
  /** Of orders that were never paid, beside it. */
  unpaid?: number
  units: number
  /** Answers to what the file leaves open, in the order in which it is asked. */
  answers?: Record<string, string>
  /** Rows that sell nothing: sums, orders that were never paid. */
  left?: number
  /** First days, read rightly. */
  firstDay: string
}

const csv = (rows: readonly (readonly string[])[], delimiter = ',', end = '\r\n') =>
  rows
    .map((row) =>
      row
        .map((cell) => (/[",;\t\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell))
        .join(delimiter),
    )
    .join(end) + end

type Cell = string | number | Date | boolean | null
const workbook = (
  rows: Cell[][],
  more: { name: string; rows: Cell[][] }[] = [],
  dateSystem: '1900' | '1904' = '1900',
) => writeXlsx({ sheets: [...more, { name: 'Ventas', rows }], dateSystem })
const day = (text: string) => new Date(`${text}Z`)

/** Twelve and more, each another way of saying the same. */
export async function oddFiles(): Promise<OddFile[]> {
  const spanish = csv(
    [
      ['Nº pedido', 'Fecha', 'Artículo', 'Uds.', 'Precio', 'Descuento', 'Población', 'Año'],
      ['T-1', '28/02/2026', 'Camiseta niño', '2', '10,00 €', '', 'A Coruña', '2026'],
      ['T-1', '28/02/2026', 'Vinilo “Año cero”', '1', '1.234,56 €', '34,56 €', 'A Coruña', '2026'],
      ['T-2', '01/03/2026', 'Chapa', '3', '0,50 €', '', 'Logroño', '2026'],
    ],
    ';',
  )
  return [
    {
      ...{ name: 'excel-windows.csv', bytes: iconv.encode(spanish, 'windows-1252') },
      answers: { taxRate: '21' },
      ...{ charged: 1221.5, currency: 'EUR', units: 6, firstDay: '2026-02-28' },
    },
    {
      name: 'excel-mac.csv',
      bytes: iconv.encode(
        spanish
          .replaceAll('T-', 'M-')
          .replaceAll('“', '"')
          .replaceAll('”', '"')
          .replaceAll('Vinilo "Año cero"', 'Año cero')
          .replaceAll('€', '¤'),
        'macintosh',
      ),
      answers: { taxRate: '21' },
      ...{ charged: 1221.5, currency: 'EUR', units: 6, firstDay: '2026-02-28' },
    },
    {
      name: 'unicode.txt',
      bytes: iconv.encode(
        csv(
          [
            ['Order ID', 'Order Date', 'Product', 'Quantity', 'Line Total', 'Currency', 'Country'],
            ['U-1', '2026-03-04 10:30', 'Sudadera Ñ', '1', '45.90', 'EUR', 'Spain'],
            ['U-2', '2026-03-05 23:59', 'Póster', '2', '20', 'EUR', 'Francia'],
          ],
          '\t',
        ),
        'utf-16le',
        { addBOM: true },
      ),
      answers: { taxRate: '0' },
      ...{ charged: 65.9, currency: 'EUR', units: 3, firstDay: '2026-03-04' },
    },
    {
      name: 'unicode-be.csv',
      bytes: iconv.encode(
        csv([
          ['pedido', 'fecha', 'producto', 'unidades', 'importe (€)'],
          ['V-1', '2026-03-04', 'Cinta', '1', '12.5'],
        ]),
        'utf-16be',
        { addBOM: true },
      ),
      answers: { taxRate: '21' },
      ...{ charged: 12.5, currency: 'EUR', units: 1, firstDay: '2026-03-04' },
    },
    {
      name: 'titulo-y-total.csv',
      bytes: Buffer.from(
        `\ufeff${csv(
          [
            ['Ventas de la gira', '', '', '', ''],
            ['Exportado el 02/04/2026', '', '', '', ''],
            ['', '', '', '', ''],
            ['Pedido', 'Fecha', 'Concepto', 'Cantidad', 'Importe'],
            ['G-1', '30/03/2026', 'Camiseta', '1', '25,00€'],
            ['G-2', '31/03/2026', 'Camiseta', '2', '50,00€'],
            ['', '', '', '', ''],
            ['TOTAL', '', '', '3', '75,00€'],
          ],
          ';',
        )}`,
      ),
      answers: { taxRate: '21' },
      ...{ charged: 75, currency: 'EUR', units: 3, left: 1, firstDay: '2026-03-30' },
    },
    {
      name: 'libro.xlsx',
      bytes: await workbook([
        ['Fecha', 'Pedido', 'Producto', 'Unidades', 'Precio unitario', 'Moneda'],
        [day('2026-03-04T10:30:00'), 1001, 'Vinilo', 2, 24.99, 'EUR'],
        [day('2026-03-05T00:00:00'), 1002, 'Taza', 1, 8.1 + 0.2, 'EUR'],
      ]),
      answers: { taxRate: '0' },
      ...{ charged: 58.28, currency: 'EUR', units: 3, firstDay: '2026-03-04' },
    },
    {
      name: 'libro-mixto-1904.xlsx',
      bytes: await workbook(
        [
          ['Merch de la gira', null, null, null],
          [null, null, null, null],
          ['Fecha', 'Artículo', 'Uds', 'Importe'],
          [day('2026-05-09T00:00:00'), 'Gorra', 1, 15.5],
          ['20/05/2026', 'Gorra', 2, '1.031,00 €'],
          [null, 'Total', 3, 1046.5],
        ],
        [{ name: 'Notas', rows: [['Llamar a la sala']] }],
        '1904',
      ),
      answers: { taxRate: '21' },
      ...{ charged: 1046.5, currency: 'EUR', units: 3, left: 1, firstDay: '2026-05-09' },
    },
    {
      name: 'wc-orders.csv',
      bytes: Buffer.from(
        csv([
          [
            'Order Number',
            'Order Status',
            'Order Date',
            'SKU',
            'Item Name',
            'Quantity',
            'Item Cost',
            'Order Line Total',
            'Currency',
            'Email (Billing)',
            'Country Code (Shipping)',
          ],
          [
            '501',
            'Completed',
            '2026-04-01 12:00:00',
            'CAM-M',
            'Camiseta M',
            '2',
            '20.66',
            '41.32',
            'EUR',
            'a@example.org',
            'ES',
          ],
          [
            '502',
            'Cancelled',
            '2026-04-01 12:10:00',
            'CAM-M',
            'Camiseta M',
            '1',
            '20.66',
            '20.66',
            'EUR',
            'b@example.org',
            'ES',
          ],
          [
            '503',
            'Processing',
            '2026-04-02 09:00:00',
            'LP',
            'Vinilo',
            '1',
            '25',
            '25',
            'EUR',
            'c@example.org',
            'FR',
          ],
        ]),
      ),
      answers: { taxRate: '0' },
      ...{ charged: 66.32, unpaid: 20.66, currency: 'EUR', units: 3, left: 1, firstDay: '2026-04-01' },
    },
    {
      name: 'total-por-pedido.csv',
      bytes: Buffer.from(
        csv([
          ['order', 'date', 'item', 'units', 'total', 'currency'],
          ['P-1', '2026-04-03', 'Disco', '1', '30.00', 'EUR'],
          ['P-1', '2026-04-03', 'Parche', '2', '30.00', 'EUR'],
          ['P-2', '2026-04-04', 'Disco', '1', '20.00', 'EUR'],
        ]),
      ),
      answers: { totalOf: 'order', taxRate: '21' },
      ...{ charged: 50, currency: 'EUR', units: 4, firstDay: '2026-04-03' },
    },
    {
      name: 'fechas-dudosas.csv',
      bytes: Buffer.from(
        csv([
          ['pedido', 'fecha', 'articulo', 'cantidad', 'precio', 'moneda'],
          ['D-1', '03/04/2026', 'Disco', '1', '10.50', 'EUR'],
          ['D-2', '05/06/2026', 'Disco', '1', '10.50', 'EUR'],
        ]),
      ),
      answers: { taxRate: '4', dateFormat: 'd/M/yyyy' },
      ...{ charged: 21, currency: 'EUR', units: 2, firstDay: '2026-04-03' },
    },
    {
      name: 'importes-dudosos.csv',
      bytes: Buffer.from(
        csv(
          [
            ['pedido', 'fecha', 'articulo', 'cantidad', 'importe', 'moneda'],
            ['I-1', '2026-04-03', 'Lote', '1', '1.234', 'EUR'],
            ['I-2', '2026-04-04', 'Lote', '1', '2.500', 'EUR'],
          ],
          ';',
        ),
      ),
      answers: { decimal: ',', taxRate: '0' },
      ...{ charged: 3734, currency: 'EUR', units: 2, firstDay: '2026-04-03' },
    },
    {
      name: 'sin-moneda.csv',
      bytes: Buffer.from(
        csv([
          ['Sale Date', 'Item', 'Qty', 'Amount'],
          ['July 4, 2026', 'Hat', '1', '19.99'],
          ['July 5, 2026', 'Hat', '2', '39.98'],
        ]),
      ),
      answers: { taxRate: '10', currency: 'EUR' },
      ...{ charged: 59.97, currency: 'EUR', units: 3, firstDay: '2026-07-04' },
    },
    {
      name: 'centimos.csv',
      bytes: Buffer.from(
        csv([
          ['order', 'date', 'item', 'qty', 'amount (cents)', 'currency'],
          ['C-1', '2026-04-03T10:00:00Z', 'Hat', '1', '1999', 'EUR'],
        ]),
      ),
      answers: { taxRate: '0', cents: 'true' },
      ...{ charged: 19.99, currency: 'EUR', units: 1, firstDay: '2026-04-03' },
    },
    {
      name: 'iva-y-celdas-unidas.csv',
      bytes: Buffer.from(
        csv(
          [
            ['sep=;'],
            ['Pedido', 'Fecha', 'Producto', 'Unidades', 'Importe', 'Tipo IVA'],
            ['B-1', '1-may-2026', 'Disco', '1', '12,10 €', '21%'],
            ['', '', 'Libro', '1', '10,40 €', '4%'],
            ['B-2', '2-may-2026', 'Disco', '1', '12,10 €', '21%'],
          ],
          ';',
        ).replace('"sep=;"', 'sep=;'),
      ),
      ...{ charged: 34.6, currency: 'EUR', units: 3, firstDay: '2026-05-01' },
    },
    {
      name: 'dos.csv',
      bytes: iconv.encode(
        csv(
          [
            ['Numero', 'Dia', 'Descripción', 'Cant.', 'Total'],
            ['7', '13.02.26', 'Muñeca de Año Nuevo', '1', '5,00 EUR'],
          ],
          '|',
        ),
        'cp850',
      ),
      answers: { taxRate: '21' },
      ...{ charged: 5, currency: 'EUR', units: 1, firstDay: '2026-02-13' },
    },
  ]
}
