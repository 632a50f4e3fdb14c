import type { PortalScope } from '#platform/actor.ts'
import { reachablePortals, staffKeys } from '#platform/actor-portals.ts'
import type { PortalCall } from '#platform/call.ts'
import { reachToo } from '#platform/db.ts'
import { handle } from '#platform/handle.ts'
import * as contract from '../contract.ts'
import { search } from './search.ts'

/** Of a label, its other portals are found too. */
const siblingsOf = async ({ database, actor, portal }: Searching): Promise<PortalScope[]> =>
  portal.label
    ? (await reachablePortals(database, actor.person)).filter(
        ({ id, accountId }) => accountId === portal.accountId && id !== portal.id,
      )
    : []
type Searching = Pick<PortalCall, 'database' | 'actor' | 'portal'>

export const operations = {
  searchPortal: handle(
    contract.searchPortal,
    async ({ tx, actor, portal, locale }, { q }, siblings) => {
      const portals = [portal, ...siblings]
      await reachToo(
        tx,
        siblings.map(({ id }) => id),
      )
      return search(tx, { staff: actor.person.staff, keys: portal.keys, portal, portals, locale }, q)
    },
    { before: siblingsOf },
  ),
  searchAll: handle(contract.searchAll, ({ tx, actor, locale }, { q }) =>
    search(tx, { staff: true, keys: staffKeys(actor.person), portal: undefined, portals: [], locale }, q),
  ),
}
