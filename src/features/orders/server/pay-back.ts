import { allocate, Big } from '#platform/money.ts'
import type { GenericMap } from '../map-shape.ts'
import { byOrder, refusedFor, totalsDiffer } from './by-order.ts'
import { zero } from './columns.ts'
import type { LineDraft, Reader, Reading } from './line-draft.ts'

/**
 * What was sold and paid back since is both; a file that says so on the sale's own row does not say on which day.
 * `of`: whether an amount is of its line, or of the whole order and shared by what its lines cost. More than was charged
 * is no sale's money (shipping, most of all) and takes back the sale alone.
 */
export async function* payingBack(reader: Reader, of: GenericMap['refundedOf']): AsyncGenerator<Reading> {
  for await (const reading of of === 'order' ? byOrder(reader) : reader) {
    const faults = totalsDiffer(reading.lines, toldBack)
    if (faults.length > 0) {
      yield refusedFor(reading, faults)
      continue
    }
    yield { ...reading, lines: [...reading.lines, ...paidBack(reading.lines, of)] }
  }
}

const toldBack = ({ kind, refunded }: LineDraft) =>
  kind === 'sale' && refunded instanceof Big ? refunded.abs() : undefined

function paidBack(lines: readonly LineDraft[], of: GenericMap['refundedOf']): LineDraft[] {
  const sales = lines.filter(({ kind }) => kind === 'sale')
  const paid = sales.map(({ net, tax }) => net.plus(tax))
  const told = sales.map(({ refunded }) => refunded)
  const whole = of === 'order' ? told.find((one) => one instanceof Big) : undefined
  const sum = paid.reduce((all, one) => all.plus(one), zero)
  const amounts =
    whole instanceof Big && sum.gt(0)
      ? allocate(whole.gt(sum) ? sum : whole, paid)
      : told.map((one, at) => (one === 'whole' ? paid[at] : one))
  return sales.flatMap((sale, at) => {
    const amount = amounts[at]
    return amount ? [takenBack(sale, paid[at] ?? zero, amount)] : []
  })
}

function takenBack(sale: LineDraft, paid: Big, amount: Big): LineDraft {
  const all = amount.gte(paid) || paid.eq(0)
  const net = all ? sale.net : sale.net.times(amount).div(paid).round(6)
  return {
    ...sale,
    kind: sale.calledOff ? 'cancellation' : 'refund',
    units: sale.calledOff ? -sale.units : 0,
    gross: zero,
    net: net.times(-1),
    tax: (all ? sale.tax : amount.minus(net)).times(-1),
    charged: zero,
  }
}
