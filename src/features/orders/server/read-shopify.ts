import type { CsvFile, CsvRow } from '#platform/csv.ts'
import { allocate, Big } from '#platform/money.ts'
import { countryCode, provinceCode } from '#platform/place.ts'
import { notedAttribution } from './attribution.ts'
import { type ColumnMarks, Columns, zero } from './columns.ts'
import { BadRow, type LineDraft, type Reading, type RowFault } from './line-draft.ts'
import { type Clock, clockOf, momentOf, portalOf } from './read-bandcamp.ts'
import { lineTaxes, sum, taxIncluded } from './shopify-taxes.ts'

/** What an order's first line says of the whole order. */
interface Head {
  externalId: string
  placedAt: number
  cancelledAt: number | undefined
  /** For refunds, whose day the export does not tell. */
  lastAt: number
  currency: string
  subtotal: Big | undefined
  shipping: Big
  taxes: Big
  total: Big
  refunded: Big
  partlyRefunded: boolean
  place: Pick<LineDraft, 'country' | 'province' | 'city' | 'buyer' | 'campaign' | 'clickId'>
  portal: Pick<LineDraft, 'portalKey' | 'portalName'>
}

interface Item {
  row: number
  sku: string
  name: string
  units: number
  price: Big
  discount: Big
}

/** Columns with figures. */
export const shopifyFigures: readonly string[] = [
  'Subtotal',
  'Shipping',
  'Taxes',
  'Total',
  'Refunded Amount',
  'Lineitem quantity',
  'Lineitem price',
  'Lineitem discount',
]

/** Shopify's order export in all its generations: order columns stand only on an order's first line. */
export async function* readShopify(
  file: CsvFile,
  portalBy: string | undefined,
  marks: ColumnMarks = '.',
): AsyncGenerator<Reading> {
  const columns = new Columns(file.header, marks)
  columns.require(
    'Name',
    'Currency',
    'Subtotal',
    'Total',
    'Created at',
    'Lineitem quantity',
    'Lineitem name',
    'Lineitem price',
  )
  const clock = clockOf('Europe/Madrid')
  let open: Group | undefined
  for await (const record of file.rows) {
    const row = readItem(columns, record)
    if (!open || (row.name !== undefined && row.name !== open.name)) {
      if (open) yield close(open)
      open = groupBegun(row, () => attempt(record, () => readHead(columns, clock, portalBy)))
    }
    take(open, row, record.row)
  }
  if (open) yield close(open)
}

interface Group {
  name: string
  head: Head | undefined
  items: Item[]
  rows: number
  faults: RowFault[]
}

type Row = { name: string; item: Item } | { name?: string | undefined; fault: RowFault }

function groupBegun(row: Row, headOf: () => Attempt<Head>): Group {
  const group = { name: row.name ?? '', head: undefined, items: [], rows: 0, faults: [] }
  if ('fault' in row) return group
  const head = headOf()
  return 'fault' in head ? { ...group, faults: [head.fault] } : { ...group, head: head.value }
}

function take(group: Group, row: Row, at: number) {
  group.rows++
  if ('fault' in row) group.faults.push(row.fault)
  else if (group.head) group.items.push(row.item)
  else if (group.faults.at(-1)?.row !== at)
    group.faults.push({ row: at, code: 'orderUnreadable', params: { order: group.name } })
}

const close = ({ head, items, rows, faults }: Group): Reading => ({
  rows,
  faults,
  lines: head ? linesOf(head, items) : [],
})

type Attempt<T> = { value: T } | { fault: RowFault }

function attempt<T>(record: CsvRow, run: () => T): Attempt<T> {
  try {
    return { value: run() }
  } catch (error) {
    if (!(error instanceof BadRow)) throw error
    return { fault: { row: record.row, ...error.fault } }
  }
}

function readItem(columns: Columns, record: CsvRow): Row {
  let name = ''
  const result = attempt(record, () => {
    name = columns.take(record).filled('Name', 200)
    const price = columns.decimalOf('Lineitem price')
    if (!price) throw new BadRow('missing', 'Lineitem price')
    const item = columns.filled('Lineitem name')
    const sku = columns.text('Lineitem sku', 200)
    return {
      row: record.row,
      sku: sku || item.slice(0, 200),
      name: item,
      units: columns.integer('Lineitem quantity'),
      price,
      discount: columns.amount('Lineitem discount'),
    }
  })
  if ('fault' in result) return name === '' ? { fault: result.fault } : { name, fault: result.fault }
  return { name, item: result.value }
}

