import { UnreadableFile } from '#platform/csv.ts'
import { Big } from '#platform/money.ts'
import { countryCode, provinceCode } from '#platform/place.ts'
import type { GenericField as Field } from '../choices.ts'
import type { GenericMap } from '../map-shape.ts'
import { type Columns, zero } from './columns.ts'
import { currenciesIn } from './currency-signs.ts'
import { BadRow, type LineDraft } from './line-draft.ts'
import { saysTotal } from './open-table.ts'
import { isCalledOff, isPartlyRefunded, meaningOf } from './order-status.ts'
import { type Clock, clockOf, digest, happened, momentOf, portalOf } from './read-bandcamp.ts'
import { chargeOf } from './row-charge.ts'

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

/** What a row is read with. */
interface RowReader {
  columns: Columns
  map: GenericMap
  text: (field: Field) => string
  /** In units of the currency, whatever the file counts in; undefined without a column, or for an empty cell. */
  amount: (field: Field) => Big | undefined
  clock: Clock
  portalBy: string | undefined
}

/** Reads the line of a row; none of a row that adds up others, nor of an order that nobody has paid. */
export function genericRow(columns: Columns, map: GenericMap, portalBy: string | undefined) {
  const reader = rowReader(columns, map, portalBy)
  const inAll = constantRate(map)
  return (row: number): LineDraft[] => {
    columns.sign = currencyIn(columns, map)
    return isSum(columns, map) ? [] : linesOf(reader, row, inAll)
  }
}

function rowReader(columns: Columns, map: GenericMap, portalBy: string | undefined): RowReader {
  const clock = clockOf(map.timeZone, map.dateFormat)
  const text = (field: Field) => {
    const column = map.columns[field]
    return (column && columns.text(column)) || (map.constants?.[field] ?? '')
  }
  const unit = new Big(map.cents ? '0.01' : 1)
  const amountIn = (column: string | undefined) =>
    column ? columns.decimalOf(column)?.times(unit) : undefined
  const taxes = () => taxColumns(map).reduce((sum, column) => sum.plus(amountIn(column) ?? zero), zero)
  const amount = (field: Field) => (field === 'tax' && map.taxes ? taxes() : amountIn(map.columns[field]))
  return { columns, map, text, amount, clock, portalBy }
}

function linesOf(reader: RowReader, row: number, inAll: Big | undefined): LineDraft[] {
  const { map, text, amount } = reader
  const state = text('status')
  const calledOff = isCalledOff(state)
  if (meaningOf(state) === 'unpaid' && !calledOff) return []
  const line = lineOf(reader, row, inAll)
  const isSale = line.kind === 'sale'
  const back = amount('refunded')?.abs()
  if (isSale && back === undefined && isPartlyRefunded(state))
    throw new BadRow('refundUntold', map.columns.status, { value: state.slice(0, 40) })
  if (calledOff) return isSale ? [{ ...line, calledOff, refunded: 'whole' }] : []
  return [isSale ? { ...line, ...fateOf(state, back) } : { ...line, stands: false }]
}

/** What has become of a sale since. */
const fateOf = (state: string, back: Big | undefined): Pick<LineDraft, 'stands' | 'refunded'> => ({
  stands: meaningOf(state) === 'sold' && state !== '',
  refunded: back?.gt(0) ? back : meaningOf(state) === 'refunded' ? 'whole' : undefined,
})

