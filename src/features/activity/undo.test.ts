import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { failureCode } from '#client.ts'
import { keptTables } from '#platform/undo.ts'
import { as, ok } from '#testing/as.ts'
import { testDatabase } from '#testing/database.ts'
import { portals } from '#testing/world/cast.ts'

const world = testDatabase()
const portalId = portals.ninoLobo.id
const artist = () => as(world.database, 'artist')

async function doing(
  act: (options: { onRequest: (id: string) => void }) => Promise<unknown>,
): Promise<string> {
  let requestId = ''
  const done = await act({
    onRequest: (id) => {
      requestId = id
    },
  })
  expect(done === null || typeof done === 'object').toBe(true)
  expect(JSON.stringify(done) ?? '').not.toContain('"error"')
  return requestId
}
const rowOf = (table: string, id: string) =>
  world.database.query<Record<string, unknown>>(`select to_jsonb(t) as row from ${table} t where t.id = $1`, [
    id,
  ])

test('each table of the list keeps what is undone, and no other', () => {
  const sql = readdirSync('drizzle')
    .filter((name) => name.endsWith('.sql'))
    .map((name) => readFileSync(`drizzle/${name}`, 'utf8'))
    .join('\n')
  const triggers = [...sql.matchAll(/create trigger kept after update or delete on (\w+)/g)].map(
    ([, name]) => name,
  )
  expect(triggers.sort()).toEqual([...keptTables].sort())
})

describe('what is deleted', () => {
  test('is there again as it was, under its id, once', async () => {
    const api = await artist()
    const { items } = ok(await api.links.listLinks({ portalId }))
    const linkId = items[0]?.id ?? ''
    const before = await rowOf('link', linkId)
    const requestId = await doing((options) => api.links.deleteLink({ linkId }, options))
    expect(await rowOf('link', linkId)).toEqual([])
    expect(await api.activity.undoChange({ requestId })).toBeNull()
    expect(await rowOf('link', linkId)).toEqual(before)
    expect(ok(await api.links.listLinks({ portalId })).items).toEqual(items)
    expect(failureCode(await api.activity.undoChange({ requestId }))).toBe('activity.undone')
  })

  test('a release comes back; the addresses that fans left for it do not', async () => {
    const api = await artist()
    const draft = {
      title: { es: 'Disco de invierno' },
      releaseAt: '2027-02-01T10:00:00Z',
      durationDays: 30,
      presave: true,
      status: 'published' as const,
      links: [],
    }
    const made = ok(await api.releases.createRelease({ portalId, ...draft } as never))
    await world.database.query(
      `insert into presave (portal_id, id, release_id, email, confirmed_at) values ($1, gen_random_uuid(), $2, 'fan@correo.test', now())`,
      [portalId, made.id],
    )
    const before = await rowOf('release', made.id)
    const at = { portalId, releaseId: made.id }
    const requestId = await doing((options) => api.releases.deleteRelease(at, options))
    expect(await rowOf('release', made.id)).toEqual([])
    const kept = await world.database.query<{ was: string }>(
      `select was::text from kept_row where request_id = $1`,
      [requestId],
    )
    expect(JSON.stringify(kept)).not.toContain('fan@correo.test')
    expect(await api.activity.undoChange({ requestId })).toBeNull()
    expect(await rowOf('release', made.id)).toEqual(before)
    expect(ok(await api.releases.getRelease(at)).signUps).toBe(0)
  })

  test('comes back with what belonged to it', async () => {
    const staff = await as(world.database, 'super')
    const made = ok(
      await staff.products.createProduct({
        portalId,
        name: { es: 'Gorra de prueba' },
        category: 'apparel',
        format: 'limited',
        editionUnits: 50,
        priceCents: 1_500,
        taxClass: 'general',
        variants: [
          { colour: 'Negro', sku: 'UNDO-N' },
          { colour: 'Rojo', sku: 'UNDO-R' },
        ],
        purchaseAddresses: [{ shop: 'Tienda', url: 'https://tienda.example.org/gorra' }],
      }),
    )
    const before = ok(await staff.products.getProduct({ portalId, productId: made.id }))
    const requestId = await doing((options) =>
      staff.products.deleteProduct({ portalId, productId: made.id }, options),
    )
    expect(await staff.activity.undoChange({ requestId })).toBeNull()
    expect(ok(await staff.products.getProduct({ portalId, productId: made.id }))).toEqual(before)
  })

  test('stands in the activity until it is taken back, for whoever may', async () => {
    const api = await artist()
    const { items } = ok(await api.links.listLinks({ portalId }))
    const linkId = items[1]?.id ?? ''
    const requestId = await doing((options) => api.links.deleteLink({ linkId }, options))
    const entryFor = async (who: Parameters<typeof as>[1]) =>
      ok(await (await as(world.database, who)).activity.listActivity({ target: linkId })).items[0]
    expect(await entryFor('artist')).toMatchObject({ action: 'links.deleteLink', undo: requestId })
    expect(await entryFor('super')).toMatchObject({ undo: requestId })
    // Of a portal that was deleted since nothing is offered that would not be found.
    const mark = (at: string) =>
      world.database.query(`update portal set deleted_at = ${at} where id = $1`, [portalId])
    await mark('now()')
    expect(await entryFor('super')).toMatchObject({ undo: null })
    await mark('null')
    // Others do not learn that it was there; readers may not.
    for (const who of ['analyst', 'label'] as const)
      expect(await (await as(world.database, who)).activity.undoChange({ requestId })).toMatchObject({
        error: { code: expect.stringMatching(/notFound|forbidden/) },
      })
    expect(await api.activity.undoChange({ requestId })).toBeNull()
    expect(await entryFor('artist')).toMatchObject({ action: 'activity.undoChange', undo: null })
  })
})

