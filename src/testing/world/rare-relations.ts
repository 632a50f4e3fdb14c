import { createHash } from 'node:crypto'
import { apiKey, person } from '#features/account/server/table.ts'
import { post } from '#features/communications/server/table.ts'
import { contactConsent } from '#features/contacts/server/table.ts'
import { message, notificationPreference } from '#features/inbox/server/table.ts'
import { savedView } from '#features/saved-views/server/table.ts'
import type { Tx } from '#platform/db.ts'
import { mail } from '#platform/table.ts'
import { accounts, demoDomain, type PersonKey, people, portals } from './cast.ts'
import { worldId } from './random.ts'

const hours = 3_600_000
const ago = (now: Date, hoursAgo: number) => new Date(now.getTime() - hoursAgo * hours)

/** People, posts, messages and answers in the states that the demo's ordinary weeks do not bring about. */
export async function insertRareRelations(tx: Tx, now: Date): Promise<void> {
  await tx.insert(person).values(formerStaff(now)).onConflictDoNothing()
  await tx.insert(post).values(posts(now)).onConflictDoNothing()
  await tx.insert(mail).values(keptMail(now)).onConflictDoNothing()
  await tx.insert(message).values(messages(now)).onConflictDoNothing()
  await tx.insert(notificationPreference).values(preferences).onConflictDoNothing()
  await tx.insert(contactConsent).values(consents(now)).onConflictDoNothing()
  await tx.insert(apiKey).values(pastKey(now)).onConflictDoNothing()
  await tx.insert(savedView).values(views(now)).onConflictDoNothing()
}

const outage = worldId('post outage')
const owners: PersonKey[] = ['orquesta', 'vera']

/** Nobody of the cast: one has left, one has not come yet. */
const formerStaff = (now: Date) => {
  const one = (key: string, name: string, more: Partial<typeof person.$inferInsert>) => ({
    ...{ id: worldId(`person ${key}`), name, email: `${key}@${demoDomain}`, staff: true, demo: true },
    ...{ permissions: ['products.viewproducts'], ...more },
  })
  return [
    one('former', 'Elsa Prieto', { suspendedAt: ago(now, 900), lastSeenAt: ago(now, 910) }),
    one('newcomer', 'Jon Arana', {}),
  ]
}

function posts(now: Date): (typeof post.$inferInsert)[] {
  const shared = {
    ...{ description: { es: '' }, body: { es: '' }, authorId: people.staff.id },
    channels: ['inApp' as const, 'email' as const],
  }
  return [
    {
      ...{ ...shared, id: outage, kind: 'error', status: 'published', recipients: owners.length },
      title: { es: 'El taller no puede imprimir esta semana', en: 'The workshop cannot print this week' },
      body: {
        es: 'Se ha averiado la máquina. Los pedidos de camisetas salen con cinco días de retraso.',
        en: 'The machine has broken down. Orders of T-shirts leave five days late.',
      },
      audience: { portalTypes: [], portals: [], roles: ['Owner'] },
      ...{ createdAt: ago(now, 903), publishedAt: ago(now, 902), completedAt: ago(now, 902) },
    },
    {
      ...{ ...shared, id: worldId('post lottery'), kind: 'info', status: 'deleted', deletedFrom: 'draft' },
      title: { es: 'Sorteo de Navidad' },
      audience: { portalTypes: [], portals: [], roles: [] },
      ...{ createdAt: ago(now, 400), deletedAt: ago(now, 120) },
    },
  ]
}

const letterOf = (key: PersonKey) => worldId(`mail outage ${key}`)

/** As on an installation that sends no mail. */
const keptMail = (now: Date): (typeof mail.$inferInsert)[] =>
  owners.map((key) => ({
    id: letterOf(key),
    to: people[key].email,
    subject: 'El taller no puede imprimir esta semana',
    text: 'Se ha averiado la máquina. Los pedidos de camisetas salen con cinco días de retraso.',
    html: '',
    locale: people[key].locale,
    kind: 'post',
    state: 'kept',
    createdAt: ago(now, 902),
  }))

