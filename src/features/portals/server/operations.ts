import { teamOf } from '#features/team/server/queries.ts'
import { NotFound } from '#platform/errors.ts'
import { handle } from '#platform/handle.ts'
import * as contract from '../contract.ts'
import { alertsOf } from './alerts.ts'
import { getPortal, listPortals } from './queries.ts'

export const operations = {
  listPortals: handle(contract.listPortals, (call, query) =>
    listPortals(
      call.tx,
      query,
      call.actor.person.staff ? undefined : call.portals.map(({ id }) => id),
      call.services.portalsOrigin,
    ),
  ),
  getPortal: handle(contract.getPortal, async (call) => {
    const portal = await getPortal(call.tx, call.portal.id, call.services.portalsOrigin)
    if (!portal) throw new NotFound()
    return { ...portal, team: await teamOf(call.tx, call.portal.id) }
  }),
  listAlerts: handle(contract.listAlerts, ({ tx, portal }) => alertsOf(tx, portal.id)),
}
