import { createHash } from 'node:crypto'
import { html, raw } from 'hono/html'
import { designs } from '#features/appearance/designs.ts'
import { typographyOf } from '#features/appearance/typographies.ts'
import type { Locale } from '#platform/constants.ts'
import { pageBlocks } from './blocks.ts'
import { drawingOf } from './drawings.ts'
import { fitName } from './fit-name.ts'
import type { Html } from './html.ts'
import { jsonLd } from './json-ld.ts'
import type { PageData } from './page-data.ts'
import { fontPath, styleOf } from './styles.ts'
import { inLanguage, pathIn, say } from './words.ts'

export interface Rendered {
  body: Buffer<ArrayBuffer>
  csp: string
  etag: string
}

export interface Surroundings {
  portalsOrigin: string
  appOrigin: string
  preview?: boolean
}

/** Where a page stands for the world: its own domain when it is verified. */
export const addressOf = ({ portal }: PageData, { portalsOrigin }: Surroundings, locale: Locale) =>
  portal.customDomain
    ? `https://${portal.customDomain}${locale === 'en' ? '/en' : '/'}`
    : `${portalsOrigin}${pathIn(locale, `/${portal.customUrl}`)}`

/** A portal's page in one language. */
export async function renderPage(
  data: PageData,
  locale: Locale,
  around: Surroundings,
  plain?: { title: string; content: Html },
): Promise<Rendered> {
  const { portal, appearance } = data
  const preview = around.preview ?? false
  const blocks = plain ? [] : pageBlocks({ data, locale, preview })
  const coming = !plain && blocks.length === 0
  const design = designs.find(({ id }) => id === appearance.design) ?? designs[0]
  const poster = design?.poster ?? false
  const typography = typographyOf(appearance.typography)
  const lines = fitName(portal.name, typography, poster ? 3 : 2, { capitals: poster })
  const style = styleOf(appearance, lines, poster)
  const title = plain ? `${plain.title} · ${portal.name}` : portal.name
  const tagline = inLanguage(appearance.tagline, locale)
  const description = tagline || say(locale, 'description', { name: portal.name })
  const here = addressOf(data, around, locale)
  const picture = `${around.portalsOrigin}/${portal.customUrl}/og.png`

  const head = html`<meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${title}</title><meta name="description" content="${description}"><meta name="theme-color" content="${appearance.colors.background}">${
    plain || coming || preview ? html`<meta name="robots" content="noindex">` : ''
  }<link rel="preload" href="${fontPath(typography.faces[0]?.file ?? '')}" as="font" type="font/woff2" crossorigin><style>${raw(style)}</style><link rel="canonical" href="${here}"><link rel="alternate" hreflang="es" href="${addressOf(data, around, 'es')}"><link rel="alternate" hreflang="en" href="${addressOf(data, around, 'en')}"><meta property="og:type" content="profile"><meta property="og:title" content="${title}"><meta property="og:description" content="${description}"><meta property="og:url" content="${here}"><meta property="og:locale" content="${locale === 'es' ? 'es_ES' : 'en_GB'}"><meta property="og:image" content="${picture}"><meta property="og:image:width" content="1200"><meta property="og:image:height" content="630"><meta name="twitter:card" content="summary_large_image">${
    plain ? '' : html`<script type="application/ld+json">${raw(jsonLd(data, locale, here, picture))}</script>`
  }`

  const content = plain
    ? html`<main class="plain" id="content"><h1>${plain.title}</h1>${plain.content}<p><a href="${pathIn(locale, `/${portal.customUrl}`)}"><u>${say(locale, 'back', { name: portal.name })}</u></a></p></main>`
    : html`<header class="hero">${languages(data, locale, preview)}<div class="art">${art(data)}</div><div class="name"><h1>${
        appearance.logoUrl
          ? html`<img src="${appearance.logoUrl}" alt="${portal.name}" referrerpolicy="no-referrer">`
          : lines.map(({ text }, at) => html`<span class="l${at}">${at > 0 ? ' ' : ''}${text}</span>`)
      }</h1>${tagline ? html`<p>${tagline}</p>` : ''}</div></header><main id="content">${
        coming
          ? html`<section><h2>${say(locale, 'coming.title')}</h2><p>${say(locale, 'coming.text', { name: portal.name })}</p></section>`
          : blocks
      }</main>`

  const page = html`<!doctype html><html lang="${locale}"><head>${head}</head><body class="d-${appearance.design} b-${appearance.buttons}"><a class="skip" href="#content">${say(locale, 'skip')}</a>${content}${footer(data, locale, preview)}${
    data.releases.some(({ phase }) => phase === 'countdown') && !plain && !preview
      ? html`<script src="/js/countdown.js" defer></script>`
      : ''
  }</body></html>`
  return finish(await page, style, preview ? around.appOrigin : undefined, around.appOrigin)
}

/** Bytes, tag and policy of a page whose one style block is `style`. */
export function finish(
  page: string | Promise<string> | { toString(): string },
  style: string,
  framedBy: string | undefined,
  appOrigin: string,
): Rendered {
  const body = Buffer.from(String(page)) as Buffer<ArrayBuffer>
  const hash = createHash('sha256').update(style).digest('base64')
  return {
    body,
    etag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 24)}"`,
    csp: `default-src 'none'; style-src 'sha256-${hash}'; script-src 'self'; img-src 'self' https: ${appOrigin}; media-src 'self' ${appOrigin}; font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors ${framedBy ?? "'none'"}`,
  }
}

function languages({ portal }: PageData, locale: Locale, preview: boolean): Html {
  const one = (language: Locale) => {
    const name = language.toUpperCase()
    const current = language === locale ? raw(' aria-current="true"') : ''
    return preview
      ? html`<a${current}>${name}</a>`
      : html`<a href="${pathIn(language, `/${portal.customUrl}`)}" hreflang="${language}" lang="${language}"${current}>${name}</a>`
  }
  return html`<nav class="bar" aria-label="${say(locale, 'language')}">${one('es')}${one('en')}</nav>`
}

const art = ({ portal, appearance }: PageData) =>
  appearance.coverUrl
    ? html`<img src="${appearance.coverUrl}" alt="" fetchpriority="high" width="800" height="800" referrerpolicy="no-referrer">`
    : raw(drawingOf(appearance.design, portal.id))

function footer({ portal }: PageData, locale: Locale, preview: boolean): Html {
  const link = (path: string, text: string) =>
    preview
      ? html`<a>${text}</a>`
      : html`<a href="${pathIn(locale, `/${portal.customUrl}/${path}`)}">${text}</a>`
  return html`<footer>${link('legal', say(locale, 'legal'))}${link('privacy', say(locale, 'privacy'))}${
    preview ? html`<a>QR</a>` : html`<a href="/${portal.customUrl}/qr.svg">${say(locale, 'share')}</a>`
  }<span>${say(locale, 'madeWith')}</span></footer>`
}
