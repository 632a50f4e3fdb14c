import { html } from 'hono/html'
import { confirmByMail, emailOfSignUp, eraseSignUps } from '#features/releases/server/sign-ups.ts'
import { confirmRestock, emailOfAlert, eraseAlerts } from '#features/restock/server/alerts.ts'
import type { Services } from '#platform/call.ts'
import type { Locale } from '#platform/constants.ts'
import { asService, type Database } from '#platform/db.ts'
import { type FanAct, type FanWish, mayAct } from '#platform/fan-links.ts'
import type { CallerPlace } from '#platform/place-headers.ts'
import type { Html } from './html.ts'
import type { PageData } from './page-data.ts'
import { say } from './words.ts'

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

interface FanAsking {
  act: FanAct
  /** Of the sign-up or the alert. */
  id: string
  token: string
  /** Opened, or its button pressed? */
  pressed: boolean
  locale: Locale
  place: CallerPlace
}

const confirms = { presave: confirmByMail, restock: confirmRestock }

/**
 * The page behind a link in a mail to a fan: it asks, and its button confirms or erases. Opening it changes nothing, for
 * mail programs open links by themselves. Undefined for a token that nobody was sent.
 */
export async function fanActs(
  database: Database,
  services: Pick<Services, 'secret'>,
  { portal }: PageData,
  { act, id, token, pressed, locale, place }: FanAsking,
): Promise<{ title: string; content: Html } | undefined> {
  if (!uuid.test(id)) return undefined
  const wish = (['presave', 'restock'] as const).find((one) => mayAct(services.secret, one, act, id, token))
  if (!wish) return undefined
  const { name } = portal
  const told = (key: string) => ({
    title: say(locale, `${key}.title`),
    content: html`<p>${say(locale, `${key}.text`, { name })}</p>`,
  })
  if (!pressed) {
    const { title, content } = told(act)
    const button = html`<form class="presave" method="post"><button class="btn">${say(locale, `${act}.send`)}</button></form>`
    return { title, content: html`${content}${button}` }
  }
  if (act === 'erase') await erase(database, portal.id, wish, id)
  else if (!(await confirms[wish](database, portal.id, id, place))) return told('confirm.gone')
  return told(`${act}.done`)
}

/** Erases the address that the mail was sent to from everything that it was left for at the portal. */
const erase = (database: Database, portalId: string, wish: FanWish, id: string) =>
  database.transaction(asService('public'), async (tx) => {
    const email = await (wish === 'presave' ? emailOfSignUp : emailOfAlert)(tx, portalId, id)
    // Erased before: the same answer.
    if (!email) return
    await eraseSignUps(tx, portalId, email)
    await eraseAlerts(tx, portalId, email)
  })
