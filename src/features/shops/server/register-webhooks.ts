import { secretOf } from '#features/connectors/server/connectors.ts'
import { asJob } from '#platform/background.ts'

import type { Step } from './run.ts'
import { ShopError } from './speaking-shop.ts'

/** Has the shop tell us from now on. Looked at again each time: shops give up on addresses that did not answer for a while. */
export const registerWebhooks: Step = async ({ appOrigin, database, secret }, run, shop) => {
  const signedWith = async () => {
    const known = await asJob(database, (tx) => secretOf(tx, secret, run.connectorId))
    if (!known) throw new ShopError('expired')
    return known
  }
  const looked = await shop.webhooks(
    `${appOrigin}/api/webhooks/${run.shopKind}/${run.connectorId}`,
    signedWith,
  )
  return { cursor: null, looked, total: looked, keep: async () => 0 }
}
