import * as z from 'zod'
import { type DecimalMark, Notation } from '#platform/amount.ts'
import { type CsvFile, UnreadableFile } from '#platform/csv.ts'
import type { Big } from '#platform/money.ts'
import { countryCode, provinceCode } from '#platform/place.ts'
import { isTimeZone } from '#platform/time.ts'
import { type ColumnMarks, Columns, momentReader, zero } from './columns.ts'
import { BadRow, type LineDraft, type Reader } from './line-draft.ts'
import { momentOf, portalOf } from './read-bandcamp.ts'
import { readRows } from './read-rows.ts'

/** What a column of any CSV can stand for; docs/imports.md tells of each. */
export const genericFields = [
  'order',
  'line',
  'date',
  'sku',
  'name',
  'quantity',
  'unitPrice',
  'total',
  'discount',
  'tax',
  'tip',
  'currency',
  'kind',
  'buyer',
  'country',
  'province',
  'city',
  'postalCode',
  'campaign',
  'click',
] as const
type Field = (typeof genericFields)[number]

const Names = z.partialRecord(z.enum(genericFields), z.string().min(1).max(200))
const GenericMap = z.strictObject({
  columns: Names,
  constants: Names.optional(),
  timeZone: z.string().refine(isTimeZone, 'no such time zone').optional(),
  dateFormat: z.string().min(1).max(40).optional(),
  decimal: z.enum(['.', ',']).optional(),
})
export type GenericMap = z.infer<typeof GenericMap>

/** @throws UnreadableFile when the map is no map; names what is wrong. */
export function parseGenericMap(text: string): GenericMap {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    throw new UnreadableFile('mapNotJson')
  }
  const result = GenericMap.safeParse(json)
  if (!result.success) {
    const reason = result.error.issues
      .map((issue) => `${issue.path.join('.') || 'map'}: ${issue.message}`)
      .join('; ')
    throw new UnreadableFile('badMap', { reason })
  }
  return result.data
}

const figures = ['quantity', 'line', 'unitPrice', 'total', 'discount', 'tax', 'tip'] as const

/**
 * What separates the decimals of each column with figures, told from all of its values.
 * @throws UnreadableFile for a column whose values leave it open, unless there is an `answer` for such.
 */
export async function tellMarks(file: CsvFile, map: GenericMap, answer?: DecimalMark): Promise<ColumnMarks> {
  const columns = new Columns(file.header)
  const names = figures.flatMap((field) => map.columns[field] ?? []).filter((name) => columns.has(name))
  const notations = new Map(names.map((name) => [name, new Notation({ currency: '' })]))
  for await (const { fields, row } of file.rows) {
    if (fields.length !== file.header.length) continue
    columns.take({ row, fields })
    const currency = currencyOf(columns, map)
    for (const [name, notation] of notations) notation.see(columns.plain(name), currency)
  }
  return new Map(
    [...notations].map(([column, { mark = answer, doubts }]) => {
      if (!mark) throw new UnreadableFile('decimalUnknown', { column, values: doubts })
      return [column, mark]
    }),
  )
}

const currencyOf = (columns: Columns, map: GenericMap) =>
  ((map.columns.currency && columns.plain(map.columns.currency)) || (map.constants?.currency ?? ''))
    .toUpperCase()
    .slice(0, 40)

/** Any CSV with a row per order line, by a map of its columns. */
export function readGeneric(
  file: CsvFile,
  map: GenericMap,
  marks: ColumnMarks,
  portalBy: string | undefined,
): Reader {
  const columns = new Columns(file.header, marks)
  columns.require(...Object.values(map.columns), ...(portalBy ? [portalBy] : []))
  for (const field of ['order', 'date', 'quantity', 'currency'] as const)
    if (!map.columns[field] && !map.constants?.[field]) throw new UnreadableFile('mapLacks', { field })
  if (!map.columns.unitPrice && !map.columns.total)
    throw new UnreadableFile('mapLacks', { field: 'unitPrice' })
  if (!map.columns.sku && !map.columns.name) throw new UnreadableFile('mapLacks', { field: 'sku' })
  return readRows(file, columns, genericRow(columns, map, portalBy))
}

