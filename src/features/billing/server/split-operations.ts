import { marksFor } from '#platform/csv-out.ts'
import { wholeFileOut } from '#platform/file-out.ts'
import { handle } from '#platform/handle.ts'
import * as sharesContract from '../shares-contract.ts'
import * as contract from '../splits-contract.ts'
import { ofMaster } from './information.ts'
import { actingOn, mayCharge, mayShare, mayTakeAway, sharersOf } from './label-splits.ts'
import { accountNames, findAccounts, getCost, getSplit, listSplits } from './list-splits.ts'
import { checkedTaxId } from './numbers-of-payees.ts'
import { createShareFile, setShareByFile } from './share-file.ts'
import { recordSharePayment } from './share-payments.ts'
import { shareStatement } from './share-statement.ts'
import { sharesBetween } from './shares-between.ts'
import { costFile, createCost, withdrawCost } from './split-costs.ts'
import { createSplit, removeSplit } from './splits.ts'

/** What several accounts share, and what comes back first. */
export const splitOperations = {
  listSplits: handle(contract.listSplits, ({ tx, actor, portal, now }, { of }) =>
    actingOn(tx, { actor, portal }, of, (shared) => listSplits(tx, shared, now)),
  ),
  listSharers: handle(contract.listSharers, async ({ tx, portal }, { taxId, q = '' }) => ({
    accounts: await sharersOf(tx, ofMaster(portal), taxId ? checkedTaxId(taxId) : undefined, q),
  })),
  findAccounts: handle(contract.findAccounts, async ({ tx }, { q = '' }) => ({
    accounts: await findAccounts(tx, q),
  })),
  createSplit: handle(
    contract.createSplit,
    ({ tx, actor, portal, now, record }, { portalId: _, of, taxIds = [], ...draft }) =>
      actingOn(tx, { actor, portal }, of, async (shared) => {
        const known = taxIds.flatMap((taxId) => checkedTaxId(taxId) ?? [])
        await mayShare(tx, { actor, portal: shared }, { ...draft, taxIds: known })
        const after = await getSplit(tx, shared, await createSplit(tx, shared, draft, now), now)
        record({ targetId: after.id, after: draft })
        return after
      }),
  ),
  removeSplit: handle(contract.removeSplit, ({ tx, actor, portal, now, record }, { splitId, of }) =>
    actingOn(tx, { actor, portal }, of, async (shared) => {
      const { validFrom, payer } = await getSplit(tx, shared, splitId, now)
      mayTakeAway({ actor, portal: shared }, { payer })
      await removeSplit(tx, shared, splitId)
      record({ targetId: splitId, before: { validFrom, payer } })
      return null
    }),
  ),
  createCost: handle(
    contract.createCost,
    ({ tx, actor, portal, now, services, record }, { portalId: _, of, ...draft }) =>
      actingOn(tx, { actor, portal }, of, async (shared) => {
        await mayCharge(tx, { actor, portal: shared }, draft)
        const id = await createCost(tx, shared, draft, { now, files: services.files })
        const { file, ...after } = draft
        record({ targetId: id, after: { ...after, fileName: file.name } })
        return getCost(tx, shared.id, id)
      }),
  ),
  withdrawCost: handle(contract.withdrawCost, ({ tx, actor, portal, now, record }, { costId, of }) =>
    actingOn(tx, { actor, portal }, of, async (shared) => {
      const { amountCents, description, account } = await getCost(tx, shared.id, costId)
      mayTakeAway({ actor, portal: shared }, { account })
      await withdrawCost(tx, shared, costId, now)
      record({ targetId: costId, before: { amountCents, description } })
      return null
    }),
  ),
  getCostFile: handle(contract.getCostFile, async (call, { costId }) =>
    wholeFileOut(call, await costFile(call.tx, call.portal, costId, call.services.files)),
  ),
  getShares: handle(sharesContract.getShares, async ({ tx, portal }, { f, t }) => {
    const accountId = ofMaster(portal)
    const named = await accountNames(tx, [accountId])
    return { account: named(accountId), statements: await sharesBetween(tx, accountId, { f, t }) }
  }),
  getShareStatement: handle(
    sharesContract.getShareStatement,
    async (call, { locale = call.locale, ...wish }) =>
      wholeFileOut(
        call,
        await shareStatement(call.tx, ofMaster(call.portal), {
          ...{ ...wish, locale, marks: marksFor({ ...call, locale }) },
        }),
      ),
  ),
  setShareByFile: handle(
    sharesContract.setShareByFile,
    async ({ tx, portal, record }, { portalId: _, ...wish }) => {
      await setShareByFile(tx, portal, wish)
      record({ targetId: wish.payerId, after: { allowed: wish.allowed } })
      return { allowed: wish.allowed }
    },
  ),
  createShareFile: handle(
    sharesContract.createShareFile,
    async ({ tx, portal, now, record }, { portalId: _, ...wish }) => {
      const file = await createShareFile(tx, portal, wish, now)
      record({ after: { on: wish.on, totalCents: file.totalCents, count: file.payments.length } })
      return file
    },
  ),
  recordSharePayment: handle(
    sharesContract.recordSharePayment,
    async ({ tx, portal, now, record }, { portalId: _, ...draft }) => {
      const told = await recordSharePayment(tx, portal, draft, now)
      record({ targetId: draft.accountId, after: draft })
      return told
    },
  ),
}
