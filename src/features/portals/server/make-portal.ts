import { file } from '#platform/table.ts'
import type { PortalDraft } from '../draft-contract.ts'
import { createPortal, type Maker } from './create-portal.ts'
import type { KeptPicture } from './draft-picture.ts'
import { type Making, teamNamed } from './occasions.ts'

/**
 * Makes a portal with its picture and invites its team, all or nothing, and answers its id.
 * @throws what `createPortal` and the team's rules throw; Forbidden for a team without the right to invite.
 */
export async function makePortal(call: Making, maker: Maker, draft: PortalDraft, picture: KeptPicture) {
  const { tx } = call
  const id = await createPortal(tx, maker, draft, picture.url)
  const { team = [], picture: _file, ...told } = draft
  call.record({
    targetId: id,
    after: { ...told, pictureUrl: picture.url, selfInvoice: draft.selfInvoice ?? true },
  })
  const { stored } = picture
  if (stored)
    await tx.insert(file).values({ portalId: id, key: stored.key, type: stored.kind, bytes: stored.bytes })
  if (team.length > 0) await teamNamed.tell(call, id, team)
  return id
}
