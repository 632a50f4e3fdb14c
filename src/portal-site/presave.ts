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
import { pathIn, productPath, say } from './words.ts'

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
  take: (email: string) => Promise<Plain>,
): Promise<Plain & { status: number }> {
  const form = Form.safeParse(fields)
  if (!form.success) return { status: 400, ...plain(locale, 'presave.wrong') }
  try {
    return { status: 200, ...(await take(form.data.email)) }
  } catch (error) {
    if (error instanceof TooMany) return { status: 429, ...plain(locale, 'presave.later') }
    throw error
  }
}

const plain = (locale: Locale, key: string): Plain => ({
  title: say(locale, `${key}.title`),
  content: html`<p>${say(locale, `${key}.text`)}</p>`,
})

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
  takeAddress(fields, locale, async (email) => {
    await signUp({ database, address, services }, { releaseId, email, locale })
    return plain(locale, 'presave.done')
  })

/** Takes the form of a product, or of one of its sizes, that is sold out. */
export const takeRestock = (
  database: Database,
  services: Settings,
  {
    customUrl,
    ...goods
  }: { portalId: string; customUrl: string; productId: string; variantId: string | null },
  fields: Record<string, unknown>,
  { address, locale }: Visitor,
) =>
  takeAddress(fields, locale, async (email) => {
    const answer = await askForRestock({ database, address, services }, { ...goods, email, locale })
    if (answer === 'asked' || answer === 'gone')
      return plain(locale, answer === 'asked' ? 'restock.done' : 'restock.gone')
    const path = pathIn(locale, `/${customUrl}${productPath(goods.productId, goods.variantId)}#buy`)
    const { title, content } = plain(locale, `restock.${answer}`)
    const button = html`<p><a class="btn" href="${path}">${say(locale, `restock.${answer}.send`)}</a></p>`
    return { title, content: html`${content}${button}` }
  })
