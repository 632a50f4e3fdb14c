import { html } from 'hono/html'
import * as z from 'zod/mini'
import { signUp } from '#features/releases/server/sign-ups.ts'
import type { Locale } from '#platform/constants.ts'
import type { Database } from '#platform/db.ts'
import { TooMany } from '#platform/errors.ts'
import { Email } from '#platform/shapes.ts'
import type { Html } from './html.ts'
import { say } from './words.ts'

const Form = z.object({ email: Email, consent: z.literal('yes') })

/** Takes the form of a release that counts down and answers what the fan reads next. */
export async function takePresave(
  database: Database,
  releaseId: string,
  fields: Record<string, unknown>,
  { address, locale }: { address: string; locale: Locale },
): Promise<{ status: number; title: string; content: Html }> {
  const answer = (status: number, key: string) => ({
    status,
    title: say(locale, `presave.${key}.title`),
    content: html`<p>${say(locale, `presave.${key}.text`)}</p>`,
  })
  const form = Form.safeParse(fields)
  if (!form.success) return answer(400, 'wrong')
  try {
    await signUp({ database, address }, { releaseId, email: form.data.email, locale })
  } catch (error) {
    if (error instanceof TooMany) return answer(429, 'later')
    throw error
  }
  return answer(200, 'done')
}
