import QRCode from 'qrcode'
import type { Locale } from '#platform/constants.ts'
import { billTypes } from '#platform/constants.ts'
import { formats } from '#platform/format.ts'
import { words } from '#platform/words.ts'
import { withheldTaxOf } from '../retention.ts'
import { isOfSales, roundingOf } from '../rounding.ts'
import { qrAddress } from './fiscal-hash.ts'
import { mentionText, taxNameText } from './line-text.ts'
import type { Paper, Say } from './paper.ts'
import { drawLines } from './pdf-lines.ts'
import { closeSheet, grey, hairline, ink, openSheet, page, printable, row, type Sheet } from './pdf-page.ts'
import { drawSettled } from './pdf-settled.ts'

/** A bill on paper, with everything that art. 6 of RD 1619/2012 asks of an invoice that its recipient issues. */
export async function billPdf(bill: Paper, locale: Locale): Promise<Buffer> {
  const say = (key: string, params: Record<string, string> = {}) =>
    printable(words(`billing.pdf.${key}`, locale, params))
  const { date, months } = formats(locale)
  const title = say(titleOf(bill))
  const doc = openSheet(`${title} ${bill.number}`, bill.information.legalName)

  doc.font('Helvetica-Bold').fontSize(20).fillColor(ink)
  // A number is not broken at its hyphens.
  const whole = `${title} ${bill.number}`
  const fits = doc.widthOfString(whole) <= 380
  doc.text(fits ? whole : `${title}\n${bill.number}`, page.left, 50, { width: 380 })
  let y = doc.y + 2
  if (bill.selfInvoice) {
    doc.font('Helvetica').fontSize(10).fillColor(ink).text(say('byRecipient'), page.left, y, { width: 380 })
    y = doc.y
  }
  const issued = isIssued(bill)
  if (issued) await drawQr(doc, bill, say)
  y = Math.max(y + 16, issued ? 172 : 110)
  y = facts(doc, y, [
    [say('issuedOn'), printable(date(bill.issuedOn))],
    ...(bill.period ? [[say('period'), printable(months(bill.periodFrom, bill.period))] as const] : []),
    ...(bill.corrects ? [[say('corrects'), corrected(bill, date)] as const] : []),
  ])
  if (bill.corrects && bill.reason)
    y = row(doc, y + 6, [{ text: reasonText(bill, locale, say), x: page.left, width: page.width }])
  y = parties(doc, y + 18, bill, say)
  y = drawLines(doc, y + 22, bill, locale, say)
  y = drawTotals(doc, y + 12, bill, locale, say)
  drawSettled(doc, y, bill, locale, say)
  return closeSheet(doc, `${whole} · ${say('foot', { hash: bill.hash.slice(0, 16) })}`)
}

/** Is it the invoice itself, and not what an account's own invoice is of? */
const isIssued = ({ selfInvoice, charge }: Paper) => selfInvoice || charge !== undefined

function titleOf(bill: Paper) {
  const issued = isIssued(bill)
  if (bill.corrects) return issued ? 'corrective' : 'settlementBack'
  if (bill.type === billTypes.advances) return 'advance'
  // The invoice itself is then the account's own; two papers of one number would be two invoices.
  return issued ? 'invoice' : 'settlement'
}

const corrected = ({ corrects, correction }: Paper, date: (day: string) => string) =>
  `${corrects ?? ''}${correction ? `, ${printable(date(correction.issuedOn))}` : ''}`

/** What was wrong, how it is set right, and in the words of who says so. */
function reasonText({ reason, correction }: Paper, locale: Locale, say: Say): string {
  const said = say('reason', { reason: reason ?? '' })
  if (!correction) return said
  const fault = printable(words(`billing.fault.${correction.fault}`, locale))
  return `${fault}. ${say(correction.whole ? 'whole' : 'difference')} ${said}`
}

async function drawQr(doc: Sheet, bill: Paper, say: Say) {
  const address = qrAddress({
    ...{ issuerTaxId: bill.information.taxId, number: bill.number, issuedOn: bill.issuedOn },
    totalCents: bill.totals.totalCents,
    sent: bill.sent === true,
  })
  // 30–40 mm with medium correction, as the order HAC/1177/2024 (art. 21) wants it.
  const side = 92
  const picture = await QRCode.toBuffer(address, { errorCorrectionLevel: 'M', margin: 1, width: 400 })
  const x = page.right - side
  doc
    .font('Helvetica')
    .fontSize(8)
    .fillColor(ink)
    .text(say('qr'), x - 20, 50, { width: side + 20, align: 'right' })
  doc.image(picture, x, 62, { width: side, height: side })
  if (bill.sent) doc.text('VERI*FACTU', x - 20, 156, { width: side + 20, align: 'right' })
}

