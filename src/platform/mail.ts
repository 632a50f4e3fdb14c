import { and, asc, eq, inArray, isNotNull, isNull, lt, or, type SQL, sql } from 'drizzle-orm'
import { createTransport, type Transporter } from 'nodemailer'
import { v7 } from 'uuid'
import { asJob } from './background.ts'
import type { Locale } from './constants.ts'
import type { Database, Tx } from './db.ts'
import { asLetter, type WrittenMail } from './letter.ts'
import type { Log } from './log.ts'
import { mail } from './table.ts'
import { words } from './words.ts'

export interface MailDraft {
  to: string
  locale: Locale
  /** Key under `mail.` in `messages/`: subject, body and button. */
  kind: 'reset' | 'invitation' | 'access' | 'emailChange' | 'emailNotice' | 'emailTaken'
  name: string
  /** Absolute address that the button leads to; from the settings, never from a request's Host header. */
  link: string
}

/** Kinds of mail whose link is no way in by itself, and whose small print says what they are instead. */
const saysItself = /^email|^access$/

/** Puts a mail into the outbox, in the transaction of what it tells of. A job sends it. */
export async function queueMail(tx: Tx, draft: MailDraft): Promise<void> {
  const say = (key: string, params: Record<string, string> = {}) => words(`mail.${key}`, draft.locale, params)
  const paragraphs = [say('greeting', { name: draft.name }), say(`${draft.kind}.body`)]
  await putMail(tx, {
    to: draft.to,
    locale: draft.locale,
    kind: draft.kind,
    subject: say(`${draft.kind}.subject`),
    paragraphs,
    button: { text: say(`${draft.kind}.button`), link: draft.link },
    foot: [say(saysItself.test(draft.kind) ? `${draft.kind}.ignore` : 'ignore')],
  })
}

/** Puts a mail whose words are already found into the outbox, as text and as HTML. */
export async function putMail(tx: Tx, written: WrittenMail): Promise<void> {
  await putMails(tx, [written])
}

/** The same for many; answers their ids, in the same order. */
export async function putMails(tx: Tx, written: readonly WrittenMail[]): Promise<string[]> {
  const values = written.map((one) => ({ id: v7(), ...asLetter(one) }))
  if (values.length > 0) await tx.insert(mail).values(values)
  return values.map(({ id }) => id)
}

/** Takes a single-use link that is spent out of the mail that carried it; one on its way still goes out as it is. */
export async function takeOutLink(tx: Tx, linkHash: string): Promise<void> {
  await blankLinks(tx, eq(mail.linkHash, linkHash))
}

/** The same for links that nobody used in time. */
export const takeOutExpiredLinks = (tx: Tx): Promise<void> =>
  blankLinks(
    tx,
    sql`not exists (select from token t where t.hash = ${mail.linkHash} and t.used_at is null and t.expires_at > clock_timestamp())`,
  )

const blankLinks = async (tx: Tx, which: SQL) => {
  const without = (column: typeof mail.text | typeof mail.html) =>
    sql`regexp_replace(${column}, '([?&]|&#38;)token=[[:alnum:]_-]+', '', 'g')`
  await tx
    .update(mail)
    .set({ text: without(mail.text), html: without(mail.html), linkHash: null })
    .where(and(isNotNull(mail.linkHash), inArray(mail.state, ['sent', 'kept', 'failed']), which))
}

/** Sent at once, each over a connection of its own: only so many can be in flight when the process dies. */
const atOnce = 5
const triesMax = 5
/** Longer than a mail server is waited for: after this, whoever held the mail is gone. */
const leaseSeconds = 120
const patience = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 }

interface Sending {
  smtpUrl: string | undefined
  from: string
  /** After how many seconds a mail in flight counts as left behind. */
  leaseSeconds?: number
}

/**
 * Sends what waits in the outbox. A mail in flight when the process dies goes out again, with the same Message-ID, and is
 * marked uncertain: it may have arrived twice, but none is lost. Without a mail server, mails are kept for super staff
 * to see.
 */
export async function sendWaitingMail(database: Database, log: Log, sending: Sending): Promise<void> {
  await takeUpAgain(database, sending.leaseSeconds ?? leaseSeconds)
  if (!sending.smtpUrl) {
    await asJob(database, (tx) => tx.update(mail).set({ state: 'kept' }).where(eq(mail.state, 'waiting')))
    return
  }
  const started = new Date()
  const transport = createTransport({
    url: sending.smtpUrl,
    pool: true,
    maxConnections: atOnce,
    ...patience,
  } as Parameters<typeof createTransport>[0])
  try {
    for (;;) {
      const mails = await claim(database, started)
      if (mails.length === 0) return
      const outcomes = await Promise.all(mails.map((one) => send(transport, log, one, sending.from)))
      await asJob(database, async (tx) => {
        for (const { id, ...outcome } of outcomes) await tx.update(mail).set(outcome).where(eq(mail.id, id))
      })
      // The server takes no mail now: the next run tries again.
      if (outcomes.every(({ state }) => state === 'waiting')) return
    }
  } finally {
    transport.close()
  }
}

type StoredMail = typeof mail.$inferSelect

async function send(transport: Transporter, log: Log, one: StoredMail, from: string) {
  const unsubscribe = one.unsubscribeUrl && {
    'List-Unsubscribe': `<${one.unsubscribeUrl}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  }
  try {
    await transport.sendMail({
      from: one.fromName ? { name: one.fromName, address: addressIn(from) } : from,
      to: one.to,
      subject: one.subject,
      text: one.text,
      html: one.html,
      messageId: `<${one.id}@backline>`,
      ...(unsubscribe ? { headers: unsubscribe } : {}),
    })
    return { id: one.id, state: 'sent' as const, error: null }
  } catch (thrown) {
    const { message, responseCode = 0 } = thrown as Error & { responseCode?: number }
    log.warn({ mail: one.id, reason: message }, 'mail not sent')
    // 5xx: the server will not take it, however often it is asked (RFC 5321 §4.2.1).
    const lost = responseCode >= 500 || one.tries >= triesMax
    return { id: one.id, state: lost ? ('failed' as const) : ('waiting' as const), error: message }
  }
}

/** The address of `Backline <avisos@example.org>`. */
const addressIn = (from: string) => /<([^<>]+)>\s*$/.exec(from)?.[1] ?? from

const takeUpAgain = (database: Database, seconds: number) =>
  asJob(database, (tx) =>
    tx
      .update(mail)
      .set({ state: 'waiting', uncertain: true })
      .where(
        and(
          eq(mail.state, 'sending'),
          lt(mail.sentAt, sql`clock_timestamp() - make_interval(secs => ${seconds})`),
        ),
      ),
  )

/** The next few, each at most once a run: a server that asks for patience gets it. */
const claim = (database: Database, started: Date) =>
  asJob(database, async (tx) => {
    const waiting = await tx
      .select({ id: mail.id })
      .from(mail)
      .where(and(eq(mail.state, 'waiting'), or(isNull(mail.sentAt), lt(mail.sentAt, started))))
      .orderBy(asc(mail.createdAt))
      .limit(atOnce)
      .for('update', { skipLocked: true })
    if (waiting.length === 0) return []
    return tx
      .update(mail)
      .set({ state: 'sending', tries: sql`${mail.tries} + 1`, sentAt: sql`clock_timestamp()` })
      .where(
        inArray(
          mail.id,
          waiting.map(({ id }) => id),
        ),
      )
      .returning()
  })
