import { eraseAlerts } from '#features/restock/server/alerts.ts'
import type { OpenCall } from '#platform/call.ts'
import type { Tx } from '#platform/db.ts'
import { NotFound } from '#platform/errors.ts'
import { handle, handleOutside } from '#platform/handle.ts'
import * as contract from '../contract.ts'
import { findAtServices } from './find-at-services.ts'
import { getRelease, listReleases } from './queries.ts'
import { eraseSignUps, exportSignUps, listSignUps, signUp } from './sign-ups.ts'
import { createRelease, deleteRelease, releaseVersion, updateRelease } from './write-release.ts'

async function found(tx: Tx, portalId: string, releaseId: string) {
  const release = await getRelease(tx, portalId, releaseId)
  if (!release) throw new NotFound()
  return release
}

export const operations = {
  listReleases: handle(contract.listReleases, ({ tx, portal }, { page }) =>
    listReleases(tx, portal.id, page ?? 1),
  ),
  getRelease: handle(contract.getRelease, ({ tx, portal }, { releaseId }) => found(tx, portal.id, releaseId)),
  createRelease: handle(contract.createRelease, ({ tx, portal }, { portalId: _, ...draft }) =>
    createRelease(tx, portal.id, draft),
  ),
  updateRelease: handle(
    contract.updateRelease,
    async ({ tx, portal, record }, { portalId: _, releaseId, ...draft }) => {
      const { before, after } = await updateRelease(tx, portal.id, releaseId, draft)
      record({ targetId: releaseId, before, after })
      return after
    },
    { versionOf: ({ tx, portal }, { releaseId }) => releaseVersion(tx, portal.id, releaseId) },
  ),
  deleteRelease: handle(contract.deleteRelease, async ({ tx, portal, record }, { releaseId }) => {
    record({ targetId: releaseId, before: await deleteRelease(tx, portal.id, releaseId) })
    return null
  }),
  findAtServices: handle(contract.findAtServices, async (_call, _input, found) => found, {
    before: (call: OpenCall, { upc, isrc }: { upc?: string | undefined; isrc?: string | undefined }) =>
      findAtServices(call, { upc, isrc }),
  }),
  signUpForRelease: handleOutside(contract.signUpForRelease, async (call, { releaseId, email, locale }) => {
    await signUp(call, { releaseId, email, locale })
    return { accepted: true }
  }),
  listSignUps: handle(contract.listSignUps, async ({ tx, portal }, { releaseId, page }) => {
    await found(tx, portal.id, releaseId)
    return listSignUps(tx, portal.id, releaseId, page ?? 1)
  }),
  exportSignUps: handle(contract.exportSignUps, async (call, { releaseId }) => {
    await found(call.tx, call.portal.id, releaseId)
    return exportSignUps(call, releaseId)
  }),
  eraseSignUps: handle(contract.eraseSignUps, async ({ tx, portal, record }, { email }) => {
    const erased = (await eraseSignUps(tx, portal.id, email)) + (await eraseAlerts(tx, portal.id, email))
    // The address itself would live on in the log.
    record({ targetId: portal.id, after: { erased } })
    return { erased }
  }),
}
