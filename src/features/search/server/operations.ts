import { reachablePortals, staffKeys } from '#platform/actor.ts'
import { elevated, queriesIn, reachStatement } from '#platform/db.ts'
import { handle } from '#platform/handle.ts'
import * as contract from '../contract.ts'
import { search } from './search.ts'

export const operations = {
  searchPortal: handle(contract.searchPortal, async ({ tx, actor, portal, locale }, { q }) => {
    const { person } = actor
    if (person.staff) {
      return search(tx, { staff: true, keys: portal.keys, portal, portals: [portal], locale }, q)
    }
    // Of a label, its other portals are found too: their rows come within reach for this search.
    const siblings = portal.label
      ? (await elevated(tx, 'ownAccount', () => reachablePortals(queriesIn(tx), person))).filter(
          ({ accountId }) => accountId === portal.accountId,
        )
      : []
    const portals = [portal, ...siblings.filter(({ id }) => id !== portal.id)]
    await tx.execute(
      reachStatement({
        role: 'member',
        personId: person.id,
        portals: portals.map(({ id }) => id),
        accounts: [portal.accountId],
      }),
    )
    return search(tx, { staff: false, keys: portal.keys, portal, portals, locale }, q)
  }),
  searchAll: handle(contract.searchAll, ({ tx, actor, locale }, { q }) =>
    search(tx, { staff: true, keys: staffKeys(actor.person), portal: undefined, portals: [], locale }, q),
  ),
}
