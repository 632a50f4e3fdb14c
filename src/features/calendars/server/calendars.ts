import { and, desc, eq, sql } from 'drizzle-orm'
import { v7 } from 'uuid'
import { hashToken, newToken } from '#features/account/server/sessions.ts'
import { subscribedCalendar } from '#features/account/server/table.ts'
import { seal, unseal } from '#features/two-factor/server/totp.ts'
import type { Call } from '#platform/call.ts'
import { queriesIn, rows } from '#platform/db.ts'
import { NotFound, Unprocessable } from '#platform/errors.ts'
import type { CalendarDraft, SubscribedCalendar } from '../contract.ts'
import { portalOf } from './rights.ts'

type OwnCall = Pick<Call, 'tx' | 'services' | 'record'> & { actor: NonNullable<Call['actor']> }

/** What the path of a calendar's address begins with. */
export const calendarsPath = '/calendars/'

const calendarsMax = 20
const boundTo = (calendarId: string) => `calendar ${calendarId}`

/** 256 random bits: their SHA-256 to be found by, and sealed to be shown again. */
function newAddress(key: Buffer, calendarId: string) {
  const token = newToken()
  return { hash: hashToken(token), sealed: seal(key, boundTo(calendarId), token) }
}

/** A person's own calendars, the latest first; or one of them. */
export async function ownCalendars(
  { tx, services, actor: { person } }: OwnCall,
  calendarId?: string,
): Promise<SubscribedCalendar[]> {
  const found = await tx
    .select()
    .from(subscribedCalendar)
    .where(
      and(
        eq(subscribedCalendar.personId, person.id),
        calendarId ? eq(subscribedCalendar.id, calendarId) : undefined,
      ),
    )
    .orderBy(desc(subscribedCalendar.createdAt), desc(subscribedCalendar.id))
  const told: SubscribedCalendar[] = []
  for (const row of found) {
    const portal = await portalOf(queriesIn(tx), person, row)
    const token = unseal(services.secret, boundTo(row.id), row.sealed)
    told.push({
      id: row.id,
      portal: portal ? { id: portal.id, name: portal.name } : null,
      wholeAccount: row.wholeAccount,
      address: `${services.appOrigin}${calendarsPath}${token}.ics`,
      createdAt: row.createdAt.toISOString(),
      lastReadAt: row.lastReadAt?.toISOString() ?? null,
    })
  }
  return told
}

async function ownCalendar(call: OwnCall, calendarId: string): Promise<SubscribedCalendar> {
  const [found] = await ownCalendars(call, calendarId)
  if (!found) throw new NotFound()
  return found
}

const refused = (field: string, code: string) =>
  new Unprocessable({ [field]: { code, params: { max: calendarsMax } } })

/**
 * Makes a calendar with its address.
 * @throws Unprocessable by the field `portalId` for a portal whose events one does not see, or more calendars than anybody
 * needs; `wholeAccount` where the portal is no label's.
 */
export async function createCalendar(call: OwnCall, { portalId, wholeAccount = false }: CalendarDraft) {
  const { tx, services, actor } = call
  const portal = await portalOf(queriesIn(tx), actor.person, { portalId, wholeAccount: false })
  if (!portal) throw refused('portalId', 'calendars.portal')
  if (wholeAccount && !portal.label) throw refused('wholeAccount', 'calendars.noLabel')
  await rows(tx, sql`select id from person where id = ${actor.person.id} for update`)
  const had = await tx.$count(subscribedCalendar, eq(subscribedCalendar.personId, actor.person.id))
  if (had >= calendarsMax) throw refused('portalId', 'calendars.tooMany')
  const id = v7()
  await tx
    .insert(subscribedCalendar)
    .values({ id, personId: actor.person.id, portalId, wholeAccount, ...newAddress(services.secret, id) })
  call.record({ targetId: id, after: { portal: portal.name, wholeAccount } })
  return ownCalendar(call, id)
}

/** The row, where it is one’s own. */
const own = ({ actor }: OwnCall, calendarId: string) =>
  and(eq(subscribedCalendar.id, calendarId), eq(subscribedCalendar.personId, actor.person.id))

/** Another address in the place of the one before. @throws NotFound for anybody else's. */
export async function rotateCalendar(call: OwnCall, calendarId: string) {
  await call.tx
    .update(subscribedCalendar)
    .set({ ...newAddress(call.services.secret, calendarId), lastReadAt: null })
    .where(own(call, calendarId))
  const made = await ownCalendar(call, calendarId)
  call.record({ targetId: calendarId, after: { portal: made.portal?.name ?? null } })
  return made
}

/** @throws NotFound for anybody else's. */
export async function revokeCalendar(call: OwnCall, calendarId: string): Promise<null> {
  const { portal, wholeAccount } = await ownCalendar(call, calendarId)
  await call.tx.delete(subscribedCalendar).where(own(call, calendarId))
  call.record({ targetId: calendarId, before: { portal: portal?.name ?? null, wholeAccount } })
  return null
}
