import { html } from 'hono/html'
import * as z from 'zod/mini'
import { mayErase } from '#features/releases/server/fan-mail.ts'
import { eraseByMail, signUp } from '#features/releases/server/sign-ups.ts'
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

/**
 * The page behind the link in every mail to a fan: it asks, and its button erases. Opening it changes nothing, for mail
 * programs open links by themselves. Undefined for a token that nobody was sent.
 */
export async function eraseAddress(
  database: Database,
  services: Settings,
  { portal }: PageData,
  {
    presaveId,
    token,
    confirmed,
    locale,
  }: { presaveId: string; token: string; confirmed: boolean; locale: Locale },
): Promise<Plain | undefined> {
  if (!uuid.test(presaveId) || !mayErase(services.secret, presaveId, token)) return undefined
  const { name } = portal
  if (!confirmed)
    return {
      title: say(locale, 'erase.title'),
      content: html`<p>${say(locale, 'erase.text', { name })}</p><form class="presave" method="post"><button class="btn">${say(locale, 'erase.send')}</button></form>`,
    }
  await eraseByMail(database, portal.id, presaveId)
  return {
    title: say(locale, 'erase.done.title'),
    content: html`<p>${say(locale, 'erase.done.text', { name })}</p>`,
  }
}
