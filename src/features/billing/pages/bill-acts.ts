import { m } from '#paraglide/messages.js'
import { billTypes } from '#platform/constants.ts'
import { can, type PermissionMap } from '#platform/permissions.ts'
import type { Bill } from '../bill-shapes.ts'
import type { BillAct } from './bill-act-words.ts'
import { annulled, mendable } from './bill-chain.ts'

interface Act {
  id: BillAct
  word: string
}

const may = (condition: boolean, id: BillAct, word: () => string): Act[] =>
  condition ? [{ id, word: word() }] : []

/** What this person may do with the bill as it stands; the first is the one that it waits for. */
export function actsFor(bill: Bill, staff: boolean, permissions: PermissionMap | undefined): Act[] {
  const manages = can(permissions, 'billing.managebills')
  if (bill.type === billTypes.advances && bill.status !== 'Approved' && !bill.corrective)
    return ofAdvance(bill, { staff, manages, grants: staff && can(permissions, 'billing.manageadvances') })
  if (!manages) return []
  const ofStaff = [...ofNext(bill), ...ofIssued(bill), ...ofRecords(bill)]
  return [...ofPending(bill, staff), ...(staff ? ofStaff : [])]
}

/** An advance that nobody has accepted yet: staff grants or refuses it, the account takes what is offered. */
function ofAdvance(
  { status, offered }: Bill,
  { staff, manages, grants }: { staff: boolean; manages: boolean; grants: boolean },
): Act[] {
  const accepts = manages && offered
  return [
    ...may(grants && status === 'Next', 'review', m['billing.action.review']),
    ...may(grants && status === 'Pending' && !offered, 'grant', m['billing.action.grant']),
    ...may(accepts, 'approve', staff ? m['billing.action.acceptStaff'] : m['billing.action.accept']),
    ...may(accepts, 'dispute', m['billing.action.dispute']),
    ...may(grants && (status === 'Next' || status === 'Pending'), 'refuse', m['billing.action.refuse']),
  ]
}

const ofNext = ({ status }: Bill): Act[] => [
  ...may(status === 'Next', 'close', m['billing.action.close']),
  ...may(status === 'Next', 'line', m['billing.action.addLine']),
]

function ofPending(bill: Bill, staff: boolean): Act[] {
  if (bill.status !== 'Pending') return []
  const unagreed = bill.blocked.includes('agreement')
  const writesOwn = !bill.corrective && !bill.ownNumber && (!bill.selfInvoice || unagreed)
  return [
    ...may(writesOwn, 'ownInvoice', m['billing.action.ownInvoice']),
    ...may(
      !unagreed && !bill.blocked.includes('ownInvoice'),
      'approve',
      staff ? m['billing.action.acceptStaff'] : m['billing.action.accept'],
    ),
    ...may(true, 'dispute', m['billing.action.dispute']),
    ...may(staff, 'cancel', m['billing.action.cancel']),
  ]
}

function ofIssued({ status, payment, corrective, correctedBy }: Bill): Act[] {
  if (status !== 'Approved') return []
  const beingCorrected = correctedBy !== null && correctedBy.number === null
  const wasSent = payment === 'paid' || payment === 'inRemittance'
  return [
    ...may(payment !== 'paid', 'paid', m['billing.action.paid']),
    ...may(!corrective && wasSent, 'returned', m['billing.action.returned']),
    ...may(
      !corrective && payment !== 'inRemittance' && !beingCorrected,
      'cancel',
      m['billing.action.correct'],
    ),
  ]
}

/** What the tax office was told of it. */
function ofRecords({ status, correctedBy, selfInvoice, records }: Bill): Act[] {
  const annullable = status === 'Cancelled' && correctedBy !== null && selfInvoice
  return [
    ...may(annullable && !annulled(records), 'annul', m['billing.action.annul']),
    ...may(mendable(records), 'mend', m['billing.action.mend']),
  ]
}
