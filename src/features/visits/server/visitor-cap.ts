import { addressGroup } from '#platform/caller-address.ts'
import type { SeenView } from './seen-view.ts'

/** So many browsers at one portal come from one address in an hour: a household, an office, a provider that shares one. */
export const agentsMax = 40
const windowMs = 60 * 60 * 1000
/** Addresses remembered at most; with more in an hour the count begins anew. */
const addressesMax = 50_000

/** One agent is kept as it is: most addresses never have a second. */
type Agents = string | Set<string>

/**
 * Says whether a view may count: the first views of `agentsMax` user agents from one address and portal do, and all later
 * ones of these, and nobody else's until the hour is over. Each process counts for itself.
 */
export function visitorCap() {
  let since = 0
  let agents = new Map<string, Agents>()
  return ({
    portalId,
    address,
    userAgent,
    at,
  }: Pick<SeenView, 'portalId' | 'address' | 'userAgent' | 'at'>) => {
    if (at - since > windowMs || agents.size >= addressesMax) {
      agents = new Map()
      since = at
    }
    const key = `${portalId} ${addressGroup(address)}`
    const seen = withAgent(agents.get(key), userAgent.slice(0, 200))
    if (seen === undefined) return false
    agents.set(key, seen)
    return true
  }
}

/** Undefined where one more would be too many. */
function withAgent(known: Agents | undefined, agent: string): Agents | undefined {
  if (known === undefined || known === agent) return agent
  const several = typeof known === 'string' ? new Set([known]) : known
  return several.has(agent) || several.size < agentsMax ? several.add(agent) : undefined
}
