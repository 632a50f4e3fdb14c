import { describe, expect, test } from 'vitest'
import { failureCode } from '#client.ts'
import { createApp } from '#http/app.ts'
import { createLog } from '#platform/log.ts'
import { as, ok, testServices } from '#testing/as.ts'
import { testDatabase } from '#testing/database.ts'

const world = testDatabase()
const words = (es: string) => ({ title: { es }, body: { es: `${es}.\nY más.` } })

describe('the changelog', () => {
  test('a published entry is news until it is seen; a draft is nobody’s', async () => {
    const staff = await as(world.database, 'staff')
    const artist = await as(world.database, 'artist')
    await staff.app.createUpdate({ ...words('Borrador'), published: false })
    expect(ok(await artist.app.appUpdates({}))).toEqual({
      showAppUpdates: false,
      showTour: true,
      items: [],
    })
    const first = ok(await staff.app.createUpdate({ ...words('Búsqueda nueva'), published: true }))
    const news = ok(await artist.app.appUpdates({}))
    expect(news).toMatchObject({
      showAppUpdates: true,
      items: [{ id: first.id, title: { es: 'Búsqueda nueva' } }],
    })
    expect(await artist.app.updateStatus({ lastSeenId: first.id })).toBeNull()
    expect(ok(await artist.app.appUpdates({})).showAppUpdates).toBe(false)
    expect(ok(await staff.app.listUpdates({})).items.find(({ id }) => id === first.id)?.seen).toBe(1)
    // Correcting it tells nobody again; the next one does.
    const change = { updateId: first.id, ...words('Búsqueda mejor'), published: true }
    ok(await staff.app.changeUpdate(change, { version: first.version }))
    expect(ok(await artist.app.appUpdates({})).showAppUpdates).toBe(false)
    ok(await staff.app.createUpdate({ ...words('Otra'), published: true }))
    expect(ok(await artist.app.appUpdates({})).showAppUpdates).toBe(true)
    // Having seen an older one takes nothing back.
    await artist.app.updateStatus({ lastSeenId: first.id })
    expect(ok(await artist.app.appUpdates({})).showAppUpdates).toBe(true)
  })

  test('the tour is due until the person ends it, whatever browser they are at', async () => {
    const editor = await as(world.database, 'editor')
    expect(ok(await editor.app.appUpdates({})).showTour).toBe(true)
    expect(await editor.app.endTour({})).toBeNull()
    const elsewhere = await as(world.database, 'editor')
    expect(ok(await elsewhere.app.appUpdates({})).showTour).toBe(false)
    // Ended again, as by another tab.
    expect(await elsewhere.app.endTour({})).toBeNull()
    const other = await as(world.database, 'marketing')
    expect(ok(await other.app.appUpdates({})).showTour).toBe(true)
  })

  test('only who manages communications writes it', async () => {
    const artist = await as(world.database, 'artist')
    expect(failureCode(await artist.app.createUpdate({ ...words('x'), published: true }))).toBe('forbidden')
  })
})

