import type { Link, LinkDraft } from '#features/links/contract.ts'
import { momentOf, wallClock } from '#ui/wall-clock.ts'

/** As the API takes it; its shapes would bring their validator along. */
export const titleMaxLength = 80

/** What the form holds; moments as Madrid's wall clock, `yyyy-MM-ddTHH:mm` or empty. */
export interface LinkValues {
  title: { es: string; en: string }
  url: string
  icon: string
  pictureUrl: string
  startsAt: string
  endsAt: string
  visible: boolean
  highlight: boolean
}

/** A link as the form shows it; a new one is visible from the start. */
export const valuesOf = (link: Link | null): LinkValues => ({
  title: { es: link?.title.es ?? '', en: link?.title.en ?? '' },
  url: link?.url ?? '',
  icon: link?.icon ?? '',
  pictureUrl: link?.pictureUrl ?? '',
  startsAt: wallClock(link?.startsAt),
  endsAt: wallClock(link?.endsAt),
  visible: link?.visible ?? true,
  highlight: link?.highlight ?? false,
})

/** The form as the API takes it. */
export const draftOf = (values: LinkValues): LinkDraft => ({
  title: { es: values.title.es, ...(values.title.en.trim() ? { en: values.title.en } : {}) },
  url: values.url.trim(),
  icon: (values.icon || null) as LinkDraft['icon'],
  pictureUrl: values.pictureUrl || null,
  startsAt: momentOf(values.startsAt),
  endsAt: momentOf(values.endsAt),
  visible: values.visible,
  highlight: values.highlight,
})
