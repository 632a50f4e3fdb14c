import type { Locale } from '#platform/constants.ts'
import { formats } from '#platform/format.ts'
import { words } from '#platform/words.ts'
import { closeSheet, grey, hairline, ink, openSheet, page, printable, row } from './pdf-page.ts'
import type { AccountSettings } from './settings.ts'

export interface StatementRow {
  day: string
  number: string
  what: 'bill' | 'advance' | 'corrective' | 'paid' | 'returned' | 'charge' | 'chargeBack' | 'charged'
  amountCents: number
  balanceCents: number
}

interface StatementPaper {
  settings: AccountSettings
  f: string
  t: string
  openingCents: number
  rows: readonly StatementRow[]
  locale: Locale
}

/** An account statement on paper. */
export async function statementPdf({
  settings,
  f,
  t,
  openingCents,
  rows,
  locale,
}: StatementPaper): Promise<Buffer> {
  const { date, money } = formats(locale)
  const say = (key: string, params: Record<string, string> = {}) =>
    printable(words(`billing.statement.${key}`, locale, params))
  const doc = openSheet(say('title'), settings.name)
  doc.font('Helvetica-Bold').fontSize(20).fillColor(ink).text(say('title'), page.left, 50)
  doc.font('Helvetica').fontSize(10).fillColor(grey)
  doc.text(`${settings.information?.legalName ?? settings.name}`, { width: page.width })
  doc.text(printable(say('span', { from: date(f), to: date(t) })))
  const cells = (values: readonly string[], more: object = {}) =>
    values.map((text, at) => ({
      ...{
        text: printable(text),
        x: [50, 130, 270, 375, 465][at] ?? 50,
        width: [75, 135, 100, 80, 80][at] ?? 80,
      },
      ...{ right: at > 2, ...more },
    }))
  let y = row(
    doc,
    doc.y + 20,
    cells(
      ['day', 'number', 'what', 'amount', 'balance'].map((key) => say(key)),
      { colour: grey },
    ),
    8.5,
  )
  hairline(doc, y + 4, ink)
  y = row(doc, y + 11, cells([date(f), '', say('opening'), '', money(openingCents)]))
  for (const one of rows) {
    hairline(doc, y + 4)
    y = row(
      doc,
      y + 10,
      cells([date(one.day), one.number, say(one.what), money(one.amountCents), money(one.balanceCents)]),
    )
  }
  return closeSheet(doc, settings.name)
}
