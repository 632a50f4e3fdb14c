import { describe, expect, test } from 'vitest'
import { type Api, failureCode } from '#client.ts'
import { dropEndedSessions } from '#features/account/server/sessions.ts'
import { as, clientFor, cookieFor, ok, testApp } from '#testing/as.ts'
import { testDatabase } from '#testing/database.ts'
import { inTrial } from '#testing/raw-bills.ts'
import { demoPassword, type PersonKey, people, portals } from '#testing/world/cast.ts'

const world = testDatabase()
const app = () => testApp(world.database)
const reason = 'Nos pide ayuda con sus enlaces'

async function send(method: string, cookie: string, body: object = {}) {
  const response = await app().request('/api/spy', {
    method,
    headers: { 'Content-Type': 'application/json', cookie },
    body: JSON.stringify(body),
  })
  const given = (response.headers.get('set-cookie') ?? '').split(';')[0] ?? ''
  return { status: response.status, said: await response.json(), cookie: given }
}

/** Staff who see Backline as somebody; the client that then acts. */
async function spyOn(who: PersonKey, by: PersonKey = 'staff') {
  const own = await cookieFor(world.database, people[by].id)
  const { status, said, cookie } = await send('POST', own, { personId: people[who].id, reason })
  return { own, status, said, cookie, spy: clientFor(app(), cookie) as Api }
}