describe('what is changed', () => {
  test('is what it was, and whoever edits it learns that it moved', async () => {
    const api = await artist()
    const { items } = ok(await api.links.listLinks({ portalId }))
    const turned = [...items].reverse().map(({ id }, at) => ({ id, visible: at > 0 }))
    const requestId = await doing((options) => api.links.reorderLinks({ portalId, links: turned }, options))
    expect(await api.activity.undoChange({ requestId })).toBeNull()
    const after = ok(await api.links.listLinks({ portalId })).items
    const plain = (all: typeof items) => all.map(({ id, visible }) => ({ id, visible }))
    expect(plain(after)).toEqual(plain(items))
    const last = items.at(-1)
    expect(after.at(-1)?.version).toBe((last?.version ?? 0) + 2)
  })

  test('stays when somebody has changed it since, and nothing of it is undone', async () => {
    const api = await artist()
    const { items } = ok(await api.links.listLinks({ portalId }))
    const order = (links: typeof items) => links.map(({ id }) => ({ id }))
    const turned = [...items].reverse()
    const requestId = await doing((options) =>
      api.links.reorderLinks({ portalId, links: order(turned) }, options),
    )
    const [a, b, ...rest] = turned
    if (!a || !b) throw new Error('two links')
    const offered = async (filter: { restorable?: '1' }) =>
      ok(await api.activity.listActivity(filter)).items.map(({ undo }) => undo)
    expect(await offered({ restorable: '1' })).toContain(requestId)
    const over = await doing((options) =>
      api.links.reorderLinks({ portalId, links: order([b, a, ...rest]) }, options),
    )
    // What would be refused is not offered, neither in the list of all nor in the one of what can be put back.
    for (const filter of [{}, { restorable: '1' as const }]) {
      expect(await offered(filter)).not.toContain(requestId)
      expect(await offered(filter)).toContain(over)
    }
    expect(failureCode(await api.activity.undoChange({ requestId }))).toBe('activity.changedSince')
    expect(order(ok(await api.links.listLinks({ portalId })).items)).toEqual(order([b, a, ...rest]))
  })
})

