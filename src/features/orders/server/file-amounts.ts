import { momentReader } from '#platform/moments.ts'
import { Big } from '#platform/money.ts'
import type { uploadFormats } from '../choices.ts'
import type { GenericMap } from '../map-shape.ts'
import { sameNumber } from './by-order.ts'
import { type Columns, zero } from './columns.ts'
import { bandcampMoment } from './read-bandcamp.ts'

/** What a row adds to the file's own sums. */
export interface Amount {
  at: number | undefined
  currency: string
  amount: Big
  /** What sending cost inside `amount`: no sale, and yet in the file's own sums. */
  sent?: Big
}
type AmountReader = (columns: Columns) => Amount | undefined

export function amountReader(
  format: (typeof uploadFormats)[number],
  map: GenericMap | undefined,
): AmountReader {
  if (format === 'generic' && map) return genericAmount(map)
  return format === 'shopify' ? shopifyAmount() : bandcampAmount()
}

const back = /^(refund|cancellation)$/i

function genericAmount(map: GenericMap): AmountReader {
  const { columns: names, constants = {} } = map
  const moment = momentReader(map.timeZone, map.dateFormat)
  const once = new OncePerOrder()
  return (columns) => {
    const own = ownAmounts(columns, map)
    const added = map.totalOf === 'order' ? once.take(own) : own
    if (!added?.charged) return undefined
    const { charged, sent } = added
    const isBack = names.kind && back.test(columns.plain(names.kind)) && charged.gt(0)
    const date = names.date ? columns.plain(names.date) : (constants.date ?? '')
    return {
      at: moment(date),
      currency: columns.sign,
      amount: isBack ? charged.times(-1) : charged,
      sent,
    }
  }
}

interface OwnAmounts {
  order: string
  charged: Big | undefined
  sent: Big
}

function ownAmounts(columns: Columns, map: GenericMap): OwnAmounts {
  const { columns: names } = map
  const unit = new Big(map.cents ? '0.01' : 1)
  const total = amountIn(columns, names.total)
  // A row whose total stands there adds it, whatever its other figures are.
  const charged = (total ?? listedAmount(columns, map))?.times(unit)
  const order = names.order ? sameNumber(columns.plain(names.order)) : ''
  const shipping = amountIn(columns, names.shipping)?.abs().times(unit) ?? zero
  if (total?.eq(0)) return { order, charged, sent: zero }
  return { order, charged, sent: charged?.lt(0) ? shipping.times(-1) : shipping }
}

const amountIn = (columns: Columns, name: string | undefined) => (name ? columns.decimalOf(name) : undefined)

function listedAmount(columns: Columns, { columns: names, constants = {} }: GenericMap): Big | undefined {
  const quantity = amountIn(columns, names.quantity) ?? new Big(Number(constants.quantity ?? 1) || 1)
  return amountIn(columns, names.unitPrice)
    ?.times(quantity)
    .plus(amountIn(columns, names.tip) ?? zero)
    .minus(amountIn(columns, names.discount)?.abs() ?? zero)
}

/** One total of a whole order counts once, on whichever of its rows it stands, and so does what sending it cost. */
class OncePerOrder {
  private charged = ''
  private sent: string | undefined

  /** What of a row's amounts no row of its order has added; undefined for nothing. */
  take({ order, charged, sent: ofRow }: OwnAmounts): Omit<OwnAmounts, 'order'> | undefined {
    const again = order !== '' && order === this.charged
    const sent = again && this.sent === order ? zero : ofRow
    if (again && sent.eq(0)) return undefined
    if (!sent.eq(0)) this.sent = order
    if (again) return { charged: zero, sent }
    if (charged) this.charged = order
    return { charged, sent }
  }
}

/** An order's own sum stands on its first row. */
function shopifyAmount(): AmountReader {
  const moment = momentReader('Europe/Madrid')
  return (columns) => {
    const amount = columns.decimalOf('Subtotal')
    return amount && { at: moment(columns.plain('Created at')), currency: columns.plain('Currency'), amount }
  }
}

const movesMoney = /payout|transfer/i

function bandcampAmount(): AmountReader {
  const feed = { amount: 'total_paid', date: 'utc_time', moment: bandcampMoment(true) }
  const report = { amount: 'sub total', date: 'date', moment: bandcampMoment(false) }
  return (columns) => {
    const names = columns.has('store_host') ? feed : report
    const amount = columns.decimalOf(names.amount)
    if (!amount || (names === report && movesMoney.test(columns.plain('item type')))) return undefined
    const tip = columns.decimalOf('additional fan contribution')
    return {
      at: names.moment(columns.plain(names.date)),
      currency: columns.plain('currency').toUpperCase(),
      amount: tip ? amount.plus(tip) : amount,
    }
  }
}
