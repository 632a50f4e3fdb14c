import { handle } from '#platform/handle.ts'
import * as contract from '../rates-contract.ts'
import { previewProductRate, previewRate } from './preview-rate.ts'
import { listProductRates, readSteps, setProductRate } from './product-rates.ts'
import { listRates, setRate } from './rates.ts'

/** What the provider keeps of what is sold, and what a change of it would mean. */
export const rateOperations = {
  listRates: handle(contract.listRates, ({ tx, now }) => listRates(tx, now)),
  previewRate: handle(contract.previewRate, ({ tx, now }, query) => previewRate(tx, query, now)),
  setRate: handle(contract.setRate, async ({ tx, record, now }, draft) => {
    const set = await setRate(tx, draft, now)
    record({ ...(draft.portalId ? { targetId: draft.portalId } : {}), after: draft })
    return set
  }),
  listProductRates: handle(contract.listProductRates, ({ tx, portal }) => listProductRates(tx, portal.id)),
  setProductRate: handle(
    contract.setProductRate,
    async ({ tx, portal, record, now }, { portalId: _, ...draft }) => {
      const set = await setProductRate(tx, portal.id, draft, now)
      record({ targetId: draft.productId, after: draft })
      return set
    },
  ),
  previewProductRate: handle(contract.previewProductRate, ({ tx, portal, now }, { productId, steps }) =>
    previewProductRate(tx, { portalId: portal.id, productId, steps: readSteps(steps) }, now),
  ),
}
