import { createHmac, timingSafeEqual } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { person } from '#features/account/server/table.ts'
import type { Locale } from '#platform/constants.ts'
import { asService, type Database, type Tx } from '#platform/db.ts'
import { words } from '#platform/words.ts'
import { messageKinds } from '../choices.ts'
import { leavingMails } from './occasions.ts'
import { keepPreferences, ownPreferences } from './preferences.ts'

/** What mails are left by: a kind, the summary of a day with all that is gathered in it, or one thing's of a feature above. */
const leaveKinds = [...messageKinds, 'digest', 'report'] as const
type LeaveKind = (typeof leaveKinds)[number]

const sign = (secret: Buffer, personId: string, kind: string, of: string) =>
  createHmac('sha256', secret)
    .update(`unsubscribe ${personId} ${kind}${of && ` ${of}`}`)
    .digest('base64url')
    .slice(0, 32)

interface Settings {
  appOrigin: string
  secret: Buffer
}

/** Where a person takes mails of a kind off without signing in; the address is good for that and nothing else. */
export function unsubscribeUrl(
  { appOrigin, secret }: Settings,
  personId: string,
  kind: LeaveKind,
  of = '',
): string {
  const token = sign(secret, personId, kind, of)
  const query = new URLSearchParams({ person: personId, kind, ...(of ? { of } : {}), token })
  return `${appOrigin}/unsubscribe?${query}`
}

const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)

/**
 * The page behind the link: it asks (mail programs open links by themselves), and a POST from it, or from the mail
 * program's own button (RFC 8058), takes the kind off.
 */
export async function unsubscribePage(
  request: Request,
  { database, secret, nonce }: { database: Database; secret: Buffer; nonce: string },
): Promise<Response> {
  const { searchParams, pathname, search } = new URL(request.url)
  const [personId = '', kind = '', of = '', token = ''] = ['person', 'kind', 'of', 'token'].map(
    (name) => searchParams.get(name) ?? undefined,
  )
  const [given, right] = [Buffer.from(token), Buffer.from(sign(secret, personId, kind, of))]
  const good =
    given.length === right.length &&
    timingSafeEqual(given, right) &&
    (leaveKinds as readonly string[]).includes(kind)
  const leave = request.method === 'POST'
  const left = good
    ? await database.transaction(asService('public'), (tx) =>
        leaveMails(tx, { personId, kind: kind as LeaveKind, of, leave }),
      )
    : undefined
  const asked = request.headers.get('accept-language')?.startsWith('en') ? 'en' : 'es'
  const locale: Locale = left?.locale ?? asked
  const say = (key: string) => escapeHtml(words(`communications.unsubscribe.${key}`, locale))
  const page = (status: number, body: string) =>
    new Response(
      `<!doctype html><html lang="${locale}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="robots" content="noindex"><title>${say('title')} · Backline</title><style nonce="${nonce}">body{font:1rem/1.5 system-ui,sans-serif;max-width:34rem;margin:12vh auto;padding:0 16px;color:#141816;background:#fff;overflow-wrap:anywhere}button{font:inherit;padding:10px 18px;border:0;border-radius:6px;background:#141816;color:#fff;cursor:pointer}a{color:inherit}@media(prefers-color-scheme:dark){body{background:#141816;color:#f2f4f3}button{background:#f2f4f3;color:#141816}}</style></head><body><main><h1>${say('title')}</h1>${body}</main></body></html>`,
      { status, headers: { 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'no-store' } },
    )
  const link = (path: string) => `<p><a href="${locale === 'en' ? '/en' : ''}${path}">${say('all')}</a></p>`
  if (!left) return page(404, `<p>${say('bad')}</p>${link('/account/inbox')}`)
  const name = escapeHtml(left.name)
  if (!leave)
    return page(
      200,
      `<p>${say('ask')} <b>${name}</b></p><form method="post" action="${escapeHtml(pathname + search)}"><button>${say('verb')}</button></form>`,
    )
  const where = kind === 'report' ? '/analytics/views' : '/account/inbox'
  return page(200, `<p>${say('done')} <b>${name}</b></p>${link(where)}`)
}

/** What is left, in its reader's words; undefined where the person or the thing is gone. */
async function leaveMails(
  tx: Tx,
  { personId, kind, of, leave }: { personId: string; kind: LeaveKind; of: string; leave: boolean },
): Promise<{ locale: Locale; name: string } | undefined> {
  const [who] = await tx.select().from(person).where(eq(person.id, personId))
  if (!who) return undefined
  const { locale } = who
  if (kind === 'report') {
    const [view] = await leavingMails.tell(tx, { personId, of, leave })
    return view === undefined
      ? undefined
      : { locale, name: words('communications.unsubscribe.report', locale, { name: view }) }
  }
  const kinds =
    kind === 'digest'
      ? (await ownPreferences(tx, personId)).flatMap((one) => (one.frequency === 'daily' ? [one.kind] : []))
      : [kind]
  if (leave)
    await keepPreferences(
      tx,
      personId,
      kinds.map((one) => ({ kind: one, frequency: 'off' })),
    )
  return { locale, name: words(`communications.messageKind.${kind}`, locale) }
}
