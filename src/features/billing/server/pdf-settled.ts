import type { Locale } from '#platform/constants.ts'
import { formats } from '#platform/format.ts'
import type { Paper, Say } from './paper.ts'
import { grey, hairline, page, printable, row, type Sheet } from './pdf-page.ts'

/** What is said above what was set against what: of a charge, of one that takes it back, and of a bill both ways. */
function wordsOf({ charge, totals, settled = [] }: Paper) {
  if (charge && totals.payableCents < 0)
    return { title: 'backTitle', what: ['ofBack'], left: 'back' } as const
  if (charge) return { title: 'title', what: ['ofCharge'], left: 'open' } as const
  const what = [
    ...(settled.some(({ cents }) => cents > 0) ? (['ofBill'] as const) : []),
    ...(settled.some(({ cents }) => cents < 0) ? (['ofBillBack'] as const) : []),
  ]
  return { title: 'title', what, left: 'paid' } as const
}

function textOf(
  { day, number, cents }: NonNullable<Paper['settled']>[number],
  { charge }: Paper,
  locale: Locale,
  say: Say,
): string {
  const of = { day: formats(locale).date(day), number: number ?? '' }
  if (number === null) return say('offset.byBank', of)
  return say(!charge && cents < 0 ? 'offset.rowBack' : 'offset.row', of)
}

/** What was set against what, with the number of the other document and the law of it; nothing where there is nothing. */
export function drawSettled(doc: Sheet, from: number, bill: Paper, locale: Locale, say: Say) {
  const { settled = [], charge, totals } = bill
  if (settled.length === 0 && !charge) return
  const { money } = formats(locale)
  let y = from + 24
  if (y + 76 + settled.length * 16 > page.bottom) {
    doc.addPage()
    y = 50
  }
  const { title, what, left } = wordsOf(bill)
  const whole = { x: page.left, width: page.width }
  y = row(doc, y, [{ ...whole, text: say(`offset.${title}`), bold: true }], 10) + 4
  for (const one of what) y = row(doc, y, [{ ...whole, text: say(`offset.${one}`), colour: grey }], 8.5) + 2
  y += 4
  // Of a charge it says what is settled; of a bill, as the screen, what that adds to its payment.
  const sign = left === 'open' ? 1 : -1
  for (const one of settled) {
    const text = textOf(one, bill, locale, say)
    y =
      row(doc, y, [
        { text, x: page.left, width: 380 },
        { text: printable(money(sign * one.cents)), x: 445, width: 100, right: true },
      ]) + 4
  }
  const rest = totals.payableCents - settled.reduce((sum, { cents }) => sum + cents, 0)
  hairline(doc, y)
  row(doc, y + 6, [
    { text: say(`offset.${left}`), x: page.left, width: 380, bold: true },
    {
      text: printable(money(left === 'back' ? 0 - rest : rest)),
      x: 445,
      width: 100,
      right: true,
      bold: true,
    },
  ])
}