function messages(now: Date): (typeof message.$inferInsert)[] {
  const told = owners.map((key): typeof message.$inferInsert => ({
    ...{ id: worldId(`message outage ${key}`), personId: people[key].id, postId: outage, kind: 'error' },
    ...{ about: `post ${outage}`, mailing: 'mailed', mailId: letterOf(key) },
    ...{ readAt: ago(now, 880), createdAt: ago(now, 902) },
  }))
  const own = (
    kind: 'success' | 'milestone' | 'sale' | 'week',
    title: [es: string, en: string],
    body: [es: string, en: string],
    mailing: 'none' | 'digest',
  ): typeof message.$inferInsert => ({
    ...{ id: worldId(`message orquesta ${kind}`), personId: people.orquesta.id, kind, mailing },
    about: `${kind} of the demo`,
    words: {
      title: { es: title[0], en: title[1] },
      body: { es: body[0], en: body[1] },
      link: '/analytics/net-sales',
    },
    ...{ readAt: kind === 'sale' ? null : ago(now, 90), createdAt: ago(now, kind === 'sale' ? 3 : 100) },
  })
  return [
    ...told,
    own(
      'milestone',
      ['Cien discos vendidos', 'A hundred records sold'],
      ['«Verbena» ha llegado a cien.', '“Verbena” has reached a hundred.'],
      'none',
    ),
    own(
      'success',
      ['Tu catálogo está completo', 'Your catalogue is complete'],
      ['Ya no falta nada para vender.', 'Nothing is missing to sell any more.'],
      'none',
    ),
    own(
      'week',
      ['Tu semana en Orquesta Poniente', 'Your week at Orquesta Poniente'],
      ['1 pedido: 19,83\u00a0€ netos.', '1 order: €19.83 net.'],
      'none',
    ),
    own(
      'sale',
      ['Ventas de ayer en Orquesta Poniente', 'Yesterday’s sales at Orquesta Poniente'],
      ['1 pedido: 19,83\u00a0€ netos.', '1 order: €19.83 net.'],
      'digest',
    ),
  ]
}

const preferences: (typeof notificationPreference.$inferInsert)[] = [
  { personId: people.orquesta.id, kind: 'sale', frequency: 'daily' },
  { personId: people.orquesta.id, kind: 'milestone', frequency: 'once' },
  { personId: people.vera.id, kind: 'sale', frequency: 'off' },
]

/** Of people without a login: by mail, by phone, on paper, out of a file. */
const consents = (now: Date): (typeof contactConsent.$inferInsert)[] =>
  (
    [
      ['Begoña Ibáñez 0', 'news', 'email'],
      ['Xavi Puig 1', 'phone', 'phone'],
      ['Marta Olmedo 2', 'profiling', 'paper'],
      ['Andrés Quiroga 3', 'news', 'import'],
    ] as const
  ).map(([who, kind, source], at) => ({
    ...{ id: worldId(`consent ${who}`), contactId: worldId(`contact ${who}`), kind, source },
    ...{ given: true, at: ago(now, 500 + at * 200), recordedBy: people.staff.id },
  }))

/** A key whose time is over. */
const pastKey = (now: Date): typeof apiKey.$inferInsert => ({
  ...{ id: worldId('key past'), personId: people.orquesta.id, name: 'Web antigua', ending: 'x7Qa' },
  hash: createHash('sha256').update("nobody's key past").digest('base64url'),
  permissions: ['events.viewevents'],
  ...{ createdAt: ago(now, 24 * 40), expiresAt: ago(now, 24 * 10), lastUsedAt: ago(now, 24 * 11) },
})

function views(now: Date): (typeof savedView.$inferInsert)[] {
  const one = (
    name: string,
    page: 'net-sales' | 'sales-by-product' | 'traffic-detail',
    report: 'none' | 'weekly' | 'monthly',
  ) => ({
    ...{ id: worldId(`view ${name}`), ownerId: people.orquesta.id, name, page, query: 'filter=3', report },
    ...{ portalId: portals.orquestaPoniente.id, accountId: accounts.orquestaPoniente.id, shared: true },
    createdAt: ago(now, 700),
    // The next ones go out in their time, not all at once when the demo is made.
    reportedOn: report === 'none' ? null : now.toISOString().slice(0, 10),
  })
  return [
    one('Mes de la orquesta', 'net-sales', 'monthly'),
    one('Qué se vende', 'sales-by-product', 'weekly'),
    one('De dónde vienen', 'traffic-detail', 'none'),
  ]
}
