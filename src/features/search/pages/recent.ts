import { resultTypes } from '../choices.ts'
import type { Hit } from '../contract.ts'

const kept = 6
// Of one person at one portal: whoever signs in next on this computer sees none of it.
const keyOf = (personId: string, portalId: string | null) => `search-recent ${personId} ${portalId ?? ''}`

const isHit = (value: unknown): value is Hit =>
  typeof value === 'object' &&
  value !== null &&
  resultTypes.some((type) => type === (value as Hit).type) &&
  typeof (value as Hit).title === 'string' &&
  /^\/(?!\/)/.test((value as Hit).link)

/** What this person opened lately from the palette, newest first. */
export function recentHits(personId: string, portalId: string | null): Hit[] {
  try {
    const read: unknown = JSON.parse(localStorage.getItem(keyOf(personId, portalId)) ?? '[]')
    return Array.isArray(read) ? read.filter(isHit).slice(0, kept) : []
  } catch {
    return []
  }
}

/** Remembers a hit as the newest; in this browser only. */
export function rememberHit(personId: string, portalId: string | null, hit: Hit) {
  const others = recentHits(personId, portalId).filter(({ type, id }) => type !== hit.type || id !== hit.id)
  try {
    localStorage.setItem(keyOf(personId, portalId), JSON.stringify([hit, ...others].slice(0, kept)))
  } catch {
    // Then nothing is remembered.
  }
}
