import { v7 } from 'uuid'
import { expect, test } from 'vitest'
import { person } from '#features/account/server/table.ts'
import { mail } from '#platform/table.ts'
import { as, ok, testServices } from '#testing/as.ts'
import { testDatabase } from '#testing/database.ts'
import { inTrial } from '#testing/raw-bills.ts'
import { people, portals } from '#testing/world/cast.ts'
import { mailInvitation } from './server/mail-invitation.ts'
import { invitation, member } from './server/table.ts'

/** Where a mailed invitation leads, and who sees that somebody was asked to another of a label's portals. */

const world = testDatabase()

test('who has a password is led to their account, who has none to choose one, each in their language', async () => {
  const { database } = world
  const now = new Date()
  const origin = testServices.appOrigin
  for (const [locale, passwordHash, kind, path] of [
    ['es', null, 'invitation', '/activate-account?token='],
    ['en', null, 'invitation', '/en/activate-account?token='],
    ['es', 'x', 'access', '/account'],
    ['en', 'x', 'access', '/en/account'],
  ] as const) {
    const invited = { id: v7(), email: `${locale}.${kind}@sala.test`, name: 'N', locale, passwordHash }
    await inTrial(database, async (tx) => {
      await tx.insert(person).values(invited)
      await mailInvitation({ tx, now, services: testServices }, invited)
    })
    const [sent, ...more] = (await database.db.select().from(mail)).filter(({ to }) => to === invited.email)
    expect(more).toEqual([])
    expect([sent?.kind, sent?.locale]).toEqual([kind, locale])
    expect(sent?.text).toContain(`${origin}${path}`)
    const tokens = await database.query('select 1 from token where person_id = $1', [invited.id])
    expect(tokens).toHaveLength(passwordHash ? 0 : 1)
  }
})

test('who was asked to other portals of a label is seen from its own, as far as the reader sees their teams', async () => {
  const { database } = world
  const [master, seen, unseen] = [portals.bajamar.id, portals.claraVentisca.id, portals.perroManso.id]
  const ask = async (name: string, ...ids: string[]) => {
    const [id, personId] = [v7(), v7()]
    await inTrial(database, async (tx) => {
      await tx.insert(person).values({ id: personId, email: `${id}@sala.test`, name })
      await tx.insert(invitation).values(
        ids.map((portalId) => ({
          id,
          portalId,
          personId,
          name,
          role: 'Lector' as const,
          sentAt: new Date(),
        })),
      )
    })
  }
  await ask('b Dos', seen, unseen)
  await ask('A Uno', seen)
  await ask('c Tres', unseen)
  await ask('d Propia', master, seen)
  await ask('e Ajena', portals.ninoLobo.id)
  const elsewhere = async (who: 'label' | 'labelmanager', portalId = master) => {
    const told = ok(await (await as(database, who)).team.listTeam({ portalId })).elsewhere
    return told.flatMap(({ name, portals: at }) =>
      /^[A-Za-e] (?:Uno|Dos|Tres|Propia|Ajena)$/.test(name) ? [[name, at.map(({ id }) => id)]] : [],
    )
  }
  const all = [
    ['A Uno', [seen]],
    ['b Dos', [seen, unseen]],
    ['c Tres', [unseen]],
  ]
  expect(await elsewhere('label')).toEqual(all)
  expect(await elsewhere('label', seen)).toEqual([])
  expect(await elsewhere('labelmanager')).toEqual(all)
  await inTrial(database, (tx) =>
    tx.insert(member).values({
      ...{ portalId: unseen, personId: people.labelmanager.id, role: 'Lector' as const },
      denies: ['team.viewteammembers'],
    }),
  )
  expect(await elsewhere('labelmanager')).toEqual([
    ['A Uno', [seen]],
    ['b Dos', [seen]],
  ])
  await database.query('update portal set deleted_at = now() where id = $1', [unseen])
  expect(await elsewhere('label')).toEqual([
    ['A Uno', [seen]],
    ['b Dos', [seen]],
  ])
})