describe('redirects', () => {
  test('a path leads elsewhere, in either language and with a query', async () => {
    const staff = await as(world.database, 'staff')
    const nobody = await as(world.database, 'anonymous')
    const made = ok(
      await staff.app.createRedirect({ path: '/Facturas/', to: '/billing', reason: 'Página movida' }),
    )
    expect(made.path).toBe('/facturas')
    for (const path of ['/facturas', '/en/facturas?x=1', '/FACTURAS/'])
      expect(ok(await nobody.app.checkRoute({ path })).redirect).toEqual({
        to: '/billing',
        external: false,
        reason: 'Página movida',
      })
    expect(ok(await nobody.app.checkRoute({ path: '/facturas/2' })).redirect).toBeNull()
    expect(await staff.app.deleteRedirect({ redirectId: made.id })).toBeNull()
    expect(ok(await nobody.app.checkRoute({ path: '/facturas' })).redirect).toBeNull()
  })

  test('are the same for whoever asks', async () => {
    const staff = await as(world.database, 'staff')
    ok(await staff.app.createRedirect({ path: '/viejo', to: '/account', reason: 'Movida' }))
    ok(
      await staff.app.createRedirect({
        path: '/venta',
        to: 'https://entradas.example/gira',
        reason: 'Fuera',
      }),
    )
    const people = ['label', 'artist', 'lector', 'tech', 'editor', 'staff', 'super', 'anonymous'] as const
    for (const who of people) {
      const api = await as(world.database, who)
      const ask = async (path: string) => ok(await api.app.checkRoute({ path })).redirect
      expect([who, await ask('/viejo')]).toEqual([who, { to: '/account', external: false, reason: 'Movida' }])
      expect([who, await ask('/en/venta')]).toEqual([
        who,
        { to: 'https://entradas.example/gira', external: true, reason: 'Fuera' },
      ])
    }
  })

  test('lead nowhere that only looks like a path of our own', async () => {
    const staff = await as(world.database, 'staff')
    for (const to of ['/.//evil.example', '/en/.//evil.example', '/%09/evil.example', '/%5cevil.example'])
      expect(failureCode(await staff.app.createRedirect({ path: '/x', to, reason: 'x' })), to).toBe(
        'invalidInput',
      )
  })

  test('other sites only from the allow-list, over https', async () => {
    const staff = await as(world.database, 'staff')
    const to = (address: string) => staff.app.createRedirect({ path: '/entradas', to: address, reason: 'x' })
    for (const bad of [
      'https://evil.example/',
      'http://entradas.example/',
      '//entradas.example',
      '/\\evil.example',
      'javascript:alert(1)',
      'https://ana@entradas.example/',
      'https://entradas.example.evil.example/',
      'https://entradas.example:8443/',
    ])
      expect(failureCode(await to(bad)), bad).toBe('invalidInput')
    expect(ok(await to('https://entradas.example/gira')).external).toBe(true)
    // Taken off the list later, it is followed no more, whatever is stored.
    await world.database.query(`update redirect set "to" = 'https://gone.example/' where path = '/entradas'`)
    expect(ok(await staff.app.checkRoute({ path: '/entradas' })).redirect).toBeNull()
  })

  test('nothing leads in a circle, and no path twice', async () => {
    const staff = await as(world.database, 'staff')
    ok(await staff.app.createRedirect({ path: '/uno', to: '/dos', reason: 'x' }))
    ok(await staff.app.createRedirect({ path: '/dos', to: '/tres', reason: 'x' }))
    expect(failureCode(await staff.app.createRedirect({ path: '/tres', to: '/uno?x', reason: 'x' }))).toBe(
      'invalidInput',
    )
    expect(failureCode(await staff.app.createRedirect({ path: '/uno', to: '/x', reason: 'x' }))).toBe(
      'app.redirectTaken',
    )
    expect(failureCode(await staff.app.createRedirect({ path: '/login', to: '/x', reason: 'x' }))).toBe(
      'invalidInput',
    )
  })
})

test('everybody may ask which build runs', async () => {
  const nobody = await as(world.database, 'anonymous')
  expect(ok(await nobody.app.currentBuild({}))).toEqual({ id: 'test' })
})

test('a page that fails is an error page for people and nothing at all for bots', async () => {
  const app = createApp({
    database: world.database,
    log: createLog('silent'),
    services: testServices,
    renderPages: () => new Response('<h1>error</h1>', { status: 500 }),
    trustProxy: 0,
    ready: () => true,
  })
  const ask = async (agent: string) => {
    const response = await app.request('/login', { headers: { 'user-agent': agent } })
    return [response.status, await response.text()]
  }
  expect(await ask('Mozilla/5.0 (compatible; Googlebot/2.1)')).toEqual([500, ''])
  expect(await ask('Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0')).toEqual([500, '<h1>error</h1>'])
})
