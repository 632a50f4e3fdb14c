import type { Tx } from '#platform/db.ts'
import { NotFound } from '#platform/errors.ts'
import { handle } from '#platform/handle.ts'
import { listOf } from '#platform/paging.ts'
import { uuidOf } from '#platform/scope.ts'
import * as contract from '../contract.ts'
import { createFeatured } from './create-featured.ts'
import { deleteFeatured, portalOfFeatured, restoreFeatured } from './delete-featured.ts'
import { getFeatured, listFeatured, listTargets } from './queries.ts'
import { reorderFeatured } from './reorder-featured.ts'
import { featuredVersion, updateFeatured } from './update-featured.ts'

const all = async (tx: Tx, portalId: string, deleted = false) => {
  const items = await listFeatured(tx, portalId, deleted)
  return listOf(items, items.length, 1)
}

export const operations = {
  listFeatured: handle(contract.listFeatured, ({ tx, portal }, { deleted }) =>
    all(tx, portal.id, deleted === 'true'),
  ),
  getFeatured: handle(contract.getFeatured, async ({ tx, portal }, { featuredId }) => {
    const found = await getFeatured(tx, portal.id, featuredId)
    if (!found) throw new NotFound()
    return found
  }),
  createFeatured: handle(contract.createFeatured, ({ tx, portal, now }, { portalId: _, ...draft }) =>
    createFeatured(tx, portal.id, draft, now),
  ),
  updateFeatured: handle(
    contract.updateFeatured,
    async ({ tx, portal, now, record }, { portalId: _, featuredId, ...draft }) => {
      const { before, after } = await updateFeatured(tx, portal.id, featuredId, draft, now)
      record({ targetId: featuredId, before, after })
      return after
    },
    { versionOf: ({ tx, portal }, { featuredId }) => featuredVersion(tx, portal.id, featuredId) },
  ),
  reorderFeatured: handle(contract.reorderFeatured, async ({ tx, portal }, { featured }) => {
    await reorderFeatured(tx, portal.id, featured)
    return all(tx, portal.id)
  }),
  deleteFeatured: handle(
    contract.deleteFeatured,
    async ({ tx, portal, record }, { featuredId }) => {
      record({ targetId: featuredId, before: await deleteFeatured(tx, portal.id, featuredId) })
      return null
    },
    {
      portalOf: async (database, input) => {
        const featuredId = uuidOf(input, 'featuredId')
        return featuredId && portalOfFeatured(database, featuredId)
      },
    },
  ),
  restoreFeatured: handle(contract.restoreFeatured, ({ tx, portal }, { featuredId }) =>
    restoreFeatured(tx, portal.id, featuredId),
  ),
  listTargets: handle(contract.listTargets, ({ tx, portal }) => listTargets(tx, portal.id)),
}
