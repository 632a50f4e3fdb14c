import { wholeFileOut } from '#platform/file-out.ts'
import { handle } from '#platform/handle.ts'
import * as sharesContract from '../shares-contract.ts'
import * as contract from '../splits-contract.ts'
import { ofMaster } from './information.ts'
import { accountNames, findAccounts, getCost, getSplit, listSplits } from './list-splits.ts'
import { recordSharePayment } from './share-payments.ts'
import { shareStatement } from './share-statement.ts'
import { sharesBetween } from './shares-between.ts'
import { costFile, createCost, withdrawCost } from './split-costs.ts'
import { createSplit, removeSplit } from './splits.ts'

/** What several accounts share, and what comes back first. */
export const splitOperations = {
  listSplits: handle(contract.listSplits, ({ tx, portal, now }) => listSplits(tx, portal, now)),
  findAccounts: handle(contract.findAccounts, async ({ tx }, { q = '' }) => ({
    accounts: await findAccounts(tx, q),
  })),
  createSplit: handle(
    contract.createSplit,
    async ({ tx, portal, now, record }, { portalId: _, ...draft }) => {
      const after = await getSplit(tx, portal, await createSplit(tx, portal, draft, now), now)
      record({ targetId: after.id, after: draft })
      return after
    },
  ),
  removeSplit: handle(contract.removeSplit, async ({ tx, portal, now, record }, { splitId }) => {
    const { validFrom, payer } = await getSplit(tx, portal, splitId, now)
    await removeSplit(tx, portal, splitId)
    record({ targetId: splitId, before: { validFrom, payer } })
    return null
  }),
  createCost: handle(
    contract.createCost,
    async ({ tx, portal, now, services, record }, { portalId: _, ...draft }) => {
      const id = await createCost(tx, portal, draft, { now, files: services.files })
      const { file, ...after } = draft
      record({ targetId: id, after: { ...after, fileName: file.name } })
      return getCost(tx, portal.id, id)
    },
  ),
  withdrawCost: handle(contract.withdrawCost, async ({ tx, portal, now, record }, { costId }) => {
    await withdrawCost(tx, portal, costId, now)
    const { amountCents, description } = await getCost(tx, portal.id, costId)
    record({ targetId: costId, before: { amountCents, description } })
    return null
  }),
  getCostFile: handle(contract.getCostFile, async (call, { costId }) =>
    wholeFileOut(call, await costFile(call.tx, call.portal, costId, call.services.files)),
  ),
  getShares: handle(sharesContract.getShares, async ({ tx, portal }, { f, t }) => {
    const accountId = ofMaster(portal)
    const named = await accountNames(tx, [accountId])
    return { account: named(accountId), statements: await sharesBetween(tx, accountId, { f, t }) }
  }),
  getShareStatement: handle(sharesContract.getShareStatement, async (call, { format, locale, ...wish }) =>
    wholeFileOut(
      call,
      await shareStatement(call.tx, ofMaster(call.portal), {
        ...{ ...wish, format, locale: locale ?? call.locale },
      }),
    ),
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
