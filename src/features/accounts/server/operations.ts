import { createPortal } from '#features/portals/server/create-portal.ts'
import { getPortal } from '#features/portals/server/queries.ts'
import type { Tx } from '#platform/db.ts'
import { NotFound } from '#platform/errors.ts'
import { handle } from '#platform/handle.ts'
import * as contract from '../contract.ts'
import { getLegalText, legalTextVersion, updateLegalText } from './legal-text.ts'
import { getAccount, listAccounts, peopleOf } from './queries.ts'
import { accountVersion, updateAccount } from './update-account.ts'

async function found(tx: Tx, accountId: string) {
  const account = await getAccount(tx, accountId)
  if (!account) throw new NotFound()
  return account
}

export const operations = {
  listAccounts: handle(contract.listAccounts, ({ tx }, query) => listAccounts(tx, query)),
  getAccount: handle(contract.getAccount, async ({ tx, actor }, { accountId }) => ({
    ...(await found(tx, accountId)),
    // Keys open nothing of people.
    team: actor.keyId ? [] : await peopleOf(tx, accountId),
  })),
  // The portal's verb makes both: an account never stands without its master portal.
  createAccount: handle(contract.createAccount, async ({ tx, services, record }, draft) => {
    const portalId = await createPortal(tx, { staff: true, keys: new Set(), memberships: [] }, draft)
    const portal = await getPortal(tx, portalId, services.portalsOrigin)
    if (!portal) throw new NotFound()
    record({ targetId: portal.account.id, after: draft })
    return found(tx, portal.account.id)
  }),
  updateAccount: handle(
    contract.updateAccount,
    async ({ tx, record }, { accountId, ...draft }) => {
      const before = await found(tx, accountId)
      await updateAccount(tx, accountId, draft)
      const after = await found(tx, accountId)
      record({ targetId: accountId, before, after })
      return after
    },
    { versionOf: ({ tx }, { accountId }) => accountVersion(tx, accountId) },
  ),
  getLegalText: handle(contract.getLegalText, ({ tx, portal, services }) =>
    getLegalText(tx, portal, services.portalsOrigin),
  ),
  updateLegalText: handle(
    contract.updateLegalText,
    async ({ tx, portal, services, record }, { portalId: _, ...texts }) => {
      const before = await getLegalText(tx, portal, services.portalsOrigin)
      await updateLegalText(tx, portal, texts)
      const after = await getLegalText(tx, portal, services.portalsOrigin)
      record({ targetId: portal.accountId, before, after })
      return after
    },
    { versionOf: ({ tx, portal }) => legalTextVersion(tx, portal.accountId) },
  ),
}
