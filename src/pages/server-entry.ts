import { createStartHandler } from '@tanstack/react-start/server'
import type { PageContext } from '#pages/page-context.ts'
import { renderPage } from '#pages/page-render.tsx'
import { deLocalizeUrl, getLocale } from '#paraglide/runtime.js'
import { paraglideMiddleware } from '#paraglide/server.js'
import { fallbackLocale, type Locale, localeCookie, locales } from '#platform/constants.ts'

/** Built scripts stand in a folder for each language (`bin/build-languages.ts`); in development one says both. */
const rendererOf = (locale: Locale) =>
  createStartHandler({
    handler: renderPage,
    transformAssets: ({ kind, url }) =>
      kind === 'script' ? url.replace(/^\/assets\//, `/assets/${locale}/`) : url,
  })
const renderers = { es: rendererOf('es'), en: rendererOf('en') }

/** Saved cookie, then the browser's languages, then the fallback. */
function preferredLocale(headers: Headers) {
  const saved = new RegExp(`(?:^|;\\s*)${localeCookie.name}=(\\w+)`).exec(headers.get('cookie') ?? '')?.[1]
  const wished = (headers.get('accept-language') ?? '')
    .split(',')
    .map((tag) => tag.trim().slice(0, 2).toLowerCase())
    // Who reads Catalan, Galician or Basque reads Spanish.
    .map((wish) => (['ca', 'gl', 'eu'].includes(wish) ? 'es' : wish))
  return [saved, ...wished].find((wish) => locales.some((locale) => locale === wish)) ?? fallbackLocale
}

/** Carries what a page could not use of its address over the router's redirect to the clean one. */
const carrier = 'address-unclear'
const carried = new RegExp(`(?:^|;\\s*)${carrier}=([\\w|%/-]+)`)

async function withoutUnclear(request: Request, options: { context: PageContext }): Promise<Response> {
  const { unclear } = options.context
  unclear.path = deLocalizeUrl(new URL(request.url)).pathname
  const [path, ...names] = carried.exec(request.headers.get('cookie') ?? '')?.[1]?.split('|') ?? []
  if (path === encodeURIComponent(unclear.path))
    unclear.names = names.filter((name) => /^\w{1,30}$/.test(name))
  const response = await renderers[getLocale()](request, options)
  const leads = response.status >= 300 && response.status < 400 && unclear.names.length > 0
  if (!path && !leads) return response
  const kept = leads ? [encodeURIComponent(unclear.path), ...unclear.names].join('|') : ''
  const until = leads ? 30 : 0
  response.headers.append(
    'Set-Cookie',
    `${carrier}=${kept}; Path=/; Max-Age=${until}; HttpOnly; SameSite=Lax`,
  )
  return response
}

/** The pages' door: `http.ts` calls it for every request that is neither the API nor a file. */
export default {
  fetch(request: Request, options: { context: PageContext }): Response | Promise<Response> {
    const url = new URL(request.url)
    // A file of an older build: an HTML answer would be taken for a script.
    if (url.pathname.startsWith('/assets/')) return new Response('Not found', { status: 404 })
    // Deep links keep the language of their address; only the bare first visit is detected.
    if (url.pathname === '/' && preferredLocale(request.headers) === 'en') {
      return new Response(null, {
        status: 302,
        headers: { Location: `/en/${url.search}`, Vary: 'Cookie, Accept-Language' },
      })
    }
    // A shop's signature is of what it wrote, and pages write their addresses anew: it is handed on as one value.
    if (/\/(stocks|products)\/connectors\/shopify$/.test(url.pathname) && url.searchParams.has('hmac')) {
      const answer = new URLSearchParams({ answer: url.search.slice(1) })
      return new Response(null, { status: 302, headers: { Location: `${url.pathname}?${answer}` } })
    }
    return paraglideMiddleware(request, () => withoutUnclear(request, options))
  },
}
