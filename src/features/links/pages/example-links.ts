import type { Link } from '#features/links/contract.ts'
import { m } from '#paraglide/messages.js'

/** Links as a page of some weeks has them, for whoever has none yet. */
export function exampleLinks(portalId: string, now: Date) {
  const titles = [m['links.example.tickets'], m['links.example.listen'], m['links.example.shop']]
  const items = titles.map(
    (title, at): Link => ({
      id: `example-${at}`,
      portalId,
      title: { es: title(), en: title() },
      url: 'https://example.com',
      icon: null,
      pictureUrl: null,
      position: at,
      visible: true,
      highlight: at === 0,
      startsAt: null,
      endsAt: null,
      version: 1,
      updatedAt: now.toISOString(),
      clicks: [148, 96, 51][at] ?? 0,
      ctr: [0.22, 0.14, 0.08][at] ?? 0,
    }),
  )
  return { items, total: items.length, page: 1, pageSize: items.length }
}
