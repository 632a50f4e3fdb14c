import { eq } from 'drizzle-orm'
import { v7 } from 'uuid'
import { person } from '#features/account/server/table.ts'
import { ensureContacts } from '#features/contacts/server/ensure-contact.ts'
import type { PortalScope } from '#platform/actor.ts'
import { findPortal } from '#platform/actor-portals.ts'
import type { Call } from '#platform/call.ts'
import { queriesIn, type Tx } from '#platform/db.ts'
import { AppError, Conflict, Forbidden, NotFound } from '#platform/errors.ts'
import { teamOf } from '#platform/team-of.ts'
import type { Invitation, MemberDraft } from '../contract.ts'
import { lockTeam } from './lock-team.ts'
import { mailInvitation } from './mail-invitation.ts'
import { changerOf, checkDraft, refused } from './rules.ts'
import { invitation as table } from './table.ts'

/** Who asks, in a call that reaches all of their portals. */
export type Inviter = Pick<Call, 'tx' | 'now' | 'services' | 'record'> & { actor: NonNullable<Call['actor']> }

/**
 * Asks one person to join several portals, all or none; nobody belongs to a team before they accept. Who has no login
 * gets a link to choose a password, which accepts; who has one is asked on their account page. What is answered, and
 * what the team shows until then, is the same for both, and for staff, who cannot accept.
 * @throws NotFound for a portal out of reach; AppError 403 by the team's rules; Conflict when already asked or in.
 */
export async function inviteMember(
  call: Inviter,
  to: readonly Invited[],
  invitation: Omit<Invitation, 'portals'>,
) {
  const { tx, actor, now } = call
  const portals = to.map(({ portal }) => portal)
  await lockTeams(tx, portals)
  const [known] = await tx.select().from(person).where(eq(person.email, invitation.email))
  if (known?.id === actor.person.id) throw refused('team.ownRole', 'email')
  await checkInvited(call, to, { id: known?.id, field: 'email' })
  const invited = known ?? (await insertPerson(tx, invitation, actor.person.locale))
  await ensureContacts(tx, invited.id)
  const id = v7()
  const asked = { id, personId: invited.id, invitedBy: actor.person.id, name: invitation.name, sentAt: now }
  await insertInvited(call, asked, to)
  await mailInvitation(call, invited)
  return { id, portals: portals.map((portal) => portal.id) }
}

/** Changes to the teams of these portals take turns, in one order for everybody. */
export async function lockTeams(tx: Tx, portals: readonly PortalScope[]): Promise<void> {
  for (const accountId of [...new Set(portals.map((portal) => portal.accountId))].sort())
    await lockTeam(tx, accountId)
}

/** A portal that somebody is asked to, and as what. */
interface Invited {
  portal: PortalScope
  draft: MemberDraft
}

/**
 * May each be given in its portal, and is the person neither in nor asked there?
 * @throws AppError 403 by the team's rules; Conflict at the field said.
 */
export async function checkInvited(
  { tx, actor }: Inviter,
  to: readonly Invited[],
  of: { id: string | undefined; field: string },
): Promise<void> {
  for (const { portal, draft } of to) {
    const team = await teamOf(tx, portal.id)
    checkDraft(changerOf(actor.person, portal, team), draft)
    const there = team.find(({ personId, inherited }) => personId === of.id && !inherited)
    if (there)
      throw new Conflict(there.pending ? 'team.alreadyInvited' : 'team.alreadyMember', { field: of.field })
  }
}

type Asked = Pick<typeof table.$inferInsert, 'id' | 'personId' | 'invitedBy' | 'name' | 'sentAt'>

/** One row of an invitation for each portal. */
export async function insertInvited(
  { tx, record }: Inviter,
  asked: Asked,
  to: readonly Invited[],
): Promise<void> {
  const rows = to.map(({ portal, draft: { role, grants = [], denies = [] } }) => ({
    ...{ portal, of: { role, grants, denies } },
  }))
  await tx.insert(table).values(rows.map(({ portal, of }) => ({ ...asked, ...of, portalId: portal.id })))
  // One row for each portal, so that its Owners read it; no address, which an erasure could not take back.
  for (const { portal, of } of rows) record({ targetId: asked.id, portal, after: of })
}

async function insertPerson(
  tx: Tx,
  { email, name, locale }: Omit<Invitation, 'portals'>,
  fallback: 'es' | 'en',
) {
  const [created] = await tx
    .insert(person)
    .values({ email, name, locale: locale ?? fallback })
    .returning()
  if (!created) throw new NotFound()
  return created
}

/** Each portal that an invitation names, as the inviter reaches it. @throws NotFound, Forbidden. */
export async function invitedPortals(call: Inviter, drafts: Invitation['portals']): Promise<Invited[]> {
  const ids = drafts.map(({ portalId }) => portalId)
  if (new Set(ids).size !== ids.length)
    throw new AppError(400, 'invalidInput', { fields: { portals: { code: 'team.portalTwice' } } })
  const invited: Invited[] = []
  for (const { portalId, ...draft } of drafts) {
    const portal = await findPortal(queriesIn(call.tx), call.actor.person, portalId)
    if (!portal) throw new NotFound()
    if (!portal.keys.has('team.createoreditteammembers')) throw new Forbidden()
    invited.push({ portal, draft })
  }
  return invited
}
