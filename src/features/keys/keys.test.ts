import { beforeEach, describe, expect, test } from 'vitest'
import { failureCode } from '#client.ts'
import { as, ok, testApp } from '#testing/as.ts'
import { testDatabase } from '#testing/database.ts'
import { demoPassword, type PersonKey, people, portals } from '#testing/world/cast.ts'

const world = testDatabase()

const call = async (secret: string, path: string, init: RequestInit = {}) => {
  const headers = { Authorization: `Bearer ${secret}`, ...(init.headers as object) }
  const response = await testApp(world.database).request(`/api${path}`, { ...init, headers })
  return { status: response.status, body: response.status === 204 ? null : await response.json() }
}
const make = async (who: PersonKey, permissions: string[], portalId?: string, writes?: string[]) =>
  ok(
    await (await as(world.database, who)).keys.createKey({
      name: 'Informe',
      permissions,
      writes,
      portalId,
      days: 30,
      password: demoPassword,
    }),
  )

// Passwords are asked for more often here than anybody types them.
beforeEach(() => world.database.query('delete from rate_limit'))

describe('API keys', () => {
  test('read what they were made for, and are shown once', async () => {
    const label = await as(world.database, 'label')
    const { key, secret } = await make('label', ['analytics.viewanalytics', 'portal.viewportals'])
    expect(secret).toMatch(/^blk_[\w-]{43}$/)
    expect((await call(secret, '/portals')).body.items).toHaveLength(9)
    expect((await call(secret, '/analytics/highlights?f=2026-01-01&t=2026-01-07')).status).toBe(200)
    expect((await call(secret, '/events')).status).toBe(403)
    const sales = await make('label', ['analytics.viewanalytics'])
    expect((await call(sales.secret, `/portal/${portals.bajamar.id}/links`)).status).toBe(403)
    const listed = ok(await label.keys.listKeys({})).items.find(({ id }) => id === key.id)
    expect(listed).toMatchObject({ ending: secret.slice(-4), lastUsedAt: expect.any(String) })
    const stored = JSON.stringify(await world.database.query('select * from api_key'))
    expect(stored).not.toContain(secret.slice(4))
  })

  test('are for the calls that take them only, and a cookie beside one does not count', async () => {
    const { secret } = await make('label', ['portal.editlinks'])
    for (const path of ['/session', '/account/keys', '/account/sessions'])
      expect((await call(secret, path)).status).toBe(403)
    const body = { method: 'POST', body: '{}', headers: { 'Content-Type': 'application/json' } }
    expect((await call(secret, `/portal/${portals.bajamar.id}/link`, body)).status).toBe(403)
    expect((await call(`blk_${'x'.repeat(43)}`, '/portals')).status).toBe(401)
    expect((await call('no key', '/portals')).status).toBe(401)
  })

  test('hold no more than their owner does, now', async () => {
    const lector = await as(world.database, 'lector')
    const refused = await lector.keys.createKey({
      name: 'x',
      permissions: ['portal.editlinks'],
      days: 30,
      password: demoPassword,
    })
    expect(refused).toMatchObject({ error: { fields: { permissions: expect.any(String) } } })
    const elsewhere = {
      name: 'x',
      permissions: ['analytics.viewanalytics'],
      days: 30 as const,
      password: demoPassword,
    }
    expect(await lector.keys.createKey({ ...elsewhere, portalId: portals.ninoLobo.id })).toMatchObject({
      error: { fields: { portalId: expect.any(String) } },
    })
    const { secret } = await make('lector', ['analytics.viewanalytics'])
    const ask = async () =>
      (await call(secret, `/analytics/highlights/${portals.hotelLevante.id}?f=2026-01-01&t=2026-01-02`))
        .status
    expect(await ask()).toBe(200)
    await world.database.query(
      `update member set denies = '["analytics.viewanalytics"]' where person_id = $1`,
      [people.lector.id],
    )
    expect(await ask()).toBe(403)
    await world.database.query('update person set suspended_at = now() where id = $1', [people.lector.id])
    expect(await ask()).toBe(401)
  })

  test('of one portal see that portal only, even the master one', async () => {
    const { secret } = await make('label', ['portal.viewportals'], portals.bajamar.id)
    expect((await call(secret, '/portals')).body.items).toMatchObject([{ id: portals.bajamar.id }])
    expect((await call(secret, `/portal/${portals.claraVentisca.id}`)).status).toBe(404)
  })

  test('of staff hold staff’s keys, never super', async () => {
    const { secret } = await make('super', ['analytics.viewanalytics'])
    expect((await call(secret, '/analytics/staffSalesInfo?f=2026-01-01&t=2026-01-02')).status).toBe(200)
    expect((await call(secret, '/portals')).status).toBe(403)
  })

  test('of staff are of no one portal: what they reach is theirs by their permissions', async () => {
    const staff = await as(world.database, 'staff')
    const draft = { name: 'X', permissions: ['portal.editlinks'], days: 30 as const, password: demoPassword }
    const one = await staff.keys.createKey({ ...draft, portalId: portals.claraVentisca.id })
    expect(one).toMatchObject({ error: { fields: { portalId: expect.any(String) } } })
    // One that was made before that was refused opens nothing.
    const { key, secret } = await make('staff', ['portal.editlinks'])
    const links = () => call(secret, `/portal/${portals.bajamar.id}/links`)
    expect((await links()).status).toBe(200)
    await world.database.query('update api_key set portal_id = $2 where id = $1', [
      key.id,
      portals.claraVentisca.id,
    ])
    expect((await links()).status).toBe(401)
  })

  test('change things only with what they were given for it', async () => {
    const portalId = portals.bajamar.id
    const send = (secret: string, path: string, body: object, method = 'POST') =>
      call(secret, path, {
        method,
        body: JSON.stringify(body),
        headers: { 'Content-Type': 'application/json' },
      })
    const link = { title: { es: 'Por programa' }, url: 'https://example.com/disco' }
    const reading = await make('label', ['portal.editlinks', 'portal.editreleases'])
    expect((await send(reading.secret, `/portal/${portalId}/link`, link)).status).toBe(403)
    const writing = await make('label', ['portal.editlinks', 'portal.editreleases'], undefined, [
      'portal.editlinks',
    ])
    expect(writing.key).toMatchObject({ writes: ['portal.editlinks'] })
    const made = await send(writing.secret, `/portal/${portalId}/link`, link)
    expect(made.status).toBe(201)
    expect((await send(writing.secret, `/portal/${portalId}/release`, {})).status).toBe(403)
    expect((await call(writing.secret, `/portal/${portalId}/releases`)).status).toBe(200)

    // What it did says which program it was.
    const label = await as(world.database, 'label')
    const done = ok(await label.activity.listActivity({ target: made.body.id }))
    expect(done.items[0]).toMatchObject({ key: { id: writing.key.id, name: 'Informe' } })

    // What its owner loses, it loses.
    await world.database.query(`update member set denies = '["portal.editlinks"]' where person_id = $1`, [
      people.label.id,
    ])
    const refused = await send(writing.secret, `/portal/${portalId}/link`, link)
    await world.database.query(`update member set denies = '[]' where person_id = $1`, [people.label.id])
    expect(refused.status).toBe(403)
  })

  test('of before there were such keys tell of orders and change nothing else', async () => {
    const { key, secret } = await make('artist', [
      'stocks.managestocks',
      'portal.editlinks',
      'stocks.viewstocks',
    ])
    await world.database.query('update api_key set writes = null where id = $1', [key.id])
    const post = async (path: string) =>
      (
        await call(secret, path, {
          ...{ method: 'POST', body: '{}', headers: { 'Content-Type': 'application/json' } },
        })
      ).status
    expect(await post(`/portal/${portals.ninoLobo.id}/orders`)).toBe(400)
    expect(await post(`/portal/${portals.ninoLobo.id}/link`)).toBe(403)
  })

  test('never open people, teams, keys and money', async () => {
    const { secret } = await make('artist', ['billing.viewbills', 'stocks.viewstocks'])
    expect((await call(secret, `/portal/${portals.ninoLobo.id}/bills`)).status).toBe(200)
    const artist = await as(world.database, 'artist')
    const draft = { name: 'x', days: 30 as const, password: demoPassword }
    const ask = (permissions: string[], writes: string[] = []) =>
      artist.keys.createKey({ ...draft, permissions, writes })
    expect(await ask(['team.viewteammembers'])).toMatchObject({
      error: { fields: { permissions: expect.any(String) } },
    })
    expect(await ask(['billing.managebills'])).toMatchObject({
      error: { fields: { permissions: expect.any(String) } },
    })
    // What only changes opens nothing to a key that reads.
    expect(await ask(['events.deleteevents'])).toMatchObject({
      error: { fields: { permissions: expect.any(String) } },
    })
    ok(await ask(['events.deleteevents'], ['events.deleteevents']))
    expect(await ask(['events.viewevents'], ['events.deleteevents'])).toMatchObject({
      error: { fields: { writes: expect.any(String) } },
    })
    expect(await ask(['events.viewevents'], ['events.viewevents'])).toMatchObject({
      error: { fields: { writes: expect.any(String) } },
    })
    const { scopes } = ok(await artist.keys.listKeys({}))
    const named = (permission: string) => scopes.find((scope) => scope.permission === permission)
    expect(named('portal.editlinks')).toEqual({ permission: 'portal.editlinks', read: true, write: true })
    expect(named('billing.viewbills')).toMatchObject({ read: true, write: false })
    expect(named('team.viewteammembers')).toBeUndefined()
    expect(named('products.manageproducts')).toBeUndefined()
    const staff = ok(await (await as(world.database, 'staff')).keys.listKeys({})).scopes
    expect(staff.filter(({ permission, write }) => permission === 'billing.managebills' && write)).toEqual([])
  })

  test('open no list of fans', async () => {
    const permissions = ['portal.editreleases', 'stocks.managestocks', 'portal.viewportals']
    const { secret } = await make('artist', permissions, undefined, permissions.slice(0, 2))
    const { id } = portals.ninoLobo
    const own = await world.database.query<{ id: string }>(
      'select id from release where portal_id = $1 limit 1',
      [id],
    )
    const release = `/portal/${id}/release/${own[0]?.id}`
    expect((await call(secret, release)).status).toBe(200)
    for (const path of [
      `${release}/presaves`,
      `${release}/presaves/file`,
      `/portal/${id}/restockAlerts/file`,
    ])
      expect([path, (await call(secret, path)).status]).toEqual([path, 403])
  })

  test('are replaced by one that may do the same, with an overlap; the secret is asked for with the password', async () => {
    const artist = await as(world.database, 'artist')
    const old = await make('artist', ['portal.editlinks'], portals.ninoLobo.id, ['portal.editlinks'])
    const links = async (secret: string) =>
      (await call(secret, `/portal/${portals.ninoLobo.id}/links`)).status
    const wish = { keyId: old.key.id, overlapHours: 24 as const, password: demoPassword }
    expect(await artist.keys.rotateKey({ ...wish, password: 'no es esta' })).toMatchObject({
      error: { fields: { password: expect.any(String) } },
    })
    const label = await as(world.database, 'label')
    expect(failureCode(await label.keys.rotateKey(wish))).toBe('notFound')
    const made = ok(await artist.keys.rotateKey(wish))
    const { name, permissions, writes, portal } = old.key
    expect(made.key).toMatchObject({ name, permissions, writes, portal })
    expect(new Date(made.key.expiresAt).getTime() - new Date(made.key.createdAt).getTime()).toBeGreaterThan(
      29.9 * 86_400_000,
    )
    expect([await links(old.secret), await links(made.secret)]).toEqual([200, 200])
    const listed = ok(await artist.keys.listKeys({})).items.find(({ id }) => id === old.key.id)
    expect(new Date(listed?.expiresAt ?? 0).getTime()).toBeLessThan(Date.now() + 25 * 3_600_000)
    // Whoever had no answer would get a key that ends with the overlap.
    expect(failureCode(await artist.keys.rotateKey(wish))).toBe('keys.replaced')
    const last = ok(await artist.keys.rotateKey({ ...wish, keyId: made.key.id, overlapHours: 0 }))
    expect([await links(made.secret), await links(last.secret)]).toEqual([401, 200])
    expect(failureCode(await artist.keys.rotateKey({ ...wish, keyId: made.key.id }))).toBe('notFound')
  })

  test('end when revoked or expired, and nobody else’s exist', async () => {
    const artist = await as(world.database, 'artist')
    const { key, secret } = await make('artist', ['portal.editlinks'])
    const label = await as(world.database, 'label')
    expect(failureCode(await label.keys.revokeKey({ keyId: key.id }))).toBe('notFound')
    expect((await call(secret, `/portal/${portals.ninoLobo.id}/links`)).status).toBe(200)
    expect(await artist.keys.revokeKey({ keyId: key.id })).toBeNull()
    expect((await call(secret, `/portal/${portals.ninoLobo.id}/links`)).status).toBe(401)
    const second = await make('artist', ['portal.editlinks'])
    await world.database.query('update api_key set expires_at = now() where id = $1', [second.key.id])
    expect((await call(second.secret, `/portal/${portals.ninoLobo.id}/links`)).status).toBe(401)
  })

  test('end with the portal that they are for', async () => {
    const label = await as(world.database, 'label')
    const { key, secret } = await make('label', ['portal.viewportals'], portals.claraVentisca.id)
    const set = (deleted: string) =>
      world.database.query(`update portal set deleted_at = ${deleted} where id = $1`, [
        portals.claraVentisca.id,
      ])
    const has = async () => ok(await label.keys.listKeys({})).items.some(({ id }) => id === key.id)
    expect([(await call(secret, '/portals')).status, await has()]).toEqual([200, true])
    await set('now()')
    try {
      const late = await call(secret, '/portals')
      expect([late.status, late.body.error.code, await has()]).toEqual([401, 'keyNotValid', false])
    } finally {
      await set('null')
    }
  })
})

