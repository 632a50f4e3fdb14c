import { handle } from '#platform/handle.ts'
import * as contract from '../contract.ts'
import { endFirstHour, firstHourOf } from './first-hour.ts'
import { waitingAt } from './waiting.ts'

export const operations = {
  firstHour: handle(contract.firstHour, async ({ tx, portal, actor }) => {
    const found = await firstHourOf(tx, portal.id, actor.person.id, portal.keys)
    // What a person has yet to do is theirs to see, not a watcher's.
    return actor.watcherId ? { ...found, due: false } : found
  }),
  listWaiting: handle(contract.listWaiting, ({ tx, portal, actor }) =>
    // A key of one portal has no label around it.
    waitingAt(tx, portal, portal.label && !actor.person.limits?.portalId),
  ),
  endFirstHour: handle(contract.endFirstHour, async ({ tx, actor, now }) => {
    if (!actor.watcherId) await endFirstHour(tx, actor.person.id, now)
    return null
  }),
}
