import { labelsOf, membershipsOf, staffKeys } from '#platform/actor-portals.ts'
import type { PortalCall } from '#platform/call.ts'
import { handle } from '#platform/handle.ts'
import * as contract from '../contract.ts'
import { search } from './search.ts'
import type { Searched } from './source.ts'

/** Of a label, its other portals are searched too, each for what the person may do there. */
const searchedFrom = async ({ database, actor, portal }: Searching): Promise<Searched> => {
  const label = labelsOf([portal], actor.person).length > 0
  const memberships = label ? await membershipsOf(database, actor) : []
  return {
    portal,
    label: label ? portal.accountId : undefined,
    own: memberships.filter(({ accountId, id }) => accountId === portal.accountId && id !== portal.id),
  }
}
type Searching = Pick<PortalCall, 'database' | 'actor' | 'portal'>

export const operations = {
  searchPortal: handle(
    contract.searchPortal,
    ({ tx, actor, portal, locale }, { q }, searched) =>
      search(tx, { staff: actor.person.staff, keys: portal.keys, searched, locale }, q),
    { before: searchedFrom },
  ),
  searchAll: handle(contract.searchAll, ({ tx, actor, locale }, { q }) =>
    search(tx, { staff: true, keys: staffKeys(actor.person), searched: undefined, locale }, q),
  ),
}
