import { createStartHandler } from '@tanstack/react-start/server'
import type { PageContext } from '#page-context.ts'
import { renderPage } from '#page-render.tsx'
import { paraglideMiddleware } from '#paraglide/server.js'
import { fallbackLocale, localeCookie, locales } from '#platform/constants.ts'

const render = createStartHandler(renderPage)

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
    return paraglideMiddleware(request, () => render(request, options))
  },
}
