import { sql } from 'drizzle-orm'
import { accessAsked } from '#features/account/server/occasions.ts'
import { person, rateLimit } from '#features/account/server/table.ts'
import { writeActivity } from '#platform/activity.ts'
import type { Actor, PortalScope } from '#platform/actor.ts'
import { currentPortal, membershipsOf, portalOf, staffKeys } from '#platform/actor-portals.ts'
import type { Call, OpenCall } from '#platform/call.ts'
import type { Locale } from '#platform/constants.ts'
import { queriesIn, type Tx } from '#platform/db.ts'
import { NotFound } from '#platform/errors.ts'
import { putMails } from '#platform/mail.ts'
import {
  type GuardedPage,
  type GuardedPart,
  keysOfPage,
  lackingKey,
  titleKeyOf,
} from '#platform/page-keys.ts'
import { countTry } from '#platform/rate-limit.ts'
import { type RowOf, select } from '#platform/select.ts'
import { teamOf } from '#platform/team-of.ts'
import { words, wordsIfAny } from '#platform/words.ts'

const columns = { id: person.id, name: person.name, email: person.email, locale: person.locale }
type Giver = RowOf<typeof columns>
interface Lacking {
  /** Undefined: nothing. */
  key: string | undefined
  portal: PortalScope | undefined
  givers: Giver[]
}
type Asking<C> = C & { actor: Actor }

const once = { name: 'ask-access', points: 1, seconds: 24 * 60 * 60 }
const giversMax = 5

/** Of what is asked: a page or a part of one, where one works now or at the portal that is named. */
interface Asked {
  page: GuardedPage | GuardedPart
  portalId?: string | undefined
}

/** Where it is asked for: staff hold the same everywhere. @throws NotFound out of reach */
async function placeOf(actor: Actor, tx: Tx, portalId: string | undefined) {
  if (actor.person.staff) return undefined
  const database = queriesIn(tx)
  const portal = portalId
    ? await portalOf(database, actor, portalId)
    : await currentPortal(database, actor, await membershipsOf(database, actor))
  if (!portal) throw new NotFound()
  return portal
}

/** What somebody lacks of a page, and who can give it there: nobody gives anything to themselves. */
async function lackingOf(actor: Actor, tx: Tx, { page, portalId }: Asked): Promise<Lacking> {
  const asker = actor.person
  const portal = await placeOf(actor, tx, portalId)
  const keys = portal ? portal.keys : staffKeys(asker)
  // What no member can hold is no page of theirs.
  if (keysOfPage(page, asker.staff).length === 0) throw new NotFound()
  const key = lackingKey(page, asker.staff, (one) => keys.has(one))
  if (!key) return { key, portal, givers: [] }
  const team = portal ? await teamOf(tx, portal.id) : []
  const ids = team
    .filter(({ pending, keys: held }) => !pending && held.has('team.createoreditteammembers'))
    .map(({ id }) => id)
  const who = portal ? sql`id = any(${sql.param(`{${ids.join(',')}}`)}::uuid[])` : sql`staff and super`
  const givers = await select(
    tx,
    columns,
    sql`person where ${who} and suspended_at is null and password_hash is not null and id <> ${asker.id}
      order by name, id limit ${giversMax}`,
  )
  return { key, portal, givers }
}

/** A permission as people read it: what members hold is called among the roles, what staff alone hold among the staff. */
function keyWords(key: string, locale: Locale): string {
  const name = `key.${key.replace('.', '_')}`
  return wordsIfAny(`roles.${name}`, locale) ?? wordsIfAny(`staff.${name}`, locale) ?? key
}

/** When somebody asked for a page last, as the activity has it. */
async function lastAsked({ actor, tx }: Asking<Call>, { page }: Asked, portal: PortalScope | undefined) {
  const [last] = await select(
    tx,
    { at: sql<string | null>`to_json(max(at)) #>> '{}'` },
    sql`activity where action = ${'team.askForAccess'} and actor_id = ${actor.person.id}
      and portal_id is not distinct from ${portal?.id ?? null}::uuid and after->>'page' = ${page}`,
  )
  return last?.at ? new Date(last.at) : undefined
}

export async function explainAccess(call: Asking<Call>, asked: Asked) {
  const { key, portal, givers } = await lackingOf(call.actor, call.tx, asked)
  const last = key ? await lastAsked(call, asked, portal) : undefined
  return {
    title: words(titleKeyOf(asked.page), call.locale),
    missing: key ? [keyWords(key, call.locale)] : [],
    givers: givers.map(({ name }) => name),
    portal: key ? (portal?.name ?? null) : null,
    askedAt: last?.toISOString() ?? null,
    mayAsk: givers.length > 0 && (!last || last.getTime() + once.seconds * 1000 <= call.now.getTime()),
  }
}

/** Tells those who can give it. @throws NotFound when nothing is lacking or nobody can; TooMany before a day is over. */
export async function askForAccess(call: Asking<OpenCall>, asked: Asked): Promise<null> {
  const { actor, database, services, now } = call
  const { page } = asked
  const asker = actor.person
  const { key, portal, givers } = await call.transaction((tx) => lackingOf(actor, tx, asked))
  if (!key || givers.length === 0) throw new NotFound()
  await countTry(database, rateLimit, once, `${asker.id} ${portal?.id ?? ''} ${page}`)
  // Where it is given: whoever gives it may be at another of their portals.
  const path = portal ? `/portals/${portal.id}/team/${asker.id}` : `/staffs/${asker.id}`
  const told = (locale: Locale) => {
    const params = {
      who: asker.name,
      page: words(titleKeyOf(page), locale),
      key: keyWords(key, locale),
      portal: portal?.name ?? '',
    }
    return {
      title: words('mail.accessAsked.subject', locale, params),
      body: words(`mail.accessAsked.${portal ? 'body' : 'bodyStaff'}`, locale, params),
    }
  }
  await call.transaction(async (tx) => {
    const mailIds = await putMails(
      tx,
      givers.map(({ email, name, locale }) => {
        const { title, body } = told(locale)
        return {
          ...{ to: email, locale, kind: 'accessAsked' },
          subject: title,
          paragraphs: [words('mail.greeting', locale, { name }), body],
          button: {
            text: words('mail.accessAsked.button', locale),
            link: `${services.appOrigin}${locale === 'en' ? '/en' : ''}${path}`,
          },
          foot: [words('mail.accessAsked.ignore', locale)],
        }
      }),
    )
    const about = `access ${asker.id} ${portal?.id ?? ''} ${page} ${now.toISOString()}`
    await accessAsked.tell(tx, {
      ...{ to: givers.map(({ id }) => id), mailIds, about, told, link: path },
    })
    await writeActivity({ ...call, tx, portal }, [{ targetId: asker.id, after: { page } }])
  })
  await services.wake('mail')
  return null
}