describe('what is edited', () => {
  const edited = async () => {
    const api = await artist()
    const link = ok(
      await api.links.createLink({ portalId, title: { es: 'Antes' }, url: 'https://a.example.org' }),
    )
    const draft = { portalId, linkId: link.id, title: { es: 'Después' }, url: 'https://b.example.org' }
    const requestId = await doing((options) =>
      api.links.updateLink(draft, { version: link.version, ...options }),
    )
    const entry = async () =>
      ok(await api.activity.listActivity({ target: link.id })).items.findLast(
        ({ action }) => action === 'links.updateLink',
      )
    return { api, link, draft, requestId, entry }
  }

  test('stands with what was before, and is put back from the activity', async () => {
    const { api, link, requestId, entry } = await edited()
    expect(await entry()).toMatchObject({
      undo: requestId,
      changes: expect.arrayContaining([
        expect.objectContaining({ field: 'title.es', before: 'Antes', after: 'Después' }),
      ]),
    })
    expect(await api.activity.undoChange({ requestId })).toBeNull()
    const after = ok(await api.links.getLink({ portalId, linkId: link.id }))
    expect(after).toMatchObject({ title: { es: 'Antes' }, url: link.url, version: link.version + 2 })
  })

  test('is not put back over what was written since, which is told field by field', async () => {
    const { api, draft, requestId, entry } = await edited()
    ok(await api.links.updateLink({ ...draft, title: { es: 'Otra cosa' } }))
    expect(await entry()).toMatchObject({ undo: null, changedSince: 'Título' })
    const refused = await api.activity.undoChange({ requestId })
    expect(refused).toMatchObject({
      error: {
        code: 'activity.changedSince',
        fields: { title: expect.stringContaining('Otra cosa') },
      },
    })
    expect(JSON.stringify(refused)).not.toContain('b.example.org')
  })

  test('of events, releases and what is put forward is put back as well', async () => {
    const api = await artist()
    const release = ok(
      await api.releases.createRelease({
        portalId,
        title: { es: 'Disco' },
        releaseAt: '2027-02-01T10:00:00Z',
        durationDays: 30,
        status: 'draft',
      }),
    )
    const at = { portalId, releaseId: release.id }
    const draft = { title: release.title, releaseAt: release.releaseAt, durationDays: 30 as const }
    const published = await doing((options) =>
      api.releases.updateRelease({ ...at, ...draft, status: 'published' }, options),
    )
    expect(await api.activity.undoChange({ requestId: published })).toBeNull()
    expect(ok(await api.releases.getRelease(at)).status).toBe('draft')
  })

  test('of a product is put back with its parts, unless parts were added', async () => {
    const staff = await as(world.database, 'super')
    const draft = { name: { es: 'Taza' }, category: 'accessory', format: 'limited', priceCents: 900 } as const
    const made = ok(
      await staff.products.createProduct({ portalId, ...draft, variants: [{ colour: 'Azul' }] }),
    )
    const at = { portalId, productId: made.id }
    const variants = made.variantRows.map(({ id }) => ({ id, colour: 'Verde' }))
    const requestId = await doing((options) =>
      staff.products.updateProduct({ ...at, ...draft, priceCents: 1_200, variants }, options),
    )
    expect(await staff.activity.undoChange({ requestId })).toBeNull()
    const back = ok(await staff.products.getProduct(at))
    expect(back).toMatchObject({ priceCents: 900, variantRows: [{ colour: 'Azul' }] })
    // What was added would stand beside what was before: such an edit is not offered.
    const added = await doing((options) =>
      staff.products.updateProduct({ ...at, ...draft, variants: [...variants, { colour: 'Rojo' }] }, options),
    )
    expect(failureCode(await staff.activity.undoChange({ requestId: added }))).toBe('notFound')
    const entry = ok(await staff.activity.listActivity({ target: made.id })).items[0]
    expect(entry).toMatchObject({ action: 'products.updateProduct', undo: null })
  })

  test('is not among what was deleted', async () => {
    const { api, requestId } = await edited()
    const { items } = ok(await api.links.listLinks({ portalId }))
    expect(await api.links.deleteLink({ linkId: items[0]?.id ?? '' })).toBeNull()
    const listed = async (filter: { restorable?: '1'; deleted?: '1' }) =>
      ok(await api.activity.listActivity(filter)).items.map(({ undo }) => undo)
    expect(await listed({ restorable: '1' })).toContain(requestId)
    expect(await listed({ deleted: '1' })).not.toContain(requestId)
    expect((await listed({ deleted: '1' })).length).toBeGreaterThan(0)
  })
})

test('what nobody did, or what is no id, is not there', async () => {
  const api = await artist()
  const requestId = '00000000-0000-4000-8000-000000000000'
  expect(failureCode(await api.activity.undoChange({ requestId }))).toBe('notFound')
  expect(failureCode(await api.activity.undoChange({ requestId: 'x' }))).toBe('notFound')
})

test('two who undo the same at once undo it once', async () => {
  const api = await artist()
  const { items } = ok(await api.links.listLinks({ portalId }))
  const linkId = items[0]?.id ?? ''
  const requestId = await doing((options) => api.links.deleteLink({ linkId }, options))
  const both = await Promise.all([0, 1].map(() => api.activity.undoChange({ requestId })))
  expect(both.filter((one) => one === null)).toHaveLength(1)
  expect(await rowOf('link', linkId)).toHaveLength(1)
})

