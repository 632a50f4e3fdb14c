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

const cell = (name: keyof typeof columns, text: string, more: object = {}) => ({
  ...{ text: printable(text), x: columns[name][0], width: columns[name][1], right: name !== 'what' },
  ...more,
})

type Line = Paper['lines'][number]

function cellsOf(line: Line, bill: Paper, locale: Locale) {
  const { money, number, percent } = formats(locale)
  // What is settled is spread over all rates.
  const settles = bill.type === billTypes.bills && line.type === 'Advance'
  // Why there is no rate stands under the totals.
  const untaxed = bill.tax.mention !== null
  return [
    cell('what', whatOf(line, locale)),
    cell('units', line.units ? number(line.units) : ''),
    cell('tax', settles || untaxed ? '' : percent(line.taxBp / 10_000, line.taxBp % 100 === 0 ? 0 : 1)),
    cell('amount', money(line.amountCents)),
  ]
}

/** What stands below a line: its products, and what one unit of a charge costs. */
function detailsOf(line: Line, bill: Paper, locale: Locale) {
  const { money } = formats(locale)
  const detail = (text: string) => ({ text: printable(text), x: 60, width: 370, colour: grey })
  const goods = (line.goods ?? []).map((one) => [
    detail(goodsText(line, one, locale)),
    cell('amount', money(one.amountCents), { colour: grey }),
  ])
  const each = bill.charge ? unitPriceText(line, locale) : undefined
  return each ? [...goods, [detail(each)]] : goods
}

/** The lines with what each is made of; answers where they end. */
export function drawLines(doc: Sheet, from: number, bill: Paper, locale: Locale, say: Say): number {
  const head = (top: number) => {
    const titles = (['what', 'units', 'tax', 'amount'] as const).map((name) =>
      cell(name, name === 'tax' ? taxNameText(bill.tax.name, locale) : say(`column.${name}`), {
        colour: grey,
      }),
    )
    const end = row(doc, top, titles, 8.5)
    hairline(doc, end + 4, ink)
    return end + 11
  }
  let y = head(from)
  for (const line of bill.lines) {
    y = row(doc, y, cellsOf(line, bill, locale), 9.5, head)
    for (const details of detailsOf(line, bill, locale)) y = row(doc, y + 2, details, 8, head)
    hairline(doc, y + 4)
    y += 10
  }
  return y
}
