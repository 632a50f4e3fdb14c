import { beforeAll, describe, expect, test } from 'vitest'
import { failureCode } from '#client.ts'
import { dayMs, dayOf, parseDay } from '#platform/time.ts'
import { as, fileFor, ok } from '#testing/as.ts'
import { testDatabase } from '#testing/database.ts'
import { people, portals } from '#testing/world/cast.ts'

const world = testDatabase()
const today = dayOf(Date.now())

beforeAll(async () => {
  // Of what has variants a hundred of each; of the rest five. Nothing of one that sold.
  await world.database.query(`insert into stock (portal_id, id, product_id, on_hand)
    select d.portal_id, coalesce(v.id, d.id), d.id, case when v.id is null then 5 else 100 end
    from product d left join variant v on v.portal_id = d.portal_id and v.product_id = d.id
    on conflict (portal_id, id) do update set on_hand = excluded.on_hand, version = stock.version + 1`)
})

async function all(who: 'label' | 'super', query: Record<string, unknown> = {}) {
  const api = await as(world.database, who)
  const first = ok(await api.stocks.listAllStocks(query))
  const found = [...first.items]
  for (let page = 2; found.length < first.total; page += 1)
    found.push(...ok(await api.stocks.listAllStocks({ ...query, page })).items)
  return found
}

