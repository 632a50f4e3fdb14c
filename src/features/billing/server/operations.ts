import type { Tx } from '#platform/db.ts'
import { Conflict, NotFound } from '#platform/errors.ts'
import { handle, uuidOf } from '#platform/handle.ts'
import * as contract from '../contract.ts'
import { addLine, commentBill, setOwnInvoice } from './add-line.ts'
import { approveBill } from './approve-bill.ts'
import { cancelBill, disputeBill } from './cancel-bill.ts'
import { closeBill, ensureNext, lockBill, thisMonth } from './close-bill.ts'
import { closeBills } from './close-many.ts'
import { billDocument } from './documents.ts'
import { ofMaster } from './information.ts'
import { listLineOrders } from './line-orders.ts'
import { getBill, getBilling, listAllBills, listBills, portalOfBill } from './queries.ts'
import { setPayment } from './set-payment.ts'

export const portalOf = async (database: Parameters<typeof portalOfBill>[0], input: object) => {
  const billId = uuidOf(input, 'billId')
  return billId ? portalOfBill(database, billId) : undefined
}

/** Bills are changed from the version that somebody saw; the account's lock makes them take turns. */
export const ofVersion = {
  portalOf,
  versionOf: async (
    { tx, portal }: { tx: Tx; portal: { accountId: string } },
    { billId }: { billId: string },
  ) => (await lockBill(tx, billId, portal.accountId))?.version,
}

export async function locked(tx: Tx, billId: string) {
  const row = await lockBill(tx, billId)
  if (!row) throw new NotFound()
  return row
}

export const operations = {
  getBilling: handle(contract.getBilling, async ({ tx, portal, now }) => {
    const accountId = ofMaster(portal)
    await ensureNext(tx, accountId)
    return getBilling(tx, accountId, now)
  }),
  listBills: handle(contract.listBills, ({ tx, portal, now }, query) =>
    listBills(tx, ofMaster(portal), query, now),
  ),
  listAllBills: handle(contract.listAllBills, ({ tx, now }, query) => listAllBills(tx, query, now)),
  getBill: handle(contract.getBill, ({ tx, now }, { billId }) => getBill(tx, billId, now), { portalOf }),
  listLineOrders: handle(
    contract.listLineOrders,
    ({ tx, now }, { billId, position, page = 1 }) => listLineOrders(tx, billId, position, page, now),
    { portalOf },
  ),
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
    async ({ tx, now, actor, record }, { billId, proof }) => {
      const row = await locked(tx, billId)
      await approveBill(tx, row, { now, proof, staff: actor.person.staff, actorId: actor.person.id })
      const after = await getBill(tx, billId, now)
      record({ targetId: billId, before: { status: row.status }, after: brief(after) })
      return after
    },
    ofVersion,
  ),
  disputeBill: handle(
    contract.disputeBill,
    async ({ tx, now, record }, { billId, reason }) => {
      const row = await locked(tx, billId)
      await disputeBill(tx, row, reason)
      const after = await getBill(tx, billId, now)
      record({ targetId: billId, before: { status: row.status }, after: { ...brief(after), reason } })
      return after
    },
    ofVersion,
  ),
  cancelBill: handle(
    contract.cancelBill,
    async ({ tx, now, actor, record }, { billId, reason }) => {
      const row = await locked(tx, billId)
      await cancelBill(tx, row, { reason, now, actorId: actor.person.id })
      const after = await getBill(tx, billId, now)
      record({ targetId: billId, before: { status: row.status }, after: { ...brief(after), reason } })
      return after
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
  getBillDocument: handle(
    contract.getBillDocument,
    async ({ tx, now, locale }, { billId, format, locale: wanted }) =>
      billDocument(tx, billId, { format, locale: wanted ?? locale, now }),
    { portalOf },
  ),
}

const leftCodes: Record<string, string> = {
  information: 'billing.informationMissing',
  negative: 'billing.negative',
  empty: 'billing.nothingOpen',
}

const brief = ({ status, number, period, totals }: contract.Bill) => ({
  ...{ status, number, period, baseCents: totals.baseCents, payableCents: totals.payableCents },
})
