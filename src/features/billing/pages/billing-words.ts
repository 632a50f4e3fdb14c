import { m } from '#paraglide/messages.js'
import { billTypes } from '#platform/constants.ts'
import { here } from '#ui/formats.ts'
import { units } from '#ui/units.ts'
import type { Bill, BillHead, BillLine } from '../bill-shapes.ts'
import type { BillStatus, Block, LineType, PaymentState, PayoutWait, rateKeys } from '../choices.ts'
import { isOfSales } from '../rounding.ts'

const statuses = {
  Next: m['billing.status.Next'],
  Pending: m['billing.status.Pending'],
  Approved: m['billing.status.Approved'],
  Cancelled: m['billing.status.Cancelled'],
} as const satisfies Record<BillStatus, () => string>
const advanceStatuses = {
  Next: m['billing.advanceStatus.Next'],
  Pending: m['billing.advanceStatus.Pending'],
  Approved: m['billing.advanceStatus.Approved'],
  Cancelled: m['billing.advanceStatus.Cancelled'],
} as const satisfies Record<BillStatus, () => string>
const payments = {
  unpaid: m['billing.payment.unpaid'],
  inRemittance: m['billing.payment.inRemittance'],
  paid: m['billing.payment.paid'],
  returned: m['billing.payment.returned'],
} as const satisfies Record<PaymentState, () => string>
const blocked = {
  information: m['billing.blocked.information'],
  agreement: m['billing.blocked.agreement'],
  provider: m['billing.blocked.provider'],
  ownInvoice: m['billing.blocked.ownInvoice'],
  negative: m['billing.blocked.negative'],
  ibanHeld: m['billing.blocked.ibanHeld'],
  ibanReturned: m['billing.blocked.ibanReturned'],
  taxCase: m['billing.blocked.taxCase'],
  taxIdShared: m['billing.blocked.taxIdShared'],
  agreementMissing: m['billing.blocked.agreementMissing'],
  agreementEnded: m['billing.blocked.agreementEnded'],
  agreementOfOther: m['billing.blocked.agreementOfOther'],
} as const satisfies Record<Block, () => string>

/** The same where the account itself reads it. */
const own: Partial<Record<Block, () => string>> = {
  information: m['billing.blockedOwn.information'],
  agreement: m['billing.blockedOwn.agreement'],
  ownInvoice: m['billing.blockedOwn.ownInvoice'],
  agreementMissing: m['billing.blockedOwn.agreementMissing'],
  agreementEnded: m['billing.blockedOwn.agreementEnded'],
}

export const payoutWaitWords = {
  ibanHeld: m['billing.remittance.waits.ibanHeld'],
  ibanReturned: m['billing.remittance.waits.ibanReturned'],
  ibanMissing: m['billing.remittance.waits.ibanMissing'],
  belowMinimum: m['billing.remittance.waits.belowMinimum'],
  owes: m['billing.remittance.waits.owes'],
} as const satisfies Record<PayoutWait, () => string>

export const statusWord = (type: 1 | 2, status: BillStatus): string =>
  (type === billTypes.advances ? advanceStatuses : statuses)[status]()
export const paymentWord = (payment: PaymentState): string => payments[payment]()
export const blockWord = (block: Block): string => blocked[block]()
export const ownBlockWord = (block: Block): string => (own[block] ?? blocked[block])()

/** Nobody was paid a corrective bill that set another right, nor one that an advance settled whole. */
export const isSettled = (payment: PaymentState, payableCents: number): boolean =>
  payment === 'paid' && payableCents <= 0

/** The shape that says a status in lists. */
export const markOf = ({ status, payment }: Pick<BillHead, 'status' | 'payment'>) =>
  status === 'Cancelled'
    ? ('paused' as const)
    : status === 'Approved'
      ? payment === 'returned'
        ? ('broken' as const)
        : ('live' as const)
      : status === 'Pending'
        ? ('review' as const)
        : ('draft' as const)

