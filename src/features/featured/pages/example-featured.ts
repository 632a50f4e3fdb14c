import { m } from '#paraglide/messages.js'
import { daysAgo, examplePage } from '#ui/example-page.ts'
import type { Featured } from '../contract.ts'

/** Two things that are put forward, for whoever puts none. */
export function exampleFeatured(portalId: string) {
  const item = (at: number, type: Featured['type'], title: string): Featured => ({
    id: `example-${at}`,
    portalId,
    type,
    targetId: null,
    targetTitle: { es: title, en: title },
    ...{ mediaUrl: null, pictureUrl: null, url: null, description: null, absence: null, deletedAt: null },
    status: 'published',
    startsAt: daysAgo(2),
    durationDays: 14,
    expiresAt: daysAgo(-12),
    live: true,
    clicks: 96 - at * 40,
    position: at,
    version: 1,
    updatedAt: daysAgo(2),
  })
  const items = [
    item(0, 'product', m['products.example.record']()),
    item(1, 'event', m['featured.exampleEvent']()),
  ]
  const { totalCapped: _, ...page } = examplePage(items)
  return page
}
