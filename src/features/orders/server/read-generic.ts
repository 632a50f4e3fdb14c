import type { DecimalMark } from '#platform/amount.ts'
import { type CsvFile, UnreadableFile } from '#platform/csv.ts'
import { momentReader } from '#platform/moments.ts'
import { Big } from '#platform/money.ts'
import { countryCode, provinceCode } from '#platform/place.ts'
import type { GenericField as Field } from '../choices.ts'
import type { GenericMap } from '../map-shape.ts'
import { type Finding, MarkFinder } from './column-marks.ts'
import { type ColumnMarks, Columns, zero } from './columns.ts'
import { currenciesIn } from './currency-signs.ts'
import { BadRow, type LineDraft, type Reader } from './line-draft.ts'
import { saysTotal } from './open-table.ts'
import { isCalledOff, isPartlyRefunded, meaningOf } from './order-status.ts'
import { payingBack } from './pay-back.ts'
import { digest, happened, momentOf, portalOf } from './read-bandcamp.ts'
import { readRows } from './read-rows.ts'
import { sharingTotals } from './share-totals.ts'
import { withoutShipping } from './shipping-inside.ts'

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
export const figureColumns = (map: GenericMap): string[] =>
  figures.flatMap((field) => map.columns[field] ?? [])

/** How the marks of a table are found: its columns with figures, and whose sign may stand beside them. */
export const figuresBy = (map: GenericMap) => ({
  names: figureColumns(map),
  currencyOf: (columns: Columns) => currencyIn(columns, map),
  bare: map.constants?.currency ?? '',
  parted: new Set(map.bySign ? money.flatMap((field) => map.columns[field] ?? []) : []),
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

/** Whose money a row is: what its column says, or the sign beside its amount, or what the map says of all. */
export function currencyIn(columns: Columns, map: GenericMap): string {
  const { currency } = map.columns
  const told = (currency && columns.plain(currency)) || (map.bySign ? signIn(columns, map) : undefined)
  return (told ?? map.constants?.currency ?? '').toUpperCase().slice(0, 40)
}

/** Undefined for amounts without a sign. */
function signIn(columns: Columns, { columns: names, dollar }: GenericMap): string | undefined {
  const cells = [names.total, names.unitPrice].flatMap((name) => (name ? [columns.plain(name)] : []))
  const [sign] = currenciesIn(cells)
  if (sign !== '?') return sign
  return (cells.some((cell) => cell.includes('$')) && dollar) || ''
}

/** Any CSV with a row per order line, by a map of its columns; what is carried down stands in its rows already. */
export function readGeneric(
  file: CsvFile,
  map: GenericMap,
  marks: ColumnMarks,
  portalBy: string | undefined,
): Reader {
  const columns = new Columns(file.header, marks)
  columns.require(...Object.values(map.columns), ...(portalBy ? [portalBy] : []))
  for (const field of ['order', 'date', 'quantity', 'currency'] as const)
    if (!answered(map, field) && !map.columns[field] && !map.constants?.[field])
      throw new UnreadableFile('mapLacks', { field })
  if (!map.columns.unitPrice && !map.columns.total)
    throw new UnreadableFile('mapLacks', { field: 'unitPrice' })
  if (!map.columns.sku && !map.columns.name) throw new UnreadableFile('mapLacks', { field: 'sku' })
  const reader = readRows(file, columns, genericRow(columns, map, portalBy))
  return map.totalOf === 'order'
    ? payingBack(sharingTotals(reader, map.columns.shipping), 'order')
    : payingBack(reader, map.refundedOf)
}

/** What a map says of a field that has neither a column nor one value for all. */
const answered = ({ orderByRow, bySign }: GenericMap, field: Field) =>
  field === 'order' ? orderByRow : field === 'currency' && bySign

function genericRow(columns: Columns, map: GenericMap, portalBy: string | undefined) {
  const moment = momentReader(map.timeZone ?? 'Europe/Madrid', map.dateFormat)
  const inAll = constantRate(map)
  const text = (field: Field) => {
    const column = map.columns[field]
    return (column && columns.text(column)) || (map.constants?.[field] ?? '')
  }
  const unit = new Big(map.cents ? '0.01' : 1)
  const amount = (field: Field) =>
    map.columns[field] ? columns.decimalOf(map.columns[field])?.times(unit) : undefined
  const scale = (field: Field) => (map.columns[field] ? columns.scale(map.columns[field]) : 0)
  const needed = (field: Field) => {
    const value = text(field)
    if (value === '') throw new BadRow('missing', map.columns[field])
    return value
  }
  return (row: number): LineDraft[] => {
    columns.sign = currencyIn(columns, map)
    if (isSum(columns, map)) return []
    const status = meaningOf(text('status'))
    const calledOff = isCalledOff(text('status'))
    if (status === 'unpaid' && !calledOff) return []
    const at = map.columns.date
      ? momentOf(columns, map.columns.date, moment)
      : happened(moment(text('date')) ?? bad('date'), 'date', text('date'))
    const units = map.columns.quantity ? columns.integer(map.columns.quantity) : Number(text('quantity'))
    const rate = map.columns.taxRate ? rateOf(columns, map.columns.taxRate) : inAll
    const charged = chargeOf({ map, units, amount, rate })
    if (charged.tax.abs().gt(charged.whole.abs()) && map.totalOf !== 'order')
      throw new BadRow('taxAboveAmount', map.columns.tax, {
        tax: charged.tax.toFixed(),
        amount: charged.whole.toFixed(),
      })
    const kind = kindOf(text('kind'), map.columns.kind, charged.net, units)
    const currency = columns.sign
    if (!/^[A-Z]{3}$/.test(currency))
      throw new BadRow(currency ? 'notACurrency' : 'missing', map.columns.currency ?? 'currency', {
        value: currency,
      })
    const country = countryCode(text('country'))
    const sku = text('sku') || text('name')
    if (sku === '') throw new BadRow('missing', map.columns.sku ?? map.columns.name)
    const line: LineDraft = {
      row,
      ...portalOf(columns, portalBy, ''),
      externalId: map.orderByRow ? digest(columns.cells) : needed('order').slice(0, 200),
      ordinal: map.columns.line ? columns.integer(map.columns.line) : undefined,
      kind,
      at,
      placedAt: at,
      sku: sku.slice(0, 200),
      name: text('name') || sku,
      units: kind === 'sale' || isAdjustment(text('kind'), amount('unitPrice')) ? units : -Math.abs(units),
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
      charged: kind !== 'sale' && charged.whole.gt(0) ? charged.whole.times(-1) : charged.whole,
      ...(map.totalOf === 'order' ? { shipping: amount('shipping')?.abs() } : {}),
    }
    const back = amount('refunded')?.abs()
    if (kind === 'sale' && back === undefined && isPartlyRefunded(text('status')))
      throw new BadRow('refundUntold', map.columns.status, { value: text('status').slice(0, 40) })
    if (calledOff) return kind === 'sale' ? [{ ...line, calledOff, refunded: 'whole' }] : []
    line.stands = kind === 'sale' && status === 'sold' && text('status') !== ''
    if (kind === 'sale') line.refunded = back?.gt(0) ? back : status === 'refunded' ? 'whole' : undefined
    return [line]
  }
}

/**
 * What comes back has less than no units, whatever the sign that the file writes them with; but a unit of a price below
 * nothing is none that came back: it is an adjustment, and keeps the file's own units.
 */
const isAdjustment = (kind: string, unitPrice: Big | undefined): boolean =>
  kind === '' && unitPrice !== undefined && unitPrice.lt(0)

/** A row that adds up the others: it says so where an order has its number or day, or has nothing but figures. */
export function isSum(columns: Columns, map: GenericMap): boolean {
  const cell = (field: Field) => (map.columns[field] ? columns.plain(map.columns[field]) : '')
  const day = cell('date')
  if (day !== '' && !saysTotal(day)) return false
  if (columns.some(saysTotal)) return true
  return (
    day === '' &&
    map.columns.date !== undefined &&
    ['order', 'sku', 'name'].every((f) => cell(f as Field) === '')
  )
}

function rateOf(columns: Columns, column: string): Big {
  const text = columns.plain(column)
  const rate = text === '' ? zero : columns.decimalOf(column, text.replace('%', ''))
  if (!rate || rate.lt(0) || rate.gt(100))
    throw new BadRow('notANumber', column, { value: text.slice(0, 40) })
  // A workbook keeps 21 % as 0.21.
  return rate.lt(1) ? rate.times(100) : rate
}

/** The same per cent inside each row's amounts. @throws UnreadableFile */
function constantRate({ columns, constants }: GenericMap): Big | undefined {
  const told = constants?.taxRate
  if (told === undefined || columns.tax) return undefined
  if (!/^\d{1,2}(\.\d+)?$/.test(told))
    throw new UnreadableFile('badMap', { reason: `constants.taxRate: ${told}` })
  return new Big(told)
}

const uuidPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const bad = (field: string): never => {
  throw new BadRow('notADate', field)
}

interface Charge {
  map: GenericMap
  units: number
  amount: (field: Field) => Big | undefined
  /** Per cent of tax inside what was charged, where a column or the map tells it. */
  rate: Big | undefined
}

/** Prices include tax where the file has a tax column; both gross and net come out without it. */
function chargeOf({ map, units, amount, rate }: Charge) {
  const tip = amount('tip') ?? zero
  const discount = amount('discount')?.abs() ?? zero
  const unitPrice = amount('unitPrice')
  const told = amount('total') ?? (map.totalOf === 'order' ? zero : undefined)
  // What an order's rows share is without it before it is shared.
  const total =
    map.totalOf === 'order' ? told : told && withoutShipping(told, amount('shipping'), map.columns.shipping)
  if (!unitPrice && !total) throw new BadRow('missing', map.columns.unitPrice ?? map.columns.total)
  const listed = unitPrice?.times(units).plus(tip)
  const charged = total ?? (listed as Big).minus(discount)
  let gross = listed ?? charged.plus(discount)
  if (gross.lt(charged) && charged.gt(0)) gross = charged
  const own = amount('tax')
  const sent = own && told && total && !total.eq(told)
  // The tax of a total is that of sending too.
  const tax = sent
    ? own.times(total).div(told).round(6)
    : (own ?? (rate ? charged.times(rate).div(rate.plus(100)).round(6) : zero))
  const net = charged.minus(tax)
  if (charged.eq(0)) return { gross: gross.minus(tax), net, tax, whole: charged }
  return { gross: gross.times(net).div(charged).round(6), net, tax, whole: charged }
}

function kindOf(text: string, column: string | undefined, net: Big, units: number): LineDraft['kind'] {
  const given = text.toLowerCase()
  if (given === 'sale' || given === 'refund' || given === 'cancellation') return given
  if (given !== '' && column) throw new BadRow('notAKind', column, { value: given.slice(0, 40) })
  return net.lt(0) || (net.eq(0) && units < 0) ? 'refund' : 'sale'
}