function facts(doc: Sheet, y: number, all: readonly (readonly [string, string])[]): number {
  hairline(doc, y)
  all.forEach(([label, value], at) => {
    const x = page.left + at * 165
    doc
      .font('Helvetica')
      .fontSize(8.5)
      .fillColor(grey)
      .text(label, x, y + 8, { width: 155 })
    doc
      .font('Helvetica-Bold')
      .fontSize(10)
      // One line is all there is.
      .fontSize(doc.widthOfString(value) > 160 ? 8.5 : 10)
      .fillColor(ink)
      .text(value, x, y + 20, { width: 162 })
  })
  hairline(doc, y + 40)
  return y + 40
}

function parties(doc: Sheet, y: number, bill: Paper, say: Say): number {
  const { information, provider, selfInvoice } = bill
  const both = [
    [say('issuer'), information],
    [say(selfInvoice ? 'recipient' : 'receiver'), provider],
  ] as const
  const ends = both.map(([label, party], at) => {
    const x = page.left + at * 255
    doc.font('Helvetica').fontSize(8.5).fillColor(grey).text(label, x, y, { width: 240 })
    doc
      .font('Helvetica-Bold')
      .fontSize(10.5)
      .fillColor(ink)
      .text(party.legalName, x, y + 13, { width: 240 })
    doc.font('Helvetica').fontSize(9.5)
    doc.text(`NIF ${party.taxId}`, { width: 240 })
    doc.text(party.street, { width: 240 })
    doc.text(`${party.postcode} ${party.city} (${party.province})`, { width: 240 })
    doc.text('España', { width: 240 })
    return doc.y
  })
  return Math.max(...ends)
}

/** What stands above the last sum: a name, its cents, and whether it is printed bold. */
function linesOfTotals(bill: Paper, locale: Locale, say: Say): [string, number, boolean?][] {
  const { percent } = formats(locale)
  const rate = (bp: number) => percent(bp / 10_000, bp % 100 === 0 ? 0 : 1)
  const { totals, tax } = bill
  const taxName = taxNameText(tax.name, locale)
  const several = totals.groups.length > 1
  return [
    ...(totals.settledCents !== 0
      ? ([
          [say('earned'), totals.earnedCents],
          [say('settled'), -totals.settledCents],
        ] as [string, number][])
      : []),
    ...totals.groups.flatMap((group): [string, number][] => [
      [several ? say('baseAt', { rate: rate(group.taxBp) }) : say('base'), group.baseCents],
      [
        tax.mention ? say(`untaxed.${tax.mention}`, { tax: taxName }) : `${taxName} ${rate(group.taxBp)}`,
        group.taxCents,
      ],
    ]),
    ...(bill.charge ? [] : ([[say('total'), totals.totalCents, true]] as [string, number, boolean][])),
    ...(bill.information.retentionBp > 0
      ? ([
          [
            say(`withheld.${withheldTaxOf(bill.information)}`, {
              rate: rate(bill.information.retentionBp),
            }),
            -totals.retentionCents,
          ],
        ] as [string, number][])
      : []),
  ]
}

function drawTotals(doc: Sheet, from: number, bill: Paper, locale: Locale, say: Say): number {
  const { money } = formats(locale)
  const { totals, tax } = bill
  const lines = linesOfTotals(bill, locale, say)
  let y = from
  if (y + lines.length * 18 + (tax.mention ? 80 : 40) > page.bottom) {
    doc.addPage()
    y = 50
  }
  const draw = (label: string, cents: number, bold: boolean, size: number) => {
    y = row(
      doc,
      y,
      [
        { text: printable(label), x: 300, width: 150, bold },
        { text: printable(money(cents)), x: 445, width: 100, right: true, bold },
      ],
      size,
    )
  }
  for (const [label, cents, bold] of lines) {
    draw(label, cents, bold === true, 9.5)
    y += 7
  }
  doc.moveTo(300, y).lineTo(page.right, y).lineWidth(1.2).strokeColor(ink).stroke()
  y += 8
  draw(say(bill.charge ? 'total' : 'payable'), totals.payableCents, true, 13)
  const whole = { x: page.left, width: page.width }
  if (tax.mention) y = row(doc, y + 18, [{ ...whole, text: printable(mentionText(tax, locale)) }])
  if (!bill.lines.some(isOfSales)) return y
  const differs = roundingOf(bill.lines)
  const text = differs
    ? say('roundedBy', { lines: money(differs.linesCents), once: money(differs.onceCents) })
    : say('rounded')
  return row(doc, y + 18, [{ ...whole, text: printable(text), colour: grey }], 8)
}
