import type { Locale } from '#platform/constants.ts'
import { formats } from '#platform/format.ts'
import { balanceSteps } from '../shares.ts'
import type { Shares } from '../shares-contract.ts'
import { closeSheet, grey, hairline, ink, openSheet, page, printable, row, type Sheet } from './pdf-page.ts'

export type ShareWords = (key: string, params?: Record<string, string>) => string

/** What a thing is called: a product or release of a portal, or all of it. */
export const thingName = ({ portal, subject }: Shares['things'][number], locale: Locale): string =>
  subject.name ? `${portal.name}: ${(locale === 'en' && subject.name.en) || subject.name.es}` : portal.name

/** Whose a part of the balance is. */
export const personText = ({ payee, payer, present }: Shares['persons'][number], say: ShareWords): string =>
  say(present ? 'person' : 'personFormer', { payee, payer })

const columns = {
  month: [50, 95],
  whole: [148, 68],
  share: [219, 46],
  earned: [268, 66],
  recouped: [337, 62],
  own: [402, 70],
  yours: [475, 70],
} as const
type Column = keyof typeof columns

/** Of the costs of all, and of those of the account's own share, what is left of them; those that there are. */
export const balancesOf = ({ balances: { whole, own } }: Shares['things'][number]) => [
  ...(whole ? [['whole', whole] as const] : []),
  ...(own ? [['own', own] as const] : []),
]

/** Where something is drawn, and in whose words. */
interface Hand {
  doc: Sheet
  locale: Locale
  say: ShareWords
  /** A column that says nothing of anything is left out. */
  shown: readonly Column[]
}

/** What an account has of what is shared, on paper: thing by thing, month by month, and how far costs have come back. */
export function shareStatementPdf(
  shares: Shares,
  { f, t, locale, say }: { f: string; t: string; locale: Locale; say: ShareWords },
): Promise<Buffer> {
  const { payee, things, balance, persons } = shares
  const { money } = formats(locale)
  const doc = openSheet(say('title'), payee.name)
  const hand = { doc, locale, say, shown: columnsOf(things) }
  drawTitle(hand, shares, { f, t })
  let y = doc.y + 20
  if (balance) y = wide(doc, y, say('opening'), money(balance.openingCents))
  for (const thing of things) y = drawThing(hand, y, thing)
  if (balance) drawBalance(hand, y, balance, persons)
  return closeSheet(doc, payee.name)
}

function columnsOf(things: Shares['things']): Column[] {
  const hasOwn = things.some(({ months }) => months.some(({ ownRecoupedCents }) => ownRecoupedCents !== 0))
  return (Object.keys(columns) as Column[]).filter((column) => column !== 'own' || hasOwn)
}

function drawTitle(
  { doc, locale, say }: Hand,
  { payee, payer }: Shares,
  { f, t }: { f: string; t: string },
): void {
  const { date } = formats(locale)
  doc
    .font('Helvetica-Bold')
    .fontSize(20)
    .fillColor(ink)
    .text(printable(say('title')), page.left, 50)
  doc.font('Helvetica').fontSize(10).fillColor(grey)
  doc.text(printable(say('of', { payee: payee.name })), { width: page.width })
  doc.text(printable(payer ? say('paidBy', { payer: payer.name }) : say('paidByProvider')), {
    width: page.width,
  })
  doc.text(printable(say('span', { from: date(f), to: date(t) })))
}

/** A text as wide as the page, with its amount where it has one; answers where the next begins. */
const wide = (doc: Sheet, y: number, text: string, amount: string, more: object = {}) =>
  row(
    doc,
    y,
    [
      { text: printable(text), x: 50, width: amount ? 395 : 495, ...more },
      { text: printable(amount), x: 455, width: 90, right: true, ...more },
    ],
    9.5,
  ) + 8

const cells = (shown: readonly Column[], values: Partial<Record<Column, string>>, more: object = {}) =>
  shown.map((column) => ({
    ...{ text: printable(values[column] ?? ''), x: columns[column][0], width: columns[column][1] },
    ...{ right: column !== 'month', ...more },
  }))

function drawHead({ doc, say, shown }: Hand, top: number): number {
  const titles = Object.fromEntries(shown.map((column) => [column, say(`column.${column}`)]))
  const end = row(doc, top, cells(shown, titles, { colour: grey }), 8.5)
  hairline(doc, end + 4, ink)
  return end + 11
}

type Thing = Shares['things'][number]

function drawThing(hand: Hand, from: number, thing: Thing): number {
  const { doc, locale, say } = hand
  const { date, money } = formats(locale)
  const name = { text: printable(thingName(thing, locale)), x: 50, width: 495, bold: true }
  let y = drawHead(hand, row(doc, from + 8, [name], 11) + 4)
  for (const month of thing.months) y = drawMonth(hand, y, month)
  y = wide(doc, y, say('sum'), money(thing.earnedCents + thing.recoupedCents), { bold: true }) + 4
  for (const { description, day, amountCents, recoupedCents, party } of thing.costs) {
    const of = { what: description, day: date(day), amount: money(amountCents), back: money(recoupedCents) }
    const text = party ? say('costLineOne', { ...of, account: party.name }) : say('costLine', of)
    y = wide(doc, y, text, '', { colour: grey })
  }
  for (const [kind, balance] of balancesOf(thing)) {
    const steps = balanceSteps(balance).map(([step, cents]) =>
      say(`recoupment.${step}`, { amount: money(cents) }),
    )
    // What is left stands on a line of its own, however long the way to it is.
    y = wide(doc, y + 4, `${say(`recoupment.${kind}`)}: ${steps.join(', ')}.`, '', { colour: grey }) - 4
    y = wide(doc, y, say('recoupment.left'), money(balance.closingCents))
  }
  return y
}

function drawMonth(hand: Hand, y: number, one: Thing['months'][number]): number {
  const { doc, locale, shown } = hand
  const { money, month, percent } = formats(locale)
  const rate = (bp: number) => percent(bp / 10_000, bp % 100 === 0 ? 0 : 2)
  const values = {
    ...{ month: month(one.month), whole: money(one.wholeCents) },
    share: one.shareBp === null ? '' : rate(one.shareBp),
    earned: money(one.earnedCents),
    ...{ recouped: money(one.recoupedCents - one.ownRecoupedCents), own: money(one.ownRecoupedCents) },
    yours: money(one.earnedCents + one.recoupedCents),
  }
  const end = row(doc, y, cells(shown, values), 9.5, (top) => drawHead(hand, top))
  hairline(doc, end + 4)
  return end + 10
}

function drawBalance(
  { doc, locale, say }: Hand,
  from: number,
  balance: NonNullable<Shares['balance']>,
  persons: Shares['persons'],
): void {
  const { date, money } = formats(locale)
  let y = from
  for (const { on, amountCents, reference } of balance.payments) {
    const text = [say('paidOn', { day: date(on) }), reference].filter(Boolean).join(' · ')
    y = wide(doc, y + 4, text, money(-amountCents))
  }
  hairline(doc, y + 2, ink)
  y = wide(doc, y + 10, say('closing'), money(balance.closingCents), { bold: true })
  if (persons.length > 0) y = wide(doc, y, say('personsTitle'), '', { colour: grey })
  for (const one of persons) y = wide(doc, y, personText(one, say), money(one.owedCents))
}
