import type { Link } from '#features/links/contract.ts'
import { m } from '#paraglide/messages.js'

/** Whether fans see the link at `now`: its mark and its word. */
export function linkState(link: Pick<Link, 'visible' | 'startsAt' | 'endsAt'>, now: Date) {
  if (!link.visible) return { mark: 'paused', word: m['links.state.hidden']() } as const
  if (link.endsAt && new Date(link.endsAt) <= now)
    return { mark: 'paused', word: m['links.state.ended']() } as const
  if (link.startsAt && new Date(link.startsAt) > now)
    return { mark: 'review', word: m['links.state.scheduled']() } as const
  return { mark: 'live', word: m['links.state.visible']() } as const
}

/** The title in the reader's language, else in Spanish. */
export const titleOf = (link: Pick<Link, 'title'>, locale: string) =>
  (locale === 'en' && link.title.en) || link.title.es

/** An address as people read it. */
export const shortUrl = (url: string) =>
  url.replace(/^(https?:\/\/(www\.)?|mailto:|tel:)/, '').replace(/\/$/, '')
