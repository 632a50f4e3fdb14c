import { eq } from 'drizzle-orm'
import { v7 } from 'uuid'
import { beforeEach, describe, expect, test } from 'vitest'
import { failureCode } from '#client.ts'
import { person } from '#features/account/server/table.ts'
import { mail } from '#platform/table.ts'
import { as, clientFor, cookieFor, ok, testApp, testServices } from '#testing/as.ts'
import { testDatabase } from '#testing/database.ts'
import { inTrial } from '#testing/raw-bills.ts'
import { putAccount } from '#testing/raw-sales.ts'
import { people, portals } from '#testing/world/cast.ts'
import { explainAccess } from './server/access-asked.ts'
import { invitation, member } from './server/table.ts'

/** Who is told that somebody asks for a page, how often, and as what somebody is asked to join. */

const world = testDatabase()
const portalId = portals.perroManso.id
const key = 'team.createoreditteammembers'
const now = new Date()
const day = 24 * 60 * 60 * 1_000

/** Somebody who could give it at the portal, if nothing else is said. */
async function put(
  name: string,
  {
    role = 'Editor',
    grants = [key],
    denies = [],
    pending = false,
    at = portalId,
    ...more
  }: {
    role?: 'Editor' | 'Owner'
    grants?: string[]
    denies?: string[]
    pending?: boolean
    at?: string
  } & Partial<typeof person.$inferInsert> = {},
) {
  const id = more.id ?? v7()
  const row = { portalId: at, personId: id, role, grants, denies }
  await inTrial(world.database, async (tx) => {
    await tx.insert(person).values({ email: `${id}@sala.test`, name, passwordHash: 'x', ...more, id })
    if (pending) await tx.insert(invitation).values({ ...row, id: v7(), name, sentAt: now })
    else await tx.insert(member).values(row)
  })
  return id
}
const why = (
  asker: keyof typeof people,
  page: 'analytics' | 'billing' | 'staffs' = 'analytics',
  at = now,
  of = portalId,
) =>
  inTrial(world.database, (tx) => {
    const actor = { person: people[asker] }
    return explainAccess({ actor, tx, locale: 'es', now: at } as never, { page, portalId: of })
  })

describe('who can give what somebody lacks', () => {
  beforeEach(async () => {
    await world.database.query(
      `delete from member where person_id in (select id from person where email like '%@sala.test')`,
    )
  })

  test('holds the right there, has a password, and is not suspended, asked only, or the one who asks', async () => {
    const before = (await why('tech')).givers
    await put('AA Puede')
    await put('AB Negado', { denies: [key], role: 'Owner', grants: [] })
    await put('AC Sin permiso', { grants: [] })
    await put('AD Suspendido', { suspendedAt: now })
    await put('AE Sin clave', { passwordHash: null })
    await put('AF Invitado', { pending: true })
    await put('AG En otro sitio', { at: portals.ninoLobo.id })
    await put('AH Propietaria', { role: 'Owner', grants: [] })
    expect((await why('tech')).givers).toEqual(['AA Puede', 'AH Propietaria', ...before].slice(0, 5))
    await world.database.query('update member set grants = $2 where person_id = $1', [
      ...[people.tech.id, JSON.stringify([key])],
    ])
    expect((await why('tech')).givers).not.toContain(people.tech.name)
    await world.database.query('update member set grants = $2 where person_id = $1', [people.tech.id, '[]'])
  })

  test('is one of five at most, by name, and of one name by who was there first', async () => {
    const ids = [v7(), v7()]
    await put('AZ Igual', { id: ids[1] ?? '' })
    await put('AZ Igual', { id: ids[0] ?? '' })
    for (const name of ['AY', 'AX', 'AW', 'AV']) await put(name)
    expect((await why('tech')).givers).toEqual(['AV', 'AW', 'AX', 'AY', 'AZ Igual'])
    const lector = await as(world.database, 'tech')
    await world.database.query(`delete from activity where action = 'team.askForAccess'`)
    expect(await lector.team.askForAccess({ page: 'analytics' })).toBeNull()
    const told = await world.database.query<{ person_id: string }>(
      `select person_id from message where about like 'access %' and person_id = any($1)`,
      [ids],
    )
    expect(told.map((row) => row.person_id)).toEqual([ids[0]])
  })

  test('is asked again when a day is over, by nobody else’s asking, and for that page alone', async () => {
    await put('AA Puede')
    await world.database.query(`delete from activity where action = 'team.askForAccess'`)
    const asked = async (at: Date, row: object = {}) => {
      const one = { actor: people.tech.id, portal: portalId, page: 'analytics', ...row }
      await world.database.query(
        `insert into activity (id, action, portal_id, actor_id, at, after) values ($1, 'team.askForAccess', $2, $3, $4, $5)`,
        [v7(), one.portal, one.actor, at, JSON.stringify({ page: one.page })],
      )
    }
    const said = async () => {
      const { askedAt, mayAsk } = await why('tech')
      return [askedAt, mayAsk]
    }
    expect(await said()).toEqual([null, true])
    await asked(now, { actor: people.label.id })
    await asked(now, { page: 'billing' })
    await asked(now, { portal: portals.ninoLobo.id })
    expect(await said()).toEqual([null, true])
    const early = new Date(now.getTime() - day)
    await asked(early)
    expect(await said()).toEqual([early.toISOString(), true])
    const late = new Date(now.getTime() - day + 1)
    await asked(late)
    expect(await said()).toEqual([late.toISOString(), false])
  })

  test('may be one alone; of nobody there is nothing to ask', async () => {
    const { portalId: alone } = await putAccount(world.database, 'Sola')
    const asker = await put('Pide', { at: alone, grants: [], denies: ['analytics.viewanalytics'] })
    const { team } = clientFor(testApp(world.database), await cookieFor(world.database, asker))
    const asked = { page: 'analytics', portalId: alone } as const
    expect(ok(await team.explainAccess(asked))).toMatchObject({ givers: [], mayAsk: false })
    expect(failureCode(await team.askForAccess(asked))).toBe('notFound')
    await put('Da', { at: alone })
    expect(ok(await team.explainAccess(asked))).toMatchObject({ givers: ['Da'], mayAsk: true })
    expect(await team.askForAccess(asked)).toBeNull()
  })

  test('of staff is who is super, and is led to who asks', async () => {
    const analyst = await as(world.database, 'analyst')
    await world.database.query(`update person set locale = 'en' where id = $1`, [people.super.id])
    await world.database.query(
      `insert into person (id, email, name, staff, super, password_hash, locale) values ($1, 's@s.test', 'AA Super', true, true, 'x', 'es'),
        ($2, 't@s.test', 'AB Personal', true, false, 'x', 'es')`,
      [v7(), v7()],
    )
    const { givers } = ok(await analyst.team.explainAccess({ page: 'staffs' }))
    expect(givers).toEqual(['AA Super', people.super.name])
    expect(await analyst.team.askForAccess({ page: 'staffs' })).toBeNull()
    const sent = await world.database.db.select().from(mail).where(eq(mail.kind, 'accessAsked'))
    const to = (email: string) => sent.find((one) => one.to === email)?.text
    expect(to('s@s.test')).toContain(`${testServices.appOrigin}/staffs/${people.analyst.id}`)
    expect(to(people.super.email)).toContain(`${testServices.appOrigin}/en/staffs/${people.analyst.id}`)
  })
})

