import type { Api } from '#client.ts'
import type { Session } from '#features/account/contract.ts'
import type { Locale } from '#platform/constants.ts'

/** What `http.ts` hands to the pages with each request. */
export interface PageContext {
  /** Of this answer's content security policy. */
  nonce: string
  /** The same calls as the browser makes, in process and with this request's session. */
  api: Api
  session: Session | null
  locale: Locale
  environment: string
  /** The alert was closed today (cookie showAlerts): it is not written into the page. */
  alertsClosed: boolean
  /** What the page could not use of its address: found while rendering, or carried over the router's redirect. */
  unclear: UnclearAddress
  /** Where rendering leaves the page: as a response's body it would be made a stream on its way, and read again. */
  rendered: { html?: string }
}

/** Names in the search part of a path that say nothing its page understands. */
export interface UnclearAddress {
  /** Without the language. */
  path: string
  names: string[]
}

declare module '@tanstack/react-start' {
  interface Register {
    server: { requestContext: PageContext }
  }
}
