import { appUpdate, appUpdateSeen, redirect } from '#features/app/server/table.ts'
import { post } from '#features/communications/server/table.ts'
import { message } from '#features/inbox/server/table.ts'
import type { Tx } from '#platform/db.ts'
import { mail } from '#platform/table.ts'
import { type PersonKey, people } from './cast.ts'
import { worldId } from './random.ts'
import { insertSoldYesterday } from './sold-yesterday.ts'

const hours = 3_600_000
const ago = (now: Date, hoursAgo: number) => new Date(now.getTime() - hoursAgo * hours)
const members = (Object.keys(people) as PersonKey[]).filter(
  (key) => people[key].members.length > 0 && !people[key].suspended && !people[key].invited,
)
const owners = members.filter((key) => people[key].members.some(({ role }) => role === 'Owner'))
const everybody = { portalTypes: [], portals: [], roles: [] }

type Post = typeof post.$inferInsert
const draft = (key: string, title: string, en: string | undefined, words: Partial<Post>): Post => ({
  id: worldId(`post ${key}`),
  title: en ? { es: title, en } : { es: title },
  description: { es: '' },
  body: { es: '' },
  kind: 'info',
  audience: everybody,
  channels: ['inApp', 'email'],
  authorId: people.staff.id,
  ...words,
})

function makePosts(now: Date): Post[] {
  const out = (hoursAgo: number, recipients: number): Partial<Post> => ({
    status: 'published',
    publishedAt: ago(now, hoursAgo),
    createdAt: ago(now, hoursAgo + 3),
    completedAt: ago(now, hoursAgo - 0.1),
    recipients,
  })
  return [
    draft('christmas', 'Últimos días para pedidos de Navidad', 'Last days for Christmas orders', {
      ...out(26, members.length),
      kind: 'warning',
      mustAcknowledge: true,
      description: {
        es: 'Lo que se pida hasta el 14 de diciembre llega antes de Reyes.',
        en: 'What is ordered by 14 December arrives before Epiphany.',
      },
      body: {
        es: 'El taller cierra del 24 de diciembre al 6 de enero.\n\nSi vas a sacar algo nuevo para Navidad, actívalo esta semana: las camisetas bajo pedido tardan ocho días.',
        en: 'The workshop is closed from 24 December to 6 January.\n\nIf you plan something new for Christmas, activate it this week: T-shirts made on demand take eight days.',
      },
    }),
    draft('rates', 'Nuevas tarifas de envío a Europa', 'New shipping rates to Europe', {
      ...out(200, owners.length),
      audience: { ...everybody, roles: ['Owner'] },
      description: {
        es: 'Bajan las de Portugal, Francia e Italia desde diciembre.',
        en: 'Portugal, France and Italy get cheaper from December.',
      },
      body: {
        es: 'Desde el 1 de diciembre, un paquete de hasta dos kilos a Portugal cuesta 5,90 € y a Francia o Italia, 9,40 €. No tienes que hacer nada.',
        en: 'From 1 December a parcel of up to two kilos costs €5.90 to Portugal and €9.40 to France or Italy. There is nothing you need to do.',
      },
    }),
    draft('workshop', 'Charla: cómo preparar una preventa', undefined, {
      status: 'scheduled',
      publishAt: new Date(now.getTime() + 50 * hours),
      kind: 'success',
      description: { es: 'Jueves a las 18:00, en línea. Media hora y preguntas.' },
      body: {
        es: 'Contamos cómo planificar una preventa de vinilo: plazos, cantidades y avisos a los fans.',
      },
    }),
    draft('survey', 'Encuesta de fin de año', undefined, {
      status: 'draft',
      channels: ['inApp'],
      description: { es: 'Tres preguntas para mejorar Backline.' },
      body: { es: 'Borrador: falta el enlace a la encuesta.' },
    }),
  ]
}

/** Posts, what became of them, sales in an inbox, the changelog and a redirect, so that the demo looks lived in. */
export async function insertMessages(tx: Tx, now: Date): Promise<void> {
  await tx.insert(post).values(makePosts(now)).onConflictDoNothing()
  const told = [...deliveries('christmas', members, now, 26), ...deliveries('rates', owners, now, 200)]
  await tx
    .insert(mail)
    .values(told.map(({ letter }) => letter))
    .onConflictDoNothing()
  await tx
    .insert(message)
    .values(told.map((one) => one.message))
    .onConflictDoNothing()
  await insertSoldYesterday(tx, now)
  await tx.insert(appUpdate).values(changelog(now)).onConflictDoNothing()
  // Everybody but one has seen the news: the notice is there to be looked at, and in nobody else's way.
  const seen = (Object.keys(people) as PersonKey[])
    .filter((key) => key !== 'labelmanager')
    .map((key) => ({ personId: people[key].id, until: now }))
  await tx.insert(appUpdateSeen).values(seen).onConflictDoNothing()
  await tx
    .insert(redirect)
    .values({
      id: worldId('redirect bills'),
      path: '/facturas',
      to: '/billing',
      reason: 'Así se llamaba la página de facturación',
    })
    .onConflictDoNothing()
}

function deliveries(key: string, who: readonly PersonKey[], now: Date, hoursAgo: number) {
  const of = makePosts(now).find(({ id }) => id === worldId(`post ${key}`))
  return who.map((person, at) => {
    const { id: personId, email, locale } = people[person]
    const mailId = worldId(`mail ${key} ${person}`)
    const failed = person === 'tech'
    const read = at % 3 !== 0
    const readHoursAgo = hoursAgo - 2 - at * 0.3
    return {
      letter: {
        id: mailId,
        to: email,
        subject: of?.title[locale] ?? of?.title.es ?? '',
        text: of?.body.es ?? '',
        html: '',
        locale,
        kind: 'post',
        state: failed ? ('failed' as const) : ('sent' as const),
        error: failed ? '550 5.1.1 Mailbox unavailable' : null,
        tries: 1,
        createdAt: ago(now, hoursAgo),
        sentAt: ago(now, hoursAgo - 0.05),
      },
      message: {
        id: worldId(`message ${key} ${person}`),
        personId,
        postId: worldId(`post ${key}`),
        kind: of?.kind ?? ('info' as const),
        about: `post ${worldId(`post ${key}`)}`,
        mustAcknowledge: of?.mustAcknowledge ?? false,
        readAt: read ? ago(now, readHoursAgo) : null,
        acknowledgedAt: read && of?.mustAcknowledge && at % 2 === 0 ? ago(now, readHoursAgo - 0.2) : null,
        mailing: 'mailed' as const,
        mailId,
        createdAt: ago(now, hoursAgo),
      },
    }
  })
}

const changelog = (now: Date): (typeof appUpdate.$inferInsert)[] => [
  {
    id: worldId('update search'),
    title: { es: 'Busca cualquier cosa con Ctrl K', en: 'Find anything with Ctrl K' },
    body: {
      es: 'Portales, productos, eventos y personas, aunque falte un acento o baile una letra. Desde ahí también se abren páginas y se hacen cosas.',
      en: 'Portals, products, events and people, even with a missing accent or a turned letter. Pages open from there too.',
    },
    publishedAt: ago(now, 6),
  },
  {
    id: worldId('update inbox'),
    title: { es: 'Tu buzón', en: 'Your inbox' },
    body: {
      es: 'Los avisos del equipo y las ventas de tus portales están ahora en la campana de arriba. Tú decides qué llega también por correo.',
      en: 'Notices of the team and sales of your portals now live under the bell at the top. You decide what comes by mail too.',
    },
    publishedAt: ago(now, 190),
  },
]
