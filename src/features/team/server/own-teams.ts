import { and, eq, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { person } from '#features/account/server/table.ts'
import { account, portal } from '#features/portals/server/table.ts'
import type { Call } from '#platform/call.ts'
import { rows, type Tx } from '#platform/db.ts'
import { Conflict, NotFound } from '#platform/errors.ts'
import { plain } from '#platform/like.ts'
import { iso, maybe, type RowOf, select } from '#platform/select.ts'
import { teamOf } from '#platform/team-of.ts'
import { lockTeam } from './lock-team.ts'
import { type MemberTurn, memberTurned } from './occasions.ts'
import { checkOwnerLeft } from './rules.ts'
import { invitation, member } from './table.ts'

type OwnCall = Pick<Call, 'tx' | 'record'> & { actor: NonNullable<Call['actor']> }

const [a, b, i, m, p] = [
  alias(account, 'a'),
  alias(person, 'b'),
  alias(invitation, 'i'),
  alias(member, 'm'),
  alias(portal, 'p'),
]
const membership = {
  portalId: p.id,
  accountId: p.accountId,
  name: p.name,
  role: m.role,
  grants: m.grants,
  denies: m.denies,
  master: sql<boolean>`p.master and ${eq(a.type, 'master')}`,
}
type Membership = RowOf<typeof membership>
const asking = {
  id: i.id,
  portalId: p.id,
  portal: p.name,
  role: i.role,
  grants: i.grants,
  denies: i.denies,
  by: maybe(b.name),
  at: iso(i.sentAt),
}

/** The teams that one is in by oneself, whether one may leave each, and those that ask. */
export async function ownTeams({ tx, actor }: OwnCall) {
  const teams = []
  for (const one of await memberships(tx, actor.person.id)) {
    const { accountId: _, ...told } = one
    teams.push({ ...told, staysBecause: await staysBecause(tx, one, actor.person.id) })
  }
  return { teams, invitations: await invitationsOf(tx, actor.person.id) }
}

const memberships = (tx: Tx, personId: string) =>
  select(
    tx,
    membership,
    sql`member m join portal p on p.id = m.portal_id join account a on a.id = p.account_id
      where m.person_id = ${personId} and p.deleted_at is null order by ${plain(sql`p.name`)}, p.id`,
  )

async function invitationsOf(tx: Tx, personId: string) {
  const found = await select(
    tx,
    asking,
    sql`invitation i join portal p on p.id = i.portal_id left join person b on b.id = i.invited_by
      where i.person_id = ${personId} and p.deleted_at is null order by i.sent_at desc, ${plain(sql`p.name`)}`,
  )
  const ids = [...new Set(found.map(({ id }) => id))]
  return ids.flatMap((id) => {
    const named = found.filter((one) => one.id === id)
    const [first] = named
    if (!first) return []
    const portals = named.map(({ portalId, portal: name, role, grants, denies }) => ({
      ...{ id: portalId, name },
      ...{ role, grants, denies },
    }))
    return [{ id, by: first.by, sentAt: first.at, portals }]
  })
}

/** Why one may not leave a team: its last Owner, or a role of the label's below that would come back. */
async function staysBecause(tx: Tx, { portalId, accountId, master }: Membership, personId: string) {
  const team = await teamOf(tx, portalId)
  try {
    checkOwnerLeft(team, personId, undefined)
  } catch {
    return 'lastOwner' as const
  }
  if (master) return null
  const [label] = await rows(
    tx,
    sql`select 1 from member m join portal p on p.id = m.portal_id join account a on a.id = p.account_id
      where m.person_id = ${personId} and p.account_id = ${accountId} and p.master and a.type = 'master'
        and p.id <> ${portalId} and p.deleted_at is null`,
  )
  return label ? ('replaces' as const) : null
}

/** Leaves a team. @throws NotFound; Conflict for its last Owner, and where leaving would bring the label's role back. */
export async function leaveTeam(call: OwnCall, portalId: string): Promise<null> {
  const { tx, actor } = call
  const find = async () => (await memberships(tx, actor.person.id)).find((one) => one.portalId === portalId)
  const found = await find()
  if (!found) throw new NotFound()
  await lockTeam(tx, found.accountId)
  const own = await find()
  if (!own) throw new NotFound()
  const why = await staysBecause(tx, own, actor.person.id)
  if (why === 'lastOwner') throw new Conflict('team.lastOwner')
  if (why === 'replaces') throw new Conflict('team.leaveAtMaster')
  const [left] = await tx
    .delete(member)
    .where(and(eq(member.portalId, portalId), eq(member.personId, actor.person.id)))
    .returning()
  if (left) await memberTurned.tell(tx, { what: 'removed', ...turnOf(left) })
  call.record({
    targetId: actor.person.id,
    portal: { id: portalId, accountId: own.accountId },
    before: { role: own.role },
  })
  return null
}

const turnOf = ({ portalId, personId, role, grants, denies }: typeof member.$inferSelect) => ({
  ...{ portalId, personId, role, grants, denies },
})

/** The rows of an invitation to this person, their teams' turns taken. */
async function asked(tx: Tx, personId: string, invitationId: string) {
  const find = () =>
    tx
      .select({ row: invitation, accountId: portal.accountId, deletedAt: portal.deletedAt })
      .from(invitation)
      .innerJoin(portal, eq(portal.id, invitation.portalId))
      .where(and(eq(invitation.id, invitationId), eq(invitation.personId, personId)))
  for (const accountId of [...new Set((await find()).map((one) => one.accountId))].sort())
    await lockTeam(tx, accountId)
  return find()
}

/** Joins the teams that an invitation names. @throws NotFound when it was taken back; Conflict for staff. */
export async function acceptInvitation(call: OwnCall, invitationId: string) {
  const { tx, actor } = call
  if (actor.person.staff) throw new Conflict('team.staffJoinNone')
  const found = await asked(tx, actor.person.id, invitationId)
  const open = found.filter(({ deletedAt }) => deletedAt === null)
  if (open.length === 0) throw new NotFound()
  for (const { row, accountId } of open) {
    const { portalId, personId, role, grants, denies } = row
    const [joined] = await tx
      .insert(member)
      .values({ portalId, personId, role, grants, denies })
      .onConflictDoNothing()
      .returning()
    if (joined) await memberTurned.tell(tx, { what: 'added', ...turnOf(joined) })
    call.record({ targetId: personId, portal: { id: portalId, accountId }, after: { role, grants, denies } })
  }
  await tx.delete(invitation).where(eq(invitation.id, invitationId))
  return { portals: open.map(({ row }) => row.portalId) }
}

/** Says no. @throws NotFound when it was taken back. */
export async function declineInvitation(call: OwnCall, invitationId: string): Promise<null> {
  const { tx, actor } = call
  const found = await asked(tx, actor.person.id, invitationId)
  if (found.length === 0) throw new NotFound()
  for (const { row, accountId } of found)
    call.record({
      targetId: invitationId,
      portal: { id: row.portalId, accountId },
      before: { role: row.role },
    })
  await tx.delete(invitation).where(eq(invitation.id, invitationId))
  return null
}

/** A link to activate answers the invitation that it came with, the newest; older ones go on asking. */
export async function acceptNewest(tx: Tx, personId: string): Promise<void> {
  const joined = await rows<Omit<MemberTurn, 'what'>>(
    tx,
    sql`
    with newest as (
      select portal_id, id from invitation
        where id = (select id from invitation where person_id = ${personId} order by sent_at desc, id limit 1)
    ), taken as (
      delete from invitation i using newest n where i.portal_id = n.portal_id and i.id = n.id
      returning i.portal_id, i.person_id, i.role, i.grants, i.denies
    )
    insert into member (portal_id, person_id, role, grants, denies)
      select portal_id, person_id, role, grants, denies from taken
      where not exists (select 1 from person p where p.id = person_id and p.staff) on conflict do nothing
      returning portal_id as "portalId", person_id as "personId", role, grants, denies`,
  )
  for (const turn of joined) await memberTurned.tell(tx, { what: 'added', ...turn })
}
