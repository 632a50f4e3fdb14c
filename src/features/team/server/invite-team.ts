import type { DraftMember } from '#features/portals/draft-contract.ts'
import type { Making } from '#features/portals/server/occasions.ts'
import type { PortalScope } from '#platform/actor.ts'
import { findPortal } from '#platform/actor-portals.ts'
import { elevated, queriesIn } from '#platform/db.ts'
import { AppError, Forbidden, NotFound } from '#platform/errors.ts'
import { inviteMember } from './invite-member.ts'

/**
 * Asks everybody whom the draft of a portal names to join it.
 * @throws what the team's rules throw, by the field of the draft; Forbidden without the right to invite.
 */
export async function inviteTeam(call: Making, portalId: string, team: readonly DraftMember[]) {
  const portal = await findPortal(queriesIn(call.tx), call.actor.person, portalId)
  if (!portal) throw new NotFound()
  await elevated(call.tx, 'people', () => inviteAll(call, portal, team))
}

async function inviteAll(call: Making, portal: PortalScope, team: readonly DraftMember[]) {
  if (!portal.keys.has('team.createoreditteammembers')) throw new Forbidden()
  for (const [at, { email, name, locale, ...draft }] of team.entries())
    await inviteMember(call, [{ portal, draft }], { email, name, locale }).catch((error: unknown) => {
      throw atPlace(error, at)
    })
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
