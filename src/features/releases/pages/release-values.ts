import type { Release, ReleaseDraft } from '#features/releases/contract.ts'
import { momentOf, wallClock } from '#ui/wall-clock.ts'

/** What the form holds; `releaseAt` as Madrid's wall clock, `yyyy-MM-ddTHH:mm` or empty. */
export interface ReleaseValues {
  title: { es: string; en: string }
  /** Empty without one. */
  productId: string
  coverUrl: string | null
  upc: string
  isrc: string
  releaseAt: string
  durationDays: string
  presave: boolean
  links: { name: string; url: string }[]
  status: ReleaseDraft['status']
}

/** A release as the form shows it. */
export const valuesOf = (release: Release | null): ReleaseValues => ({
  title: { es: release?.title.es ?? '', en: release?.title.en ?? '' },
  // One that was deleted cannot be sent again.
  productId: (release?.product && release.productId) || '',
  coverUrl: release?.coverUrl ?? null,
  upc: release?.upc ?? '',
  isrc: release?.isrc ?? '',
  releaseAt: wallClock(release?.releaseAt),
  durationDays: String(release?.durationDays ?? 15),
  presave: release?.presave ?? true,
  links: release?.links ?? [],
  status: release?.status ?? 'draft',
})

/** The form as the API takes it. */
export const draftOf = (values: ReleaseValues): ReleaseDraft => ({
  title: { es: values.title.es, ...(values.title.en.trim() ? { en: values.title.en } : {}) },
  productId: values.productId || null,
  coverUrl: values.coverUrl,
  upc: values.upc.trim() || null,
  isrc: values.isrc.trim() || null,
  // Empty, it goes as null: the API says that it is asked for.
  releaseAt: momentOf(values.releaseAt) as string,
  durationDays: Number(values.durationDays) as ReleaseDraft['durationDays'],
  presave: values.presave,
  // A row in which nothing was written is none.
  links: values.links.filter(isWritten).map(({ name, url }) => ({ name, url: url.trim() })),
  status: values.status,
})

/** Does a row of an address say anything? */
export const isWritten = ({ name, url }: { name: string; url: string }): boolean =>
  name.trim() !== '' || url.trim() !== ''

/** The form as far as it can be shown: an address that is still being written is not on the page yet. */
export const shownOf = (values: ReleaseValues): ReleaseDraft =>
  draftOf({ ...values, links: values.links.filter(({ name, url }) => name.trim() && url.trim()) })