describe('an invitation', () => {
  const ask = async (who: Parameters<typeof as>[1], of: string[], more: object = {}) =>
    (await as(world.database, who)).team.inviteMember({
      ...{ email: `${v7()}@sala.test`, name: 'Nueva', ...more },
      portals: of.map((one) => ({ portalId: one, role: 'Lector' as const })),
    })

  test('is to each portal once, that is in reach and where one may invite', async () => {
    const [one, other] = [portals.bajamar.id, portals.claraVentisca.id]
    expect(failureCode(await ask('label', [one, one]))).toBe('invalidInput')
    expect(failureCode(await ask('label', [one, portals.ninoLobo.id]))).toBe('notFound')
    expect(failureCode(await ask('operations', [one]))).toBe('forbidden')
    const { id, portals: named } = ok(await ask('label', [one, other]))
    expect(named).toEqual([one, other])
    const rows = await world.database.query(
      'select portal_id as portal, role, grants, denies, invited_by as by from invitation where id = $1 order by portal_id = $2',
      [id, other],
    )
    const as = { role: 'Lector', grants: [], denies: [], by: people.label.id }
    expect(rows).toEqual([
      { ...as, portal: one },
      { ...as, portal: other },
    ])
    const logged = await world.database.query(
      `select portal_id as portal, after from activity where target_id = $1 and action = 'team.inviteMember' order by portal_id = $2`,
      [id, other],
    )
    const after = { role: 'Lector', grants: [], denies: [] }
    expect(logged).toEqual([
      { portal: one, after },
      { portal: other, after },
    ])
  })

  test('is written in the language that was said, or in that of who asks', async () => {
    const localeOf = async (email: string) =>
      (
        await world.database.query<{ locale: string }>('select locale from person where email = $1', [email])
      )[0]?.locale
    const at = portals.veraCantil.id
    ok(await ask('vera', [at], { email: 'uno@sala.test' }))
    ok(await ask('vera', [at], { email: 'dos@sala.test', locale: 'es' }))
    ok(await ask('artist', [portals.ninoLobo.id], { email: 'tres@sala.test' }))
    expect([
      await localeOf('uno@sala.test'),
      await localeOf('dos@sala.test'),
      await localeOf('tres@sala.test'),
    ]).toEqual(['en', 'es', 'es'])
  })

  test('is no second one of who is in or asked there, and not one of oneself', async () => {
    const of = [portals.ninoLobo.id]
    const email = 'otra.vez@sala.test'
    ok(await ask('artist', of, { email }))
    const again = await ask('artist', of, { email })
    expect(failureCode(again)).toBe('team.alreadyInvited')
    expect(failureCode(await ask('artist', of, { email: people.artist.email }))).toBe('team.ownRole')
    const inside = await put('Dentro', { at: of[0] ?? '', email: 'dentro@sala.test' })
    expect(inside).toBeTruthy()
    expect(failureCode(await ask('artist', of, { email: 'dentro@sala.test' }))).toBe('team.alreadyMember')
    // Who is there as the label's is asked to be there by themselves.
    expect(
      failureCode(await ask('label', [portals.claraVentisca.id], { email: people.operations.email })),
    ).toBe(undefined)
  })
})
