import { type CsvFile, type CsvRow, UnreadableFile } from '#platform/csv.ts'
import type { GenericMap } from '../map-shape.ts'
import { saysShipping } from '../state-words.ts'
import { Columns } from './columns.ts'
import { saysTotal } from './open-table.ts'
import { OrderWide, saysCents } from './order-wide.ts'
import { shippingOpen } from './shipping-inside.ts'
import { taxOpen } from './tax-inside.ts'

/**
 * The file's rows, which end in a fault where they leave open what the map does not answer: the screen asks people the
 * same before, a program has to say it. @throws UnreadableFile
 */
export async function* askingWhatIsOpen(file: CsvFile, map: GenericMap): AsyncGenerator<CsvRow> {
  const { total, unitPrice, refunded, order } = map.columns
  const money = total ?? unitPrice
  if (money && map.cents === undefined && saysCents(money))
    throw new UnreadableFile('centsUnknown', { column: money })
  const taxed = taxOpen(map)
  if (taxed) throw new UnreadableFile('taxUnknown', { column: taxed })
  const columns = new Columns(file.header)
  const sending = file.header.filter(saysShipping)
  const filled = new Set<string>()
  const asks = (['total', 'refunded'] as const).filter((field) =>
    field === 'total'
      ? order && total && !unitPrice && !map.totalOf
      : order && refunded && !map.refundedOf && map.totalOf !== 'order',
  )
  const wides = asks.map((field) => ({ field, wide: new OrderWide(columns, map, field) }))
  const totals = order && total && sending.length > 0 ? new OrderWide(columns, map, 'total') : undefined
  for await (const row of file.rows) {
    if (row.fields.length === file.header.length && !row.fields.some(saysTotal)) {
      columns.take(row)
      for (const { wide } of wides) wide.see()
      totals?.see()
      for (const name of sending) if (/[1-9]/.test(columns.plain(name))) filled.add(name)
    }
    yield row
  }
  for (const { field, wide } of wides)
    if (wide.open)
      throw new UnreadableFile(`${field}OfUnknown`, {
        column: map.columns[field] ?? '',
        value: wide.example,
      })
  const shipping = shippingOpen(map, sending, (name) => filled.has(name))
  if (shipping && !totals?.ofLines)
    throw new UnreadableFile('shippingUnknown', { column: total ?? '', shipping })
}
