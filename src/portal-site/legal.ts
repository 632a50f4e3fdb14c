import { html } from 'hono/html'
import type { Locale } from '#platform/constants.ts'
import type { BilingualText } from '#platform/table.ts'
import type { PageData } from './page-data.ts'
import { inLanguage, say } from './words.ts'

const paragraphs = (locale: Locale, keys: string[], holder: string) =>
  html`${keys.map((key) => html`<p>${say(locale, key, { holder })}</p>`)}`

/** What the account wrote itself: an empty line parts paragraphs. */
const own = (text: BilingualText | null, locale: Locale) =>
  html`${(text ? inLanguage(text, locale) : '')
    .split(/\n\s*\n/)
    .filter((paragraph) => paragraph.trim())
    .map((paragraph) => html`<p class="own">${paragraph}</p>`)}`

/** Who answers for the page, in the account's own words first. */
export const legalPage = ({ portal }: PageData, locale: Locale) => ({
  title: say(locale, 'legalText.title'),
  content: html`${own(portal.legalNotice, locale)}${paragraphs(
    locale,
    ['holder', 'service', 'content', 'links', 'law'].map((key) => `legalText.${key}`),
    portal.holder,
  )}`,
})

/** What is kept of a fan, and what is not; the account's own words first. */
export const privacyPage = ({ portal }: PageData, locale: Locale) => ({
  title: say(locale, 'privacyText.title'),
  content: html`${own(portal.privacyNotice, locale)}${paragraphs(
    locale,
    ['holder', 'cookies', 'players', 'visits', 'clicks', 'data', 'presave', 'rights'].map(
      (key) => `privacyText.${key}`,
    ),
    portal.holder,
  )}`,
})
