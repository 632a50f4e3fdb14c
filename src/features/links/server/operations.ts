import type { OpenCall } from '#platform/call.ts'
import { NotFound } from '#platform/errors.ts'
import { handle } from '#platform/handle.ts'
import { listOf } from '#platform/paging.ts'
import { uuidOf } from '#platform/scope.ts'
import * as contract from '../contract.ts'
import { createLink } from './create-link.ts'
import { deleteLink, portalOfLink } from './delete-link.ts'
import { previewLink } from './preview-link.ts'
import { getLink, listLinks } from './queries.ts'
import { changesOf, reorderLinks } from './reorder-links.ts'
import { linkVersion, updateLink } from './update-link.ts'

const all = async (...[tx, portalId]: Parameters<typeof listLinks>) => {
  const items = await listLinks(tx, portalId)
  return listOf(items, items.length, 1)
}

export const operations = {
  listLinks: handle(contract.listLinks, ({ tx, portal }) => all(tx, portal.id)),
  getLink: handle(contract.getLink, async ({ tx, portal }, { linkId }) => {
    const found = await getLink(tx, portal.id, linkId)
    if (!found) throw new NotFound()
    return found
  }),
  createLink: handle(contract.createLink, ({ tx, portal }, draft) => createLink(tx, portal.id, draft)),
  updateLink: handle(
    contract.updateLink,
    async ({ tx, portal, record }, { linkId, ...draft }) => {
      const before = await getLink(tx, portal.id, linkId)
      const after = await updateLink(tx, portal.id, linkId, draft)
      record({ targetId: linkId, before, after })
      return after
    },
    { versionOf: ({ tx, portal }, { linkId }) => linkVersion(tx, portal.id, linkId) },
  ),
  reorderLinks: handle(contract.reorderLinks, async ({ tx, portal, record }, { links }) => {
    const before = await listLinks(tx, portal.id)
    await reorderLinks(tx, portal.id, links)
    const answer = await all(tx, portal.id)
    for (const did of changesOf(before, answer.items)) record(did)
    return answer
  }),
  deleteLink: handle(
    contract.deleteLink,
    async ({ tx, portal, record }, { linkId }) => {
      record({ targetId: linkId, before: await deleteLink(tx, portal.id, linkId) })
      return null
    },
    {
      portalOf: async (database, input) => {
        const linkId = uuidOf(input, 'linkId')
        return linkId && portalOfLink(database, linkId)
      },
    },
  ),
  previewLink: handle(contract.previewLink, async (_call, _input, found) => found, {
    before: (_call: OpenCall, { url }: { url: string }) => previewLink(url),
  }),
}
