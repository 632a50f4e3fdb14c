import type { Actor } from '#platform/actor.ts'
import { staffKeys } from '#platform/actor-portals.ts'
import type { View } from '#platform/call.ts'
import { handle } from '#platform/handle.ts'
import * as contract from '../why-contract.ts'
import { askingPortal, askingView } from './detail-operations.ts'
import { flags } from './flags.ts'
import { oddities } from './oddities.ts'
import { salesChange } from './sales-change.ts'
import { sideBySide } from './side-by-side.ts'

/** What somebody may do where they look: staff have no portal there. */
const keysOf = ({ actor, view }: { actor: Actor; view: View }) =>
  view.kind === 'staff' ? staffKeys(actor.person) : view.portal.keys

export const whyOperations = {
  salesChange: handle(contract.salesChange, (call, query) => salesChange(askingView(call), query)),
  salesChangeOfPortal: handle(contract.salesChangeOfPortal, (call, query) =>
    salesChange(askingPortal(call), query),
  ),
  flags: handle(contract.flags, (call, query) =>
    flags({ ...askingView(call), person: call.actor.person, keys: keysOf(call) }, query),
  ),
  flagsOfPortal: handle(contract.flagsOfPortal, (call, query) =>
    flags({ ...askingPortal(call), person: call.actor.person, keys: call.portal.keys }, query),
  ),
  oddities: handle(contract.oddities, (call) => oddities(askingView(call))),
  sideBySide: handle(contract.sideBySide, (call, query) => sideBySide(askingView(call), query)),
  odditiesOfPortal: handle(contract.odditiesOfPortal, (call) => oddities(askingPortal(call))),
}
