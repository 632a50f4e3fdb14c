import type { PageContext } from '#pages/page-context.ts'
import type { CallContext, Services } from '#platform/call.ts'
import type { Database } from '#platform/db.ts'
import type { Log } from '#platform/log.ts'

/** What renders the pages: the built bundle, or Vite's in development. */
export type RenderPages = (
  request: Request,
  options: { context: PageContext },
) => Response | Promise<Response>

export interface HttpOptions {
  database: Database
  log: Log
  services: Services
  renderPages: RenderPages
  /** How many proxies stand before the program. */
  trustProxy: number
  /** False while the program stops: balancers send new requests elsewhere. */
  ready: () => boolean
  /** Calls that one key may make within a minute; the program's own figure where it is left out. */
  keyLimit?: number
  /** Live reload brings scripts and styles of its own: pages carry no content security policy then. */
  development?: boolean
}

export type Vars = {
  Variables: {
    call: CallContext
    nonce: string
    /** Counts more calls of the key where one request holds several. @throws AppError 429 */
    countCalls?: (more: number) => Promise<void>
  }
}