describe('the stock of all portals', () => {
  test('tells what was sold of each in 28 days, as the lines of orders do', async () => {
    const told = new Map((await all('super')).map((row) => [row.id, row.soldLately]))
    const lines = await world.database.query<{ id: string; units: number }>(`
      select coalesce(l.variant_id, l.product_id) as id, sum(l.units)::int as units from order_line l
      where l.product_id is not null
        and (l.at at time zone 'Europe/Madrid')::date > (now() at time zone 'Europe/Madrid')::date - 28
      group by 1`)
    const known = lines.filter(({ id, units }) => units > 0 && told.has(id))
    expect(known.length).toBeGreaterThan(3)
    for (const { id, units } of known) expect(told.get(id)).toBe(units)
    const sum = [...told.values()].reduce((all, one) => all + one, 0)
    expect(sum).toBe(lines.filter(({ id }) => told.has(id)).reduce((all, { units }) => all + units, 0))
  })

  test('has what runs out first at the top, and within days what does by its date', async () => {
    const rows = await all('super', { orderBy: 'runsOut' })
    const dates = rows.map(({ runsOutOn }) => runsOutOn ?? '9999')
    expect(dates).toEqual(dates.toSorted())
    expect(dates[0]).not.toBe('9999')
    for (const { available, soldLately, soldInDays, runsOutOn } of rows) {
      if (runsOutOn) expect(available > 0 && soldLately > 0 && soldInDays >= 1).toBe(true)
    }
    const soon = rows.filter(({ runsOutOn }) => runsOutOn && (parseDay(runsOutOn) ?? 0) - today <= 60)
    expect(soon.length).toBeGreaterThan(0)
    expect(soon.length).toBeLessThan(rows.length)
    expect((await all('super', { orderBy: 'runsOut', withinDays: 60 })).map(({ id }) => id)).toEqual(
      soon.map(({ id }) => id),
    )
  })

  test('counts the days of what came out lately from its first sale', async () => {
    const [line] = await world.database.query<{ id: string; portal_id: string }>(`
      select coalesce(l.variant_id, l.product_id) as id, l.portal_id from order_line l
      where l.product_id is not null and l.units > 0 order by l.at desc limit 1`)
    if (!line) throw new Error('Something was sold')
    const at = new Date(Date.now() - 3 * dayMs).toISOString()
    await world.database.query(
      `update order_line set at = $3 where portal_id = $1 and sku_id in (select m.id from sku_mapping m
        where m.portal_id = $1 and coalesce(m.variant_id, m.product_id) = $2)`,
      [line.portal_id, line.id, at],
    )
    const row = (await all('super', { portal: line.portal_id })).find(({ id }) => id === line.id)
    expect(row?.soldInDays).toBe(4)
  })

  test('is that of the label’s own portals, of one alone, and of nobody else’s', async () => {
    const rows = await all('label')
    const seen = new Set(rows.map(({ portal }) => portal.id))
    expect(seen.size).toBeGreaterThan(1)
    expect(seen).not.toContain(portals.ninoLobo.id)
    const [one] = seen
    const ofOne = await all('label', { portal: one })
    expect(new Set(ofOne.map(({ portal }) => portal.id))).toEqual(new Set([one]))
    expect(await all('label', { portal: portals.ninoLobo.id })).toEqual([])
    expect(rows.map(({ portal }) => portal.id)).not.toEqual(rows.map(({ portal }) => portal.id).toSorted())
    const artist = await as(world.database, 'artist')
    const own = ok(await artist.stocks.listAllStocks({})).items
    expect(new Set(own.map(({ portal }) => portal.id))).toEqual(new Set([portals.ninoLobo.id]))
    expect(failureCode(await artist.stocks.listAllStocks({ withinDays: 0 }))).toBe('invalidInput')
  })

  test('is put in order by what sold, and what sold out of it stands before what will', async () => {
    const rows = await all('super', { orderBy: '-soldLately' })
    const sold = rows.map(({ soldLately }) => soldLately)
    expect(sold).toEqual(sold.toSorted((a, b) => b - a))
    expect(sold[0]).toBeGreaterThan(0)
    const [best] = rows
    if (!best) throw new Error('Something was sold')
    const kept = `(select on_hand from stock where id = '${best.id}')`
    const [before] = await world.database.query<{ on_hand: number }>(`select ${kept} as on_hand`)
    await world.database.query('update stock set on_hand = committed, version = version + 1 where id = $1', [
      best.id,
    ])
    // Nobody who looks for what runs out first has to turn pages to what is gone already.
    const [first] = await all('super', { orderBy: 'runsOut' })
    expect(first).toMatchObject({ id: best.id, available: 0, soldLately: best.soldLately, runsOutOn: null })
    await world.database.query('update stock set on_hand = $2 where id = $1', [best.id, before?.on_hand])
  })

  test('is sold out where none is left of what was counted', async () => {
    const [row] = await all('label')
    if (!row) throw new Error('The label has stock')
    await world.database.query('update stock set on_hand = committed where id = $1', [row.id])
    const out = await all('label', { level: 'out' })
    expect(out.map(({ id }) => id)).toEqual([row.id])
    expect(out[0]?.runsOutOn).toBeNull()
  })

  test.each(['name', 'portal', 'available', 'soldLately', 'runsOut'] as const)(
    'has every row once by %s, both ways, however a page is found',
    async (column) => {
      const rows = await all('super')
      const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
      const ways: Record<typeof column, (row: (typeof rows)[number]) => string | number> = {
        name: (row) => plain(row.name.es),
        portal: (row) => plain(row.portal.name),
        available: (row) => row.available,
        soldLately: (row) => row.soldLately,
        // Whole days tell an order but for what is out and what does not run out.
        runsOut: (row) => row.runsOutOn ?? '',
      }
      const by = ways[column]
      for (const way of ['', '-'] as const) {
        const found = await all('super', { orderBy: `${way}${column}` })
        expect(new Set(found.map(({ id }) => id))).toEqual(new Set(rows.map(({ id }) => id)))
        expect(found).toHaveLength(rows.length)
        const told = found.map(by).filter((value) => value !== '')
        const sign = way ? -1 : 1
        expect(told).toEqual(told.toSorted((a, b) => (a < b ? -sign : a > b ? sign : 0)))
      }
    },
  )

  test('is found by a name, a SKU, a colour and a part of each', async () => {
    await world.database.query(
      "update variant set colour = 'Óxido', sku = 'ZX-OXIDO-1' where id = (select min(id::text)::uuid from variant)",
    )
    const rows = await all('super')
    const named = rows.find(({ colour }) => colour === 'Óxido')
    if (!named) throw new Error('A variant has a stock')
    const plain = (text: string | null) => (text ?? '').normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
    for (const q of [named.name.es.slice(0, 6), named.sku ?? '', named.colour ?? '', 'qxjzk']) {
      const has = (row: (typeof rows)[number]) =>
        [row.name.es, row.sku, row.colour].some((text) => plain(text).includes(plain(q)))
      expect(new Set((await all('super', { q })).map(({ id }) => id))).toEqual(
        new Set(rows.filter(has).map(({ id }) => id)),
      )
    }
  })

  test('goes out as a file with what it is drawn from', async () => {
    const file = await (await fileFor(world.database, people.label.id, '/stocks/file?withinDays=365')).text()
    const [heading, ...lines] = file.trim().split(/\r?\n/)
    expect(heading).toContain('Se agota')
    expect(lines).toHaveLength((await all('label', { withinDays: 365 })).length)
  })
})

test('a product is found by its name in either language, everywhere and at its portal', async () => {
  const [named] = await world.database.query<{ portal_id: string; id: string; es: string; en: string }>(
    `select d.portal_id, d.id, d.name->>'es' as es, d.name->>'en' as en from product d
      where d.format = 'limited' and d.status = 'active' and d.name->>'en' <> d.name->>'es' order by d.id limit 1`,
  )
  if (!named) throw new Error('No product with two names')
  const { stocks } = await as(world.database, 'super')
  for (const q of [named.es, named.en.toUpperCase()]) {
    const of = ok(await stocks.listStocks({ portalId: named.portal_id, q })).items
    expect((await all('super', { q })).map(({ productId }) => productId)).toContain(named.id)
    expect(of.map(({ productId }) => productId)).toContain(named.id)
  }
})

