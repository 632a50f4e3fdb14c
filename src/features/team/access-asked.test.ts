import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { failureCode } from '#client.ts'
import { mail } from '#platform/table.ts'
import { as, ok } from '#testing/as.ts'
import { testDatabase } from '#testing/database.ts'
import { people } from '#testing/world/cast.ts'

const world = testDatabase()
const sent = () => world.database.db.select().from(mail).where(eq(mail.kind, 'accessAsked'))

test('who may not open a page learns what is lacking and who gives it, and asks them once a day', async () => {
  const tech = await as(world.database, 'tech')
  const why = ok(await tech.team.explainAccess({ page: 'analytics' }))
  expect(why.missing).toHaveLength(1)
  expect(why.givers.length).toBeGreaterThan(0)
  expect(why.givers).not.toContain(people.tech.name)
  expect(why.portal).toBeTruthy()
  expect(await tech.team.askForAccess({ page: 'analytics' })).toBeNull()
  const mails = await sent()
  expect(mails).toHaveLength(why.givers.length)
  for (const { subject, text } of mails) {
    expect(subject).toContain(people.tech.name)
    expect(text).toContain(why.portal ?? '')
    expect(text).toMatch(/\/team/)
  }
  expect(failureCode(await tech.team.askForAccess({ page: 'analytics' }))).toBe('tooMany')
  expect(await sent()).toHaveLength(mails.length)
})

test('staff are told who is super; whoever lacks nothing asks for nothing', async () => {
  const analyst = await as(world.database, 'analyst')
  const why = ok(await analyst.team.explainAccess({ page: 'staffs' }))
  expect(why).toMatchObject({ portal: null, missing: ['Ver el personal y toda la actividad'] })
  expect(why.givers).toContain(people.super.name)
  const owner = await as(world.database, 'artist')
  expect(ok(await owner.team.explainAccess({ page: 'team' }))).toEqual({
    missing: [],
    givers: [],
    portal: null,
  })
  expect(failureCode(await owner.team.askForAccess({ page: 'team' }))).toBe('notFound')
  expect(failureCode(await owner.team.explainAccess({ page: 'accounts' as never }))).toBe('notFound')
})
