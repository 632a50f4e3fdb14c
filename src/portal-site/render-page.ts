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
import { framesOf } from './players.ts'
import { playedOf } from './release-block.ts'
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
  /** Beside a form: the one block that it is about, without the head of the page. */
  headless?: boolean
}

/** Whose page it is, and how it looks. */
export type Dressed = Pick<PageData, 'portal' | 'appearance'>

/** Where a page stands for the world: on its portal's own domain when it is verified. `path` is below the portal's address. */
export const addressOf = (
  { portal }: Pick<Dressed, 'portal'>,
  { portalsOrigin }: Surroundings,
  locale: Locale,
  path = '',
) =>
  portal.customDomain
    ? `https://${portal.customDomain}${pathIn(locale, path) || '/'}`
    : `${portalsOrigin}${pathIn(locale, `/${portal.customUrl}${path}`)}`

/** What search engines and messengers are told of a page. */
interface Told {
  /** Below the portal's address: the same in both languages. */
  path?: string
  type: 'profile' | 'product'
  description: string
  picture: Html
  /** JSON-LD. */
  ld?: string
  found: boolean
}

/** A page about one thing of a portal. */
export interface Part {
  title: string
  main: Html
  /** Left out, the page is for no search engine. */
  told?: Told
  css?: 'product'
}

/** A portal's page in one language. */
export async function renderPage(data: PageData, locale: Locale, around: Surroundings): Promise<Rendered> {
  const { portal, appearance } = data
  const preview = around.preview ?? false
  const blocks = pageBlocks({ data, locale, preview })
  const coming = blocks.length === 0
  const frames = preview ? [] : playedOn(data)
  const { lines, style } = dress(data)
  const tagline = inLanguage(appearance.tagline, locale)
  const here = addressOf(data, around, locale)
  const picture = addressOf(data, around, 'es', '/og.png')
  const hero = html`<header class="hero">${languages(data, locale, '', preview)}<div class="art">${art(data)}</div><div class="name"><h1 dir="auto">${
    appearance.logoUrl
      ? html`<img src="${appearance.logoUrl}" alt="${portal.name}" referrerpolicy="no-referrer">`
      : lines.map(({ text }, at) => html`<span class="l${at}">${at > 0 ? ' ' : ''}${text}</span>`)
  }</h1>${tagline ? html`<p dir="auto">${tagline}</p>` : ''}</div></header>`
  const content = html`${around.headless ? '' : hero}<main id="content">${
    coming
      ? html`<section><h2>${say(locale, 'coming.title')}</h2><p>${say(locale, 'coming.text', { name: portal.name })}</p></section>`
      : blocks
  }</main>${frames.length > 0 ? html`<script src="/js/player.js" defer></script>` : ''}${
    data.releases.some(({ phase }) => phase === 'countdown') && !preview
      ? html`<script src="/js/countdown.js" defer></script>`
      : ''
  }`
  return finish(
    await document(data, locale, around, {
      ...{ title: portal.name, content, style },
      told: {
        type: 'profile',
        description: tagline || say(locale, 'description', { name: portal.name }),
        picture: shareCard(picture, portal.name),
        ld: jsonLd(data, locale, {
          ...{ here, picture },
          below: (path) => addressOf(data, around, locale, path),
        }),
        found: !coming && !preview,
      },
    }),
    style,
    preview ? around.appOrigin : undefined,
    around.appOrigin,
    frames,
  )
}

/** The origins of the players that a page offers. */
function playedOn({ appearance, links, releases }: PageData): string[] {
  const shown = new Set(appearance.blocks.flatMap(({ id, visible }) => (visible ? id : [])))
  return framesOf([
    ...(shown.has('links') ? links.map(({ url }) => url) : []),
    ...(shown.has('release') ? releases.flatMap(playedOf) : []),
  ])
}

/** A page about one thing of a portal: its legal texts, an answer to a form, a product. */
export async function renderPart(
  data: Dressed,
  locale: Locale,
  around: Surroundings,
  { title, main, told, css }: Part,
): Promise<Rendered> {
  const { portal, appearance } = data
  const { style } = dress(data, css)
  const plain: Told = {
    type: 'profile',
    description: inLanguage(appearance.tagline, locale) || say(locale, 'description', { name: portal.name }),
    picture: shareCard(addressOf(data, around, 'es', '/og.png'), portal.name),
    found: false,
  }
  const page = await document(data, locale, around, {
    ...{ title: `${title} · ${portal.name}`, content: main, style, told: told ?? plain },
  })
  return finish(page, style, undefined, around.appOrigin)
}

/** A heading and some paragraphs, with the way back. */
export const plainPart = (
  { portal }: Dressed,
  locale: Locale,
  { title, content }: { title: string; content: Html },
): Part => ({
  title,
  main: html`<main class="plain" id="content"><h1>${title}</h1>${content}<p><a href="${pathIn(locale, `/${portal.customUrl}`)}"><u>${say(locale, 'back', { name: portal.name })}</u></a></p></main>`,
})

