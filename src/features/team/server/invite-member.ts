import { eq } from 'drizzle-orm'
import { person } from '#features/account/server/table.ts'
import { issueToken } from '#features/account/server/tokens.ts'
import { ensureContacts } from '#features/contacts/server/ensure-contact.ts'
import { findPortal, type PortalScope } from '#platform/actor.ts'
import { queriesIn, type Tx } from '#platform/db.ts'
import { AppError, Conflict, Forbidden, NotFound } from '#platform/errors.ts'
import type { Call } from '#platform/handle.ts'
import { queueMail } from '#platform/mail.ts'
import type { Invitation } from '../contract.ts'
import { lockTeam } from './lock-team.ts'
import { teamOf } from './queries.ts'
import { changerOf, checkDraft } from './rules.ts'
import { member } from './table.ts'

type Inviter = Pick<Call, 'tx' | 'now' | 'services' | 'record'> & { actor: NonNullable<Call['actor']> }

/**
 * Invites one person to several portals, all or none. Who has no login gets a link to choose a password; who has one
 * gets the membership at once and a mail that says so.
 * @throws NotFound for a portal out of reach; AppError 403 by the team's rules; Conflict when already a member.
 */
export async function inviteMember(call: Inviter, portals: readonly PortalScope[], invitation: Invitation) {
  const { tx, actor } = call
  for (const accountId of [...new Set(portals.map((portal) => portal.accountId))].sort())
    await lockTeam(tx, accountId)
  const [known] = await tx.select().from(person).where(eq(person.email, invitation.email))
  if (known?.staff)
    throw new AppError(422, 'invalidInput', { fields: { email: { code: 'team.notInvitable' } } })
  for (const [at, portal] of portals.entries()) {
    const draft = invitation.portals[at]
    if (!draft) continue
    const team = await teamOf(tx, portal.id)
    checkDraft(changerOf(actor.person, portal, team), draft)
    if (team.some(({ id, inherited }) => id === known?.id && !inherited))
      throw new Conflict('team.alreadyMember', { field: 'email' })
  }
  const invited = known ?? (await insertPerson(tx, invitation, actor.person.locale))
  await ensureContacts(tx, invited.id)
  await tx.insert(member).values(
    invitation.portals.map(({ portalId, role, grants, denies }) => ({
      portalId,
      personId: invited.id,
      role,
      grants: grants ?? [],
      denies: denies ?? [],
    })),
  )
  await mailInvitation(call, invited)
  // One row for each portal, so that its Owners read it; no address, which an erasure could not take back.
  for (const [at, portal] of portals.entries()) {
    const { role, grants = [], denies = [] } = invitation.portals[at] ?? {}
    call.record({ targetId: invited.id, portal, after: { role, grants, denies } })
  }
  return { id: invited.id, portals: portals.map(({ id }) => id) }
}

async function insertPerson(tx: Tx, { email, name, locale }: Invitation, fallback: 'es' | 'en') {
  const [created] = await tx
    .insert(person)
    .values({ email, name, locale: locale ?? fallback })
    .returning()
  if (!created) throw new NotFound()
  return created
}

interface Invited {
  id: string
  email: string
  name: string
  locale: 'es' | 'en'
  passwordHash: string | null
}

/** A link to choose a password for who has none; a plain address for who signs in already. */
export async function mailInvitation(
  { tx, now, services }: Pick<Inviter, 'tx' | 'now' | 'services'>,
  invited: Invited,
) {
  const prefix = `${services.appOrigin}${invited.locale === 'en' ? '/en' : ''}`
  const link = invited.passwordHash
    ? `${prefix}/login`
    : `${prefix}/activate-account?token=${await issueToken(tx, 'activate', invited.id, now)}`
  const kind = invited.passwordHash ? 'access' : 'invitation'
  await queueMail(tx, { to: invited.email, locale: invited.locale, kind, name: invited.name, link })
}

/** Each portal that the invitation names, as the inviter reaches it. @throws NotFound, Forbidden. */
export async function invitedPortals(call: Inviter, invitation: Invitation) {
  const ids = invitation.portals.map(({ portalId }) => portalId)
  if (new Set(ids).size !== ids.length)
    throw new AppError(400, 'invalidInput', { fields: { portals: { code: 'team.portalTwice' } } })
  const portals: PortalScope[] = []
  for (const id of ids) {
    const portal = await findPortal(queriesIn(call.tx), call.actor.person, id)
    if (!portal) throw new NotFound()
    if (!portal.keys.has('team.createoreditteammembers')) throw new Forbidden()
    portals.push(portal)
  }
  return portals
}
