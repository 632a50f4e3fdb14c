import { type CsvFile, type CsvRow, UnreadableFile } from '#platform/csv.ts'
import type { GenericMap } from '../map-shape.ts'
import { Columns } from './columns.ts'
import { saysTotal } from './open-table.ts'
import { OrderWide, saysCents } from './order-wide.ts'
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
  const asks = (['total', 'refunded'] as const).filter((field) =>
    field === 'total'
      ? order && total && !unitPrice && !map.totalOf
      : order && refunded && !map.refundedOf && map.totalOf !== 'order',
  )
  const wides = asks.map((field) => ({ field, wide: new OrderWide(columns, map, field) }))
  for await (const row of file.rows) {
    if (wides.length > 0 && row.fields.length === file.header.length && !row.fields.some(saysTotal)) {
      columns.take(row)
      for (const { wide } of wides) wide.see()
    }
    yield row
  }
  for (const { field, wide } of wides)
    if (wide.open)
      throw new UnreadableFile(`${field}OfUnknown`, {
        column: map.columns[field] ?? '',
        value: wide.example,
      })
}
