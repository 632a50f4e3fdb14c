import { expect, test } from 'vitest'
import type { Event } from '#features/events/contract.ts'
import { eventRows } from './event-block.ts'
import { linkRows } from './links-block.ts'
import type { PageLink } from './page-data.ts'

const link = (title: string, url: string, more: Partial<PageLink> = {}): PageLink => ({
  id: title,
  title: { es: title },
  url,
  icon: null,
  pictureUrl: null,
  highlight: false,
  ...more,
})
const linksOf = (...links: PageLink[]) => String(linkRows(links, 'es', false))

test('a link shows its picture, else the sign of its service, else the one its team chose', () => {
  const spotify = 'https://open.spotify.com/artist/4Z8W4fKeB5YxbusRsdQVPb'
  const sign = (row: string) => /<path d="([^"]{20})/.exec(row)?.[1]
  const [own, chosen, none] = [
    linksOf(link('Óyelo', spotify, { icon: 'music' })),
    linksOf(link('Gira', spotify, { icon: 'ticket' })),
    linksOf(link('Web', 'https://ninolobo.es/')),
  ]
  expect(sign(own)).toBe(sign(linksOf(link('Óyelo', spotify))))
  expect(sign(chosen)).not.toBe(sign(own))
  expect(sign(none)).toBeUndefined()
  const pictured = linksOf(
    link('Foto', 'https://www.instagram.com/nino', { pictureUrl: 'https://f.example/1.webp' }),
  )
  expect(pictured).toContain('<img src="https://f.example/1.webp"')
  expect(sign(pictured)).toBeUndefined()
})

test('where an artist is followed is a row of signs with names; what was put forward is never among them', () => {
  const instagram = 'https://www.instagram.com/ninolobo'
  const social = { icon: 'social' }
  const [rows = '', signs = ''] = linksOf(
    link('Instagram', instagram, social),
    link('Sígueme', instagram, { ...social, highlight: true }),
    link('Una foto', 'https://www.instagram.com/p/Cx9', social),
  ).split('<ul class="social">')
  expect(signs).toContain('aria-label="Instagram"')
  expect(signs).not.toMatch(/Sígueme|Una foto/)
  expect(rows).toMatch(/class="hl".*Sígueme.*Una foto/s)
  expect(rows).not.toContain('Instagram')
})

const event = (more: Partial<Event>): Event => ({
  ...{ id: 'e1', portalId: 'p1', portalName: 'Niño Lobo', name: 'Niño Lobo en Santiago', kind: 'concert' },
  ...{ startsAt: '2031-07-04T19:00:00.000Z', doorsAt: '2031-07-04T18:00:00.000Z', endsAt: null },
  ...{ timeZone: 'Europe/Madrid', previousStartsAt: null, venue: 'Sala Capitol', address: null },
  ...{ city: 'Santiago', province: null, country: 'ES', lineUp: ['Niño Lobo'], posterUrl: null, tickets: [] },
  ...{ publication: 'published', publishAt: null, state: 'scheduled', past: false, clicks: 0, version: 1 },
  updatedAt: '2031-01-01T00:00:00.000Z',
  ...more,
})
const rowsOf = (more: Partial<Event>, away = false) =>
  String(eventRows([event(more)], { artist: 'Niño Lobo', locale: 'es', preview: false, away }))

test('a row of an event says the day, the hours, the room, and the artist not at all', () => {
  const row = rowsOf({})
  expect(row).toContain('<b>4</b>')
  expect(row).toContain('21:00 · <span class="one">Puertas 20:00</span>')
  expect(row).toContain('Sala Capitol')
  expect(row).not.toContain('Niño Lobo')
  expect(rowsOf({ lineUp: ['Niño Lobo', 'Vera Cantil'] })).toContain('Con Vera Cantil')
})

test('what is sold out or cancelled cannot be pressed, and says why', () => {
  const ticket = { type: 'tickets' as const, url: 'https://entradas.example/', onSaleAt: null }
  expect(rowsOf({ tickets: [ticket] })).toContain('href="/go/e1/0"')
  expect(rowsOf({ tickets: [{ ...ticket, type: 'soldOut' }] })).toMatch(/<span class="off">Agotado/)
  const cancelled = rowsOf({ tickets: [ticket], state: 'cancelled' })
  expect(cancelled).toContain('Cancelado')
  expect(cancelled).toContain('class="gone"')
  expect(cancelled).not.toContain('href=')
})
