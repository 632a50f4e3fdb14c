import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { failureCode } from '#client.ts'
import { mail } from '#platform/table.ts'
import { as, ok } from '#testing/as.ts'
import { testDatabase } from '#testing/database.ts'
import { people, portals } from '#testing/world/cast.ts'

const world = testDatabase()
const sent = () => world.database.db.select().from(mail).where(eq(mail.kind, 'accessAsked'))

test('who may not open a page learns what is lacking and who gives it, and asks them once a day', async () => {
  const tech = await as(world.database, 'tech')
  const why = ok(await tech.team.explainAccess({ page: 'analytics' }))
  expect(why.missing).toHaveLength(1)
  expect(why.givers.length).toBeGreaterThan(0)
  expect(why.givers).not.toContain(people.tech.name)
  expect(why.portal).toBeTruthy()
  expect(why).toMatchObject({ askedAt: null, mayAsk: true })
  expect(await tech.team.askForAccess({ page: 'analytics' })).toBeNull()
  // Who comes back later finds that it waits, there and not at what was never asked for.
  const later = ok(await tech.team.explainAccess({ page: 'analytics' }))
  expect(later).toMatchObject({ askedAt: expect.stringMatching(/^20/), mayAsk: false })
  expect(ok(await tech.team.explainAccess({ page: 'billing' })).askedAt).toBeNull()
  const mails = await sent()
  expect(mails).toHaveLength(why.givers.length)
  for (const { subject, text } of mails) {
    expect(subject).toContain(people.tech.name)
    expect(text).toContain(why.portal ?? '')
    expect(text).toMatch(/\/team/)
  }
  expect(failureCode(await tech.team.askForAccess({ page: 'analytics' }))).toBe('tooMany')
  expect(await sent()).toHaveLength(mails.length)
  // Who was mailed has it in the inbox, with the way to where it is given; nobody else has.
  const told = await world.database.query<{ name: string; words: { title: { en: string }; link: string } }>(
    `select p.name, m.words from message m join person p on p.id = m.person_id where m.about like 'access %' order by p.name`,
  )
  expect(told.map(({ name }) => name)).toEqual([...why.givers].sort())
  expect(told[0]?.words.link).toBe(`/portals/${portals.perroManso.id}/team/${people.tech.id}`)
  expect(told[0]?.words.title.en).toContain(people.tech.name)
})

test('a part of a page says what it asks for, also at another portal; what is none of theirs is not there', async () => {
  const lector = await as(world.database, 'lector')
  const { explainAccess, askForAccess } = lector.team
  const why = ok(await explainAccess({ page: 'stocks.connectors' }))
  expect(why).toMatchObject({ title: 'Conexiones', missing: ['Cambiar existencias'] })
  expect(ok(await explainAccess({ page: 'dashboard.newEvent' })).missing).toHaveLength(1)
  for (const portalId of [portals.ninoLobo.id, '00000000-0000-4000-8000-000000000000']) {
    expect(failureCode(await explainAccess({ page: 'portals.links', portalId }))).toBe('notFound')
    expect(failureCode(await askForAccess({ page: 'portals.links', portalId }))).toBe('notFound')
  }
  const manager = await as(world.database, 'label')
  const portalId = portals.hotelLevante.id
  expect(ok(await manager.team.explainAccess({ page: 'portals.links', portalId })).missing).toEqual([])
  // Rates are the provider's: no member learns of them.
  expect(failureCode(await manager.team.explainAccess({ page: 'billing.rates' }))).toBe('notFound')
  const analyst = await as(world.database, 'analyst')
  expect(ok(await analyst.team.explainAccess({ page: 'billing.rates' })).portal).toBeNull()
})

test('staff are told who is super; whoever lacks nothing asks for nothing', async () => {
  const analyst = await as(world.database, 'analyst')
  const why = ok(await analyst.team.explainAccess({ page: 'staffs' }))
  expect(why).toMatchObject({ portal: null, missing: ['Ver el personal y toda la actividad'] })
  expect(why.givers).toContain(people.super.name)
  const owner = await as(world.database, 'artist')
  expect(ok(await owner.team.explainAccess({ page: 'team' }))).toEqual({
    title: 'Equipo',
    missing: [],
    givers: [],
    portal: null,
    askedAt: null,
    mayAsk: false,
  })
  expect(failureCode(await owner.team.askForAccess({ page: 'team' }))).toBe('notFound')
  expect(failureCode(await owner.team.explainAccess({ page: 'accounts' as never }))).toBe('notFound')
})

test('who sees what they may not change learns who can give that, at the portal that they see it of', async () => {
  const manager = await as(world.database, 'labelmanager')
  const portalId = portals.hotelLevante.id
  for (const page of ['billing.editInformation', 'billing.askAdvance'] as const)
    expect(ok(await manager.team.explainAccess({ page, portalId }))).toMatchObject({
      missing: [expect.any(String)],
      givers: expect.arrayContaining([people.label.name]),
      mayAsk: true,
    })
})
