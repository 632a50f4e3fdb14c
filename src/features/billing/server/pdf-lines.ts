import { billTypes, type Locale } from '#platform/constants.ts'
import { formats } from '#platform/format.ts'
import { words } from '#platform/words.ts'
import { goodsText, lineText, taxNameText, unitPriceText } from './line-text.ts'
import type { Paper, Say } from './paper.ts'
import { grey, hairline, ink, printable, row, type Sheet } from './pdf-page.ts'

const columns = { what: [50, 270], units: [325, 50], tax: [380, 60], amount: [445, 100] } as const

/** A line, and at which commission its sales are. */
function whatOf(line: Paper['lines'][number], locale: Locale): string {
  const { commissionBp: bp = null } = line
  if (line.type !== 'Income' || bp === null) return lineText(line, locale)
  const rate = formats(locale).percent(bp / 10_000, bp % 100 === 0 ? 0 : 1)
  return `${lineText(line, locale)}. ${words('billing.line.commission', locale, { rate })}`
}

/** The lines with what each is made of; answers where they end. */
export function drawLines(doc: Sheet, from: number, bill: Paper, locale: Locale, say: Say): number {
  const { money, number, percent } = formats(locale)
  const at = (name: keyof typeof columns, text: string, more: object = {}) => ({
    ...{ text: printable(text), x: columns[name][0], width: columns[name][1], right: name !== 'what' },
    ...more,
  })
  const settles = ({ type }: Paper['lines'][number]) => bill.type === billTypes.bills && type === 'Advance'
  const head = (top: number) => {
    const titles = (['what', 'units', 'tax', 'amount'] as const).map((name) =>
      at(name, name === 'tax' ? taxNameText(bill.tax.name, locale) : say(`column.${name}`), { colour: grey }),
    )
    const end = row(doc, top, titles, 8.5)
    hairline(doc, end + 4, ink)
    return end + 11
  }
  // Why there is no rate stands under the totals.
  const untaxed = bill.tax.mention !== null
  let y = head(from)
  for (const line of bill.lines) {
    const cells = [
      at('what', whatOf(line, locale)),
      at('units', line.units ? number(line.units) : ''),
      // What is settled is spread over all rates.
      at('tax', settles(line) || untaxed ? '' : percent(line.taxBp / 10_000, line.taxBp % 100 === 0 ? 0 : 1)),
      at('amount', money(line.amountCents)),
    ]
    y = row(doc, y, cells, 9.5, head)
    for (const goods of line.goods ?? []) {
      const detail = { x: 60, width: 370, colour: grey }
      y = row(
        doc,
        y + 2,
        [
          { ...detail, text: printable(goodsText(line, goods, locale)) },
          at('amount', money(goods.amountCents), { colour: grey }),
        ],
        8,
        head,
      )
    }
    const each = bill.charge ? unitPriceText(line, locale) : undefined
    if (each) y = row(doc, y + 2, [{ text: printable(each), x: 60, width: 370, colour: grey }], 8, head)
    hairline(doc, y + 4)
    y += 10
  }
  return y
}
