import { html } from 'hono/html'
import type { Release } from '#features/releases/contract.ts'
import type { Locale } from '#platform/constants.ts'
import { type Html, hrefOf } from './html.ts'
import type { PagePortal } from './page-data.ts'
import { playersNote, playHere } from './player-block.ts'
import { playerOf } from './players.ts'
import { inLanguage, pathIn, say, shortDate } from './words.ts'

/** Counts down before the date, with a form for who wants to know; leads to it afterwards. The address stays the same. */
export const releaseRows = (
  releases: readonly Release[],
  { customUrl: address, holder }: Pick<PagePortal, 'customUrl' | 'holder'>,
  locale: Locale,
  preview: boolean,
): Html =>
  html`<ul>${releases.map(
    (release) =>
      html`<li>${
        release.pictureUrl
          ? html`<img src="${release.pictureUrl}" alt="" width="640" height="640" loading="lazy" decoding="async">`
          : ''
      }<div><b dir="auto">${inLanguage(release.title, locale)}</b>${
        release.phase === 'countdown'
          ? html`${countdown(release, locale)}${release.presave ? signUp(release, { address, holder }, locale, preview) : ''}`
          : html`<small>${say(locale, 'release.outNow')}</small><p class="acts">${release.links.map(
              ({ name, url }, at) =>
                preview
                  ? html`<a class="btn">${name}</a>`
                  : html`<a class="btn" href="${hrefOf({ id: release.id, url }, at)}" rel="noopener nofollow">${name}</a>`,
            )}${preview ? '' : listen(release, locale)}</p>${preview ? '' : playersNote(playedOf(release), locale)}`
      }</div></li>`,
  )}</ul>`

/** The address of a release that is played here: one is enough. */
export const playedOf = ({ links, phase }: Pick<Release, 'links' | 'phase'>): string[] =>
  phase === 'out' ? links.flatMap(({ url }) => (playerOf(url) ? url : [])).slice(0, 1) : []

/** Its button. */
function listen(release: Release, locale: Locale): Html | '' {
  const place = release.links.findIndex(({ url }) => playerOf(url))
  const found = release.links[place]
  if (!found) return ''
  const { id, title } = release
  return playHere({ id, url: found.url, title: inLanguage(title, locale) }, locale, { place, words: true })
}

const dayMs = 86_400_000

/** The days that are left, by the server; a small script makes a clock of it. */
function countdown({ releaseAt }: Release, locale: Locale): Html {
  const left = Math.max(0, Date.parse(releaseAt) - Date.now())
  const parts = [
    ['d', Math.floor(left / dayMs), 'release.days'],
    ['h', Math.floor(left / 3_600_000) % 24, 'release.hours'],
    ['m', Math.floor(left / 60_000) % 60, 'release.minutes'],
  ] as const
  return html`<small>${say(locale, 'release.out', { date: shortDate(new Date(releaseAt), locale) })}</small><p class="count" data-until="${releaseAt}">${parts.map(
    ([part, value, words]) => html`<span><b data-part="${part}">${value}</b> ${say(locale, words)}</span>`,
  )}</p>`
}

function signUp(
  release: Release,
  { address, holder }: { address: string; holder: string },
  locale: Locale,
  preview: boolean,
): Html {
  const field = `presave-${release.id}`
  const content = html`<label for="${field}">${say(locale, 'presave.email')}</label><input id="${field}" name="email" type="email" required maxlength="254" autocomplete="email"><label class="yes"><input type="checkbox" name="consent" value="yes" required> <span>${say(locale, 'presave.consent', { holder })}</span></label>${
    preview
      ? ''
      : html`<a href="${pathIn(locale, `/${address}/privacy`)}"><u>${say(locale, 'presave.more')}</u></a>`
  }<button class="btn">${say(locale, 'presave.send')}</button>`
  return preview
    ? html`<div class="presave">${content}</div>`
    : html`<form class="presave" method="post" action="${pathIn(locale, `/${address}/presave/${release.id}`)}">${content}</form>`
}
