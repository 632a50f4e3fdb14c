import { inviteMember } from '#features/team/server/invite-member.ts'
import type { PortalScope } from '#platform/actor.ts'
import { findPortal } from '#platform/actor-portals.ts'
import type { Call } from '#platform/call.ts'
import { elevated, queriesIn } from '#platform/db.ts'
import { AppError, Forbidden, NotFound } from '#platform/errors.ts'
import { file } from '#platform/table.ts'
import type { DraftMember, PortalDraft } from '../draft-contract.ts'
import { createPortal, type Maker } from './create-portal.ts'
import type { KeptPicture } from './draft-picture.ts'

export type Making = Pick<Call, 'tx' | 'now' | 'services' | 'record'> & { actor: NonNullable<Call['actor']> }

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
  if (team.length === 0) return id
  const portal = await findPortal(queriesIn(tx), call.actor.person, id)
  if (!portal) throw new NotFound()
  await elevated(tx, 'people', () => inviteTeam(call, portal, team))
  return id
}

async function inviteTeam(call: Making, portal: PortalScope, team: readonly DraftMember[]) {
  if (!portal.keys.has('team.createoreditteammembers')) throw new Forbidden()
  for (const [at, { email, name, locale, ...membership }] of team.entries()) {
    const portals = [{ portalId: portal.id, ...membership }]
    await inviteMember(call, [portal], { email, name, ...(locale ? { locale } : {}), portals }).catch(
      (error: unknown) => {
        throw atPlace(error, at)
      },
    )
  }
}

/** The same refusal by the field of the draft that it is about. */
function atPlace(error: unknown, at: number): unknown {
  if (!(error instanceof AppError)) return error
  const fields = error.fields ?? { email: { code: error.code, params: error.params } }
  return new AppError(error.status, error.code, {
    params: error.params,
    headers: error.headers,
    fields: Object.fromEntries(Object.entries(fields).map(([name, said]) => [`team.${at}.${name}`, said])),
  })
}
