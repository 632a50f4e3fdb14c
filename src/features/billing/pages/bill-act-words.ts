import { m } from '#paraglide/messages.js'
import { here } from '#ui/formats.ts'
import type { Bill } from '../bill-shapes.ts'
import { whenPaid } from './when-paid.ts'

export type BillAct =
  | 'close'
  | 'line'
  | 'approve'
  | 'dispute'
  | 'cancel'
  | 'paid'
  | 'returned'
  | 'review'
  | 'grant'
  | 'refuse'
  | 'ownInvoice'
  | 'annul'
  | 'mend'

interface Words {
  title: string
  text?: string
  verb: string
  done: string
  danger?: boolean
}

/** What is asked before something is done with a bill, and what is said after. */
export function wordsOf(act: BillAct, bill: Bill): Words {
  const account = bill.account.name
  switch (act) {
    case 'close':
      return {
        title: m['billing.action.closeTitle']({ account }),
        text: m['billing.action.closeText'](),
        verb: m['billing.action.close'](),
        done: m['billing.action.closed'](),
      }
    case 'approve':
      return acceptWords(bill)
    case 'dispute':
      return disputeWords(bill)
    case 'cancel':
      return bill.status === 'Approved' ? correctWords() : cancelWords()
    case 'line':
      return {
        title: m['billing.action.lineTitle'](),
        verb: m['billing.action.addLine'](),
        done: m['billing.action.lineAdded'](),
      }
    case 'paid':
      return {
        title: m['billing.action.paid'](),
        verb: m['billing.action.paid'](),
        done: m['billing.action.paidDone'](),
      }
    case 'returned':
      return {
        title: m['billing.action.returned'](),
        verb: m['billing.action.returned'](),
        done: m['billing.action.returnedDone'](),
      }
    case 'review':
      return {
        title: m['billing.action.review'](),
        verb: m['billing.action.review'](),
        done: m['billing.action.reviewed'](),
      }
    case 'grant':
      return {
        title: m['billing.action.grantTitle'](),
        text: m['billing.action.grantText'](),
        verb: m['billing.action.grant'](),
        done: m['billing.action.granted'](),
      }
    case 'refuse':
      return {
        title: m['billing.action.refuseTitle'](),
        text: m['billing.action.refuseText'](),
        verb: m['billing.action.refuse'](),
        done: m['billing.action.refused'](),
      }
    case 'annul':
      return {
        title: m['billing.action.annulTitle'](),
        text: m['billing.action.annulText'](),
        verb: m['billing.action.annul'](),
        done: m['billing.action.annulDone'](),
        danger: true,
      }
    case 'mend':
      return {
        title: m['billing.action.mendTitle'](),
        text: m['billing.action.mendText'](),
        verb: m['billing.action.mend'](),
        done: m['billing.action.mendDone'](),
      }
    case 'ownInvoice':
      return {
        title: m['billing.action.ownInvoice'](),
        text: m['billing.action.ownText'](),
        verb: m['billing.action.ownInvoice'](),
        done: m['billing.action.ownInvoiceDone'](),
      }
  }
}

function acceptWords(bill: Bill): Words {
  const amount = here().money(bill.totals.payableCents)
  const said = { verb: m['billing.action.accept'](), done: m['billing.action.accepted']() }
  if (bill.corrective)
    return {
      title: m['billing.action.acceptCorrective'](),
      text: m['billing.action.acceptTotal']({ amount }),
      ...said,
    }
  const month = bill.period ? here().months(bill.periodFrom, bill.period) : ''
  return {
    title: bill.offered ? m['billing.action.acceptAdvance']() : m['billing.action.acceptTitle']({ month }),
    text: bill.expected
      ? m['billing.action.acceptHeld']({ amount, why: whenPaid(bill.expected) ?? '' })
      : m['billing.action.acceptText']({ amount }),
    ...said,
  }
}

const disputeWords = (bill: Bill): Words => ({
  title: m['billing.action.disputeTitle'](),
  text: disputeText(bill),
  verb: m['billing.action.dispute'](),
  done: m['billing.action.disputed'](),
})

function disputeText({ corrective, offered }: Bill): string {
  if (corrective) return m['billing.action.disputeCorrective']()
  return offered ? m['billing.action.disputeAdvance']() : m['billing.action.disputeText']()
}

const correctWords = (): Words => ({
  title: m['billing.action.correctTitle'](),
  text: m['billing.action.correctText'](),
  verb: m['billing.action.correct'](),
  done: m['billing.action.corrected'](),
})

const cancelWords = (): Words => ({
  title: m['billing.action.cancelTitle'](),
  text: m['billing.action.cancelText'](),
  verb: m['billing.action.cancel'](),
  done: m['billing.action.cancelled'](),
  danger: true,
})
