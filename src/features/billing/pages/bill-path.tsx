import { m } from '#paraglide/messages.js'
import { billTypes } from '#platform/constants.ts'
import { todayPlus } from '#platform/windows.ts'
import { here } from '#ui/formats.ts'
import type { Bill } from '../bill-shapes.ts'
import classes from './bill-side.module.css'
import { isSettled } from './billing-words.ts'
import { payableIn, whenPaid } from './when-paid.ts'

interface Step {
  id: string
  word: string
  detail?: string | undefined
  state: 'done' | 'now' | 'later'
}

/** Where a bill has been, where it is, what comes. */
export function BillPath({ bill, staff }: { bill: Bill; staff: boolean }) {
  return (
    <ol className={classes.path}>
      {(bill.type === billTypes.advances && !bill.corrective
        ? advanceSteps(bill, staff)
        : billSteps(bill, staff)
      ).map(({ id, word, detail, state }) => (
        <li key={id} data-state={state} aria-current={state === 'now' ? 'step' : undefined}>
          <b>{word}</b>
          {detail}
        </li>
      ))}
    </ol>
  )
}

function payment(bill: Bill): Step {
  const { date } = here()
  const iban = bill.ibanMasked ? m['billing.bill.account']({ iban: bill.ibanMasked }) : undefined
  if (bill.status !== 'Approved')
    return {
      id: 'paid',
      word: m['billing.path.paid'](),
      detail: [
        whenPaid(bill.expected) ?? payableIn({ status: bill.status, payableCents: bill.totals.payableCents }),
        iban,
      ]
        .filter(Boolean)
        .join('. '),
      state: 'later',
    }
  if (bill.payment === 'paid') return paidStep(bill)
  if (bill.payment === 'returned')
    return {
      id: 'paid',
      word: m['billing.path.returned'](),
      detail: [bill.returnedOn && date(bill.returnedOn), whenPaid(bill.expected)].filter(Boolean).join('. '),
      state: 'now',
    }
  const word = bill.payment === 'inRemittance' ? m['billing.path.atBank']() : m['billing.path.paidNext']()
  return {
    id: 'paid',
    word,
    detail: [whenPaid(bill.expected), iban].filter(Boolean).join('. '),
    state: 'now',
  }
}

const paidStep = ({ payment: state, paidOn, totals }: Bill): Step => ({
  id: 'paid',
  word: isSettled(state, totals.payableCents) ? m['billing.payment.settled']() : m['billing.path.paid'](),
  detail: paidOn ? here().date(paidOn) : undefined,
  state: 'done',
})

const acceptWord = (staff: boolean): string =>
  staff ? m['billing.path.acceptStaff']() : m['billing.path.accept']()

const acceptedWhen = (bill: Bill): string =>
  [bill.approvedAt && here().dateTime(bill.approvedAt), acceptedBy(bill)].filter(Boolean).join('. ')

/** How it was accepted where it was not the account that said so. */
function acceptedBy({ acceptance, reminders, proof }: Bill): string | undefined {
  const [first, second] = reminders
  if (acceptance === 'silence' && first && second)
    return m['billing.path.bySilence']({ first: here().date(first), second: here().date(second) })
  return proof ? m['billing.path.byStaff']({ proof }) : undefined
}

/** By when it has to be issued, and when silence would accept it. */
function waitsUntil({ issueBy, silentOn }: Bill, staff: boolean): string {
  const { date } = here()
  const today = todayPlus(new Date())
  const silent = staff ? m['billing.path.silentStaff'] : m['billing.path.silentOn']
  const due = issueBy && (issueBy < today ? m['billing.path.late'] : m['billing.path.issueBy'])
  return [
    ...(issueBy && due ? [due({ day: date(issueBy) })] : []),
    ...(silentOn ? [silent({ day: date(silentOn) })] : []),
  ].join(' ')
}

function billSteps(bill: Bill, staff: boolean): Step[] {
  const { date, dateTime } = here()
  const { status } = bill
  if (status === 'Next')
    return [
      {
        id: 'open',
        word: m['billing.path.accruing'](),
        detail: m['billing.path.accruingText'](),
        state: 'now',
      },
      { id: 'accept', word: m['billing.path.approved'](), state: 'later' },
      payment(bill),
    ]
  const closed: Step = {
    id: 'closed',
    word: m['billing.path.closed'](),
    detail: bill.closedAt ? dateTime(bill.closedAt) : undefined,
    state: 'done',
  }
  const approved: Step = {
    id: 'accept',
    word: m['billing.path.approved'](),
    detail: acceptedWhen(bill),
    state: 'done',
  }
  if (status === 'Cancelled')
    return [
      closed,
      ...(bill.approvedAt ? [approved] : []),
      {
        id: 'cancelled',
        word: m['billing.path.cancelled'](),
        detail: bill.cancelledAt ? date(bill.cancelledAt) : undefined,
        state: 'now',
      },
    ]
  if (status === 'Pending')
    return [
      closed,
      {
        id: 'accept',
        word: acceptWord(staff),
        detail: waitsUntil(bill, staff),
        state: 'now',
      },
      payment(bill),
    ]
  return [closed, approved, ...(bill.corrective && bill.payment === 'paid' ? [] : [payment(bill)])]
}

function advanceSteps(bill: Bill, staff: boolean): Step[] {
  const { status, offered } = bill
  const requested: Step = {
    id: 'asked',
    word: m['billing.path.requested'](),
    state: status === 'Next' ? 'now' : 'done',
  }
  if (status === 'Cancelled')
    return [requested, { id: 'refused', word: m['billing.path.refused'](), state: 'now' }]
  return [
    requested,
    {
      id: 'review',
      word: m['billing.path.review'](),
      state: status === 'Next' ? 'later' : status === 'Pending' && !offered ? 'now' : 'done',
    },
    {
      id: 'granted',
      word: m['billing.path.granted'](),
      detail: bill.closedAt ? here().dateTime(bill.closedAt) : undefined,
      state: status === 'Approved' || offered ? 'done' : 'later',
    },
    acceptStep(bill, staff),
    payment(bill),
  ]
}

/** Of an advance: by the account where it was offered to it, or else by its being granted. */
function acceptStep(bill: Bill, staff: boolean): Step {
  const { status, offered } = bill
  const done = status === 'Approved'
  if (offered)
    return {
      id: 'accept',
      word: acceptWord(staff),
      detail: waitsUntil(bill, staff),
      state: done ? 'done' : 'now',
    }
  return {
    id: 'accept',
    word: m['billing.path.approved'](),
    detail: acceptedWhen(bill),
    state: done ? 'done' : 'later',
  }
}
