import type { Release } from '#features/releases/contract.ts'
import { m } from '#paraglide/messages.js'

const dayMs = 86_400_000

/** Two releases, one announced and one out, for whoever has none yet. */
export function exampleReleases(portalId: string, now: Date) {
  const at = (days: number) => new Date(now.getTime() + days * dayMs).toISOString()
  const example = (title: string, some: Partial<Release>): Release => ({
    id: title,
    portalId,
    title: { es: title, en: title },
    productId: null,
    product: null,
    coverUrl: null,
    pictureUrl: null,
    upc: null,
    isrc: null,
    releaseAt: at(20),
    durationDays: 30,
    endsAt: at(50),
    phase: 'countdown',
    presave: true,
    links: [],
    status: 'published',
    signUps: 212,
    clicks: 340,
    version: 1,
    updatedAt: at(0),
    ...some,
  })
  const items = [
    example(m['releases.example.next'](), {}),
    example(m['releases.example.out'](), {
      releaseAt: at(-40),
      endsAt: at(-10),
      phase: 'over',
      presave: false,
      signUps: 89,
      clicks: 1_204,
    }),
  ]
  return { items, total: items.length, page: 1, pageSize: items.length }
}
