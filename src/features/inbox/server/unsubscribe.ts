import { createHmac, timingSafeEqual } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { person } from '#features/account/server/table.ts'
import type { Locale } from '#platform/constants.ts'
import { asService, type Database } from '#platform/db.ts'
import { words } from '#platform/words.ts'
import { type MessageKind, messageKinds } from '../choices.ts'
import { keepPreferences } from './preferences.ts'

const sign = (secret: Buffer, personId: string, kind: string) =>
  createHmac('sha256', secret).update(`unsubscribe ${personId} ${kind}`).digest('base64url').slice(0, 32)

interface Settings {
  appOrigin: string
  secret: Buffer
}

/** Where a person takes mails of a kind off without signing in; the address is good for that and nothing else. */
export function unsubscribeUrl({ appOrigin, secret }: Settings, personId: string, kind: MessageKind): string {
  const query = new URLSearchParams({ person: personId, kind, token: sign(secret, personId, kind) })
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
  const [personId = '', kind = '', token = ''] = ['person', 'kind', 'token'].map(
    (name) => searchParams.get(name) ?? undefined,
  )
  const [given, right] = [Buffer.from(token), Buffer.from(sign(secret, personId, kind))]
  const good =
    given.length === right.length &&
    timingSafeEqual(given, right) &&
    (messageKinds as readonly string[]).includes(kind)
  const [who] = good
    ? await database.transaction(asService('public'), (tx) =>
        tx.select().from(person).where(eq(person.id, personId)),
      )
    : []
  const asked = request.headers.get('accept-language')?.startsWith('en') ? 'en' : 'es'
  const locale: Locale = who?.locale ?? asked
  const say = (key: string) => escapeHtml(words(`communications.unsubscribe.${key}`, locale))
  const page = (status: number, body: string) =>
    new Response(
      `<!doctype html><html lang="${locale}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="robots" content="noindex"><title>${say('title')} · Backline</title><style nonce="${nonce}">body{font:16px/1.5 system-ui,sans-serif;max-width:34rem;margin:12vh auto;padding:0 16px;color:#141816;background:#fff}button{font:inherit;padding:10px 18px;border:0;border-radius:6px;background:#141816;color:#fff;cursor:pointer}a{color:inherit}@media(prefers-color-scheme:dark){body{background:#141816;color:#f2f4f3}button{background:#f2f4f3;color:#141816}}</style></head><body><main><h1>${say('title')}</h1>${body}</main></body></html>`,
      { status, headers: { 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'no-store' } },
    )
  if (!good || !who) return page(404, `<p>${say('bad')}</p>`)
  const name = escapeHtml(words(`communications.messageKind.${kind}`, locale))
  if (request.method !== 'POST')
    return page(
      200,
      `<p>${say('ask')} <b>${name}</b></p><form method="post" action="${escapeHtml(pathname + search)}"><button>${say('verb')}</button></form>`,
    )
  await database.transaction(asService('public'), (tx) =>
    keepPreferences(tx, personId, [{ kind: kind as MessageKind, frequency: 'off' }]),
  )
  return page(
    200,
    `<p>${say('done')} <b>${name}</b></p><p><a href="${locale === 'en' ? '/en' : ''}/account/inbox">${say('all')}</a></p>`,
  )
}
