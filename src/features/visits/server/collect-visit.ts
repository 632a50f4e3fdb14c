import type { Database } from '#platform/db.ts'
import type { Log } from '#platform/log.ts'
import type { CallerPlace } from '#platform/place-headers.ts'
import type { CollectEvent } from '../contract.ts'
import { directoryOf } from './portal-directory.ts'
import { visitQueue } from './visit-queue.ts'

/** Where an event came from, as the server knows it. */
export interface CollectSource {
  database: Database
  log: Log
  address: string
  userAgent: string
  place: CallerPlace
  portalsOrigin: string
}

const nameOfDomain = /^(?:https?:\/\/)?(?:www\.)?([^/?#]{1,253})(?:\/([^/?#]{1,60}))?/i

/** Portal names that a payload may mean, the likeliest first. */
function namesOf(domain: string, url: URL | undefined, portalsHost: string): string[] {
  const [, host = '', first] = nameOfDomain.exec(domain.split(',')[0]?.trim().toLowerCase() ?? '') ?? []
  const page = url?.host === portalsHost ? url.pathname.split('/').filter(Boolean) : []
  const onPage = page[0] === 'en' ? page[1] : page[0]
  const names = host === portalsHost ? [first ?? onPage] : [first, host]
  return names.filter((name) => name !== undefined && name !== '') as string[]
}

const hosts = new Map<string, string>()
/** Of the origin of all portals' pages, which stays the same for as long as the process lives. */
function hostOf(origin: string): string {
  const host = hosts.get(origin) ?? new URL(origin).host
  hosts.set(origin, host)
  return host
}

/** By the long names of a payload, or its short ones. */
const saidBy = ({ name, n, url, u, domain, d, referrer, r }: CollectEvent) => ({
  name: name ?? n,
  address: url ?? u ?? '',
  domain: domain ?? d ?? '',
  referrer: referrer ?? r ?? '',
})

/** Counts one event; false when it names no portal, is no page view, or the queue is full. */
export async function collectVisit(source: CollectSource, event: CollectEvent): Promise<boolean> {
  const { name: kind, address, domain, referrer } = saidBy(event)
  if (kind !== 'pageview') return false
  const url = URL.canParse(address) ? new URL(address) : undefined
  if (url && !/^https?:$/.test(url.protocol)) return false
  const find = directoryOf(source.database)
  for (const name of namesOf(domain, url, hostOf(source.portalsOrigin))) {
    const portal = await find(name)
    if (!portal) continue
    return visitQueue(source.database, source.log).add({
      portalId: portal.id,
      accountId: portal.accountId,
      kind: 'view',
      at: Date.now(),
      address: source.address,
      userAgent: source.userAgent.slice(0, 1_000),
      path: url?.pathname ?? '/',
      query: url?.search.slice(1) ?? '',
      referrer: referrer.slice(0, 2_000),
      host: url?.hostname ?? '',
      linkId: null,
      place: source.place,
    })
  }
  return false
}
