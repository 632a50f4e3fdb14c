import { m } from '#paraglide/messages.js'
import { todayPlus } from '#platform/windows.ts'
import { here } from '#ui/formats.ts'
import type { ExpectedPayment, OwnBillHead } from '../bill-shapes.ts'
import { type PayoutWait, termDays } from '../choices.ts'
import { isSettled, payoutWaitWords } from './billing-words.ts'

/** What a payment waits for; until when, where that is known. */
export const waitWord = (why: PayoutWait, until: string | undefined): string =>
  why === 'ibanHeld' && until
    ? m['billing.remittance.waits.ibanHeldUntil']({ until: here().dateTime(until) })
    : payoutWaitWords[why]()

/** When the money comes, or what it waits for. */
export function whenPaid(expected: ExpectedPayment | null): string | undefined {
  if (!expected) return undefined
  const { on, why, until } = expected
  if (why !== 'atBank' && why !== 'term') return waitWord(why, until)
  if (!on) return undefined
  const day = here().date(on)
  const past = on < today()
  if (why === 'atBank') return past ? m['billing.path.sentOn']({ day }) : m['billing.path.payOn']({ day })
  return past ? m['billing.path.payLate']({ day }) : m['billing.path.payBy']({ day })
}

interface Owed {
  nextPayment: { on: string; cents: number; atBank: boolean } | null
  atBankCents: number | null
}

/** What comes next to who is owed, and what is on its way. What lies with the bank already is no next payment beside it. */
export function paymentLines({ nextPayment, atBankCents }: Owed): string[] {
  const { money } = here()
  const bank = atBankCents ? m['billing.summary.atBank']({ amount: money(atBankCents) }) : undefined
  if (!nextPayment) return bank ? [bank] : []
  const { on, cents, atBank } = nextPayment
  if (atBankCents && atBank && cents !== atBankCents)
    return [
      m['billing.summary.atBankPart']({
        ...{ bank: money(atBankCents), amount: money(cents), day: here().date(on) },
      }),
    ]
  if (bank && atBank) return [`${bank}. ${whenPaid({ on, why: 'atBank' })}`]
  const next =
    on < today()
      ? `${money(cents)}. ${whenPaid({ on, why: 'term' })}`
      : m['billing.summary.nextPayment']({ day: here().date(on), amount: money(cents) })
  return bank ? [next, bank] : [next]
}

const today = () => todayPlus(new Date())

/** When a bill in the list of its account was paid, or will be; what takes back is settled, and nothing is not paid. */
export function paymentDay({
  paidOn,
  payment,
  expected,
  status,
  payableCents,
}: OwnBillHead): string | undefined {
  if (!paidOn) return whenPaid(expected) ?? payableIn({ status, payableCents })
  if (payableCents === 0) return m['billing.path.nothing']()
  const word = isSettled(payment, payableCents) ? m['billing.path.settledOn'] : m['billing.path.paidOn']
  return word({ day: here().date(paidOn) })
}

/** By when what is still to be accepted will be paid. */
export const payableIn = ({ status, payableCents }: Pick<OwnBillHead, 'status' | 'payableCents'>) =>
  status === 'Pending' && payableCents > 0 ? m['billing.path.afterAccepting']({ days: termDays }) : undefined
