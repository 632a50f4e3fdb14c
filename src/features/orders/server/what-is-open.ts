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
  const { total, order } = map.columns
  refuseByNames(map)
  const columns = new Columns(file.header)
  const sending = file.header.filter(saysShipping)
  const filled = new Set<string>()
  const wides = perhapsOrderWide(map).map((field) => ({ field, wide: new OrderWide(columns, map, field) }))
  const totals = order && total && sending.length > 0 ? new OrderWide(columns, map, 'total') : undefined
  const see = (row: CsvRow) => {
    if (row.fields.length !== file.header.length || row.fields.some(saysTotal)) return
    columns.take(row)
    for (const { wide } of wides) wide.see()
    totals?.see()
    for (const name of sending) if (/[1-9]/.test(columns.plain(name))) filled.add(name)
  }
  for await (const row of file.rows) {
    see(row)
    yield row
  }
  const open = wides.find(({ wide }) => wide.open)
  if (open)
    throw new UnreadableFile(`${open.field}OfUnknown`, {
      column: map.columns[open.field] ?? '',
      value: open.wide.example,
    })
  const shipping = shippingOpen(map, sending, (name) => filled.has(name))
  if (shipping && !totals?.ofLines)
    throw new UnreadableFile('shippingUnknown', { column: total ?? '', shipping })
}

/** What the columns' names leave open, whatever stands in them. @throws UnreadableFile */
function refuseByNames(map: GenericMap) {
  const money = map.columns.total ?? map.columns.unitPrice
  if (money && map.cents === undefined && saysCents(money))
    throw new UnreadableFile('centsUnknown', { column: money })
  const taxed = taxOpen(map)
  if (taxed) throw new UnreadableFile('taxUnknown', { column: taxed })
}

/** Fields whose amounts may be of whole orders, where the map does not say. */
function perhapsOrderWide({ columns, totalOf, refundedOf }: GenericMap): ('total' | 'refunded')[] {
  const { order, total, unitPrice, refunded } = columns
  if (!order) return []
  const fields: ('total' | 'refunded')[] = []
  if (total && !unitPrice && !totalOf) fields.push('total')
  if (refunded && !refundedOf && totalOf !== 'order') fields.push('refunded')
  return fields
}