test.each(['runsOut', '-runsOut', '-soldLately'])(
  'by %s a short page has the first of all, also the next one',
  async (orderBy) => {
    // Three of them are gone already, one came out three days ago and lasts as long as is believed by these days alone, one is in no
    // stock that anybody wrote down.
    const rows = await all('super', { orderBy })
    const [first, young, unwritten, ...others] = rows.filter(({ soldLately }) => soldLately > 0)
    const gone = [first, ...others.slice(-2)].map((row) => row?.id)
    await world.database.query('update stock set on_hand = committed - 2 where id = any($1)', [gone])
    await world.database.query('delete from stock_movement where stock_id = $1', [unwritten?.id])
    await world.database.query('delete from stock_claim where stock_id = $1', [unwritten?.id])
    await world.database.query('delete from stock where id = $1', [unwritten?.id])
    await world.database.query(
      `update order_line set at = now() - interval '3 days' where sku_id in (select id from sku_mapping where coalesce(variant_id, product_id) = $1)`,
      [young?.id],
    )
    await world.database.query(
      'update stock set on_hand = committed + safety + 900 * $2::int where id = $1',
      [young?.id, young?.soldLately],
    )
    const { stocks } = await as(world.database, 'super')
    const whole = (await all('super', { orderBy })).map(({ id, runsOutOn, soldLately }) => ({
      id,
      runsOutOn,
      soldLately,
    }))
    const sellers = whole.filter(({ soldLately }) => soldLately > 0).length
    expect(sellers).toBeGreaterThan(4)
    for (const pageSize of [1, 2, 3])
      for (const page of [1, 2]) {
        const some = ok(await stocks.listAllStocks({ orderBy, page, pageSize } as never))
        expect(some.items.map(({ id, runsOutOn, soldLately }) => ({ id, runsOutOn, soldLately }))).toEqual(
          whole.slice((page - 1) * pageSize, page * pageSize),
        )
        expect(some.total).toBe(whole.length)
      }
  },
)

test('by what sold least a short page has what the whole list has there: what came back, then what did not sell', async () => {
  const selling = (await all('super', { orderBy: '-soldLately' })).filter(({ soldLately }) => soldLately > 0)
  const cameBack = selling.slice(0, 2).map(({ id }) => id)
  for (const table of ['sale_fact', 'order_line'])
    await world.database.query(
      `update ${table} set units = -1 where sku_id in (select id from sku_mapping where coalesce(variant_id, product_id) = any($1))`,
      [cameBack],
    )
  const shown = ({ id, soldLately }: { id: string; soldLately: number }) => ({ id, soldLately })
  const whole = (await all('super', { orderBy: 'soldLately' })).map(shown)
  expect(whole.filter(({ soldLately }) => soldLately < 0)).toHaveLength(2)
  const unsold = whole.filter(({ soldLately }) => soldLately === 0).length
  expect(unsold).toBeGreaterThan(3)
  const { stocks } = await as(world.database, 'super')
  for (const pageSize of [1, 2, 3, unsold + 2])
    for (const page of [1, 2]) {
      const some = ok(await stocks.listAllStocks({ orderBy: 'soldLately', page, pageSize } as never))
      expect(some.items.map(shown)).toEqual(whole.slice((page - 1) * pageSize, page * pageSize))
    }
})

test.each([
  ['super', 'available'],
  ['super', '-available'],
  ['label', 'available'],
  ['label', '-available'],
] as const)('for %s, by %s, a short page has what the whole list has there', async (who, orderBy) => {
  // Some are missing, some as often as each other; of some no stock is written down.
  const rows = await all(who)
  const missing = rows.slice(0, 5).map(({ id }) => id)
  await world.database.query('update stock set on_hand = committed + safety - 2 where id = any($1)', [
    missing,
  ])
  await world.database.query('update stock set on_hand = committed + safety - 7 where id = $1', [missing[3]])
  const unwritten = rows.slice(5, 8).map(({ id }) => id)
  for (const table of ['stock_movement', 'stock_claim'])
    await world.database.query(`delete from ${table} where stock_id = any($1)`, [unwritten])
  await world.database.query('delete from stock where id = any($1)', [unwritten])
  const whole = (await all(who, { orderBy })).map(({ id, available }) => ({ id, available }))
  const { stocks } = await as(world.database, who)
  for (const pageSize of [1, 2, 3])
    for (const page of [1, 2, 3]) {
      const some = ok(await stocks.listAllStocks({ orderBy, page, pageSize } as never))
      expect(some.items.map(({ id, available }) => ({ id, available }))).toEqual(
        whole.slice((page - 1) * pageSize, page * pageSize),
      )
      expect(some.total).toBe(whole.length)
    }
})
