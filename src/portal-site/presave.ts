import { html } from 'hono/html'
import * as z from 'zod/mini'
import { signUp } from '#features/releases/server/sign-ups.ts'
import { askForRestock } from '#features/restock/server/alerts.ts'
import type { Services } from '#platform/call.ts'
import type { Locale } from '#platform/constants.ts'
import type { Database } from '#platform/db.ts'
import { TooMany } from '#platform/errors.ts'
import { Email } from '#platform/shapes.ts'
import type { Html } from './html.ts'
import { say } from './words.ts'

const Form = z.object({ email: Email, consent: z.literal('yes') })

type Settings = Pick<Services, 'secret' | 'portalsOrigin'>
interface Plain {
  title: string
  content: Html
}

/** Takes an address and the consent of a form, gives them to `take`, and answers what the fan reads next. */
async function takeAddress(
  fields: Record<string, unknown>,
  locale: Locale,
  done: string,
  take: (email: string) => Promise<void>,
): Promise<Plain & { status: number }> {
  const answer = (status: number, key: string) => ({
    status,
    title: say(locale, `${key}.title`),
    content: html`<p>${say(locale, `${key}.text`)}</p>`,
  })
  const form = Form.safeParse(fields)
  if (!form.success) return answer(400, 'presave.wrong')
  try {
    await take(form.data.email)
  } catch (error) {
    if (error instanceof TooMany) return answer(429, 'presave.later')
    throw error
  }
  return answer(200, done)
}

interface Visitor {
  address: string
  locale: Locale
}

/** Takes the form of a release that counts down. */
export const takePresave = (
  database: Database,
  services: Settings,
  releaseId: string,
  fields: Record<string, unknown>,
  { address, locale }: Visitor,
) =>
  takeAddress(fields, locale, 'presave.done', (email) =>
    signUp({ database, address, services }, { releaseId, email, locale }),
  )

/** Takes the form of a product, or of one of its sizes, that is sold out. */
export const takeRestock = (
  database: Database,
  services: Settings,
  goods: { portalId: string; productId: string; variantId: string | null },
  fields: Record<string, unknown>,
  { address, locale }: Visitor,
) =>
  takeAddress(fields, locale, 'restock.done', (email) =>
    askForRestock({ database, address, services }, { ...goods, email, locale }),
  )
