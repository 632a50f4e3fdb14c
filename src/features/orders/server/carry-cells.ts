import type { CsvFile, CsvRow } from '#platform/csv.ts'
import type { GenericMap } from '../map-shape.ts'
import { Columns } from './columns.ts'

const carried = [
  'order',
  'date',
  'currency',
  'status',
  'buyer',
  'country',
  'province',
  'city',
  'postalCode',
] as const

/** Rows whose order has its number on its first row alone get what stands there: merged cells come so. */
export const carriedDown = (file: CsvFile, map: GenericMap | undefined): CsvFile =>
  map?.carry ? { ...file, rows: carrying(file, map) } : file

async function* carrying(file: CsvFile, map: GenericMap): AsyncGenerator<CsvRow> {
  const columns = new Columns(file.header)
  const order = columns.placeOf(map.columns.order ?? '')
  const goods = (['sku', 'name'] as const).map((field) => columns.placeOf(map.columns[field] ?? ''))
  const places = carried.map((field) => columns.placeOf(map.columns[field] ?? '')).filter((at) => at >= 0)
  let above: CsvRow | undefined
  for await (const row of file.rows) {
    const filled = (at: number) => (row.fields[at] ?? '').trim() !== ''
    if (filled(order)) above = row
    else if (above && goods.some(filled) && row.fields.length === file.header.length) {
      const { fields } = above
      yield {
        ...row,
        fields: row.fields.map((cell, at) =>
          places.includes(at) && !filled(at) ? (fields[at] ?? '') : cell,
        ),
      }
      continue
    }
    yield row
  }
}
