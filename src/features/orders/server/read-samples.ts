import type { CsvRow } from '#platform/csv.ts'
import type { uploadFormats } from '../choices.ts'
import type { GenericMap } from '../map-shape.ts'
import type { FileReading } from '../reading-contract.ts'
import { carriedDown } from './carry-cells.ts'
import { type ColumnMarks, Columns } from './columns.ts'
import type { LineDraft, Reader } from './line-draft.ts'
import { readBandcamp } from './read-bandcamp.ts'
import { readGeneric } from './read-generic.ts'
import { readShopify } from './read-shopify.ts'

interface As {
  format: (typeof uploadFormats)[number]
  map: GenericMap | undefined
  marks: ColumnMarks
}

/** What the first rows come to, read as the import will read them; beside it what stands in the file. */
export async function readSamples(
  { header, rows }: { header: string[]; rows: readonly CsvRow[] },
  as: As,
): Promise<FileReading['rows']> {
  const found: FileReading['rows'] = []
  const columns = new Columns(header)
  const byRow = new Map(rows.map((row) => [row.row, row]))
  const written = (row: number, name: string) => {
    const one = byRow.get(row)
    return one ? columns.take(one).plain(name) : ''
  }
  for await (const { lines, faults } of readerOf(header, rows, as)) {
    for (const { row, code, column, params = {} } of faults)
      found.push({ row, fault: { code, column: column ?? '', params }, line: null })
    for (const line of lines.filter((one) => isShown(one, lines))) {
      const { row } = line
      const cells = { date: written(row, dateColumn(as)), amount: written(row, amountColumn(as)) }
      found.push({ row, fault: null, line: { ...shownLine(line, as), written: cells } })
    }
  }
  return found
}

/** Of a row that sells something and takes it back, the sale alone. */
const isShown = ({ row, kind, calledOff }: LineDraft, lines: readonly LineDraft[]) =>
  !calledOff && (kind === 'sale' || !lines.some((other) => other.row === row && other.kind === 'sale'))

function shownLine(line: LineDraft, { map }: As) {
  const { externalId, at, sku, name, units, currency, net, tax, charged = net.plus(tax) } = line
  return {
    ...{
      order: map?.orderByRow ? null : externalId,
      at: new Date(at).toISOString(),
      sku,
      name,
      units,
      currency,
    },
    ...{ charged: charged.toFixed(), net: net.toFixed(), tax: tax.toFixed(), country: line.country ?? null },
  }
}

const dateColumn = ({ format, map }: As) =>
  format === 'generic' ? (map?.columns.date ?? '') : format === 'shopify' ? 'Created at' : 'date'
const amountColumn = ({ format, map }: As) => {
  if (format === 'generic') return map?.columns.total ?? map?.columns.unitPrice ?? ''
  return format === 'shopify' ? 'Lineitem price' : 'item price'
}

function readerOf(header: string[], rows: readonly CsvRow[], { format, map, marks }: As): Reader {
  const file = {
    header,
    rows: (async function* () {
      yield* rows
    })(),
  }
  if (format === 'shopify') return readShopify(file, undefined, marks)
  if (format === 'bandcamp') return readBandcamp(file, undefined, marks)
  if (!map) return noLines()
  // Money that is not known yet is asked for; figures can be shown all the same.
  const currency = map.columns.currency || map.constants?.currency ? {} : { currency: 'XXX' }
  return readGeneric(
    carriedDown(file, map),
    { ...map, constants: { ...map.constants, ...currency } },
    marks,
    undefined,
  )
}

async function* noLines(): Reader & AsyncGenerator<never> {}
