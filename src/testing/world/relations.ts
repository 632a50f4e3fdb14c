import { eq, sql } from 'drizzle-orm'
import { person } from '#features/account/server/table.ts'
import { contact, contactConsent, contactNote } from '#features/contacts/server/table.ts'
import type { Tx } from '#platform/db.ts'
import { activity } from '#platform/table.ts'
import {
  accounts,
  type CastPerson,
  demoDomain,
  type PersonKey,
  type PortalKey,
  people,
  portals,
} from './cast.ts'
import { randomFrom, worldId } from './random.ts'

/** Who staff know beside the people with a login. */
// biome-ignore format: a table reads better than 60 lines of braces
const known = [
  ['Begoña Ibáñez', 'Sala Trémolo', '+34 600 118 204', ['sala', 'bilbao'], null],
  ['Xavi Puig', 'Ràdio Costa', '+34 611 402 377', ['prensa'], null],
  ['Marta Olmedo', 'Distribuciones Sur', '+34 622 519 840', ['distribución'], null],
  ['Andrés Quiroga', 'Festival Mar Adentro', '+34 633 740 112', ['festival', 'galicia'], null],
  ['Paula Escribano', null, '+34 644 208 661', ['fotografía'], 'bajamar'],
  ['Kepa Zubiri', 'Estudio Norte', null, ['estudio'], null],
  ['Inma Robles', 'Imprenta Robles', '+34 655 931 007', ['proveedor'], null],
  ['Joan Ferrer', 'Gestoría Ferrer', '+34 966 118 530', ['gestoría'], 'veraCantil'],
  ['Iñaki Saez', 'Revista Contratiempo', '+34 677 204 418', ['prensa'], null],
  ['Hugo Lobo', 'Lobo Producciones', '+34 688 553 190', ['estudio'], 'ninoLobo'],
] as const

const tags: Partial<Record<PersonKey, string[]>> = {
  label: ['sello', 'vip'],
  labelmanager: ['sello'],
  artist: ['artista', 'gira'],
  orquesta: ['artista'],
  vera: ['artista', 'gira'],
}

const hours = 3_600_000
const ago = (now: Date, hoursAgo: number) => new Date(now.getTime() - hoursAgo * hours)

/** Contacts, notes, consents, last visits and what people did lately, so that the demo looks lived in. */
export async function insertRelations(tx: Tx, now: Date): Promise<void> {
  await tx
    .insert(contact)
    .values(known.map((row, at) => knownContact(row, at, now)))
    .onConflictDoNothing()
  for (const [key, own] of Object.entries(tags))
    await tx
      .update(contact)
      .set({ tags: own })
      .where(eq(contact.personId, people[key as PersonKey].id))
  await insertNotes(tx, now)
  for (const [at, key] of (Object.keys(people) as PersonKey[]).entries())
    if (key !== 'invited' && key !== 'nobody')
      await tx
        .update(person)
        .set({ lastSeenAt: ago(now, 1 + at * at * 0.7) })
        .where(eq(person.id, people[key].id))
  await tx.insert(activity).values(doings(now)).onConflictDoNothing()
}

/** Who came first was known first, and is seen as long as they act: nobody is a contact of today who worked last week. */
export async function settleTimes(tx: Tx, now: Date): Promise<void> {
  for (const [at, { id, ...one }] of (Object.values(people) as CastPerson[]).entries())
    if (!one.invited)
      await tx
        .update(person)
        .set({ createdAt: ago(now, 24 * (760 - at * 9)) })
        .where(eq(person.id, id))
  await tx.execute(sql`update person p set last_seen_at = greatest(p.last_seen_at, a.at)
    from (select actor_id, max(at) as at from activity group by actor_id) a where a.actor_id = p.id and p.demo`)
  await tx.execute(sql`update contact c set created_at = p.created_at from person p
    where p.id = c.person_id and p.demo and c.created_at > p.created_at`)
}

function knownContact(
  [name, organisation, phone, own, account]: (typeof known)[number],
  at: number,
  now: Date,
) {
  const local = name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().split(' ').join('.')
  return {
    id: worldId(`contact ${name} ${at}`),
    name,
    email: organisation ? `${local}@contactos.${demoDomain}` : null,
    phone,
    organisation,
    accountId: account ? accounts[account].id : null,
    tags: [...own],
    source: 'staff' as const,
    createdAt: ago(now, 24 * (20 + at * 31)),
    updatedAt: ago(now, 24 * (3 + at * 5)),
  }
}