describe('viewing as somebody', () => {
  test('is theirs and not more, says so, and gives both sides a new cookie', async () => {
    const { own, said, cookie, spy } = await spyOn('label')
    expect(said.user).toMatchObject({ id: people.label.id, spy: true, staff: false })
    expect(failureCode(await clientFor(app(), own).account.session({}))).toBe('notSignedIn')
    expect(ok(await spy.spy.spying({}))).toMatchObject({ watcher: people.staff.name, reason })
    const back = await send('DELETE', cookie)
    expect(back.said.user).toMatchObject({ id: people.staff.id, spy: false })
    expect(failureCode(await spy.account.session({}))).toBe('notSignedIn')
    ok(await clientFor(app(), back.cookie).account.session({}))
    expect((await send('DELETE', back.cookie)).status).toBe(409)
  })

  test('edits content, and each row says on whose behalf', async () => {
    const { spy } = await spyOn('artist')
    const portalId = portals.ninoLobo.id
    const link = { title: { es: 'Gira' }, url: 'https://lobo.test', icon: null, pictureUrl: null }
    const made = ok(
      await spy.links.createLink({ portalId, ...link, visible: true, startsAt: null, endsAt: null } as never),
    )
    const [row] = await world.database.query<{ actor_id: string; on_behalf_of: string }>(
      'select actor_id, on_behalf_of from activity where target_id = $1',
      [made.id],
    )
    expect(row).toEqual({ actor_id: people.staff.id, on_behalf_of: people.artist.id })
  })

  test('never touches money, credentials, billing information, team or permissions', async () => {
    const { said, spy } = await spyOn('label')
    const { permissions } = said.user.portals[0]
    for (const key of ['billing.editbillinginformation', 'billing.managebills', 'billing.manageadvances'])
      expect(permissions.billing?.[key.split('.')[1] ?? '']).toBeUndefined()
    expect(permissions.team).toEqual({ viewteammembers: true })
    const refused = [
      spy.account.changePassword({ current: demoPassword, password: 'una frase muy larga' }),
      spy.account.requestEmailChange({ email: 'x@demo.backline.test', password: demoPassword }),
      spy.account.updateProfile({ name: 'Otra', locale: 'es' }),
      spy.account.listSessions({}),
      spy.account.exportOwnData({}),
      spy.twoFactor.startTwoFactor({ password: demoPassword }),
      spy.keys.listKeys({}),
      spy.keys.createKey({ name: 'x', permissions: ['portal.editlinks'], days: 30, password: demoPassword }),
      spy.spy.startSpying({ personId: people.artist.id, reason }),
    ]
    for (const answer of await Promise.all(refused)) expect(failureCode(answer)).toBe('forbidden')
  })

  test('holds no more than the staff member does', async () => {
    await world.database.query('update person set permissions = $1 where id = $2', [
      JSON.stringify(['contacts.managecontacts', 'portal.editlinks']),
      people.catalogue.id,
    ])
    const { said } = await spyOn('label', 'catalogue')
    expect(said.user.portals[0].permissions).toEqual({
      portal: { editlinks: true },
      comunity: { viewcomunity: true },
    })
  })

  test('needs a reason and the right, and is never onto staff or who is not there', async () => {
    const staff = await as(world.database, 'staff')
    expect(await staff.spy.startSpying({ personId: people.artist.id, reason: ' ' })).toMatchObject({
      error: { fields: { reason: expect.any(String) } },
    })
    const start = async (who: PersonKey, personId: string) =>
      failureCode(await (await as(world.database, who)).spy.startSpying({ personId, reason }))
    expect(await start('billing', people.artist.id)).toBe('forbidden')
    expect(await start('label', people.artist.id)).toBe('forbidden')
    expect(await start('super', people.staff.id)).toBe('spy.notStaff')
    expect(await start('super', people.suspended.id)).toBe('notFound')
    expect(await start('super', '00000000-0000-7000-8000-000000000000')).toBe('notFound')
  })

  test.each([
    ['the staff session ends', 'delete from session where person_id = $1'],
    ['the staff member is suspended', 'update person set suspended_at = now() where id = $1'],
    ['the right is taken', `update person set permissions = '[]' where id = $1`],
    ['a second factor is asked of them', 'update person set two_factor_required = true where id = $1'],
  ])('ends at once when %s', async (_when, statement) => {
    const spare = [
      `update person set suspended_at = null, two_factor_required = false where id = $1`,
      `update person set permissions = '["contacts.managecontacts","portal.viewportals"]' where id = $1`,
    ]
    for (const undo of spare) await world.database.query(undo, [people.billing.id])
    const { spy } = await spyOn('vera', 'billing')
    ok(await spy.account.session({}))
    await world.database.query(statement, [people.billing.id])
    expect(failureCode(await spy.account.session({}))).toBe('notSignedIn')
    for (const undo of spare) await world.database.query(undo, [people.billing.id])
  })

  test('lasts half an hour, and brings staff back when it is over', async () => {
    const { cookie, spy } = await spyOn('vera')
    const { endsAt } = ok(await spy.spy.spying({}))
    expect(Date.parse(endsAt) - Date.now()).toBeLessThanOrEqual(30 * 60 * 1000)
    await world.database.query(
      'update session set expires_at = now() where person_id = $1 and parent_hash is not null',
      [people.vera.id],
    )
    expect(failureCode(await spy.account.session({}))).toBe('notSignedIn')
    expect((await send('DELETE', cookie)).said.user.id).toBe(people.staff.id)
  })

  test('the cookie outlives the half hour: what it brings staff back with is not gone before', async () => {
    const own = await cookieFor(world.database, people.staff.id)
    const response = await app().request('/api/spy', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', cookie: own },
      body: JSON.stringify({ personId: people.vera.id, reason }),
    })
    const seconds = Number(/Max-Age=(\d+)/.exec(response.headers.get('set-cookie') ?? '')?.[1])
    // As long as the staff session behind it, of an hour here.
    expect([seconds > 3_500, seconds <= 3_600]).toEqual([true, true])
  })

  test('ends with the person’s sessions, and brings staff back all the same', async () => {
    const { cookie, spy } = await spyOn('orquesta')
    const person = await as(world.database, 'orquesta')
    ok(await person.account.changePassword({ current: demoPassword, password: 'cuatro sillas y un piano' }))
    expect(failureCode(await spy.account.session({}))).toBe('notSignedIn')
    await inTrial(world.database, dropEndedSessions)
    expect((await send('DELETE', cookie)).said.user.id).toBe(people.staff.id)
  })

  test('leaves nothing of staff’s behind where the browser signs in anew', async () => {
    const { cookie } = await spyOn('editor')
    const staff = async () =>
      (await world.database.query('select from session where person_id = $1', [people.staff.id])).length
    const before = await staff()
    const response = await app().request('/api/session', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', cookie },
      body: JSON.stringify({ email: people.lector.email, password: demoPassword }),
    })
    expect([response.status, await staff()]).toEqual([200, before - 1])
    await spyOn('editor')
    await world.database.query(`delete from session where person_id = $1 and parent_hash is null`, [
      people.staff.id,
    ])
    await world.database.query(`update session set expires_at = now() where person_id = $1`, [
      people.editor.id,
    ])
    await inTrial(world.database, dropEndedSessions)
    const left = await world.database.query('select from session where person_id = $1', [people.editor.id])
    expect(left).toEqual([])
  })

  test('is no sign-in of the person', async () => {
    await spyOn('demo')
    const demo = await as(world.database, 'demo')
    expect(ok(await demo.account.listSessions({})).items).toHaveLength(1)
  })
})
