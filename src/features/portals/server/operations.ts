import { teamOf } from '#features/team/server/queries.ts'
import { writeActivity } from '#platform/activity.ts'
import { asService, elevated, type Tx } from '#platform/db.ts'
import { NotFound } from '#platform/errors.ts'
import { handle, handleOutside } from '#platform/handle.ts'
import { listOf } from '#platform/shapes.ts'
import * as bulkContract from '../bulk-contract.ts'
import * as contract from '../contract.ts'
import * as settingsContract from '../settings-contract.ts'
import { alertsOf } from './alerts.ts'
import { bulkPortals } from './bulk-portals.ts'
import { bulkDrafts } from './bulk-source.ts'
import { checkPortal } from './check-portal.ts'
import { createPortal, demandPlace } from './create-portal.ts'
import { deletePortal } from './delete-portal.ts'
import { domainRecords } from './domain.ts'
import { getPortal, listPortals } from './queries.ts'
import { portalVersion, updatePortal } from './update-portal.ts'
import { updateSettings } from './update-settings.ts'
import { verifyDomain } from './verify-domain.ts'

async function found(tx: Tx, portalId: string, portalsOrigin: string) {
  const portal = await getPortal(tx, portalId, portalsOrigin)
  if (!portal) throw new NotFound()
  return portal
}

export const operations = {
  listPortals: handle(contract.listPortals, (call, query) =>
    listPortals(
      call.tx,
      query,
      call.actor.person.staff ? undefined : call.portals.map(({ id }) => id),
      call.services.portalsOrigin,
    ),
  ),
  getPortal: handle(contract.getPortal, async ({ tx, portal, services }) => {
    const one = await found(tx, portal.id, services.portalsOrigin)
    const { domainReason: reason, domainCheckedAt: checkedAt, ...rest } = one
    const domain = one.customDomain
      ? {
          reason,
          checkedAt,
          ...domainRecords(services.secret, services.portalsOrigin, portal.id, one.customDomain),
        }
      : null
    return { ...rest, domain, team: await teamOf(tx, portal.id) }
  }),
  listAlerts: handle(contract.listAlerts, ({ tx, portal }) => alertsOf(tx, portal.id)),
  createPortal: handle(contract.createPortal, async ({ tx, actor, portals, services, record }, draft) => {
    const id = await createPortal(tx, { staff: actor.person.staff, portals }, draft)
    record({ targetId: id, after: draft })
    // Made a moment ago, it is not among the portals of this transaction's reach.
    return elevated(tx, () => found(tx, id, services.portalsOrigin))
  }),
  // Outside: a file may come from somebody's slow web server. What it may touch is narrowed by the maker's own portals.
  bulkPortals: handleOutside(bulkContract.bulkPortals, async (call, input) => {
    const maker = { staff: call.actor?.person.staff ?? false, portals: call.portals }
    demandPlace(maker)
    const { firstRow = 1, lastRow = Number.MAX_SAFE_INTEGER } = input
    const drafts = (await bulkDrafts(input)).filter(({ row }) => row >= firstRow && row <= lastRow)
    return call.database.transaction(asService, async (tx) => {
      const result = await bulkPortals(tx, maker, drafts, input.mode, call.locale)
      const made = result.rows.filter(({ portalId }) => portalId)
      if (made.length > 0)
        await writeActivity(
          { ...call, tx },
          made.map(({ portalId, name, code, customUrl }) => ({
            targetId: portalId ?? undefined,
            after: { name, code, customUrl },
          })),
        )
      return result
    })
  }),
  checkPortal: handle(contract.checkPortal, ({ tx }, question) => checkPortal(tx, question)),
  updatePortal: handle(
    contract.updatePortal,
    async ({ tx, portal, services, record }, { portalId: _, ...changes }) => {
      const before = await found(tx, portal.id, services.portalsOrigin)
      await updatePortal(tx, portal.id, changes)
      const after = await found(tx, portal.id, services.portalsOrigin)
      record({ targetId: portal.id, before, after })
      return after
    },
    { versionOf: ({ tx, portal }) => portalVersion(tx, portal.id) },
  ),
  deletePortal: handle(contract.deletePortal, async ({ tx, portal, record }, { code }) => {
    await deletePortal(tx, portal, code)
    record({ targetId: portal.id, before: { code: portal.code, name: portal.name } })
    return null
  }),
  updateSettings: handle(
    settingsContract.updateSettings,
    async ({ tx, portal, services, record }, { portalId: _, ...settings }) => {
      const before = await found(tx, portal.id, services.portalsOrigin)
      await updateSettings(tx, portal.id, settings)
      const after = await found(tx, portal.id, services.portalsOrigin)
      record({ targetId: portal.id, before, after })
      return after
    },
    { versionOf: ({ tx, portal }) => portalVersion(tx, portal.id) },
  ),
  verifyDomain: handle(settingsContract.verifyDomain, async ({ tx, portal, services }) => {
    await verifyDomain(tx, portal.id)
    const { domainState } = await found(tx, portal.id, services.portalsOrigin)
    return { domainState }
  }),
  listPortalUsers: handle(contract.listPortalUsers, async ({ tx, portal }) => {
    const team = await teamOf(tx, portal.id)
    const items = team.filter(({ pending }) => !pending)
    return listOf(items, items.length, 1)
  }),
}
