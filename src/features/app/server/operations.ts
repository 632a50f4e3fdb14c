import { handle } from '#platform/handle.ts'
import { listOf } from '#platform/paging.ts'
import * as contract from '../contract.ts'
import {
  changeRedirect,
  createRedirect,
  deleteRedirect,
  listRedirects,
  redirectOf,
  redirectVersion,
} from './redirects.ts'
import {
  changeUpdate,
  createUpdate,
  deleteUpdate,
  endTour,
  listUpdates,
  newsFor,
  seeNews,
  updateById,
  updateVersion,
} from './updates.ts'

export const operations = {
  appUpdates: handle(contract.appUpdates, async ({ tx, actor, now }) => {
    const news = await newsFor(tx, actor.person.id, now)
    // What a person has not seen yet is theirs to see, not a watcher's.
    return actor.watcherId ? { ...news, showAppUpdates: false, showTour: false } : news
  }),
  updateStatus: handle(contract.updateStatus, async ({ tx, actor }, { lastSeenId }) => {
    await seeNews(tx, actor.person.id, lastSeenId)
    return null
  }),
  endTour: handle(contract.endTour, async ({ tx, actor, now }) => {
    // A watcher's looking around is not the person's.
    if (!actor.watcherId) await endTour(tx, actor.person.id, now)
    return null
  }),
  checkRoute: handle(contract.checkRoute, async ({ tx, services }, { path }) => ({
    redirect: await redirectOf(tx, path, services.redirectHosts ?? []),
  })),
  currentBuild: handle(contract.currentBuild, async ({ services }) => ({
    id: services.buildId ?? 'development',
  })),
  measuring: handle(contract.measuring, async ({ services }) => ({
    scripts: services.environment === 'development' ? [] : [...(services.measuringScripts ?? [])],
  })),
  listUpdates: handle(contract.listUpdates, async ({ tx }, { page = 1 }) => {
    const { items, total } = await listUpdates(tx, page)
    return listOf(items, total, page)
  }),
  createUpdate: handle(contract.createUpdate, ({ tx, now }, draft) => createUpdate(tx, draft, now)),
  changeUpdate: handle(
    contract.changeUpdate,
    async ({ tx, now, record }, { updateId, ...draft }) => {
      const before = await updateById(tx, updateId)
      const after = await changeUpdate(tx, updateId, draft, now)
      record({ targetId: updateId, before, after })
      return after
    },
    { versionOf: ({ tx }, { updateId }) => updateVersion(tx, updateId) },
  ),
  deleteUpdate: handle(contract.deleteUpdate, async ({ tx, record }, { updateId }) => {
    record({ targetId: updateId, before: await deleteUpdate(tx, updateId) })
    return null
  }),
  listRedirects: handle(contract.listRedirects, async ({ tx, services }, { page = 1 }) => {
    const { items, total } = await listRedirects(tx, page)
    return { ...listOf(items, total, page), hosts: [...(services.redirectHosts ?? [])] }
  }),
  createRedirect: handle(contract.createRedirect, ({ tx, services }, draft) =>
    createRedirect(tx, draft, services.redirectHosts ?? []),
  ),
  changeRedirect: handle(
    contract.changeRedirect,
    async ({ tx, services, record }, { redirectId, ...draft }) => {
      const { before, after } = await changeRedirect(tx, redirectId, draft, services.redirectHosts ?? [])
      record({ targetId: redirectId, before, after })
      return after
    },
    { versionOf: ({ tx }, { redirectId }) => redirectVersion(tx, redirectId) },
  ),
  deleteRedirect: handle(contract.deleteRedirect, async ({ tx, record }, { redirectId }) => {
    record({ targetId: redirectId, before: await deleteRedirect(tx, redirectId) })
    return null
  }),
}
