import { sql } from 'drizzle-orm'
import { person, rateLimit } from '#features/account/server/table.ts'
import { writeActivity } from '#platform/activity.ts'
import type { Actor, PortalScope } from '#platform/actor.ts'
import { currentPortal, membershipsOf, staffKeys } from '#platform/actor-portals.ts'
import type { Call, OpenCall } from '#platform/call.ts'
import type { Locale } from '#platform/constants.ts'
import { queriesIn, type Tx } from '#platform/db.ts'
import { NotFound } from '#platform/errors.ts'
import { putMails } from '#platform/mail.ts'
import { type GuardedPage, keysOfPage } from '#platform/page-keys.ts'
import { isStaffOnly } from '#platform/permissions.ts'
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

/** What somebody lacks of a page where they work now, and who can give it there: nobody gives anything to themselves. */
async function lackingOf(
  { person: asker, currentPortalId }: Actor,
  tx: Tx,
  page: GuardedPage,
): Promise<Lacking> {
  const database = queriesIn(tx)
  const memberships = asker.staff ? [] : await membershipsOf(database, asker)
  const portal = asker.staff ? undefined : await currentPortal(database, asker, memberships, currentPortalId)
  const keys = asker.staff ? staffKeys(asker) : portal?.keys
  if (!keys) throw new NotFound()
  // What no member can hold is no page of theirs.
  const wanted = keysOfPage(page).filter((key) => asker.staff || !isStaffOnly(key))
  if (wanted.length === 0) throw new NotFound()
  if (wanted.some((key) => keys.has(key))) return { key: undefined, portal, givers: [] }
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
  return { key: wanted[0], portal, givers }
}

/** A permission as those read it who hold it. */
function keyWords(key: string, staff: boolean, locale: Locale): string {
  const name = `key.${key.replace('.', '_')}`
  const [own, other] = staff ? ['staff', 'roles'] : ['roles', 'staff']
  return wordsIfAny(`${own}.${name}`, locale) ?? wordsIfAny(`${other}.${name}`, locale) ?? key
}

export async function explainAccess(call: Asking<Call>, page: GuardedPage) {
  const { key, portal, givers } = await lackingOf(call.actor, call.tx, page)
  return {
    missing: key ? [keyWords(key, call.actor.person.staff, call.locale)] : [],
    givers: givers.map(({ name }) => name),
    portal: key ? (portal?.name ?? null) : null,
  }
}

/** Mails those who can give it. @throws NotFound when nothing is lacking or nobody can; TooMany before a day is over. */
export async function askForAccess(call: Asking<OpenCall>, page: GuardedPage): Promise<null> {
  const { actor, database, services } = call
  const asker = actor.person
  const { key, portal, givers } = await call.transaction((tx) => lackingOf(actor, tx, page))
  if (!key || givers.length === 0) throw new NotFound()
  await countTry(database, rateLimit, once, `${asker.id} ${portal?.id ?? ''} ${page}`)
  await call.transaction(async (tx) => {
    await putMails(
      tx,
      givers.map(({ email, name, locale }) => {
        const say = (part: string, params: Record<string, string> = {}) =>
          words(`mail.accessAsked.${part}`, locale, params)
        const asked = {
          who: asker.name,
          page: words(`shell.menu.${page}`, locale),
          key: keyWords(key, asker.staff, locale),
        }
        const path = asker.staff ? `/staffs/${asker.id}` : '/team'
        return {
          ...{ to: email, locale, kind: 'accessAsked' },
          subject: say('subject', asked),
          paragraphs: [
            words('mail.greeting', locale, { name }),
            portal ? say('body', { ...asked, portal: portal.name }) : say('bodyStaff', asked),
          ],
          button: {
            text: say('button'),
            link: `${services.appOrigin}${locale === 'en' ? '/en' : ''}${path}`,
          },
          foot: [say('ignore')],
        }
      }),
    )
    await writeActivity({ ...call, tx, portal }, [{ targetId: asker.id, after: { page } }])
  })
  await services.wake('mail')
  return null
}
