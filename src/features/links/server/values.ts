import { BadInput } from '#platform/errors.ts'
import { leadsOutside } from '#platform/safe-fetch-address.ts'
import type { LinkDraft } from '../contract.ts'

/** A draft as the table stores it; what is left out gets its default. @throws BadInput when it ends before it starts, or leads where no fan is. */
export function linkValues(draft: LinkDraft) {
  const startsAt = draft.startsAt ? new Date(draft.startsAt) : null
  const endsAt = draft.endsAt ? new Date(draft.endsAt) : null
  if (startsAt && endsAt && endsAt <= startsAt)
    throw new BadInput('invalidInput', { endsAt: { code: 'links.startsAfterEnd' } })
  if (!leadsOutside(draft.url)) throw new BadInput('invalidInput', { url: { code: 'links.innerAddress' } })
  return {
    title: draft.title.en ? { es: draft.title.es, en: draft.title.en } : { es: draft.title.es },
    url: draft.url,
    icon: draft.icon ?? null,
    pictureUrl: draft.pictureUrl ?? null,
    visible: draft.visible ?? true,
    highlight: draft.highlight ?? false,
    startsAt,
    endsAt,
  }
}