function readHead(columns: Columns, clock: Clock, portalBy: string | undefined): Head {
  const optionalMoment = (name: string) =>
    columns.text(name) === '' ? undefined : momentOf(columns, name, clock)
  const placedAt = momentOf(columns, 'Created at', clock)
  const cancelledAt = optionalMoment('Cancelled at')
  const country = countryCode(plain(columns.text('Shipping Country') || columns.text('Billing Country')))
  const province = plain(columns.text('Shipping Province') || columns.text('Billing Province'))
  const zip = plain(columns.text('Shipping Zip') || columns.text('Billing Zip'))
  return {
    externalId: columns.filled('Name', 200),
    placedAt,
    cancelledAt,
    lastAt: Math.max(
      placedAt,
      cancelledAt ?? 0,
      optionalMoment('Paid at') ?? 0,
      optionalMoment('Fulfilled at') ?? 0,
    ),
    currency: columns.currency('Currency'),
    subtotal: columns.decimalOf('Subtotal'),
    shipping: columns.amount('Shipping'),
    taxes: columns.amount('Taxes'),
    total: columns.amount('Total'),
    refunded: columns.amount('Refunded Amount').abs(),
    partlyRefunded: columns.text('Financial Status').toLowerCase() === 'partially_refunded',
    place: {
      country,
      province: provinceCode(country, province, zip),
      city: columns.text('Shipping City', 100) || columns.text('Billing City', 100) || null,
      buyer: columns.text('Email') || null,
      ...notedAttribution(columns.text('Note Attributes', 4_000)),
    },
    portal: portalOf(columns, portalBy, ''),
  }
}

/** Shopify writes an apostrophe before postal codes and phones, so that spreadsheets keep their zeros. */
const plain = (text: string) => text.replace(/^'/, '')

function linesOf(head: Head, items: Item[]): LineDraft[] {
  const listed = items.map(({ price, units }) => price.times(units))
  const goods = sum(listed)
  // Line discounts first; what the order's subtotal is lower still belongs to the whole order.
  const own = items.map(({ discount }) => discount.abs())
  const rest = goods.minus(sum(own)).minus(head.subtotal ?? goods.minus(sum(own)))
  const after = listed.map((amount, index) => amount.minus(own[index] ?? zero))
  const shared = allocate(rest, after)
  const charged = after.map((amount, index) => amount.minus(shared[index] ?? zero))
  const taxes = lineTaxes(head, charged)

  const { externalId, placedAt, currency, place, portal } = head
  const common = { externalId, placedAt, currency, ...place, ...portal }
  const sales = items.map((item, index): LineDraft & { charged: Big } => {
    const paid = charged[index] ?? zero
    const tax = taxes[index] ?? zero
    const net = paid.minus(taxIncluded(head) ? tax : zero)
    const gross =
      paid.eq(0) || !taxIncluded(head)
        ? (listed[index] ?? zero)
        : (listed[index] ?? zero).times(net).div(paid).round(6)
    return {
      ...common,
      row: item.row,
      ordinal: index + 1,
      kind: 'sale',
      at: placedAt,
      sku: item.sku,
      name: item.name,
      units: item.units,
      gross,
      net,
      tax,
      scale: 2,
      charged: paid,
    }
  })
  return [...sales, ...reversals(head, sales)]
}

/** A cancelled order takes back its units and all of its money; refunded money alone takes back money. */
function reversals(head: Head, sales: (LineDraft & { charged: Big })[]): LineDraft[] {
  const cancelled = head.cancelledAt !== undefined
  const whole = cancelled && !head.partlyRefunded
  const share = whole ? new Big(1) : head.total.gt(0) ? head.refunded.div(head.total) : zero
  if (!cancelled && share.eq(0)) return []
  const part = share.gt(1) ? new Big(1) : share
  return sales.map((line) => ({
    ...line,
    charged: zero,
    kind: cancelled ? 'cancellation' : 'refund',
    at: head.cancelledAt ?? head.lastAt,
    units: cancelled ? -line.units : 0,
    gross: zero,
    net: line.net
      .times(part)
      .round(part.eq(1) ? 6 : 2)
      .times(-1),
    tax: line.tax
      .times(part)
      .round(part.eq(1) ? 6 : 2)
      .times(-1),
  }))
}