/** One word for where a bill stands: its payment once it is approved. */
export const stateWord = (
  bill: Pick<BillHead, 'type' | 'status' | 'payment' | 'corrective' | 'offered' | 'payableCents'>,
): string => {
  if (bill.offered) return m['billing.path.toAccept']()
  if (bill.status === 'Approved' && !bill.corrective)
    return isSettled(bill.payment, bill.payableCents)
      ? m['billing.payment.settled']()
      : paymentWord(bill.payment)
  // A corrective one goes the way of bills, whatever it corrects.
  return statusWord(bill.corrective ? billTypes.bills : bill.type, bill.status)
}

const types = {
  Income: m['billing.type.income'],
  'On demand': m['billing.type.onDemand'],
  Recoupment: m['billing.type.recoupment'],
  'Own recoupment': m['billing.type.ownRecoupment'],
  Extra: m['billing.type.extra'],
  Adjustment: m['billing.type.adjustment'],
  Advance: m['billing.type.advance'],
} as const satisfies Record<LineType, () => string>
export const typeWord = (type: LineType): string => types[type]()

export const rateNames = {
  default: m['billing.rates.keys.default'],
  igic: m['billing.rates.keys.igic'],
  ipsi: m['billing.rates.keys.ipsi'],
  apparel: m['billing.rates.keys.apparel'],
  apparelDigital: m['billing.rates.keys.apparelDigital'],
  apparelCulture: m['billing.rates.keys.apparelCulture'],
} as const satisfies Record<(typeof rateKeys)[number], () => string>

type Titled = Pick<BillHead, 'type' | 'status' | 'number' | 'period' | 'periodFrom' | 'corrective'>

/** What a bill is called: its number once it has one. */
export function titleOf(bill: Titled, selfInvoice = true): string {
  if (bill.number) return numberedTitle(bill, bill.number, selfInvoice)
  if (bill.corrective) return m['billing.bill.correctiveDraft']()
  if (bill.type === billTypes.advances) return m['billing.bill.advance']()
  if (bill.status === 'Next' || !bill.period) return m['billing.bill.draft']()
  return m['billing.bill.pending']({ month: here().months(bill.periodFrom, bill.period) })
}

function numberedTitle({ corrective, type }: Titled, number: string, selfInvoice: boolean): string {
  if (corrective) return m['billing.bill.corrective']({ number })
  if (type === billTypes.advances) return m['billing.bill.advanceNumber']({ number })
  return selfInvoice ? m['billing.bill.selfInvoice']({ number }) : m['billing.bill.invoice']({ number })
}

/** Lines that say no more than their type, with their portal and month. */
const plainLines = new Map<LineType, (of: { portal: string; month: string }) => string>([
  ['Income', m['billing.line.income']],
  ['On demand', m['billing.line.onDemand']],
  ['Recoupment', m['billing.line.recoupment']],
  ['Own recoupment', m['billing.line.ownRecoupment']],
])

/** What a line is for. */
export function lineWord(line: BillLine): string {
  const { type, portal, month, description, reference } = line
  const of = { portal: portal?.name ?? '', month: here().month(month) }
  const plain = plainLines.get(type)
  if (plain) return `${plain(of)}${shareWord(line)}`
  if (type === 'Adjustment' && !description) return m['billing.line.carried']({ month: carriedFrom(line) })
  if (type === 'Advance' && reference) return m['billing.line.settled']({ reference })
  if (type === 'Advance' && description) return m['billing.line.advanceFor']({ reason: description })
  return description ?? m['billing.line.advance']()
}

/** The month of what was carried forward: the first of several that it came from, where that was kept. */
const carriedFrom = ({ reference, month }: BillLine): string =>
  here().month(reference ? `${reference}-01` : month)

/** How much of what was sold is the account's, where others share in it. */
const shareWord = ({ type, shareBp }: BillLine): string =>
  isOfSales({ type }) && shareBp !== null ? `. ${m['billing.line.share']({ share: rateWord(shareBp) })}` : ''

