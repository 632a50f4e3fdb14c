import { m } from '#paraglide/messages.js'
import { defaultPortalPicture } from '#platform/constants.ts'
import { daysAgo, examplePage } from '#ui/example-page.ts'
import type { PortalRow } from '../contract.ts'

/** A label with its first artist, for whoever has no portal yet. */
export function examplePortals() {
  const label = {
    id: 'example',
    name: m['portals.example.label'](),
    type: 'master',
    organisationType: 1,
  } as const
  const portal = (at: number, name: string, customUrl: string, own: Partial<PortalRow>): PortalRow => ({
    id: `example-${at}`,
    code: `EJ${at + 1}0`,
    ...{
      name,
      customUrl,
      url: `https://llnk.is/${customUrl}`,
      picture: null,
      pictureUrl: defaultPortalPicture,
    },
    ...{ type: 'simple', master: false, label: false, selfInvoice: true, account: label },
    ...{ netCents: 184_000, visits: 960, domainState: null, updatedAt: daysAgo(at) },
    ...own,
  })
  return examplePage([
    portal(0, label.name, 'sello', { type: 'master', master: true, label: true, domainState: 3 }),
    portal(1, m['portals.example.artist'](), 'banda', { netCents: 132_000, visits: 710 }),
  ])
}