test('what would go round in circles stays deleted', async () => {
  const api = await as(world.database, 'super')
  const lead = (path: string, to: string) => api.app.createRedirect({ path, to, reason: 'Mudanza' })
  const old = ok(await lead('/old-x', '/new-x'))
  const requestId = await doing((options) => api.app.deleteRedirect({ redirectId: old.id }, options))
  const back = ok(await lead('/new-x', '/old-x'))
  expect(failureCode(await api.activity.undoChange({ requestId }))).toBe('activity.standsAgainst')
  expect(await api.app.deleteRedirect({ redirectId: back.id })).toBeNull()
  expect(await api.activity.undoChange({ requestId })).toBeNull()
})

test('what can still be restored is listed alone, to whoever may restore it', async () => {
  const api = await artist()
  const { items } = ok(await api.links.listLinks({ portalId }))
  const linkId = items.at(-1)?.id ?? ''
  const requestId = await doing((options) => api.links.deleteLink({ linkId }, options))
  const restorable = async () => ok(await api.activity.listActivity({ restorable: '1' }))
  const found = await restorable()
  expect(found.items.length).toBeGreaterThan(0)
  expect(found.items.every(({ undo }) => undo !== null)).toBe(true)
  expect(found.items.map(({ undo }) => undo)).toContain(requestId)
  expect(found.total).toBe(found.items.length)
  expect(await api.activity.undoChange({ requestId })).toBeNull()
  expect((await restorable()).items.map(({ undo }) => undo)).not.toContain(requestId)
  // What put it back is told as well, and is not itself put back.
  const all = ok(await api.activity.listActivity({})).items
  expect((await restorable()).items.length).toBeLessThan(all.length)
  const other = await as(world.database, 'label')
  const theirs = ok(await other.activity.listActivity({ restorable: '1' })).items
  expect(theirs.map(({ undo }) => undo)).not.toContain(requestId)
})

test('what lies in no portal is taken back by whoever did it alone, and by nobody after thirty days', async () => {
  const api = await as(world.database, 'super')
  const made = ok(await api.app.createRedirect({ path: '/old-y', to: '/new-y', reason: 'Mudanza' }))
  const requestId = await doing((options) => api.app.deleteRedirect({ redirectId: made.id }, options))
  const other = await as(world.database, 'staff')
  expect(failureCode(await other.activity.undoChange({ requestId }))).toBe('notFound')
  const age = (days: number) =>
    world.database.query(`update kept_row set at = now() - make_interval(days => $2) where request_id = $1`, [
      requestId,
      days,
    ])
  await age(31)
  expect(failureCode(await api.activity.undoChange({ requestId }))).toBe('activity.undone')
  expect(await rowOf('redirect', made.id)).toEqual([])
  await age(29)
  expect(await api.activity.undoChange({ requestId })).toBeNull()
  expect(await rowOf('redirect', made.id)).toHaveLength(1)
})

test('a name that somebody took meanwhile stands against it, and says so', async () => {
  const api = await as(world.database, 'super')
  const lead = () => api.app.createRedirect({ path: '/old-z', to: '/new-z', reason: 'Mudanza' })
  const made = ok(await lead())
  const requestId = await doing((options) => api.app.deleteRedirect({ redirectId: made.id }, options))
  ok(await lead())
  expect(failureCode(await api.activity.undoChange({ requestId }))).toBe('activity.standsAgainst')
})

test('whoever may not do it in the portal may not take it back there', async () => {
  const api = await as(world.database, 'editor')
  const at = portals.hotelLevante.id
  const { items } = ok(await api.links.listLinks({ portalId: at }))
  const linkId = items[0]?.id ?? ''
  const requestId = await doing((options) => api.links.deleteLink({ linkId }, options))
  // A reader of the same portal's, who sees that the link is gone.
  const reader = await as(world.database, 'lector')
  expect(failureCode(await reader.activity.undoChange({ requestId }))).toBe('forbidden')
  expect(await rowOf('link', linkId)).toEqual([])
  // The label's Owner, who may.
  const label = await as(world.database, 'label')
  expect(await label.activity.undoChange({ requestId })).toBeNull()
  const log = ok(await label.activity.listActivity({ target: linkId })).items[0]
  expect(log).toMatchObject({ action: 'activity.undoChange', portal: { id: at } })
})
