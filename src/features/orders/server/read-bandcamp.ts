import { createHash } from 'node:crypto'
import { type CsvFile, UnreadableFile } from '#platform/csv.ts'
import { momentReader, skippedReader } from '#platform/moments.ts'
import { countryCode, provinceCode } from '#platform/place.ts'
import { dayOf, formatDay } from '#platform/time.ts'
import { pastMomentFault } from '#platform/windows.ts'
import { type ColumnMarks, Columns, zero } from './columns.ts'
import { BadRow, type LineDraft, type Reader } from './line-draft.ts'
import { readRows } from './read-rows.ts'

/** Columns with figures, of the feed and of the report. */
export const bandcampFigures: readonly string[] = [
  'total_paid',
  'quantity',
  'item price',
  'sub total',
  'additional fan contribution',
  'seller tax',
]

/** Bandcamp's sales feed, and the sales report that Bandcamp lets artists download (UTF-16). */
export function readBandcamp(file: CsvFile, portalBy: string | undefined, marks: ColumnMarks = '.'): Reader {
  const columns = new Columns(file.header, marks)
  if (columns.has('store_host')) return readRows(file, columns, feedRow(columns, portalBy))
  if (columns.has('bandcamp transaction id')) return readRows(file, columns, reportRow(columns, portalBy))
  throw new UnreadableFile('notThisFormat', { format: 'bandcamp' })
}

/** One row is one sale. The feed has no order number: the row's own content names it, equal rows count up. */
function feedRow(columns: Columns, portalBy: string | undefined) {
  columns.require('utc_time', 'item_path', 'item_description', 'quantity', 'total_paid', 'currency')
  const clock = bandcampClock(true)
  return (row: number): LineDraft[] => {
    const at = momentOf(columns, 'utc_time', clock)
    const host = columns.filled('store_host').toLowerCase()
    const path = columns.text('item_path')
    const description = columns.text('item_description')
    const total = columns.decimalOf('total_paid')
    if (!total) throw new BadRow('missing', 'total_paid')
    const country = countryCode(columns.text('country_code')) ?? countryCode(columns.text('country'))
    const identity = [
      'utc_epoch',
      'utc_time',
      'store_host',
      'item_path',
      'item_type',
      'item_description',
      'quantity',
    ]
    return [
      {
        row,
        ...portalOf(columns, portalBy, columns.text('artist_name')),
        externalId: digest(
          [...identity, 'total_paid', 'currency', 'country_code'].map((name) => columns.text(name)),
        ),
        kind: total.lt(0) ? 'refund' : 'sale',
        at,
        placedAt: at,
        sku: columns.text('item_type') === 'p' ? `${host}${path}#${description}` : `${host}${path}`,
        name: [columns.text('artist_name'), description].filter(Boolean).join(' – '),
        units: columns.integer('quantity'),
        currency: columns.currency('currency'),
        gross: total.lt(0) ? zero : total,
        net: total,
        charged: total,
        tax: zero,
        scale: columns.scale('total_paid'),
        country,
      },
    ]
  }
}

/** Reads moments as the feed tells them, or the report. */
export function bandcampMoment(feed: boolean): (text: string) => number | undefined {
  const iso = momentReader('UTC')
  if (feed) return iso
  const moments = [
    momentReader('UTC', 'M/d/yy h:mma'),
    iso,
    momentReader('UTC', 'M/d/yyyy h:mma'),
    momentReader('UTC', 'M/d/yy'),
  ]
  return (text) => moments.reduce<number | undefined>((found, read) => found ?? read(text), undefined)
}

/** Both tell UTC, which skips nothing. */
const bandcampClock = (feed: boolean): Clock => ({ read: bandcampMoment(feed), skips: () => false })

/** Rows of the report that move money without selling anything. */
const noSales = new Set(['payout', 'pending payout', 'transfer'])

