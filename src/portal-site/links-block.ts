import { html, raw } from 'hono/html'
import type { Locale } from '#platform/constants.ts'
import { type Glyph, glyph, isGlyph } from './glyphs.ts'
import { type Html, hrefOf } from './html.ts'
import { isProfile, networkOf } from './networks.ts'
import type { PageLink } from './page-data.ts'
import { playersNote, playHere } from './player-block.ts'
import { inLanguage } from './words.ts'

/** Signs that say less than the service's own. */
const general = new Set<string | null>([null, 'link', 'music', 'video', 'social'])

/** The sign of a link: the one that its team chose, or that of the service that it leads to. */
function signOf({ icon, url }: PageLink): Glyph | undefined {
  const network = general.has(icon) ? networkOf(url) : undefined
  return network?.glyph ?? (icon !== null && isGlyph(icon) ? icon : undefined)
}

/** Shown by its sign alone: where an artist is followed, when nothing else was put beside it. */
const isSocial = ({ icon, url, highlight, pictureUrl }: PageLink) =>
  icon === 'social' && isProfile(url) && !highlight && !pictureUrl

/** What its team put forward stands out, the rest is quieter, and where the artist is followed is a row of signs. */
export function linkRows(links: readonly PageLink[], locale: Locale, preview: boolean): Html {
  const way = (link: PageLink, content: Html, name?: string) =>
    preview
      ? html`<a${name ? html` role="link" aria-disabled="true" aria-label="${name}"` : ''}>${content}</a>`
      : html`<a href="${hrefOf(link)}" rel="noopener nofollow"${name ? html` aria-label="${name}"` : ''}>${content}</a>`
  const rows = links
    .filter((link) => !isSocial(link))
    .map((link, at) => {
      const sign = signOf(link)
      const picture = link.pictureUrl
        ? html`<img src="${link.pictureUrl}" alt="" width="48" height="48" loading="lazy" decoding="async" referrerpolicy="no-referrer">`
        : sign
          ? glyph(sign)
          : ''
      const content = html`<i class="n" aria-hidden="true">${at + 1}</i>${picture}<span class="t" dir="auto">${inLanguage(link.title, locale)}</span>`
      const play = preview ? '' : playHere({ ...link, title: inLanguage(link.title, locale) }, locale)
      return html`<li${link.highlight ? raw(' class="hl"') : ''}>${way(link, content)}${play}</li>`
    })
  const social = links
    .filter(isSocial)
    .map(
      (link) => html`<li>${way(link, glyph(signOf(link) ?? 'social'), inLanguage(link.title, locale))}</li>`,
    )
  return html`${rows.length > 0 ? html`<ol>${rows}</ol>` : ''}${
    preview
      ? ''
      : playersNote(
          links.filter((link) => !isSocial(link)).map(({ url }) => url),
          locale,
        )
  }${social.length > 0 ? html`<ul class="social">${social}</ul>` : ''}`
}
