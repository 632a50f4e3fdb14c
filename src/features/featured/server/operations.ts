import type { Tx } from '#platform/db.ts'
import { NotFound } from '#platform/errors.ts'
import { handle } from '#platform/handle.ts'
import { listOf } from '#platform/paging.ts'
import { uuidOf } from '#platform/scope.ts'
import { words } from '#platform/words.ts'
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

/** What stands there, in its order; what has no name is called what it is. */
const orderOf = (items: Awaited<ReturnType<typeof all>>['items']) => ({
  order: items.map(({ targetTitle, description, type }) => targetTitle ?? description ?? typeNames(type)),
})
const typeNames = (type: string) => ({
  es: words(`featured.type.${type}`, 'es'),
  en: words(`featured.type.${type}`, 'en'),
})

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
  reorderFeatured: handle(contract.reorderFeatured, async ({ tx, portal, record }, { featured }) => {
    const before = orderOf((await all(tx, portal.id)).items)
    await reorderFeatured(tx, portal.id, featured)
    const answer = await all(tx, portal.id)
    record({ before, after: orderOf(answer.items) })
    return answer
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
  listTargets: handle(contract.listTargets, ({ tx, portal }, { q }) => listTargets(tx, portal.id, q)),
}