function reportRow(columns: Columns, portalBy: string | undefined) {
  columns.require('date', 'item name', 'currency', 'item price', 'quantity', 'sub total')
  const clock = bandcampClock(false)
  return (row: number): LineDraft[] => {
    const type = columns.text('item type').toLowerCase()
    if (noSales.has(type)) return []
    const at = momentOf(columns, 'date', clock)
    const sold = soldByReport(columns, type)
    const country = countryCode(columns.text('country code')) ?? countryCode(columns.text('country'))
    const item = columns.text('item url') || columns.text('item name')
    const option = [columns.text('package'), columns.text('option')].filter(Boolean).join(' / ')
    return [
      {
        row,
        ...portalOf(columns, portalBy, columns.text('paid to') || columns.text('artist')),
        externalId: columns.filled('bandcamp transaction id'),
        at,
        placedAt: at,
        sku: columns.text('sku') || [item, option].filter(Boolean).join('#'),
        name: [columns.text('artist'), columns.filled('item name'), option].filter(Boolean).join(' – '),
        currency: columns.currency('currency'),
        ...sold,
        // Charged on top of the sub total, so it is never part of it.
        tax: columns.amount('seller tax').plus(columns.amount('marketplace tax')),
        scale: Math.max(columns.scale('sub total'), columns.scale('additional fan contribution')),
        country,
        ...placeWithin(country, columns),
        buyer: columns.text('buyer email') || null,
      },
    ]
  }
}

function soldByReport(columns: Columns, type: string) {
  const tip = columns.amount('additional fan contribution')
  const subTotal = columns.decimalOf('sub total')
  if (!subTotal) throw new BadRow('missing', 'sub total')
  const net = subTotal.plus(tip)
  const units = columns.integer('quantity')
  const price = columns.amount('item price').times(units).plus(tip)
  const back = net.lt(0) || type.includes('refund') || type.includes('reversal')
  if (!back) return { kind: 'sale' as const, units, gross: price.gt(net) ? price : net, net, charged: net }
  return {
    kind: 'refund' as const,
    units: -Math.abs(units),
    gross: zero,
    net: net.gt(0) ? net.times(-1) : net,
    charged: net,
  }
}

function placeWithin(country: string | null, columns: Columns): Pick<LineDraft, 'province' | 'city'> {
  const region = columns.text('region or state') || columns.text('ship to state')
  return {
    province: provinceCode(country, region, columns.text('ship to zip')),
    city: columns.text('city', 100) || columns.text('ship to city', 100) || null,
  }
}

/** How cells are read as moments, and which of them no clock has shown. */
export interface Clock {
  read: (text: string) => number | undefined
  skips: (text: string) => boolean
}

/** A wall clock of a zone, where what is read does not say its distance to UTC itself. */
export const clockOf = (zone: string | undefined, format?: string): Clock => ({
  read: momentReader(zone, format),
  skips: skippedReader(zone, format),
})

/** The moment in a cell. @throws BadRow */
export const momentOf = (columns: Columns, name: string, clock: Clock): number =>
  happened(columns.filled(name), name, clock)

/** A moment at which something may have been sold. @throws BadRow with the day that it was read as. */
export function happened(text: string, column: string, { read, skips }: Clock): number {
  const value = text.slice(0, 40)
  const at = read(text)
  if (at === undefined) throw new BadRow('notADate', column, { value })
  if (skips(text)) throw new BadRow('skippedTime', column, { value })
  const fault = pastMomentFault(at, new Date())
  if (!fault) return at
  const params = { value, day: formatDay(dayOf(at)) }
  throw new BadRow(fault.code === 'dates.future' ? 'future' : 'tooEarly', column, params)
}

/** The portal that the row's own column names, with a readable name for it. */
export function portalOf(columns: Columns, portalBy: string | undefined, owner: string) {
  if (!portalBy) return {}
  const portalKey = columns.filled(portalBy, 200).toLowerCase()
  const plain = (text: string) => text.toLowerCase().replace(/[^a-z0-9]/g, '')
  const shop = portalKey.split('.')[0] ?? portalKey
  return {
    portalKey,
    portalName: owner && plain(owner) === plain(shop) ? owner.slice(0, 60) : shop.slice(0, 60),
  }
}

/** What tells a row that has no number from others: all that it says. */
export const digest = (cells: readonly string[]): string =>
  createHash('sha256').update(cells.join('\u001f')).digest('hex').slice(0, 32)
