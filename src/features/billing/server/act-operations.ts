import { Conflict } from '#platform/errors.ts'
import { handle } from '#platform/handle.ts'
import * as contract from '../acts-contract.ts'
import type { Bill } from '../bill-shapes.ts'
import { acceptBill } from './accept-bill.ts'
import { isOffered } from './acceptance-plan.ts'
import { addLine, commentBill, setOwnInvoice } from './add-line.ts'
import { annulRecords } from './annul-records.ts'

import { cancelBill, disputeBill } from './cancel-bill.ts'
import { closeBill, thisMonth } from './close-bill.ts'
import { closeBills } from './close-many.ts'
import { getBill } from './get-bill.ts'
import { mendRecord } from './mend-record.ts'
import { locked, ofVersion, portalOf } from './operations.ts'
import { setPayment } from './set-payment.ts'

/** What is done with bills, each from the version that somebody saw. */
export const actOperations = {
  closeBill: handle(
    contract.closeBill,
    async ({ tx, now, services, record }, { billId }) => {
      const row = await locked(tx, billId)
      if (row.type !== 1 || row.status !== 'Next') throw new Conflict('billing.notOpen')
      const { appOrigin } = services
      const result = await closeBill(tx, row.accountId, { through: thisMonth(now), now, appOrigin })
      if ('left' in result) throw new Conflict(leftCodes[result.left] ?? 'billing.nothingOpen')
      const after = await getBill(tx, billId, now)
      record({ targetId: billId, before: { status: row.status }, after: brief(after) })
      return after
    },
    ofVersion,
  ),
  closeBills: handle(contract.closeBills, async ({ tx, now, services, record }, { billIds }) => {
    const { appOrigin } = services
    const result = await closeBills(tx, billIds, { now, appOrigin })
    record({ after: { billIds, ...result } })
    return result
  }),
  approveBill: handle(
    contract.approveBill,
    async ({ tx, now, actor, services, record }, { billId, proof }) => {
      const row = await locked(tx, billId)
      const { staff, id: actorId } = actor.person
      const by = staff ? 'staff' : 'account'
      await acceptBill(tx, row, { now, by, proof, actorId, appOrigin: services.appOrigin })
      const after = await getBill(tx, billId, now)
      record({ targetId: billId, before: { status: row.status }, after: brief(after) })
      return after
    },
    ofVersion,
  ),
  disputeBill: handle(
    contract.disputeBill,
    async ({ tx, now, actor, record }, { billId, reason }) => {
      const row = await locked(tx, billId)
      await disputeBill(tx, row, reason, now)
      // What an advance is for stands where bills have their reason.
      if (isOffered(row)) await commentBill(tx, row, actor, reason)
      const after = await getBill(tx, billId, now)
      record({ targetId: billId, before: { status: row.status }, after: { ...brief(after), reason } })
      return after
    },
    ofVersion,
  ),
  cancelBill: handle(
    contract.cancelBill,
    async ({ tx, now, actor, services, record }, { billId, reason, fault, difference }) => {
      const row = await locked(tx, billId)
      const { appOrigin } = services
      await cancelBill(tx, row, { reason, fault, difference, now, actorId: actor.person.id, appOrigin })
      const after = await getBill(tx, billId, now)
      record({ targetId: billId, before: { status: row.status }, after: { ...brief(after), reason } })
      return after
    },
    ofVersion,
  ),
  annulRecords: handle(
    contract.annulRecords,
    async ({ tx, now, record }, { billId, reason }) => {
      const row = await locked(tx, billId)
      await annulRecords(tx, row, { reason, now })
      record({ targetId: billId, after: { number: row.number, reason } })
      return getBill(tx, billId, now)
    },
    ofVersion,
  ),
  mendRecord: handle(
    contract.mendRecord,
    async ({ tx, now, record }, { billId, ...mend }) => {
      const row = await locked(tx, billId)
      await mendRecord(tx, row, mend, now)
      record({ targetId: billId, after: { number: row.number, ...mend } })
      return getBill(tx, billId, now)
    },
    ofVersion,
  ),
  addLine: handle(
    contract.addLine,
    async ({ tx, now, record }, { billId, ...draft }) => {
      const row = await locked(tx, billId)
      await addLine(tx, row, draft, now)
      record({ targetId: billId, after: draft })
      return getBill(tx, billId, now)
    },
    { portalOf },
  ),
  commentBill: handle(
    contract.commentBill,
    async ({ tx, now, actor, record }, { billId, text }) => {
      const row = await locked(tx, billId)
      await commentBill(tx, row, actor, text)
      record({ targetId: billId, after: { text } })
      return getBill(tx, billId, now)
    },
    { portalOf },
  ),
  setPayment: handle(
    contract.setPayment,
    async ({ tx, now, services, record }, { billId, ...draft }) => {
      const row = await locked(tx, billId)
      await setPayment(tx, row, draft, { now, appOrigin: services.appOrigin })
      record({ targetId: billId, before: { payment: row.payment }, after: draft })
      return getBill(tx, billId, now)
    },
    ofVersion,
  ),
  setOwnInvoice: handle(
    contract.setOwnInvoice,
    async ({ tx, now, services, record }, { billId, ...draft }) => {
      const row = await locked(tx, billId)
      const keep = async (pdf: Buffer) => {
        // Not served to anybody by its name: it has none of the public files' endings.
        const key = `${billId}.invoice`
        await services.files.put(key, pdf)
        return key
      }
      await setOwnInvoice(tx, row, draft, { now, keep })
      const { file: _, ...after } = draft
      record({ targetId: billId, after })
      return getBill(tx, billId, now)
    },
    ofVersion,
  ),
}

const leftCodes: Record<string, string> = {
  information: 'billing.informationMissing',
  negative: 'billing.negative',
  empty: 'billing.nothingOpen',
  taxCase: 'billing.noTaxCase',
  taxIdShared: 'billing.taxIdShared',
}

const brief = ({ status, number, period, totals }: Bill) => ({
  ...{ status, number, period, baseCents: totals.baseCents, payableCents: totals.payableCents },
})
