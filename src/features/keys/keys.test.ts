import { describe, expect, test } from 'vitest'
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
const make = async (who: PersonKey, permissions: string[], portalId?: string) =>
  ok(
    await (await as(world.database, who)).keys.createKey({
      name: 'Informe',
      permissions,
      portalId,
      days: 30,
      password: demoPassword,
    }),
  )

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