/** Its name in lines, and its style. */
export function dress({ portal, appearance }: Dressed, css?: 'product' | 'embed') {
  const design = designs.find(({ id }) => id === appearance.design) ?? designs[0]
  const poster = design?.poster ?? false
  const typography = typographyOf(appearance.typography)
  const lines = fitName(portal.name, typography, poster ? 3 : 2, { capitals: poster })
  return { lines, style: styleOf(appearance, lines, poster, css) }
}

const shareCard = (picture: string, name: string) =>
  html`<meta property="og:image" content="${picture}"><meta property="og:image:width" content="1200"><meta property="og:image:height" content="630"><meta property="og:image:alt" content="${name}">`

function document(
  data: Dressed,
  locale: Locale,
  around: Surroundings,
  { title, content, style, told }: { title: string; content: Html; style: string; told: Told },
): Html {
  const { portal, appearance } = data
  const beside = `/${portal.customUrl}`
  const font = typographyOf(appearance.typography).faces[0]?.file ?? ''
  const address = (language: Locale) => addressOf(data, around, language, told.path)
  const here = address(locale)
  const head = html`<meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${title}</title><meta name="description" content="${told.description}"><meta name="theme-color" content="${appearance.colors.background}">${
    told.found ? '' : html`<meta name="robots" content="noindex">`
  }<link rel="preload" href="${fontPath(font)}" as="font" type="font/woff2" crossorigin><style>${raw(style)}</style><link rel="canonical" href="${here}"><link rel="alternate" hreflang="es" href="${address('es')}"><link rel="alternate" hreflang="en" href="${address('en')}"><link rel="alternate" hreflang="x-default" href="${address('es')}"><link rel="icon" href="${beside}/icon.svg" type="image/svg+xml"><link rel="apple-touch-icon" href="${beside}/icon-180.png"><link rel="manifest" href="${pathIn(locale, `${beside}/app.webmanifest`)}"><meta property="og:site_name" content="${portal.name}"><meta property="og:type" content="${told.type}"><meta property="og:title" content="${title}"><meta property="og:description" content="${told.description}"><meta property="og:url" content="${here}"><meta property="og:locale" content="${locale === 'es' ? 'es_ES' : 'en_GB'}"><meta property="og:locale:alternate" content="${locale === 'es' ? 'en_GB' : 'es_ES'}">${told.picture}<meta name="twitter:card" content="summary_large_image">${
    told.ld ? html`<script type="application/ld+json">${raw(told.ld)}</script>` : ''
  }`
  return html`<!doctype html><html lang="${locale}"><head>${head}</head><body class="d-${appearance.design} b-${appearance.buttons}"><a class="skip" href="#content">${say(locale, 'skip')}</a>${content}${footer(data, locale, around.preview ?? false)}</body></html>`
}

/** Bytes, tag and policy of a page whose one style block is `style`. */
export function finish(
  page: string | Promise<string> | { toString(): string },
  style: string,
  framedBy: string | undefined,
  appOrigin: string,
  frames: readonly string[] = [],
): Rendered {
  const body = Buffer.from(String(page)) as Buffer<ArrayBuffer>
  const hash = createHash('sha256').update(style).digest('base64')
  return {
    body,
    etag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 24)}"`,
    csp: `default-src 'none'; style-src 'sha256-${hash}'; script-src 'self'; img-src 'self' ${appOrigin}; media-src 'self' ${appOrigin}; font-src 'self'; connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'self';${frames.length > 0 ? ` frame-src ${frames.join(' ')};` : ''} frame-ancestors ${framedBy ?? "'none'"}`,
  }
}

/** The ways to a page's two languages; `path` is below the portal's address. */
export function languages({ portal }: Dressed, locale: Locale, path: string, preview = false): Html {
  const one = (language: Locale) => {
    const name = language.toUpperCase()
    const current = language === locale ? raw(' aria-current="true"') : ''
    return preview
      ? html`<a${current}>${name}</a>`
      : html`<a href="${pathIn(language, `/${portal.customUrl}${path}`)}" hreflang="${language}" lang="${language}"${current}>${name}</a>`
  }
  return html`<nav class="bar" aria-label="${say(locale, 'language')}">${one('es')}${one('en')}</nav>`
}

const art = ({ portal, appearance }: PageData) =>
  appearance.coverUrl
    ? html`<img src="${appearance.coverUrl}" alt="" fetchpriority="high" width="800" height="800" referrerpolicy="no-referrer">`
    : raw(drawingOf(appearance.design, portal.id))

function footer({ portal }: Dressed, locale: Locale, preview: boolean): Html {
  const link = (path: string, text: string) =>
    preview
      ? html`<a>${text}</a>`
      : html`<a href="${pathIn(locale, `/${portal.customUrl}/${path}`)}">${text}</a>`
  return html`<footer>${link('legal', say(locale, 'legal'))}${link('privacy', say(locale, 'privacy'))}${
    preview ? html`<a>QR</a>` : html`<a href="/${portal.customUrl}/qr.svg">${say(locale, 'share')}</a>`
  }<span>${say(locale, 'madeWith')}</span></footer>`
}
