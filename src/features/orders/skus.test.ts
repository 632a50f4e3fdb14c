import { expect, test } from 'vitest'
import { failureCode } from '#client.ts'
import { as, cookieFor, ok, testApp, testOrigin } from '#testing/as.ts'
import { testDatabase } from '#testing/database.ts'
import { people, portals } from '#testing/world/cast.ts'

const world = testDatabase()
const lobo = portals.ninoLobo.id
const vera = portals.veraCantil.id

/** An order of one unit of a SKU that no catalogue has. */
async function sell(portalId: string, sku: string, unitPrice: string) {
  const super_ = await as(world.database, 'super')
  ok(
    await super_.orders.putOrder({
      ...{ portalId, externalId: `order ${sku}`, placedAt: '2026-11-10T10:00:00Z', currency: 'EUR' },
      lines: [{ id: '1', sku, name: `Name of ${sku}`, units: 1, unitPrice }],
    }),
  )
}

test('staff see what was sold without a product everywhere, most sold first, and give it one', async () => {
  await sell(lobo, 'POSTAL', '5.00')
  await sell(vera, 'PEGATINA', '9.00')
  const staff = await as(world.database, 'super')
  const found = ok(await staff.orders.listAllSkus({}))
  expect(
    found.items.map(({ sku, portal, netCents, product }) => [sku, portal.name, netCents, product]),
  ).toEqual([
    ['PEGATINA', 'Vera Cantil', 900, null],
    ['POSTAL', 'Niño Lobo', 500, null],
  ])
  expect(found.unmapped).toBe(2)
  const [row] = ok(await staff.orders.listAllSkus({ portal: lobo })).items
  expect(row).toMatchObject({ sku: 'POSTAL', units: 1, lastAt: '2026-11-10T10:00:00.000Z' })
  expect(ok(await staff.orders.listAllSkus({ q: 'pegat' })).total).toBe(1)
  const { choices } = ok(await staff.orders.listSkuChoices({ portalId: lobo }))
  const productId = choices[0]?.value.split('/')[0] ?? ''
  const half = { id: row?.id ?? '', productId: null, variantId: productId }
  expect(await staff.orders.mapSkus({ portalId: lobo, skus: [half] })).toMatchObject({
    error: { fields: { 'skus.0.variantId': 'Esa variante no es de ese producto.' } },
  })
  ok(await staff.orders.mapSkus({ portalId: lobo, skus: [{ id: row?.id ?? '', productId }] }))
  expect(ok(await staff.orders.listAllSkus({})).items.map(({ sku }) => sku)).toEqual(['PEGATINA'])
  const [last] = ok(await staff.orders.listAllSkus({ state: 'mapped' })).items
  expect(last).toMatchObject({ sku: 'POSTAL', byHand: true })
  expect(last?.product).toBeTruthy()
})

test('of an import that is undone no SKU is left to be seen, and what was said by hand is remembered', async () => {
  const artist = await as(world.database, 'artist')
  const [known] = await world.database.query<{ sku: string }>(
    'select sku from variant where portal_id = $1 and sku is not null limit 1',
    [lobo],
  )
  const rows = ['NEW-1', 'NEW-2', known?.sku].map((sku, at) => `U-${at},${sku},2,10.00,2026-11-02`)
  const bringIn = async () => {
    const file = new File([['pedido,sku,uds,precio,fecha', ...rows].join('\n')], 'pedidos.csv')
    const map = JSON.stringify({
      columns: { order: 'pedido', sku: 'sku', quantity: 'uds', unitPrice: 'precio', date: 'fecha' },
      constants: { taxRate: '0', currency: 'EUR' },
    })
    const told = { portalId: lobo, file, format: 'generic' as const, map, mode: 'all' as const }
    return ok(await artist.orders.uploadOrders(told)).importId ?? ''
  }
  const ofFiles = async () =>
    ok(await artist.orders.listSkus({ portalId: lobo }))
      .items.filter(({ source }) => source === 'csv')
      .map(({ sku, target }) => [sku, target !== null])
      .sort()
  const first = await bringIn()
  const { items } = ok(await artist.orders.listSkus({ portalId: lobo, q: 'NEW-1' }))
  const { choices } = ok(await artist.orders.listSkuChoices({ portalId: lobo }))
  const productId = choices[0]?.value.split('/')[0] ?? ''
  ok(await artist.orders.mapSkus({ portalId: lobo, skus: [{ id: items[0]?.id ?? '', productId }] }))
  const all = await ofFiles()
  expect(all).toEqual(
    [
      ['NEW-1', true],
      ['NEW-2', false],
      [known?.sku, true],
    ].sort(),
  )
  await artist.orders.undoImport({ portalId: lobo, importId: first })
  expect(await ofFiles()).toEqual([])
  const staff = await as(world.database, 'super')
  for (const state of ['mapped', 'unmapped'] as const)
    expect(ok(await staff.orders.listAllSkus({ portal: lobo, state, q: 'NEW-' })).items).toEqual([])
  const kept = await world.database.query(
    `select sku from sku_mapping where portal_id = $1 and source = 'csv'`,
    [lobo],
  )
  expect(kept).toEqual([{ sku: 'NEW-1' }])
  await bringIn()
  expect(await ofFiles()).toEqual(all)
})