function genericRow(columns: Columns, map: GenericMap, portalBy: string | undefined) {
  const moment = momentReader(map.timeZone ?? 'Europe/Madrid', map.dateFormat)
  const text = (field: Field) => {
    const column = map.columns[field]
    return (column && columns.text(column)) || (map.constants?.[field] ?? '')
  }
  const amount = (field: Field) => (map.columns[field] ? columns.amount(map.columns[field]) : zero)
  const scale = (field: Field) => (map.columns[field] ? columns.scale(map.columns[field]) : 0)
  const needed = (field: Field) => {
    const value = text(field)
    if (value === '') throw new BadRow('missing', map.columns[field] ?? field)
    return value
  }
  return (row: number): LineDraft[] => {
    columns.sign = currencyOf(columns, map)
    const at = map.columns.date
      ? momentOf(columns, map.columns.date, moment)
      : (moment(map.constants?.date ?? '') ?? bad('date'))
    const units = map.columns.quantity
      ? columns.integer(map.columns.quantity)
      : Number(map.constants?.quantity ?? 1)
    const charged = chargeOf(columns, map, units, amount)
    const kind = kindOf(text('kind'), map.columns.kind, charged.net, units)
    const currency = columns.sign
    if (!/^[A-Z]{3}$/.test(currency))
      throw new BadRow(currency ? 'notACurrency' : 'missing', map.columns.currency ?? 'currency', {
        value: currency.slice(0, 40),
      })
    const country = countryCode(text('country'))
    const sku = text('sku') || text('name')
    if (sku === '') throw new BadRow('missing', map.columns.sku ?? map.columns.name)
    return [
      {
        row,
        ...portalOf(columns, portalBy, ''),
        externalId: needed('order').slice(0, 200),
        ordinal: map.columns.line ? columns.integer(map.columns.line) : undefined,
        kind,
        at,
        placedAt: at,
        sku: sku.slice(0, 200),
        name: text('name') || sku,
        // What the sign alone made a refund keeps the file's own units: adjustments are +1 unit of less money.
        units: kind === 'sale' || text('kind') === '' ? units : -Math.abs(units),
        currency,
        gross: kind === 'sale' ? charged.gross : zero,
        net: kind !== 'sale' && charged.net.gt(0) ? charged.net.times(-1) : charged.net,
        tax: charged.tax,
        scale: Math.max(scale('unitPrice'), scale('total'), scale('discount'), scale('tax'), scale('tip')),
        country,
        province: provinceCode(country, text('province'), text('postalCode')),
        city: text('city').slice(0, 100) || null,
        buyer: text('buyer') || null,
        campaign: text('campaign').slice(0, 200) || null,
        clickId: uuidPattern.test(text('click')) ? text('click') : null,
      },
    ]
  }
}

const uuidPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const bad = (field: string): never => {
  throw new BadRow('notADate', field)
}

/** Prices include tax where the file has a tax column; both gross and net come out without it. */
function chargeOf(columns: Columns, map: GenericMap, units: number, amount: (field: Field) => Big) {
  const tip = amount('tip')
  const discount = amount('discount').abs()
  const unitPrice = map.columns.unitPrice ? columns.decimalOf(map.columns.unitPrice) : undefined
  const total = map.columns.total ? columns.decimalOf(map.columns.total) : undefined
  if (!unitPrice && !total) throw new BadRow('missing', map.columns.unitPrice ?? map.columns.total)
  const listed = unitPrice?.times(units).plus(tip)
  const charged = total ?? (listed as Big).minus(discount)
  let gross = listed ?? charged.plus(discount)
  if (gross.lt(charged) && charged.gt(0)) gross = charged
  const tax = amount('tax')
  const net = charged.minus(tax)
  if (tax.eq(0) || charged.eq(0)) return { gross: gross.minus(tax), net, tax }
  return { gross: gross.times(net).div(charged).round(6), net, tax }
}

function kindOf(text: string, column: string | undefined, net: Big, units: number): LineDraft['kind'] {
  const given = text.toLowerCase()
  if (given === 'sale' || given === 'refund' || given === 'cancellation') return given
  if (given !== '' && column) throw new BadRow('notAKind', column, { value: given.slice(0, 40) })
  return net.lt(0) || (net.eq(0) && units < 0) ? 'refund' : 'sale'
}
