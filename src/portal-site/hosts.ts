import type { Database } from '#platform/db.ts'

/** What stands behind a Host header: a portal's domain, once it was verified, or nobody's. */
export interface OwnHost {
  portalId: string
  customUrl: string
  /** False while its DNS records are broken: nothing is shown there, and nobody else's pages either. */
  live: boolean
}

const keptMs = 30_000
/** Strangers can invent hosts without end. */
const hostsMax = 10_000

/** Which portal has a host for itself; remembered for half a minute. */
export function customHosts(database: Database, portalsOrigin: string) {
  const main = new URL(portalsOrigin).host
  let known = new Map<string, OwnHost | null>()
  let since = 0
  const peek = (host: string | undefined): OwnHost | null | undefined => {
    if (host === undefined || host === main) return null
    if (Date.now() - since > keptMs || known.size > hostsMax) {
      known = new Map()
      since = Date.now()
    }
    return known.get(host)
  }
  return {
    /** Without waiting; undefined while it is not known. */
    peek,
    of: async (host: string | undefined): Promise<OwnHost | null> => {
      const found = peek(host)
      if (found !== undefined || host === undefined) return found ?? null
      const domain = host.replace(/:\d+$/, '').toLowerCase()
      const [row] = await database.query<{ id: string; custom_url: string; live: boolean }>(
        `select id, custom_url, domain_state = 3 as live from portal
         where custom_domain = $1 and domain_state in (3, 4) and deleted_at is null order by domain_state limit 1`,
        [domain],
        'portal_by_host',
      )
      const own = row ? { portalId: row.id, customUrl: row.custom_url, live: row.live } : null
      known.set(host, own)
      return own
    },
  }
}
export type CustomHosts = ReturnType<typeof customHosts>

const shared = /^\/(js|fonts|files)\/[^/]+$|^\/healthz$/
const clicks = /^\/go\/([0-9a-f-]{36}(?:\/\d{1,2})?)$/
const documents = /^\/(robots\.txt|sitemap\.xml)$/
const parts =
  /^\/(legal|privacy|qr\.(svg|png)|events\.ics|og\.png|icon\.svg|icon-(180|192|512)\.png|app\.webmanifest|embed\/(events|shop)|(presave|restock|confirm|erase|product)\/.+)$/

/** What a path means on a portal's own host, where no other portal exists. */
export type HostPath =
  /** As it is, or under the portal's address. */
  | { path: string }
  /** Pages stand at the root there. */
  | { moved: string }
  | { document: 'robots' | 'sitemap' }
  | { click: string }
  | 'missing'

export function pathOnHost(path: string, { customUrl }: Pick<OwnHost, 'customUrl'>): HostPath {
  if (shared.test(path)) return { path }
  const [, document] = documents.exec(path) ?? []
  if (document) return { document: document === 'robots.txt' ? 'robots' : 'sitemap' }
  const [, click] = clicks.exec(path.toLowerCase()) ?? []
  if (click) return { click }
  return pageOnHost(path, customUrl)
}

/** Pages and their parts, in either language. */
function pageOnHost(path: string, customUrl: string): HostPath {
  const [, language = '', bare = '/'] = /^(\/en)?(\/.*)?$/.exec(path) ?? []
  if (bare === '/') return { path: `${language}/${customUrl}` }
  if (bare === `/${customUrl}` || bare === `/${customUrl}/`) return { moved: language || '/' }
  if (parts.test(bare)) return { path: `${language}/${customUrl}${bare}` }
  const own = bare.startsWith(`/${customUrl}/`) ? bare.slice(customUrl.length + 1) : ''
  return parts.test(own) ? { path } : 'missing'
}