test('what a SKU can stand for is called as its reader speaks, and suggested by what shops call it', async () => {
  const [one] = await world.database.query<{ id: string; es: string }>(
    `update product set name = name || '{"en":"Quite another name"}' where id =
      (select id from product where portal_id = $1 order by id limit 1) returning id, name->>'es' as es`,
    [lobo],
  )
  const app = testApp(world.database)
  const cookie = await cookieFor(world.database, people.super.id)
  const labels = async (language: string) => {
    const headers = { cookie, 'accept-language': language }
    const answer = await app.request(`${testOrigin}/api/portal/${lobo}/skus`, { headers })
    const { choices } = (await answer.json()) as { choices: { value: string; label: string }[] }
    return choices.filter(({ value }) => value.startsWith(one?.id ?? '?')).map(({ label }) => label)
  }
  for (const label of await labels('es')) expect(label).toContain(one?.es)
  const english = await labels('en')
  expect(english.length).toBeGreaterThan(0)
  for (const label of english) expect(label).toMatch(/^Quite another name/)
})

test('members have the SKUs of their own portal alone', async () => {
  const label = await as(world.database, 'label')
  expect(failureCode(await label.orders.listAllSkus({}))).toBe('forbidden')
})

test('an upload tells how far it is, line by line, and last what it answers otherwise', async () => {
  const app = testApp(world.database)
  const cookie = await cookieFor(world.database, people.artist.id)
  const send = (format: string, rows: string) => {
    const body = new FormData()
    body.append('file', new File([rows], 'pedidos.csv'))
    body.append('format', format)
    body.append('mode', 'check')
    body.append(
      'map',
      JSON.stringify({
        columns: { order: 'pedido', sku: 'sku', quantity: 'uds', unitPrice: 'precio', date: 'fecha' },
        constants: { taxRate: '0', currency: 'EUR' },
      }),
    )
    const headers = { cookie, accept: 'application/x-ndjson', origin: testOrigin }
    return app.request(`${testOrigin}/api/portal/${lobo}/orders/import`, { method: 'POST', headers, body })
  }
  const answer = await send('generic', 'pedido,sku,uds,precio,fecha\n1,A,2,10.00,2026-11-02\n')
  const lines = (await answer.text())
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  expect(lines.slice(0, -1).map(({ progress }) => progress.phase)).toEqual(['read', 'merge'])
  expect(lines.at(-1)).toMatchObject({ status: 200, body: { status: 'checked', rows: 1, imported: 1 } })
  const refused = (await (await send('shopify', '1,2,3')).text()).trim().split('\n')
  expect(JSON.parse(refused.at(-1) ?? '')).toMatchObject({
    status: 422,
    body: { error: { fields: { file: expect.any(String) } } },
  })
})

test('what SKUs can stand for is found by all the words of a name, a variant or its own SKU', async () => {
  const artist = await as(world.database, 'artist')
  const of = async (q?: string) =>
    ok(await artist.orders.listSkuChoices({ portalId: lobo, ...(q ? { q } : {}) }))
  const [[known]] = [
    await world.database.query<{
      sku: string
      name: string
      colour: string | null
      size: string
      value: string
    }>(
      `select v.sku, d.name->>'es' as name, v.colour, v.size, d.id || '/' || v.id as value from variant v
        join product d on d.portal_id = v.portal_id and d.id = v.product_id
        where v.portal_id = $1 and v.size <> '' and v.sku is not null limit 1`,
      [lobo],
    ),
  ]
  if (!known) throw new Error('the world has no variant with a size')
  const label = [known.name, known.colour, known.size].filter(Boolean).join(' · ')
  expect((await of(known.sku)).choices).toEqual([{ value: known.value, label }])
  const words = `${known.size} ${known.name.slice(0, 4).toUpperCase()} ${known.colour ?? ''}`
  expect((await of(words)).choices).toContainEqual({ value: known.value, label })
  const [counted] = await world.database.query<{ n: number }>(
    `select count(*)::int as n from product d left join variant v on v.portal_id = d.portal_id and v.product_id = d.id
      where d.portal_id = $1`,
    [lobo],
  )
  const all = await of()
  expect(all.total).toBe(counted?.n)
  expect(all.choices).toHaveLength(Math.min(50, all.total))
  expect(await of('no hay nada así')).toEqual({ choices: [], total: 0 })
  const other = await as(world.database, 'label')
  expect(failureCode(await other.orders.listSkuChoices({ portalId: lobo }))).toBe('notFound')
})

test('a SKU says what it stands for by name, and what it most likely does', async () => {
  await sell(lobo, 'POSTAL-NUEVA', '5.00')
  const artist = await as(world.database, 'artist')
  const [choice] = ok(await artist.orders.listSkuChoices({ portalId: lobo })).choices
  const [row] = ok(await artist.orders.listSkus({ portalId: lobo, q: 'POSTAL-NUEVA' })).items
  expect(row).toMatchObject({ target: null, targetName: null })
  const [productId = '', variantId] = choice?.value.split('/') ?? []
  ok(
    await artist.orders.mapSkus({
      portalId: lobo,
      skus: [{ id: row?.id ?? '', productId, ...(variantId ? { variantId } : {}) }],
    }),
  )
  const [mapped] = ok(await artist.orders.listSkus({ portalId: lobo, q: 'POSTAL-NUEVA' })).items
  expect(mapped).toMatchObject({ target: choice?.value, targetName: choice?.label, suggested: null })
})
