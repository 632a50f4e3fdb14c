import type { BlockId } from '#features/appearance/designs.ts'
import type { Event } from '#features/events/contract.ts'
import type { PartDraft } from '#features/previews/contract.ts'
import type { Release } from '#features/releases/contract.ts'
import type { PageData, PageLink } from './page-data.ts'

const draftId = '00000000-0000-0000-0000-000000000000'

/** A portal's page with one thing out of a form on it, as if it were saved and to be seen, and nothing else. */
export function pageWithPart(
  page: PageData,
  { link, event, release }: PartDraft,
  appOrigin: string,
): PageData {
  const block: BlockId = link ? 'links' : event ? 'events' : 'release'
  return {
    ...page,
    appearance: { ...page.appearance, blocks: [{ id: block, visible: true }] },
    links: link ? [linkOf(link, appOrigin)] : [],
    events: event ? [eventOf(event, page)] : [],
    releases: release ? [releaseOf(release, page)] : [],
    featured: [],
    products: [],
  }
}

const linkOf = (draft: NonNullable<PartDraft['link']>, appOrigin: string): PageLink => ({
  id: draftId,
  title: draft.title,
  url: draft.url,
  icon: draft.icon ?? null,
  // A picture from elsewhere is copied once it is saved; until then the page may not load it.
  pictureUrl: draft.pictureUrl?.startsWith(`${appOrigin}/`) ? draft.pictureUrl : null,
  highlight: draft.highlight ?? false,
})

// What a form leaves empty is nothing, as when it is saved.
const eventOf = (draft: NonNullable<PartDraft['event']>, { portal }: PageData): Event => ({
  ...{ id: draftId, portalId: portal.id, portalName: portal.name },
  name: draft.name,
  kind: draft.kind ?? 'concert',
  startsAt: draft.startsAt,
  doorsAt: draft.doorsAt ?? null,
  endsAt: draft.endsAt ?? null,
  timeZone: draft.timeZone,
  previousStartsAt: null,
  venue: draft.venue || null,
  address: draft.address || null,
  city: draft.city || null,
  province: draft.province || null,
  country: draft.country,
  lineUp: draft.lineUp ?? [],
  posterUrl: draft.posterUrl ?? null,
  tickets: (draft.tickets ?? []).map(({ type, url, onSaleAt }) => ({
    type,
    url: url ?? null,
    onSaleAt: onSaleAt ?? null,
  })),
  ...{ publication: 'published', publishAt: null, state: draft.state ?? 'scheduled' },
  ...{ past: false, clicks: 0, version: 1, updatedAt: new Date().toISOString() },
})

const dayMs = 86_400_000

const releaseOf = (draft: NonNullable<PartDraft['release']>, { portal, products }: PageData): Release => ({
  ...{ id: draftId, portalId: portal.id },
  title: draft.title,
  productId: draft.productId ?? null,
  product: null,
  coverUrl: draft.coverUrl ?? null,
  pictureUrl: draft.coverUrl ?? products.find(({ id }) => id === draft.productId)?.pictureUrl ?? null,
  upc: draft.upc ?? null,
  isrc: draft.isrc ?? null,
  releaseAt: draft.releaseAt,
  durationDays: draft.durationDays,
  endsAt: new Date(Date.parse(draft.releaseAt) + draft.durationDays * dayMs).toISOString(),
  phase: Date.parse(draft.releaseAt) > Date.now() ? 'countdown' : 'out',
  presave: draft.presave ?? false,
  links: draft.links ?? [],
  status: draft.status,
  ...{ signUps: 0, clicks: 0, version: 1, updatedAt: new Date().toISOString() },
})