/** How a product of a line comes to its amount. */
export function goodsWord({ type }: BillLine, goods: BillLine['goods'][number]): string {
  const { money } = here()
  const { name, sku } = goods
  const of = {
    name:
      name === null ? m['billing.line.others']() : sku === null || name === sku ? name : `${name} (${sku})`,
    ...{ units: units(goods.units), charged: money(goods.chargedCents) },
  }
  if (type !== 'Income') return m['billing.line.made'](of)
  const sold = { ...of, units: pricedWord(goods), gross: money(goods.grossCents) }
  const text =
    goods.offCents === 0
      ? m['billing.line.soldWhole'](sold)
      : m['billing.line.sold']({ ...sold, off: money(goods.offCents) })
  const rate = rateOfWord(goods)
  return rate ? `${text} (${rate})` : text
}

/** How many, and what one was sold at; of several prices their mean. */
function pricedWord({ units: count, grossCents }: BillLine['goods'][number]): string {
  if (count < 2 || grossCents <= 0) return units(count)
  const of = { units: units(count), price: here().money(Math.round(grossCents / count)) }
  return grossCents % count === 0 ? m['billing.line.each'](of) : m['billing.line.average'](of)
}

/** Whose commission it was, where not the one of all portals. */
export function rateOfWord({
  rateOf,
  rateUnits,
}: Pick<BillLine['goods'][number], 'rateOf' | 'rateUnits'>): string {
  if (!rateOf) return ''
  if (rateOf === 'portal') return m['billing.line.rate.portal']()
  return rateUnits
    ? m['billing.line.rate.step']({ units: units(rateUnits) })
    : m['billing.line.rate.product']()
}

/** A rate in hundredths of a per cent as `21 %`. */
export const rateWord = (bp: number): string =>
  here().percent(bp / 10_000, bp % 100 === 0 ? 0 : bp % 10 === 0 ? 1 : 2)

const withheld = {
  IRPF: m['billing.bill.withheld.IRPF'],
  IS: m['billing.bill.withheld.IS'],
} as const satisfies Record<Bill['retentionTax'], object>

/** What is withheld on account of which tax. */
export const retentionWord = (tax: Bill['retentionTax'], bp: number): string =>
  withheld[tax]({ rate: rateWord(bp) })

const untaxed = {
  reverseCharge: m['billing.bill.untaxed.reverseCharge'],
  exempt: m['billing.bill.untaxed.exempt'],
} as const satisfies Record<NonNullable<Bill['taxMention']>, object>
const mentions = {
  reverseCharge: m['billing.mention.reverseCharge'],
  exempt: m['billing.mention.exempt'],
} as const satisfies Record<NonNullable<Bill['taxMention']>, object>

const taxNames = {
  IVA: m['billing.taxName.IVA'],
  IGIC: m['billing.taxName.IGIC'],
  IPSI: m['billing.taxName.IPSI'],
} as const satisfies Record<Bill['taxName'], object>

/** What a tax is called on screen; papers keep the name that it has in the law. */
export const taxNameWord = (tax: Bill['taxName']): string => taxNames[tax]()

export const untaxedWord = (mention: NonNullable<Bill['taxMention']>, tax: Bill['taxName']): string =>
  untaxed[mention]({ tax: taxNameWord(tax) })

/** What stands beside the tax of one rate: its name and rate, or why there is none. */
export const taxWord = ({ taxName, taxMention }: Bill, bp: number): string =>
  taxMention
    ? untaxedWord(taxMention, taxName)
    : m['billing.bill.tax']({ name: taxNameWord(taxName), rate: rateWord(bp) })

/** The sentence of the law where nothing is charged. */
export const mentionWord = ({ taxMention, taxLaw }: Bill): string | undefined =>
  taxMention ? mentions[taxMention]({ law: taxLaw ?? '' }) : undefined

/** What the sum at the end of a bill is to its reader: still open, to be paid, paid, or never. */
export function amountWord({ payment, status, type, totals }: Bill, staff: boolean): string {
  if (status === 'Next' && type === billTypes.bills) return m['billing.bill.toPayOpen']()
  if (isSettled(payment, totals.payableCents)) return m['billing.bill.evened']()
  if (payment === 'paid') return staff ? m['billing.bill.paidStaff']() : m['billing.bill.paid']()
  if (status === 'Cancelled') return m['billing.bill.notPaid']()
  return staff ? m['billing.bill.toPayStaff']() : m['billing.bill.toPay']()
}