test('the right password is no try: nobody waits because they have made a dozen keys', async () => {
  for (let at = 0; at < 12; at++) await make('artist', ['portal.viewportals'])
  const artist = await as(world.database, 'artist')
  const wrong = () =>
    artist.keys.createKey({ name: 'X', permissions: ['portal.viewportals'], days: 30, password: 'no' })
  for (let at = 0; at < 10; at++) expect(failureCode(await wrong())).toBe('invalidInput')
  expect(failureCode(await wrong())).toBe('tooMany')
})

test('a key whose answer was lost is not made twice, and its secret is kept nowhere', async () => {
  const artist = await as(world.database, 'artist')
  const draft = {
    name: 'Una vez',
    permissions: ['portal.viewportals'],
    days: 30 as const,
    password: demoPassword,
  }
  const call = { idempotencyKey: 'lost' }
  ok(await artist.keys.createKey(draft, call))
  expect(await artist.keys.createKey(draft, call)).toMatchObject({ error: { code: 'alreadyMade' } })
  const made = ok(await artist.keys.listKeys({})).items.filter(({ name }) => name === 'Una vez')
  expect(made).toHaveLength(1)
  const kept = await world.database.query(`select answer from idempotency_key where key = 'lost'`)
  expect(kept).toEqual([{ answer: null }])
})
