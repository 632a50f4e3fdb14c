import { marksFor } from '#platform/csv-out.ts'
import type { Tx } from '#platform/db.ts'
import { NotFound } from '#platform/errors.ts'
import { wholeFileOut } from '#platform/file-out.ts'
import { handle } from '#platform/handle.ts'
import { uuidOf } from '#platform/scope.ts'
import * as contract from '../contract.ts'
import { lockBill } from './close-bill.ts'
import { billDocument } from './documents.ts'
import { getBill } from './get-bill.ts'
import { ofMaster } from './information.ts'
import { listLineOrders } from './line-orders.ts'
import { getBilling, listAllBills, listBills, portalOfBill } from './queries.ts'

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
  getBilling: handle(contract.getBilling, ({ tx, portal, now }) =>
    getBilling(tx, ofMaster(portal), portal.keys, now),
  ),
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
  getBillDocument: handle(
    contract.getBillDocument,
    async (call, { billId, format, locale = call.locale }) => {
      const { tx, now, services } = call
      return wholeFileOut(
        call,
        await billDocument(tx, billId, {
          ...{ format, locale, now, marks: marksFor({ ...call, locale }) },
          files: services.files,
          secret: services.secret,
        }),
      )
    },
    { portalOf },
  ),
}