async function insertNotes(tx: Tx, now: Date): Promise<void> {
  const contactOf = (key: PersonKey) => sql`(select id from contact where person_id = ${people[key].id})`
  const note = (key: PersonKey, author: PersonKey, hoursAgo: number, text: string) => ({
    id: worldId(`note ${text}`),
    contactId: contactOf(key),
    authorId: people[author].id,
    text,
    createdAt: ago(now, hoursAgo),
  })
  await tx
    .insert(contactNote)
    .values([
      note('artist', 'staff', 27, 'Quiere la tienda lista antes de la gira de primavera. Llamar el lunes.'),
      note('artist', 'super', 190, 'Prefiere el correo al teléfono.'),
      note('label', 'staff', 80, 'Reunión trimestral: dos portales nuevos en enero.'),
    ])
    .onConflictDoNothing()
  const consent = (key: PersonKey, kind: 'news' | 'phone', given: boolean, hoursAgo: number) => ({
    id: worldId(`consent ${key} ${kind} ${hoursAgo}`),
    contactId: contactOf(key),
    kind,
    given,
    source: 'form' as const,
    at: ago(now, hoursAgo),
    recordedBy: people.staff.id,
  })
  await tx
    .insert(contactConsent)
    .values([
      consent('artist', 'news', true, 24 * 210),
      consent('artist', 'phone', true, 24 * 210),
      consent('artist', 'phone', false, 24 * 40),
      consent('label', 'news', true, 24 * 300),
      consent('vera', 'news', true, 24 * 90),
    ])
    .onConflictDoNothing()
}

type Doing = [action: string, name: string, before?: object, after?: object]
const doingsOf: Doing[] = [
  [
    'links.updateLink',
    'Entradas de la gira',
    { title: { es: 'Entradas' }, visible: false },
    { title: { es: 'Entradas de la gira' }, visible: true },
  ],
  [
    'events.createEvent',
    'Concierto de otoño',
    undefined,
    { name: 'Concierto de otoño', venue: 'Sala Trémolo', city: 'Bilbao' },
  ],
  ['appearance.publishAppearance', 'Apariencia'],
  [
    'featured.createFeatured',
    'Camiseta nueva',
    undefined,
    { description: { es: 'Camiseta nueva' }, durationDays: 14 },
  ],
  ['links.createLink', 'Disco nuevo', undefined, { title: { es: 'Disco nuevo' }, highlight: true }],
  [
    'events.updateEvent',
    'Concierto de otoño',
    { name: 'Concierto de otoño', venue: 'Sala Trémolo' },
    { name: 'Concierto de otoño', venue: 'Teatro Principal' },
  ],
  [
    'portals.updateSettings',
    'Configuración',
    { selfInvoice: false, salesObjectiveCents: 1_800_000 },
    { selfInvoice: true, salesObjectiveCents: 2_400_000 },
  ],
  ['releases.updateRelease', 'Sal y óxido', { title: { es: 'Sal' } }, { title: { es: 'Sal y óxido' } }],
]

/** Three weeks of changes by the people who may make them. */
function doings(now: Date) {
  const random = randomFrom('doings')
  // biome-ignore format: pairs read better in a row
  const who: [PersonKey, PortalKey][] = [
    ['label', 'claraVentisca'], ['labelmanager', 'hotelLevante'], ['artist', 'ninoLobo'],
    ['editor', 'hotelLevante'], ['marketing', 'claraVentisca'], ['tech', 'perroManso'],
  ]
  return Array.from({ length: 70 }, (_, at) => {
    const [action, name, before, after] = random.one(doingsOf)
    const [key, portal] = random.one(who)
    return {
      id: worldId(`doing ${at}`),
      at: ago(now, 2 + at * 7 + random.between(0, 5)),
      actorId: people[key].id,
      portalId: portals[portal].id,
      accountId: portals[portal].accountId,
      action,
      targetId: worldId(`target ${name} ${portal}`),
      before: before ?? null,
      after: after ?? { name },
      address: `203.0.113.${random.between(2, 60)}`,
      requestId: null,
    }
  })
}
