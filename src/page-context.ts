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
  /** Where rendering leaves the page: as a response's body it would be made a stream on its way, and read again. */
  rendered: { html?: string }
}

declare module '@tanstack/react-start' {
  interface Register {
    server: { requestContext: PageContext }
  }
}
