import type { DecimalMark } from '#platform/amount.ts'
import { type CsvFile, UnreadableFile } from '#platform/csv.ts'
import type { GenericField as Field } from '../choices.ts'
import type { GenericMap } from '../map-shape.ts'
import { type Finding, MarkFinder } from './column-marks.ts'
import { type ColumnMarks, Columns } from './columns.ts'
import { currencyIn, genericRow } from './generic-row.ts'
import type { Reader } from './line-draft.ts'
import { payingBack } from './pay-back.ts'
import { readRows } from './read-rows.ts'
import { sharingTotals } from './share-totals.ts'

const figures = [
  'quantity',
  'line',
  'unitPrice',
  'total',
  'discount',
  'tax',
  'taxRate',
  'tip',
  'shipping',
  'refunded',
] as const
const money = ['unitPrice', 'total', 'discount', 'tax', 'tip', 'shipping', 'refunded'] as const
/** Columns of a map with figures. */
export const figureColumns = (map: GenericMap): string[] => [
  ...figures.flatMap((field) => map.columns[field] ?? []),
  ...(map.taxes ?? []),
]

/** How the marks of a table are found: its columns with figures, and whose sign may stand beside them. */
export const figuresBy = (map: GenericMap) => ({
  names: figureColumns(map),
  currencyOf: (columns: Columns) => currencyIn(columns, map),
  bare: map.constants?.currency ?? '',
  parted: new Set(
    map.bySign ? [...money.flatMap((field) => map.columns[field] ?? []), ...(map.taxes ?? [])] : [],
  ),
})

/**
 * What separates the decimals of columns with figures, told from all of their values.
 * @throws UnreadableFile for a column whose values leave it open, unless there is an `answer` for such.
 */
export async function tellMarks(
  file: CsvFile,
  finding: Finding,
  answer: DecimalMark | undefined,
): Promise<ColumnMarks> {
  const finder = new MarkFinder(new Columns(file.header), finding)
  for await (const record of file.rows) if (record.fields.length === file.header.length) finder.see(record)
  const {
    marks,
    open: [doubt],
  } = finder.told(answer)
  if (doubt) throw new UnreadableFile('decimalUnknown', doubt)
  return marks
}

/** Any CSV with a row per order line, by a map of its columns; what is carried down stands in its rows already. */
export function readGeneric(
  file: CsvFile,
  map: GenericMap,
  marks: ColumnMarks,
  portalBy: string | undefined,
): Reader {
  const columns = new Columns(file.header, marks)
  columns.require(...Object.values(map.columns), ...(map.taxes ?? []), ...(portalBy ? [portalBy] : []))
  const field = lackingIn(map)
  if (field) throw new UnreadableFile('mapLacks', { field })
  const reader = readRows(file, columns, genericRow(columns, map, portalBy))
  return map.totalOf === 'order'
    ? payingBack(sharingTotals(reader, map.columns.shipping), 'order')
    : payingBack(reader, map.refundedOf)
}

/** A field without which no row can be read, and of which the map says nothing. */
function lackingIn(map: GenericMap): Field | undefined {
  const { columns, constants, taxes } = map
  const untold = (['order', 'date', 'quantity', 'currency'] as const).find(
    (field) => !answered(map, field) && !columns[field] && !constants?.[field],
  )
  if (untold) return untold
  if (taxes && !columns.tax) return 'tax'
  if (!columns.unitPrice && !columns.total) return 'unitPrice'
  return columns.sku || columns.name ? undefined : 'sku'
}

/** What a map says of a field that has neither a column nor one value for all. */
const answered = ({ orderByRow, bySign }: GenericMap, field: Field) =>
  field === 'order' ? orderByRow : field === 'currency' && bySign
