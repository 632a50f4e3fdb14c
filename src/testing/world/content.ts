import type { event } from '#features/events/server/table.ts'
import type { featured } from '#features/featured/server/table.ts'
import type { release } from '#features/releases/server/table.ts'
import { type PortalKey, portals } from './cast.ts'
import { linkId } from './links.ts'
import { nextRecord, pictureUrl } from './pictures.ts'
import { worldId } from './random.ts'

const dayMs = 86_400_000
const rooms = [
  ['Sala El Sol', 'Madrid', 'ES-M'],
  ['Sala Apolo', 'Barcelona', 'ES-B'],
  ['Teatro Lope de Vega', 'Sevilla', 'ES-SE'],
  ['Kafe Antzokia', 'Bilbao', 'ES-BI'],
  ['Sala Moon', 'València', 'ES-V'],
  ['Sala Capitol', 'Santiago de Compostela', 'ES-C'],
  ['Paraninfo', 'Las Palmas de Gran Canaria', 'ES-GC'],
] as const

const keys = Object.keys(portals) as PortalKey[]
/** At nine in the evening by Madrid's winter clock, so many days from the given moment. */
const evening = (now: Date, days: number) =>
  new Date(Math.floor(now.getTime() / dayMs + days) * dayMs + 20 * 3_600_000)

/** Shows of every portal: one that is over, some to come. In the test world they are drafts, seen by nobody. */
export function makeEvents(now: Date, shown: boolean): (typeof event.$inferInsert)[] {
  return keys.flatMap((key, at) =>
    [-20, 9, 23, 51].map((days, index) => {
      const [venue, city, province] = rooms[(at + index) % rooms.length] ?? rooms[0]
      const { id: portalId, name, customUrl } = portals[key]
      const handle = customUrl.replaceAll('-', '')
      return {
        portalId,
        id: worldId(`event ${key} ${index}`),
        name: `${name} en ${city}`,
        startsAt: evening(now, days + at),
        doorsAt: new Date(evening(now, days + at).getTime() - 3_600_000),
        timeZone: province === 'ES-GC' ? 'Atlantic/Canary' : 'Europe/Madrid',
        venue,
        city,
        province,
        lineUp: [name],
        tickets: [{ type: 'tickets', url: `https://entradas.${handle}.es/${index}`, onSaleAt: null }],
        publication: shown ? 'published' : 'draft',
        state: index === 3 && at % 4 === 0 ? 'postponed' : 'scheduled',
      }
    }),
  )
}

/** Every portal features its tour's link and, where there is one to come, a show. */
export function makeFeatured(now: Date, shown: boolean): (typeof featured.$inferInsert)[] {
  const state = shown
    ? { status: 'published' as const, startsAt: new Date(now.getTime() - dayMs) }
    : { status: 'draft' as const }
  return keys.flatMap((key) => {
    const { id: portalId } = portals[key]
    const own = (position: number) => ({ portalId, id: worldId(`featured ${key} ${position}`), position })
    return [
      {
        ...own(0),
        ...state,
        type: 'event',
        targetId: worldId(`event ${key} 1`),
        durationDays: 14,
        description: { es: 'Últimas entradas', en: 'Last tickets' },
      },
      { ...own(1), ...state, type: 'link', targetId: linkId(key, 0), durationDays: 30 },
    ]
  })
}

/** Records to come, in the order of the portals. */
const records = [
  ['Lo que queda', 'What is left'],
  ['Marea baja', 'Low tide'],
  ['Última planta', 'Top floor'],
  ['Sin correa', 'Off the lead'],
  ['Mantel de hule', 'Oilcloth'],
  ['Ría arriba', 'Upriver'],
  ['Barlovento', 'Windward'],
  ['Segundo acto', 'Second act'],
  ['Dique seco', 'Dry dock'],
  ['Bosque de cemento', 'Concrete forest'],
  ['Bis', 'Encore'],
  ['Cornisa', 'Ledge'],
  ['Toma dos', 'Take two'],
] as const

/** Every portal has a record that comes out in a month. */
export const makeReleases = (now: Date, shown: boolean, pictures = false): (typeof release.$inferInsert)[] =>
  keys.map((key, at) => ({
    portalId: portals[key].id,
    id: worldId(`release ${key}`),
    title: { es: records[at % records.length]?.[0] ?? '', en: records[at % records.length]?.[1] ?? '' },
    coverUrl: pictures ? pictureUrl(key, nextRecord) : null,
    releaseAt: new Date(Math.floor(now.getTime() / dayMs + 30) * dayMs + 23 * 3_600_000),
    durationDays: 15,
    links: [{ name: 'Spotify', url: 'https://open.spotify.com/' }],
    status: shown ? 'published' : 'draft',
  }))
