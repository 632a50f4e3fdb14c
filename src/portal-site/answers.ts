import type { Context } from 'hono'
import type { StoredPage } from './page-store.ts'
import type { Rendered } from './render-page.ts'

export const forAnHour = 'public, max-age=3600'

/** What the shape of a path takes, whether or not anything is there; nothing for what has no such shape. */
export function methodsOf(path: string): string[] {
  const bare = path.replace(/^\/en(?=\/|$)/, '')
  if (/^\/[^/]+\/presave\/[^/]+$/.test(bare)) return ['POST']
  if (/^\/[^/]+\/erase\/[^/]+\/[^/]+$/.test(bare)) return ['GET', 'HEAD', 'POST']
  return /^\/([^/]*|[^/]+\/(legal|privacy|qr\.(svg|png)|events\.ics|og\.png|icon\.svg|icon-(180|192|512)\.png|app\.webmanifest|embed\/(events|shop)|product\/[^/]+(\/[^/]+)?)|(fonts|files|js|go|preview)\/[^/]+)$/.test(
    bare,
  )
    ? ['GET', 'HEAD']
    : []
}

/** A page out of memory: zipped for who can read it, and not sent twice. */
export function stored(page: StoredPage, c: Context): Response {
  const headers = {
    ETag: page.etag,
    'Content-Security-Policy': page.csp,
    'Cache-Control': 'no-cache',
    Vary: 'Accept-Encoding',
  }
  if (c.req.header('if-none-match') === page.etag) return c.body(null, 304, headers)
  const zipped = c.req.header('accept-encoding')?.includes('gzip')
  return c.body((zipped ? page.gzip : page.body) as Buffer<ArrayBuffer>, 200, {
    ...headers,
    'Content-Type': 'text/html; charset=utf-8',
    ...(zipped ? { 'Content-Encoding': 'gzip' } : {}),
  })
}

/** A page that was made for this request. */
export const pageAnswer = ({ body, csp, etag }: Rendered, status: number, caching = 'no-cache') =>
  new Response(body, {
    status,
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': csp,
      ETag: etag,
      'Cache-Control': caching,
    },
  })
