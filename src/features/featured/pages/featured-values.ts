import type { Featured, FeaturedDraft } from '#features/featured/contract.ts'
import { momentOf, wallClock } from '#ui/wall-clock.ts'

/** What the form holds; `startsAt` as Madrid's wall clock, `yyyy-MM-ddTHH:mm` or empty. */
export interface FeaturedValues {
  type: FeaturedDraft['type']
  targetId: string
  mediaUrl: string | null
  url: string
  description: { es: string; en: string }
  status: FeaturedDraft['status']
  startsAt: string
  durationDays: string
}

/** An item as the form shows it. */
export const valuesOf = (item: Featured | null): FeaturedValues => ({
  type: item?.type ?? 'link',
  targetId: item?.targetId ?? '',
  mediaUrl: item?.mediaUrl ?? null,
  url: item?.url ?? '',
  description: { es: item?.description?.es ?? '', en: item?.description?.en ?? '' },
  status: item?.status === 'published' || item?.status === 'scheduled' ? item.status : 'draft',
  startsAt: item?.status === 'scheduled' ? wallClock(item.startsAt) : '',
  durationDays: String(item?.durationDays ?? 14),
})

/** The form as the API takes it. */
export const draftOf = (values: FeaturedValues): FeaturedDraft => ({
  type: values.type,
  targetId: values.type === 'pick' ? null : values.targetId || null,
  mediaUrl: values.type === 'pick' ? values.mediaUrl : null,
  url: values.type === 'pick' ? values.url.trim() || null : null,
  description: {
    es: values.description.es,
    ...(values.description.en.trim() ? { en: values.description.en } : {}),
  },
  status: values.status,
  startsAt: values.status === 'scheduled' ? momentOf(values.startsAt) : null,
  durationDays: Number(values.durationDays) as FeaturedDraft['durationDays'],
})
