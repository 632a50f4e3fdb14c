import { sql } from 'drizzle-orm'
import { tellPeople } from '#features/inbox/server/tell-people.ts'
import type { Locale } from '#platform/constants.ts'
import { rows, type Tx } from '#platform/db.ts'
import { putMails } from '#platform/mail.ts'
import { teamOf } from '#platform/team-of.ts'
import { words } from '#platform/words.ts'
import type { EndpointState } from '../choices.ts'

interface Reader {
  id: string
  name: string
  email: string
  locale: Locale
  staff: boolean
}

/**
 * Stops sending to an endpoint by itself, and tells those who can do something about it, each once by inbox and by mail. What
 * happens meanwhile waits for it.
 */
export async function stopEndpoint(
  tx: Tx,
  { portalId, id }: { portalId: string; id: string },
  state: Extract<EndpointState, 'failing' | 'gone' | 'rights'>,
  { appOrigin }: { appOrigin: string },
): Promise<void> {
  const [stopped] = await rows<{ name: string; personId: string | null; portal: string; version: number }>(
    tx,
    sql`update webhook_endpoint e set state = ${state}, version = version + 1
      where e.portal_id = ${portalId} and e.id = ${id} and e.state = 'active' and e.removed_at is null
      returning e.name, e.person_id as "personId", e.version, (select name from portal where id = e.portal_id) as portal`,
  )
  if (!stopped) return
  const readers = await readersOf(tx, portalId, stopped.personId)
  if (readers.length === 0) return
  const { name, portal, version } = stopped
  const told = (locale: Locale) => ({
    title: words(`webhooks.told.${state}.title`, locale, { name, portal }),
    body: words(`webhooks.told.${state}.body`, locale, { name, portal }),
  })
  // Staff have no portal of their own: they find it among all.
  const linkOf = (staff: boolean) => (staff ? `/portals/${portalId}` : '/dashboard/webhooks')
  const mailIds = await putMails(
    tx,
    readers.map(({ name: reader, email, locale, staff }) => {
      const { title, body } = told(locale)
      return {
        ...{ to: email, locale, kind: 'webhook', subject: title },
        paragraphs: [words('mail.greeting', locale, { name: reader }), body],
        button: {
          text: words('webhooks.told.button', locale),
          link: `${appOrigin}${locale === 'en' ? '/en' : ''}${linkOf(staff)}`,
        },
        foot: [words('communications.mail.why', locale)],
      }
    }),
  )
  for (const staff of [true, false]) {
    const those = readers
      .map(({ id }, at) => ({ id, mailId: mailIds[at] ?? '' }))
      .filter((_, at) => readers[at]?.staff === staff)
    await tellPeople(tx, {
      ...{ to: those.map((one) => one.id), mailIds: those.map(({ mailId }) => mailId) },
      ...{ about: `webhook ${id} ${version}`, told, link: linkOf(staff) },
    })
  }
}

/** Whoever may set endpoints up at the portal, and whoever made this one while they are staff. */
async function readersOf(tx: Tx, portalId: string, personId: string | null): Promise<Reader[]> {
  const team = (await teamOf(tx, portalId)).filter(
    ({ pending, keys }) => !pending && keys.has('portal.editconfiguration'),
  )
  const ids = JSON.stringify(team.map((one) => one.personId))
  return rows<Reader>(
    tx,
    sql`select id, name, email, locale, staff from person where suspended_at is null and password_hash is not null
      and (id in (select (jsonb_array_elements_text(${ids}::jsonb))::uuid) or id = ${personId} and staff) order by id`,
  )
}
