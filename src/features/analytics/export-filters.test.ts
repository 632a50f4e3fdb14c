import { parse } from 'csv-parse/sync'
import { beforeAll, describe, expect, test } from 'vitest'
import { as, cookieFor, inBrowser, ok, testApp, testServices } from '#testing/as.ts'
import { testDatabase } from '#testing/database.ts'
import { accounts, type PersonKey, people, portals } from '#testing/world/cast.ts'

const world = testDatabase()
const { bajamar, claraVentisca } = portals
const days = 'f=2026-09-01&t=2026-11-15'

const get = async (actor: PersonKey, query: string) =>
  testApp(world.database).request(`/api/analytics/export/${query}`, {
    headers: inBrowser(await cookieFor(world.database, people[actor].id)),
  })
const linesOf = async (actor: PersonKey, query: string) => {
  const answer = await get(actor, `${query}&format=csv`)
  expect(answer.status).toBe(200)
  const delimiter = query.includes('locale=en') ? ',' : ';'
  return parse(await answer.text(), { bom: true, relax_column_count: true, delimiter }) as string[][]
}

let product: { id: string; es: string; en: string }
beforeAll(async () => {
  const found = await world.database.query<typeof product>(
    `select id, name->>'es' as es, coalesce(name->>'en', name->>'es') as en from product
      where portal_id = $1 and name->>'en' <> name->>'es' order by id limit 1`,
    [claraVentisca.id],
  )
  product = found[0] as typeof product
})

describe('the filters in a file', () => {
  test('are the names that the chips on the screen show, in the language of the file', async () => {
    const query = `netSalesDetailInfo?${days}&products=${product.id}&portals=${claraVentisca.id}&portals=${bajamar.id}&countries=FR&portalTypes=master`
    const spanish = await linesOf('label', `${query}&locale=es`)
    expect(spanish).toContainEqual(['Producto', product.es])
    expect(spanish).toContainEqual(['Portal', `${claraVentisca.name}, ${bajamar.name}`])
    expect(spanish).toContainEqual(['País', 'Francia'])
    expect(spanish).toContainEqual(['Tipo de portal', 'Sello'])
    const english = await linesOf('label', `${query}&locale=en`)
    expect(english).toContainEqual(['Product', product.en])
    expect(english).toContainEqual(['Country', 'France'])
    expect(english.flat().join('\n')).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}-/)
  })

  test('name accounts, excluded products, and what nobody has mapped', async () => {
    const [sku] = await world.database.query<{ id: string; name: string }>(
      `select id, coalesce(nullif(name, ''), sku) as name from sku_mapping where product_id is null limit 1`,
    )
    const query = `netSalesDetailInfo?${days}&labels=${accounts.bajamar.id}&excludedProducts=${product.id}`
    const lines = await linesOf('staff', `${query}${sku ? `&products=${sku.id}` : ''}`)
    expect(lines).toContainEqual(['Cuenta', accounts.bajamar.name])
    expect(lines).toContainEqual(['Sin el producto', product.es])
    if (sku) expect(lines).toContainEqual(['Producto', sku.name])
  })

  test('start no formula', async () => {
    const name = `=HYPERLINK("x")`
    await world.database.query('update portal set name = $2 where id = $1', [claraVentisca.id, name])
    const lines = await linesOf('label', `netSalesDetailInfo?${days}&portals=${claraVentisca.id}`)
    expect(lines).toContainEqual(['Portal', `'${name}`])
    await world.database.query('update portal set name = $2 where id = $1', [
      claraVentisca.id,
      claraVentisca.name,
    ])
  })
})

describe('what a page does not know', () => {
  test.each([
    ['salesByLocationDetailInfo', 'by=channel'],
    ['trafficDetailInfo', 'by=cities'],
  ])('%s?%s is refused by the field, in the call and in its file', async (name, by) => {
    const file = await get('label', `${name}?${days}&${by}&format=csv`)
    expect(file.status).toBe(400)
    expect(await file.json()).toMatchObject({ error: { fields: { by: expect.any(String) } } })
    const call = await testApp(world.database).request(`/api/analytics/${name}?${days}&${by}`, {
      headers: inBrowser(await cookieFor(world.database, people.label.id)),
    })
    expect(call.status).toBe(400)
  })

  test.each(['categories', 'addedCategories'])('%s beside albums are refused by name', async (name) => {
    const said = { error: { fields: { [name]: expect.stringContaining('álbumes') } } }
    const { analytics } = await as(world.database, 'label')
    const period = { f: '2026-09-01', t: '2026-11-15' }
    const call = await analytics.albumsSoldDetailInfo({ ...period, [name]: ['album', 'apparel'] })
    expect(call).toMatchObject(said)
    const file = await get('label', `albumsSoldDetailInfo?${days}&${name}=apparel&format=csv`)
    expect([file.status, await file.json()]).toMatchObject([400, said])
    const { totals } = ok(await analytics.albumsSoldDetailInfo({ ...period, [name]: 'album' }))
    expect(totals).toEqual(ok(await analytics.albumsSoldDetailInfo(period)).totals)
  })

  test('is left out of a file as it is on the screen', async () => {
    const { analytics } = await as(world.database, 'label')
    const screen = ok(await analytics.visitsDetailInfo({ f: '2026-09-01', t: '2026-11-15' }))
    const lines = await linesOf('label', `visitsDetailInfo?${days}&categories=album&by=channel`)
    expect(lines[1]?.[1]).toBe(String(screen.totals.visits))
    expect(lines.flat()).not.toContain('Álbumes')
  })
})

