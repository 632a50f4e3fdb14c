import { html } from 'hono/html'
import * as z from 'zod/mini'
import { type FanAct, mayAct } from '#features/releases/server/fan-mail.ts'
import { confirmByMail, eraseByMail, signUp } from '#features/releases/server/sign-ups.ts'
import type { Services } from '#platform/call.ts'
import type { Locale } from '#platform/constants.ts'
import type { Database } from '#platform/db.ts'
import { TooMany } from '#platform/errors.ts'
import { Email } from '#platform/shapes.ts'
import type { Html } from './html.ts'
import type { PageData } from './page-data.ts'
import { say } from './words.ts'

const Form = z.object({ email: Email, consent: z.literal('yes') })
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

type Settings = Pick<Services, 'secret' | 'portalsOrigin'>
interface Plain {
  title: string
  content: Html
}

/** Takes the form of a release that counts down and answers what the fan reads next. */
export async function takePresave(
  database: Database,
  services: Settings,
  releaseId: string,
  fields: Record<string, unknown>,
  { address, locale }: { address: string; locale: Locale },
): Promise<Plain & { status: number }> {
  const answer = (status: number, key: string) => ({
    status,
    title: say(locale, `presave.${key}.title`),
    content: html`<p>${say(locale, `presave.${key}.text`)}</p>`,
  })
  const form = Form.safeParse(fields)
  if (!form.success) return answer(400, 'wrong')
  try {
    await signUp({ database, address, services }, { releaseId, email: form.data.email, locale })
  } catch (error) {
    if (error instanceof TooMany) return answer(429, 'later')
    throw error
  }
  return answer(200, 'done')
}

interface FanAsking {
  act: FanAct
  presaveId: string
  token: string
  /** Opened, or its button pressed? */
  pressed: boolean
  locale: Locale
}

/**
 * The page behind a link in a mail to a fan: it asks, and its button confirms or erases. Opening it changes nothing, for
 * mail programs open links by themselves. Undefined for a token that nobody was sent.
 */
export async function fanActs(
  database: Database,
  services: Settings,
  { portal }: PageData,
  { act, presaveId, token, pressed, locale }: FanAsking,
): Promise<Plain | undefined> {
  if (!uuid.test(presaveId) || !mayAct(services.secret, act, presaveId, token)) return undefined
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
  if (act === 'erase') await eraseByMail(database, portal.id, presaveId)
  else if (!(await confirmByMail(database, portal.id, presaveId))) return told('confirm.gone')
  return told(`${act}.done`)
}
