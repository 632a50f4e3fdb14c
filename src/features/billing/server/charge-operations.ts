import { wholeFileOut } from '#platform/file-out.ts'
import { handle } from '#platform/handle.ts'
import { uuidOf } from '#platform/scope.ts'
import * as contract from '../charges-contract.ts'
import { chargeDocument } from './charge-paper.ts'
import { ofMaster } from './information.ts'
import { correctCharge, issueCharge, lockCharge, payCharge } from './issue-charge.ts'
import { getCharge, listCharges, portalOfCharge } from './list-charges.ts'
import { mendChargeRecord } from './mend-record.ts'

const ofPortal = {
  portalOf: async (database: Parameters<typeof portalOfCharge>[0], input: object) => {
    const chargeId = uuidOf(input, 'chargeId')
    return chargeId ? portalOfCharge(database, chargeId) : undefined
  },
}

/** The provider's own invoices to accounts. */
export const chargeOperations = {
  listCharges: handle(contract.listCharges, ({ tx, portal }, { portalId: _, ...query }) =>
    listCharges(tx, { accountId: ofMaster(portal), ...query }),
  ),
  listAllCharges: handle(contract.listAllCharges, ({ tx }, query) => listCharges(tx, query)),
  getCharge: handle(
    contract.getCharge,
    ({ tx, now }, { chargeId }) => getCharge(tx, chargeId, now),
    ofPortal,
  ),
  issueCharge: handle(
    contract.issueCharge,
    async ({ tx, portal, now, actor, services, record }, { lines }) => {
      const { appOrigin } = services
      const id = await issueCharge(tx, ofMaster(portal), lines, { now, appOrigin, actorId: actor.person.id })
      const after = await getCharge(tx, id, now)
      record({ targetId: id, after: { number: after.number, totalCents: after.totalCents } })
      return after
    },
  ),
  correctCharge: handle(
    contract.correctCharge,
    async ({ tx, now, actor, services, record }, { chargeId, reason }) => {
      const { appOrigin } = services
      const id = await correctCharge(tx, chargeId, reason, { now, appOrigin, actorId: actor.person.id })
      const after = await getCharge(tx, id, now)
      record({ targetId: chargeId, after: { number: after.number, totalCents: after.totalCents, reason } })
      return after
    },
    ofPortal,
  ),
  payCharge: handle(
    contract.payCharge,
    async ({ tx, now, record }, { chargeId, on }) => {
      const { openCents } = await getCharge(tx, chargeId, now)
      await payCharge(tx, chargeId, on, now)
      record({ targetId: chargeId, after: { on, amountCents: openCents } })
      return getCharge(tx, chargeId, now)
    },
    ofPortal,
  ),
  mendChargeRecord: handle(
    contract.mendChargeRecord,
    async ({ tx, now, record }, { chargeId, ...mend }) => {
      const { number } = await lockCharge(tx, chargeId)
      await mendChargeRecord(tx, chargeId, mend, now)
      record({ targetId: chargeId, after: { number, ...mend } })
      return getCharge(tx, chargeId, now)
    },
    ofPortal,
  ),
  getChargeDocument: handle(
    contract.getChargeDocument,
    async (call, { chargeId, format, locale = call.locale }) => {
      const { tx, now, services } = call
      return wholeFileOut(
        call,
        await chargeDocument(tx, chargeId, { format, locale, now, secret: services.secret }),
      )
    },
    ofPortal,
  ),
}
