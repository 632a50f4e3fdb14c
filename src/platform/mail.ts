import { and, asc, eq, inArray, lt, sql } from 'drizzle-orm'
import { createTransport } from 'nodemailer'
import type { Locale } from './constants.ts'
import { asService, type Database, type Tx } from './db.ts'
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
    foot: [say(draft.kind.startsWith('email') ? `${draft.kind}.ignore` : 'ignore')],
  })
}

export interface WrittenMail {
  to: string
  locale: Locale
  kind: string
  subject: string
  paragraphs: string[]
  button: { text: string; link: string }
  /** Small print; an address among it can be followed. */
  foot: string[]
}

/** Puts a mail whose words are already found into the outbox, as text and as HTML. */
export async function putMail(tx: Tx, { paragraphs, button, foot, ...rest }: WrittenMail): Promise<void> {
  const small = (line: string) =>
    /^https?:/.test(line)
      ? `<a href="${escapeHtml(line)}" style="color:#696f6c">${escapeHtml(line)}</a>`
      : escapeHtml(line)
  const html = [
    ...paragraphs.map((line) => `<p>${escapeHtml(line)}</p>`),
    `<p><a href="${escapeHtml(button.link)}" style="display:inline-block;padding:10px 18px;border-radius:6px;background:#141816;color:#ffffff;text-decoration:none">${escapeHtml(button.text)}</a></p>`,
    `<p style="color:#696f6c">${foot.map(small).join('<br>')}</p>`,
  ].join('\n')
  await tx.insert(mail).values({
    ...rest,
    text: [...paragraphs, button.link, foot.join('\n')].join('\n\n'),
    html: `<!doctype html><html lang="${rest.locale}"><body style="font:15px/1.5 system-ui,sans-serif;color:#141816;max-width:560px">${html}</body></html>`,
  })
}

const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)

const batch = 20
const triesMax = 5

/**
 * Sends what waits in the outbox. A mail in flight when the process dies is found again after ten minutes and marked
 * uncertain rather than sent twice. Without a mail server, mails are kept for super staff to see.
 */
export async function sendWaitingMail(
  database: Database,
  log: Log,
  smtpUrl: string | undefined,
  from: string,
): Promise<void> {
  await database.transaction(asService, (tx) =>
    tx
      .update(mail)
      .set({ state: 'uncertain' })
      .where(and(eq(mail.state, 'sending'), lt(mail.sentAt, sql`clock_timestamp() - interval '10 minutes'`))),
  )
  if (!smtpUrl) {
    await database.transaction(asService, (tx) =>
      tx.update(mail).set({ state: 'kept' }).where(eq(mail.state, 'waiting')),
    )
    return
  }
  const transport = createTransport(smtpUrl)
  for (;;) {
    const mails = await claim(database)
    if (mails.length === 0) return
    for (const one of mails) {
      const outcome = await transport
        .sendMail({
          from,
          to: one.to,
          subject: one.subject,
          text: one.text,
          html: one.html,
          messageId: `<${one.id}@backline>`,
        })
        .then(
          () => ({ state: 'sent' as const, error: null }),
          (error: Error) => ({
            state: one.tries >= triesMax ? ('failed' as const) : ('waiting' as const),
            error: error.message,
          }),
        )
      if (outcome.error) log.warn({ mail: one.id, reason: outcome.error }, 'mail not sent')
      await database.transaction(asService, (tx) => tx.update(mail).set(outcome).where(eq(mail.id, one.id)))
      if (outcome.state === 'waiting') return
    }
  }
}

const claim = (database: Database) =>
  database.transaction(asService, async (tx) => {
    const waiting = await tx
      .select({ id: mail.id })
      .from(mail)
      .where(eq(mail.state, 'waiting'))
      .orderBy(asc(mail.createdAt))
      .limit(batch)
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
