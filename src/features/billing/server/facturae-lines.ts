import { billTypes } from '#platform/constants.ts'
import { formats } from '#platform/format.ts'
import { dayNumber, formatDay, startOfMonth } from '#platform/time.ts'
import { words } from '#platform/words.ts'
import type { Goods } from '../goods.ts'
import { plainAmount } from './fiscal-hash.ts'
import { goodsName, lineText, rateText, unitsText } from './line-text.ts'
import type { Paper } from './paper.ts'

/** A line as Facturae has it: what it is, how it comes to its amount, of which month. */
interface Line {
  text: string
  taxBp: number
  amountCents: number
  units: number
  grossCents: number
  less: { reason: string; cents: number }[]
  month?: string
  sku?: string | null
}

const plain = (text: string, taxBp: number, amountCents: number): Line => ({
  ...{ text, taxBp, amountCents, units: 1, grossCents: amountCents, less: [] },
})

/**
 * The lines by their rate, so that those of each come to its base: what is settled stands on the bill as one amount for
 * each advance, and here once for each rate that it is spread over. Sales are told by product.
 */
export function taxedLines(bill: Paper): Line[] {
  const settles = ({ type }: Paper['lines'][number]) => bill.type === billTypes.bills && type === 'Advance'
  const advances = bill.lines.filter(settles)
  return [
    ...bill.lines
      .filter((line) => !settles(line))
      .flatMap((line) =>
        line.goods?.length
          ? line.goods.map((goods) => ofGoods(line, goods))
          : [
              {
                ...plain(lineText(line, 'es'), line.taxBp, line.amountCents),
                // What the provider supplies is counted: so many at so much each.
                ...(bill.charge && line.units ? { units: line.units } : {}),
                month: line.month,
              },
            ],
      ),
    ...bill.totals.groups
      .filter(({ settledCents }) => settledCents !== 0)
      .map(({ taxBp, settledCents }) =>
        plain(advances.map((line) => lineText(line, 'es')).join('; '), taxBp, -settledCents),
      ),
  ]
}

function ofGoods(line: Paper['lines'][number], goods: Goods): Line {
  const { percent } = formats('es')
  const bp = line.commissionBp ?? 0
  const whose = rateText(goods, 'es')
  const commission = words('billing.line.commission', 'es', {
    rate: percent(bp / 10_000, bp % 100 === 0 ? 0 : 1),
  })
  const charged =
    line.type === 'Income'
      ? `${commission}${whose ? ` (${whose})` : ''}`
      : words('billing.type.onDemand', 'es')
  return {
    ...plain(`${lineText(line, 'es')}: ${goodsName(goods, 'es')}`, line.taxBp, goods.amountCents),
    ...{ units: goods.units, grossCents: goods.grossCents, month: line.month, sku: goods.sku },
    less: [
      { reason: words('billing.line.off', 'es'), cents: goods.offCents },
      { reason: charged, cents: goods.chargedCents },
    ].filter(({ cents }) => cents !== 0),
  }
}

/** Description, quantity, price, what is taken off and what is left: two decimals in all but the price (annex II, 6.a). */
export function priceOf({ text, units, grossCents, less, amountCents }: Line) {
  // What is more taken back than sold, and what making costs, has no price of one.
  const counted = units > 0 && grossCents > 0
  const discounts = less.map(({ reason, cents }) => ({
    ...{ DiscountReason: reason, DiscountAmount: plainAmount(cents) },
  }))
  return {
    ItemDescription: (units === 1 || counted ? text : `${text} (${unitsText(units, 'es')})`).slice(0, 2_500),
    Quantity: counted ? units.toFixed(1) : '1.0',
    UnitPriceWithoutTax: counted ? (grossCents / 100 / units).toFixed(8) : plainAmount(grossCents),
    TotalCost: plainAmount(grossCents),
    ...(discounts.length > 0 ? { DiscountsAndRebates: { Discount: discounts } } : {}),
    GrossAmount: plainAmount(amountCents),
  }
}

/** The days of the operations of a month, as far as they were over when it was invoiced. */
export function monthOf(month: string, issuedOn: string) {
  const first = formatDay(startOfMonth(dayNumber(month)))
  const last = formatDay(startOfMonth(dayNumber(month), 1) - 1)
  return { StartDate: first, EndDate: last < issuedOn ? last : issuedOn < first ? last : issuedOn }
}
