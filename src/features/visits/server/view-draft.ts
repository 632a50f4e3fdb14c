/** A page view or a click on a link, before it is known whether it opens a visit. */
export interface ViewDraft {
  portalId: string
  /** Milliseconds since 1970. */
  at: number
  kind: 'view' | 'click'
  /** Address and user agent together; only their hash with the day's salt is kept. */
  visitor: string
  path: string
  source: string | null
  medium: string | null
  campaign: string | null
  referrer: string | null
  channel: string
  country: string | null
  province: string | null
  city: string | null
  device: string
  browser: string
  linkId: string | null
  /** Of a log's line, to know it again. */
  lineHash: bigint | null
}
