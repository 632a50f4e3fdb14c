import { html } from 'hono/html'
import type { Locale } from '#platform/constants.ts'
import type { PageData } from './page-data.ts'
import { say } from './words.ts'

const paragraphs = (locale: Locale, keys: string[], holder: string) =>
  html`${keys.map((key) => html`<p>${say(locale, key, { holder })}</p>`)}`

/** Who answers for the page: the portal's account. */
export const legalPage = ({ portal }: PageData, locale: Locale) => ({
  title: say(locale, 'legalText.title'),
  content: paragraphs(
    locale,
    ['holder', 'service', 'content', 'links', 'law'].map((key) => `legalText.${key}`),
    portal.holder,
  ),
})

/** What is counted of a fan, and what is not. */
export const privacyPage = ({ portal }: PageData, locale: Locale) => ({
  title: say(locale, 'privacyText.title'),
  content: paragraphs(
    locale,
    ['holder', 'cookies', 'visits', 'clicks', 'data', 'rights'].map((key) => `privacyText.${key}`),
    portal.holder,
  ),
})
