import type { Absence, Featured, FeaturedType } from '#features/featured/contract.ts'
import { m } from '#paraglide/messages.js'

export const typeWord: Record<FeaturedType, () => string> = {
  link: m['featured.type.link'],
  event: m['featured.type.event'],
  product: m['featured.type.product'],
  pick: m['featured.type.pick'],
}
const absenceWord: Record<Absence, () => string> = {
  expired: m['featured.absence.expired'],
  targetGone: m['featured.absence.targetGone'],
  targetHidden: m['featured.absence.targetHidden'],
  targetPast: m['featured.absence.targetPast'],
  targetSoldOut: m['featured.absence.targetSoldOut'],
}

/** Whether fans see an item, and what keeps it from them. */
export function stateOf({ status, absence }: Featured) {
  if (status === 'draft') return { mark: 'draft', word: m['featured.state.draft']() } as const
  if (status === 'deleted') return { mark: 'paused', word: m['featured.state.deleted']() } as const
  if (status === 'scheduled') return { mark: 'review', word: m['featured.state.scheduled']() } as const
  if (absence === null) return { mark: 'live', word: m['featured.state.live']() } as const
  return {
    mark: absence === 'expired' ? 'paused' : 'broken',
    word: absenceWord[absence](),
  } as const
}

const inLanguage = (text: { es: string; en?: string | undefined } | null, locale: string) =>
  text ? (locale === 'en' && text.en) || text.es : ''

/** What an item is called: its target, else what is said of it. */
export const titleOf = (item: Pick<Featured, 'targetTitle' | 'description' | 'type'>, locale: string) =>
  inLanguage(item.targetTitle, locale) || inLanguage(item.description, locale) || typeWord[item.type]()
