import { event } from '#features/events/server/table.ts'
import { featured } from '#features/featured/server/table.ts'
import { link } from '#features/links/server/table.ts'
import { release } from '#features/releases/server/table.ts'
import type { Tx } from '#platform/db.ts'
import { type PortalKey, portals } from './cast.ts'
import { linkId } from './links.ts'
import { nextRecord, pictureUrl } from './pictures.ts'
import { worldId } from './random.ts'

const dayMs = 86_400_000
const inDays = (now: Date, days: number) => new Date(now.getTime() + days * dayMs)
const evening = (now: Date, days: number) =>
  new Date(Math.floor(now.getTime() / dayMs + days) * dayMs + 20 * 3_600_000)

/** What a portal's page is not always made of: moved, cancelled, to come, over, hidden, taken away. */
export async function insertRareContent(tx: Tx, now: Date, pictures: boolean): Promise<void> {
  await tx.insert(event).values(events(now)).onConflictDoNothing()
  await tx.insert(link).values(links(now)).onConflictDoNothing()
  await tx.insert(featured).values(items(now, pictures)).onConflictDoNothing()
  await tx.insert(release).values(releases(now, pictures)).onConflictDoNothing()
}

type Event = typeof event.$inferInsert
const eventId = (key: PortalKey, name: string) => worldId(`event ${key} ${name}`)

function events(now: Date): Event[] {
  const one = (key: PortalKey, name: string, days: number, words: Partial<Event>): Event => ({
    portalId: portals[key].id,
    id: eventId(key, name),
    name,
    startsAt: evening(now, days),
    timeZone: 'Europe/Madrid',
    lineUp: [portals[key].name],
    publication: 'published',
    ...words,
  })
  const inside = (venue: string, city: string, province: string) => ({ venue, city, province })
  const url = 'https://entradas.tiassolteras.es/especial'
  return [
    one('tiasSolteras', 'Festival de la Sardina', 96, {
      ...{ kind: 'festival', ...inside('Recinto portuario', 'Málaga', 'ES-MA'), endsAt: evening(now, 98) },
      lineUp: ['Las Tías Solteras', 'Hotel Levante', 'Clara Ventisca'],
      tickets: [
        { type: 'presale', url, onSaleAt: inDays(now, 12).toISOString() },
        { type: 'VIP', url: `${url}?vip`, onSaleAt: null },
      ],
    }),
    one('tiasSolteras', 'Firma de «Quién friega»', 84, {
      ...{ kind: 'signing', ...inside('Discos Marcapasos', 'Granada', 'ES-GR') },
      tickets: [{ type: 'free', url: null, onSaleAt: null }],
    }),
    one('juliaArrecife', 'Piano desde casa', 82, {
      ...{ kind: 'online', timeZone: 'Atlantic/Canary' },
      tickets: [{ type: 'soldOut', url: null, onSaleAt: null }],
    }),
    one('juliaArrecife', 'Julia Arrecife en La Laguna', 110, {
      ...{ ...inside('Teatro Leal', 'San Cristóbal de La Laguna', 'ES-TF'), timeZone: 'Atlantic/Canary' },
      ...{ state: 'rescheduled', previousStartsAt: evening(now, 75) },
    }),
    one('mareaHonda', 'Marea Honda en Viveiro', 88, {
      ...{ ...inside('Teatro Pastor Díaz', 'Viveiro', 'ES-LU'), state: 'cancelled' },
    }),
    one('mareaHonda', 'Marea Honda en Cangas', 120, {
      ...{ ...inside('Auditorio', 'Cangas do Morrazo', 'ES-PO') },
      ...{ publication: 'scheduled', publishAt: inDays(now, 9) },
    }),
    one('mareaHonda', 'Fin de gira', 140, { publication: 'draft' }),
  ]
}

/** Links that are there for a time, after the seven that every portal has. */
function links(now: Date): (typeof link.$inferInsert)[] {
  const one = (position: number, es: string, url: string, words: Partial<typeof link.$inferInsert>) => ({
    ...{ portalId: portals.oxidoYSal.id, id: linkId('oxidoYSal', position), position, url, title: { es } },
    ...words,
  })
  return [
    one(7, 'Preventa de «Dique seco»', 'https://tienda.oxidoysal.es/dique-seco', {
      ...{ icon: 'link', startsAt: inDays(now, 10), endsAt: inDays(now, 40) },
    }),
    one(8, 'Rifa de la gira', 'https://oxidoysal.es/rifa', { icon: 'link', endsAt: inDays(now, -6) }),
    one(9, 'Llama al local', 'tel:+34960000000', { icon: 'phone', visible: false }),
  ]
}

type Item = typeof featured.$inferInsert

/** Each state of a featured item, and each reason for which a published one is not seen. */
function items(now: Date, pictures: boolean): Item[] {
  const places = new Map<PortalKey, number>()
  const one = (key: PortalKey, words: Partial<Item> & Pick<Item, 'type'>): Item => {
    const position = (places.get(key) ?? 1) + 1
    places.set(key, position)
    const usual = { status: 'published' as const, startsAt: inDays(now, -2), durationDays: 30 }
    const id = worldId(`featured ${key} ${position}`)
    return { portalId: portals[key].id, id, position, ...usual, ...words }
  }
  const pick = (key: PortalKey, es: string) => ({
    type: 'pick' as const,
    mediaUrl: pictures ? pictureUrl(key, nextRecord) : '/portal-default.svg',
    description: { es },
  })
  return [
    one('oxidoYSal', pick('oxidoYSal', 'Portada de «Dique seco»')),
    one('oxidoYSal', { type: 'product', targetId: worldId('product OXIDO-LP1') }),
    one('oxidoYSal', { type: 'link', targetId: linkId('oxidoYSal', 7) }),
    one('oxidoYSal', { type: 'link', targetId: linkId('oxidoYSal', 8) }),
    one('mareaHonda', { type: 'link', targetId: linkId('mareaHonda', 2), status: 'draft', startsAt: null }),
    one('mareaHonda', {
      ...{ type: 'link', targetId: linkId('mareaHonda', 4), status: 'scheduled', startsAt: inDays(now, 4) },
    }),
    one('mareaHonda', { ...pick('mareaHonda', 'Cartel del verano'), startsAt: inDays(now, -60) }),
    one('juliaArrecife', { type: 'event', targetId: eventId('juliaArrecife', 'Piano desde casa') }),
    one('juliaArrecife', { type: 'link', targetId: worldId('link that was deleted') }),
    one('juliaArrecife', {
      ...{ ...pick('juliaArrecife', 'Foto antigua'), status: 'deleted', deletedAt: inDays(now, -3) },
    }),
  ]
}

/** A record that is out, one whose time on top is over, one that nobody sees yet. */
function releases(now: Date, pictures: boolean): (typeof release.$inferInsert)[] {
  const one = (
    key: PortalKey,
    es: string,
    days: number,
    words: Partial<typeof release.$inferInsert> = {},
  ) => ({
    portalId: portals[key].id,
    id: worldId(`release ${key} ${es}`),
    title: { es },
    coverUrl: pictures ? pictureUrl(key, nextRecord) : null,
    releaseAt: inDays(now, days),
    durationDays: 15,
    links: [{ name: 'Bandcamp', url: 'https://bandcamp.com/' }],
    status: 'published' as const,
    ...words,
  })
  return [
    one('tercerAnfiteatro', 'Entreacto', -4),
    one('tercerAnfiteatro', 'Gallinero (remezclas)', -70),
    one('mareaHonda', 'Ría arriba (acústico)', 75, { status: 'draft' }),
  ]
}