function lineOf(reader: RowReader, row: number, inAll: Big | undefined): LineDraft {
  const { columns, map, text, amount, portalBy } = reader
  const at = momentIn(reader)
  const told = map.columns.quantity ? columns.integer(map.columns.quantity) : Number(text('quantity'))
  const charged = believableCharge(reader, told, inAll)
  const kind = kindOf(text('kind'), map.columns.kind, charged.net, told)
  const isSale = kind === 'sale'
  const currency = knownCurrency(reader)
  const sku = neededSku(reader)
  return {
    row,
    ...portalOf(columns, portalBy, ''),
    externalId: map.orderByRow ? digest(columns.cells) : needed(reader, 'order').slice(0, 200),
    ordinal: map.columns.line ? columns.integer(map.columns.line) : undefined,
    ...{ kind, at, placedAt: at, currency },
    ...{ sku: sku.slice(0, 200), name: text('name') || sku },
    units: isSale || isAdjustment(text('kind'), amount('unitPrice')) ? told : -Math.abs(told),
    gross: isSale ? charged.gross : zero,
    net: isSale ? charged.net : belowNothing(charged.net),
    tax: charged.tax,
    scale: scaleOf(columns, map),
    ...placeIn(text),
    ...buyerIn(text),
    charged: isSale ? charged.whole : belowNothing(charged.whole),
    ...(map.totalOf === 'order' ? { shipping: amount('shipping')?.abs() } : {}),
  }
}

function believableCharge({ columns, map, amount }: RowReader, units: number, inAll: Big | undefined) {
  const rate = map.columns.taxRate ? rateOf(columns, map.columns.taxRate) : inAll
  const charged = chargeOf({ map, units, amount, rate })
  if (charged.tax.abs().gt(charged.whole.abs()) && map.totalOf !== 'order')
    throw new BadRow('taxAboveAmount', taxColumns(map).join(' + ') || undefined, {
      tax: charged.tax.toFixed(),
      amount: charged.whole.toFixed(),
    })
  return charged
}

function neededSku({ map, text }: RowReader): string {
  const sku = text('sku') || text('name')
  if (sku === '') throw new BadRow('missing', map.columns.sku ?? map.columns.name)
  return sku
}

/** What comes back has less than nothing, whatever the sign that the file writes it with. */
const belowNothing = (amount: Big) => (amount.gt(0) ? amount.times(-1) : amount)

const buyerIn = (text: RowReader['text']): Pick<LineDraft, 'buyer' | 'campaign' | 'clickId'> => ({
  buyer: text('buyer') || null,
  campaign: text('campaign').slice(0, 200) || null,
  clickId: uuidPattern.test(text('click')) ? text('click') : null,
})

function needed({ text, map }: RowReader, field: Field): string {
  const value = text(field)
  if (value === '') throw new BadRow('missing', map.columns[field])
  return value
}

const momentIn = ({ columns, map, text, clock }: RowReader): number =>
  map.columns.date ? momentOf(columns, map.columns.date, clock) : happened(text('date'), 'date', clock)

function knownCurrency({ columns: { sign }, map }: RowReader): string {
  if (/^[A-Z]{3}$/.test(sign)) return sign
  throw new BadRow(sign ? 'notACurrency' : 'missing', map.columns.currency ?? 'currency', { value: sign })
}

const taxColumns = ({ columns, taxes = [] }: GenericMap): string[] =>
  columns.tax ? [columns.tax, ...taxes] : []

/** Decimals of the amounts as they were written. */
const scaleOf = (columns: Columns, map: GenericMap): number =>
  Math.max(
    0,
    ...(['unitPrice', 'total', 'discount', 'tip'] as const)
      .flatMap((field) => map.columns[field] ?? [])
      .concat(taxColumns(map))
      .map((column) => columns.scale(column)),
  )

function placeIn(text: RowReader['text']): Pick<LineDraft, 'country' | 'province' | 'city'> {
  const country = countryCode(text('country'))
  const province = provinceCode(country, text('province'), text('postalCode'))
  return { country, province, city: text('city').slice(0, 100) || null }
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

function kindOf(text: string, column: string | undefined, net: Big, units: number): LineDraft['kind'] {
  const given = text.toLowerCase()
  if (given === 'sale' || given === 'refund' || given === 'cancellation') return given
  if (given !== '' && column) throw new BadRow('notAKind', column, { value: given.slice(0, 40) })
  return net.lt(0) || (net.eq(0) && units < 0) ? 'refund' : 'sale'
}
