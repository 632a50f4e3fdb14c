import type { Hono } from 'hono'
import type { Services } from '#platform/call.ts'
import type { Locale } from '#platform/constants.ts'
import type { Database } from '#platform/db.ts'
import { serveFile } from '#platform/files.ts'
import { forAnHour } from './answers.ts'
import { collectScript } from './collect-script.ts'
import { countdownScript } from './countdown-script.ts'
import { font } from './fonts.ts'
import { playerScript } from './player-script.ts'
import { sitemap } from './sitemap.ts'

interface Around {
  database: Database
  services: Pick<Services, 'portalsOrigin' | 'files'>
  missing: (locale: Locale) => Promise<Response>
}

/** What is no page of a portal: letters, uploads, scripts, and what search engines ask for. */
export function fixedFiles(site: Hono, { database, services, missing }: Around): void {
  site.get('/fonts/:file', (c) => font(c.req.param('file')) ?? missing('es'))
  site.get(
    '/files/:key',
    async (c) =>
      (await serveFile(services.files, c.req.param('key'), c.req.header('range'))) ?? missing('es'),
  )
  const script = (name: string, text: string, headers: Record<string, string> = {}) =>
    site.get(`/js/${name}.js`, (c) =>
      c.body(text, 200, {
        'Content-Type': 'text/javascript; charset=utf-8',
        'Cache-Control': forAnHour,
        ...headers,
      }),
    )
  // The one that stands on other people's pages.
  script('script', collectScript, { 'Cross-Origin-Resource-Policy': 'cross-origin' })
  script('countdown', countdownScript)
  script('player', playerScript)
  site.get('/robots.txt', () => documentOf(database, 'robots', services.portalsOrigin))
  site.get('/sitemap.xml', () => documentOf(database, 'sitemap', services.portalsOrigin))
}

/** For search engines: of all portals, or of the one whose host it is. */
export async function documentOf(
  database: Database,
  kind: 'robots' | 'sitemap',
  origin: string,
  portalId?: string,
): Promise<Response> {
  if (kind === 'robots')
    return new Response(
      `User-agent: *\nDisallow: /go/\nDisallow: /preview/\nSitemap: ${origin}/sitemap.xml\n`,
      {
        headers: { 'Content-Type': 'text/plain; charset=UTF-8', 'X-Content-Type-Options': 'nosniff' },
      },
    )
  return new Response(await sitemap(database, origin, portalId), {
    headers: {
      'Content-Type': 'application/xml; charset=utf-8',
      'Cache-Control': forAnHour,
      'X-Content-Type-Options': 'nosniff',
    },
  })
}