test('the names of the filters in use are told however many others there are', async () => {
  const last = 'Zzz, la última'
  await world.database.query(
    `insert into sku_mapping (portal_id, id, source, sku, name)
      select $1::uuid, gen_random_uuid(), 'many', 'many-' || n, 'A' || n from generate_series(1, 60) n
      union all select $1::uuid, '00000000-0000-4000-8000-000000000001'::uuid, 'many', 'last', $2`,
    [claraVentisca.id, last],
  )
  const { analytics } = await as(world.database, 'label')
  const chosen = '00000000-0000-4000-8000-000000000001'
  const options = ok(await analytics.filterOptions({ chosen }))
  const named = { id: chosen, name: last, portalName: claraVentisca.name }
  expect(options).toEqual({ labels: [], portals: [], products: [named], countries: [], sources: [] })
  const searched = ok(await analytics.filterOptions({ chosen, q: 'A1' })).products
  expect(searched).toContainEqual(named)
  expect(searched.length).toBeGreaterThan(1)
  // A product that was never sold can be a filter, and has a name.
  const never = crypto.randomUUID()
  await world.database.query(
    `insert into product (portal_id, id, name, category, format) values ($1, $2, '{"es":"Nunca vendido"}', 'album', 'limited')`,
    [claraVentisca.id, never],
  )
  expect(ok(await analytics.filterOptions({ chosen: never })).products).toContainEqual({
    id: never,
    name: 'Nunca vendido',
    portalName: claraVentisca.name,
  })
  // A portal that is gone still has its figures and, for who may see them, its name.
  await world.database.query('update portal set deleted_at = now() where id = $1', [portals.oxidoYSal.id])
  const staff = (await as(world.database, 'staff')).analytics
  const gone = ok(await staff.filterOptions({ chosen: portals.oxidoYSal.id }))
  expect(gone.portals.map(({ id }) => id)).toContain(portals.oxidoYSal.id)
  const there = ok(await staff.filterOptions({ chosen: portals.ninoLobo.id, q: '' })).portals.map(
    ({ id }) => id,
  )
  expect(there[0]).toBe(portals.ninoLobo.id)
  expect(there).toContain(claraVentisca.id)
  expect(there).not.toContain(portals.oxidoYSal.id)
})

test('what is in use stands before fifty others that are searched for, whatever it is called', async () => {
  const chosen = crypto.randomUUID()
  await world.database.query(
    `insert into account (id, name, type, organisation_type)
      select gen_random_uuid(), 'Sello ' || n, 'label', 2 from generate_series(1, 60) n
      union all select $1::uuid, 'Zzz, el último', 'label', 2`,
    [chosen],
  )
  const staff = (await as(world.database, 'staff')).analytics
  const { labels } = ok(await staff.filterOptions({ chosen, q: 'Sello' }))
  expect(labels[0]).toEqual({ id: chosen, name: 'Zzz, el último' })
  expect(labels).toHaveLength(51)
})

test('where visits came from is offered most visited first, of own portals alone, and only where there were any', async () => {
  const of = (
    portalId: string,
    dimension: string,
    grain: string,
    t: string,
    value: string,
    visits: number,
  ) => {
    const { clickhouse } = testServices
    // There are no rollups there: what is no source by year is nothing that it has.
    if (clickhouse && (dimension !== 'source' || grain !== 'year')) return
    const row = `${[portalId, Date.parse(t) / 1_000, value, visits].join('\t')}\n`
    if (clickhouse) return clickhouse.add('visit_fact', ['portal_id', 't', 'source', 'visits'], row, row)
    return world.database.query(
      `insert into visits_dimension (scope_id, dimension, grain, t, value, visits)
        values ($1, $2, $3, $4, $5, $6)`,
      [portalId, dimension, grain, t, value, visits],
    )
  }
  const { id } = claraVentisca
  await of(id, 'source', 'year', '2024-01-01', 'qqq-dos', 7)
  await of(id, 'source', 'year', '2024-01-01', 'qqq-uno', 5)
  await of(id, 'source', 'year', '2025-01-01', 'qqq-uno', 5)
  await of(id, 'source', 'year', '2025-01-01', 'qqq-nada', 0)
  await of(id, 'source', 'month', '2025-01-01', 'qqq-mes', 9)
  await of(id, 'channel', 'year', '2025-01-01', 'qqq-canal', 9)
  await of(portals.ninoLobo.id, 'source', 'year', '2025-01-01', 'qqq-ajena', 9)
  const sources = async (who: 'label' | 'staff', q?: string) =>
    ok(await (await as(world.database, who)).analytics.filterOptions(q ? { q } : {})).sources
  expect(await sources('label', 'qqq')).toEqual(['qqq-uno', 'qqq-dos'])
  const all = await sources('label')
  expect(all).toEqual(expect.arrayContaining(['qqq-uno', 'qqq-dos']))
  expect(all.length).toBeGreaterThan(2)
})
