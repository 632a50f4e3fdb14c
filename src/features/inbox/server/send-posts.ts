import { and, eq, isNull, lte, sql } from 'drizzle-orm'
import { countAudience, nextRecipients, type Recipient } from '#features/communications/server/audience.ts'
import { post } from '#features/communications/server/table.ts'
import { asJob } from '#platform/background.ts'
import type { Database, Tx } from '#platform/db.ts'
import type { WrittenMail } from '#platform/letter.ts'
import { putMails } from '#platform/mail.ts'
import { withoutAddresses } from '#platform/without-addresses.ts'
import { words } from '#platform/words.ts'
import { postGiven } from './occasions.ts'
import { preferencesOf } from './preferences.ts'
import { message } from './table.ts'
import { unsubscribeUrl } from './unsubscribe.ts'

/** What links in mails are made of; never a request's Host header. */
export interface MailSettings {
  appOrigin: string
  secret: Buffer
}

type Post = typeof post.$inferSelect

const batch = 200

/**
 * Publishes what is due and gives each person of the audience their message, and their mail as they want it. Messages,
 * mails and how far it has come are one transaction a batch: a run that dies is taken up where it stood, and nobody has
 * a message twice. A job calls it each minute.
 */
export async function sendPosts(database: Database, settings: MailSettings, now: Date): Promise<number> {
  await asJob(database, (tx) =>
    tx
      .update(post)
      .set({ status: 'published', publishedAt: now, version: sql`${post.version} + 1` })
      .where(and(eq(post.status, 'scheduled'), lte(post.publishAt, now))),
  )
  for (let sent = 0; ; ) {
    const some = await asJob(database, (tx) => sendSome(tx, settings, now))
    if (some === undefined) return sent
    sent += some
  }
}

/** One batch of one post; undefined when no post has anybody left. */
async function sendSome(tx: Tx, settings: MailSettings, now: Date): Promise<number | undefined> {
  const [due] = await tx
    .select()
    .from(post)
    .where(and(eq(post.status, 'published'), isNull(post.completedAt)))
    .orderBy(post.publishedAt)
    .limit(1)
    .for('update', { skipLocked: true })
  if (!due) return undefined
  const recipients = due.recipients ?? (await countAudience(tx, due.audience)).people
  const people = await nextRecipients(tx, due.audience, due.sentTo, batch)
  if (people.length > 0) await give(tx, due, people, settings)
  await tx
    .update(post)
    .set({
      recipients,
      sentTo: people.at(-1)?.id ?? due.sentTo,
      ...(people.length < batch ? { completedAt: now } : {}),
    })
    .where(eq(post.id, due.id))
  return people.length
}

async function give(tx: Tx, due: Post, people: readonly Recipient[], settings: MailSettings) {
  const wished = await preferencesOf(
    tx,
    people.map(({ id }) => id),
    due.kind,
  )
  const byMail = due.channels.includes('email')
  const at = (person: Recipient) => (byMail ? wished(person.id) : 'off')
  const now = people.filter((person) => at(person) === 'once')
  const mailIds = await putMails(
    tx,
    now.map((person) => letter(due, person, settings)),
  )
  const mailOf = new Map(now.map(({ id }, index) => [id, mailIds[index]]))
  await tx
    .insert(message)
    .values(
      people.map((person) => ({
        personId: person.id,
        postId: due.id,
        kind: due.kind,
        about: `post ${due.id}`,
        mustAcknowledge: due.mustAcknowledge,
        inApp: due.channels.includes('inApp'),
        mailing: mailOf.has(person.id) ? 'mailed' : at(person) === 'daily' ? 'digest' : 'none',
        mailId: mailOf.get(person.id) ?? null,
      })) as (typeof message.$inferInsert)[],
    )
    .onConflictDoNothing()
  await postGiven.tell(
    tx,
    due,
    people.map(({ id }) => id),
  )
}

function letter(due: Post, { id, name, email, locale }: Recipient, settings: MailSettings): WrittenMail {
  const said = (text: { es: string; en?: string | undefined }) => text[locale] ?? text.es
  const unsubscribe = unsubscribeUrl(settings, id, due.kind)
  const prefix = locale === 'en' ? '/en' : ''
  return {
    to: email,
    locale,
    kind: 'post',
    subject: said(due.title),
    mayNameAddresses: true,
    paragraphs: [words('mail.greeting', locale, { name: withoutAddresses(name) }), said(due.description)],
    formatted: said(due.body),
    ...(due.pictureUrl ? { pictureUrl: new URL(due.pictureUrl, settings.appOrigin).href } : {}),
    button: {
      text: words('communications.mail.button', locale),
      link: `${settings.appOrigin}${prefix}/account/inbox`,
    },
    foot: [words('communications.mail.why', locale), unsubscribe],
    unsubscribeUrl: unsubscribe,
  }
}
