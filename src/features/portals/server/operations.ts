import { type Activity, writeActivity } from '#platform/activity.ts'
import type { Person } from '#platform/actor.ts'
import type { Call, Sure } from '#platform/call.ts'
import type { Tx } from '#platform/db.ts'
import { NotFound } from '#platform/errors.ts'
import { handle, handleOutside } from '#platform/handle.ts'
import { seenAnywhere } from '#platform/of-portals.ts'
import { listOf } from '#platform/paging.ts'
import { type Reaching, teamOf } from '#platform/team-of.ts'
import { wakeAfter } from '#platform/wake-after.ts'
import * as bulkContract from '../bulk-contract.ts'
import * as contract from '../contract.ts'
import * as draftContract from '../draft-contract.ts'
import * as settingsContract from '../settings-contract.ts'
import { alertsOf } from './alerts.ts'
import { isGood, judgeRows, keepPictures, toRow } from './bulk-portals.ts'
import { bulkDrafts } from './bulk-source.ts'
import { checkDraft } from './check-draft.ts'
import { demandPlace } from './create-portal.ts'
import { deletePortal } from './delete-portal.ts'
import { domainRecords } from './domain.ts'
import { refuseMissing } from './draft-picture.ts'
import { exportPortals } from './export-portals.ts'
import { makePortal } from './make-portal.ts'
import { type Made, makeAllRows, makeRows } from './make-rows.ts'
import { makerOf, preparePortals } from './prepare-portals.ts'
import { getPortal, listPortals } from './queries.ts'
import { changedPicture, portalVersion, updatePortal } from './update-portal.ts'
import { updateSettings } from './update-settings.ts'
import { verifyDomain } from './verify-domain.ts'

async function found(tx: Tx, portalId: string, portalsOrigin: string, reader?: Person) {
  const portal = await getPortal(tx, portalId, portalsOrigin, reader)
  if (!portal) throw new NotFound()
  return portal
}

/** What a portal tells of its team; the rest is told by the team's own calls. */
const toMember = ({ id, name, role, grants, denies, inherited, pending, lastSeenAt }: Reaching) => ({
  ...{ id, name, role, grants, denies, inherited, pending, lastSeenAt },
})

/** Whose portals a list holds for its reader: of staff, everybody's. */
const seenBy = ({ actor, memberships }: Sure<typeof contract.listPortals, Call>) =>
  actor.person.staff ? undefined : seenAnywhere(memberships, actor.person)

export const operations = {
  listPortals: handle(contract.listPortals, (call, query) =>
    listPortals(call.tx, query, seenBy(call), call.services.portalsOrigin),
  ),
  exportPortals: handle(contract.exportPortals, (call, query) => exportPortals(call, query, seenBy(call))),
  getPortal: handle(contract.getPortal, async ({ tx, portal, services, actor }) => {
    const one = await found(tx, portal.id, services.portalsOrigin, actor?.person)
    const { domainReason: reason, domainCheckedAt: checkedAt, ...rest } = one
    const domain = one.customDomain
      ? {
          reason,
          checkedAt,
          ...domainRecords(services.secret, services.portalsOrigin, portal.id, one.customDomain),
        }
      : null
    // Keys open nothing of people: one may stand in a page that anybody reads.
    const team = actor?.keyId ? [] : (await teamOf(tx, portal.id)).map(toMember)
    return { ...rest, domain, team }
  }),
  listAlerts: handle(contract.listAlerts, ({ tx, portal }) => alertsOf(tx, portal.id, portal.keys)),
  createPortal: wakeAfter(
    'mail',
    handle(
      draftContract.createPortal,
      async (call, input, { drafts, pictures, picture }) => {
        const maker = makerOf(call)
        if ('name' in input) {
          const id = await makePortal(call, maker, input, picture)
          return found(call.tx, id, call.services.portalsOrigin)
        }
        const rows = await judgeRows(call.tx, maker, drafts, pictures)
        const made =
          input.mode === 'valid'
            ? await makeRows(call, maker, rows)
            : await makeAllRows(call, maker, rows, input.list ? 'list' : 'file')
        return { rows: rows.map((row) => toRow(row, made.get(row.row), call.locale)), created: made.size }
      },
      { before: preparePortals },
    ),
  ),
  // Outside: a dry run leaves no trace. What it may touch is narrowed by the maker's own portals.
  bulkPortals: wakeAfter(
    'mail',
    handleOutside(bulkContract.bulkPortals, async (call, input) => {
      const { actor } = call
      if (!actor) throw new NotFound()
      const maker = makerOf(call)
      demandPlace(maker)
      const { firstRow = 1, lastRow = Number.MAX_SAFE_INTEGER, mode } = input
      const drafts = (await bulkDrafts(input)).filter(({ row }) => row >= firstRow && row <= lastRow)
      const pictures = mode === 'check' ? new Map() : await keepPictures(call.services.files, drafts)
      return call.transaction(async (tx) => {
        const rows = await judgeRows(tx, maker, drafts, pictures)
        const records: Activity[] = []
        const making = { ...call, actor, tx, record: (one: Activity) => records.push(one) }
        const some = mode === 'valid' || (mode === 'all' && rows.every(isGood))
        const made: Made = some ? await makeRows(making, maker, rows) : new Map()
        if (records.length > 0) await writeActivity({ ...call, tx }, records)
        return { rows: rows.map((row) => toRow(row, made.get(row.row), call.locale)), created: made.size }
      })
    }),
  ),
  checkPortal: handle(draftContract.checkPortal, checkDraft),
  updatePortal: handle(
    contract.updatePortal,
    async ({ tx, portal, services, record }, { portalId: _, picture, pictureUrl, ...changes }) => {
      const before = await found(tx, portal.id, services.portalsOrigin)
      const change = changedPicture(before.picture, picture, pictureUrl)
      await refuseMissing(services.files, change.pictureUrl)
      await updatePortal(tx, portal.id, { ...changes, ...change })
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
    async ({ tx, portal, actor, services, record }, { portalId: _, ...settings }) => {
      const before = await found(tx, portal.id, services.portalsOrigin)
      await updateSettings(tx, portal.id, { staff: actor.person.staff, keys: portal.keys }, settings)
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
    const items = team
      .filter(({ pending }) => !pending)
      .map(({ id, name, email, role, inherited }) => ({ id, name, email, role, inherited }))
    return listOf(items, items.length, 1)
  }),
}
