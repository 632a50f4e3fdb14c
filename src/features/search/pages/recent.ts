import { resultTypes } from '../choices.ts'
import type { Hit } from '../contract.ts'

const shown = 6
const kept = 40
// Of one person at one portal: whoever signs in next on this computer sees none of it.
const keyOf = (personId: string, portalId: string | null) => `search-recent ${personId} ${portalId ?? ''}`

const isHit = (value: unknown): value is Hit =>
  typeof value === 'object' &&
  value !== null &&
  resultTypes.some((type) => type === (value as Hit).type) &&
  typeof (value as Hit).title === 'string' &&
  /^\/(?!\/)/.test((value as Hit).link)

interface Opened extends Hit {
  /** How often it was opened from the palette. */
  uses: number
}

function opened(personId: string, portalId: string | null): Opened[] {
  try {
    const read: unknown = JSON.parse(localStorage.getItem(keyOf(personId, portalId)) ?? '[]')
    const hits = Array.isArray(read) ? read.filter(isHit) : []
    return hits.map((hit) => ({ ...hit, uses: Number((hit as Partial<Opened>).uses) || 1 }))
  } catch {
    return []
  }
}

/** What this person opened from the palette, what they open most first, then newest first. */
export const recentHits = (personId: string, portalId: string | null): Hit[] =>
  opened(personId, portalId)
    .sort((a, b) => b.uses - a.uses)
    .slice(0, shown)

const isSame = (one: Hit, { type, id }: Hit) => one.type === type && one.id === id

/** How often each was opened by this person, in this browser. */
export function usesOf(personId: string, portalId: string | null): (hit: Hit) => number {
  const all = opened(personId, portalId)
  return (hit) => all.find((one) => isSame(one, hit))?.uses ?? 0
}

/** Counts that a hit was opened, the newest first; in this browser only. */
export function rememberHit(personId: string, portalId: string | null, hit: Hit) {
  const all = opened(personId, portalId)
  const uses = (all.find((one) => isSame(one, hit))?.uses ?? 0) + 1
  const others = all.filter((one) => !isSame(one, hit))
  try {
    localStorage.setItem(
      keyOf(personId, portalId),
      JSON.stringify([{ ...hit, uses }, ...others].slice(0, kept)),
    )
  } catch {
    // Then nothing is remembered.
  }
}
