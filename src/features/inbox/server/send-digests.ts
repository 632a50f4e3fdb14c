import { type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { person } from '#features/account/server/table.ts'
import { asJob } from '#platform/background.ts'
import type { Database, Tx } from '#platform/db.ts'
import { putMails } from '#platform/mail.ts'
import { select } from '#platform/select.ts'
import type { BilingualText } from '#platform/table.ts'
import { words } from '#platform/words.ts'
import type { MailSettings } from './send-posts.ts'
import { message } from './table.ts'
import { unsubscribeUrl } from './unsubscribe.ts'

const [m, p] = [alias(message, 'm'), alias(person, 'p')]
const columns = {
  personId: m.personId,
  name: p.name,
  email: p.email,
  locale: p.locale,
  ids: sql<string[]>`array_agg(m.id order by m.created_at)::text[]`,
  titles: sql<BilingualText[]>`jsonb_agg(coalesce(o.title, m.words->'title') order by m.created_at)`,
}

/** Lines that one mail names; the inbox has them all. */
const linesShown = 20
const batch = 200

const waiting: SQL = sql`message m join person p on p.id = m.person_id left join post o on o.id = m.post_id
  where m.mailing = 'digest' and p.suspended_at is null and (o.id is null or o.status = 'published')
  group by m.person_id, p.id limit ${batch}`

/**
 * One mail for each person with what came since the last one, for those who want it so. The mail and the marks are one
 * transaction: whoever runs it twice on a day sends nothing twice.
 */
export async function sendDigests(database: Database, settings: MailSettings): Promise<number> {
  for (let sent = 0; ; ) {
    const some = await asJob(database, (tx) => sendSome(tx, settings))
    if (some === 0) return sent
    sent += some
  }
}

async function sendSome(tx: Tx, settings: MailSettings): Promise<number> {
  // Two processes at once would both find the same people.
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('digests', 0))`)
  const people = await select(tx, columns, waiting)
  const mailIds = await putMails(
    tx,
    people.map(({ personId, name, email, locale, titles }) => ({
      to: email,
      locale,
      kind: 'digest',
      subject:
        titles.length === 1
          ? words('communications.digest.subjectOne', locale)
          : words('communications.digest.subject', locale, { count: titles.length }),
      paragraphs: [
        words('mail.greeting', locale, { name }),
        words('communications.digest.body', locale),
        ...titles.slice(0, linesShown).map((title) => `• ${title[locale] ?? title.es}`),
      ],
      button: {
        text: words('communications.mail.button', locale),
        link: `${settings.appOrigin}${locale === 'en' ? '/en' : ''}/account/inbox`,
      },
      foot: [words('communications.digest.why', locale), unsubscribeUrl(settings, personId, 'digest')],
      unsubscribeUrl: unsubscribeUrl(settings, personId, 'digest'),
    })),
  )
  for (const [at, { ids }] of people.entries())
    await tx.execute(sql`update message set mailing = 'mailed', mail_id = ${mailIds[at]}
      where id = any(array(select jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb)::uuid))`)
  return people.length
}
