import type { CallerPlace } from '#platform/place-headers.ts'
import { agentOf } from './agents.ts'
import { hostOf, sourceOf } from './sources.ts'
import type { ViewDraft } from './view-draft.ts'

/** A page view or a click as it arrives, before anything is worked out: requests only ever wait for this. */
export interface SeenView {
  portalId: string
  accountId: string
  kind: 'view' | 'click'
  at: number
  address: string
  userAgent: string
  path: string
  /** Of the page's address, without `?`. */
  query: string
  referrer: string
  /** The page's own host: links from it bring nobody. */
  host: string
  linkId: string | null
  place: CallerPlace
}

type Header = string | string[] | undefined

/** Pages fetched ahead by a browser are seen by nobody; those that are shown after all are not fetched again. */
export const isPrefetch = (headers: Record<string, Header>): boolean =>
  /prefetch|prerender/i.test(
    `${headers['sec-purpose'] ?? ''} ${headers.purpose ?? ''} ${headers['x-purpose'] ?? ''} ${headers['x-moz'] ?? ''}`,
  )

/** What is counted of a view; undefined for bots. */
export function draftOf(view: SeenView): ViewDraft | undefined {
  const { bot, device, browser } = agentOf(view.userAgent)
  if (bot) return undefined
  const own = new Set([view.host])
  return {
    portalId: view.portalId,
    at: view.at,
    kind: view.kind,
    visitor: `${view.address}\n${view.userAgent}`,
    path: view.path.slice(0, 500),
    ...sourceOf(hostOf(view.referrer), new URLSearchParams(view.query.slice(0, 2_000)), own),
    ...view.place,
    device,
    browser,
    linkId: view.linkId,
    lineHash: null,
  }
}
