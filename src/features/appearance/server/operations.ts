import type { PortalCall } from '#platform/call.ts'
import { handle } from '#platform/handle.ts'
import { words } from '#platform/words.ts'
import * as contract from '../contract.ts'
import { designs } from '../designs.ts'
import { typographies } from '../typographies.ts'
import { publishAppearance, withdrawAppearance } from './publish-appearance.ts'
import { appearanceState, draftAppearance, lockDraft } from './queries.ts'
import { restoreAppearance } from './restore-appearance.ts'
import { saveAppearance } from './save-appearance.ts'
import { listShownProducts, lockChoice, updateShownProducts } from './shown-products.ts'

const state = ({ tx, portal, services }: PortalCall) => appearanceState(tx, portal, services)
const versionOf = ({ tx, portal }: PortalCall) => lockDraft(tx, portal.id)

export const operations = {
  listDesigns: handle(contract.listDesigns, async ({ locale }) =>
    designs.map(({ poster: _, ...design }) => ({
      ...design,
      name: words(`appearance.design.${design.id}.name`, locale),
      description: words(`appearance.design.${design.id}.text`, locale),
    })),
  ),
  listTypographies: handle(contract.listTypographies, async () =>
    typographies.map(({ id, name, heading, text }) => ({
      id,
      name,
      heading: heading.family,
      text: text.family,
    })),
  ),
  getAppearance: handle(contract.getAppearance, state),
  updateAppearance: handle(
    contract.updateAppearance,
    async (call, { portalId: _, ...draft }) => {
      const before = await draftAppearance(call.tx, call.portal.id)
      await saveAppearance(call.tx, call.portal.id, draft)
      call.record({ targetId: call.portal.id, before, after: draft })
      return state(call)
    },
    { versionOf },
  ),
  publishAppearance: handle(
    contract.publishAppearance,
    async (call) => {
      const { changed, published, draft, versions } = await state(call)
      await publishAppearance(call.tx, call.portal.id, call.actor.person.id, changed || versions.length === 0)
      call.record({ targetId: call.portal.id, before: published, after: draft })
      return state(call)
    },
    { versionOf },
  ),
  withdrawAppearance: handle(contract.withdrawAppearance, async (call, { versionId }) => {
    await lockDraft(call.tx, call.portal.id)
    const { published: before } = await state(call)
    await withdrawAppearance(call.tx, call.portal.id, versionId)
    const after = await state(call)
    call.record({ targetId: call.portal.id, before, after: after.published })
    return after
  }),
  restoreAppearance: handle(
    contract.restoreAppearance,
    async (call, { versionId }) => {
      const before = await draftAppearance(call.tx, call.portal.id)
      await restoreAppearance(call.tx, call.portal.id, versionId)
      const after = await state(call)
      call.record({ targetId: call.portal.id, before, after: after.draft })
      return after
    },
    { versionOf },
  ),
  listShownProducts: handle(contract.listShownProducts, ({ tx, portal }, { q }) =>
    listShownProducts(tx, portal.id, q),
  ),
  updateShownProducts: handle(
    contract.updateShownProducts,
    async ({ tx, portal }, { productIds }) => {
      await updateShownProducts(tx, portal.id, productIds)
      return listShownProducts(tx, portal.id)
    },
    { versionOf: ({ tx, portal }) => lockChoice(tx, portal.id) },
  ),
}
