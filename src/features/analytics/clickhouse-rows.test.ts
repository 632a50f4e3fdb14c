import { describe, expect, test } from 'vitest'
import { asService, type Reach } from '#platform/db.ts'
import { parseDay } from '#platform/time.ts'
import { storeThatRepeats, totalsOf, whereOf } from '#testing/repeating-clickhouse.ts'
import type { Selection } from './server/selection.ts'
import type { AnalyticsStore } from './server/store.ts'

/** What the store in ClickHouse asks of visits, hours and counts, and the rows that its answer becomes. */

const { of, sku, ask } = storeThatRepeats()
const span = { first: parseDay('2026-03-01') ?? 0, last: parseDay('2026-03-31') ?? 0 }
const someday = { first: span.first, last: span.first + 3 }
const mine = () => `portal_id IN ('${of.portalId}')`

describe('who asks', () => {
  const visits = (store: AnalyticsStore, selection: Selection) =>
    store.visits({ selection, span, key: 'none' })
  const reader = { name: 'reader', password: 'secret' }
  const member = (portals: string[]): Reach => ({
    ...{ role: 'member', personId: '00000000-0000-0000-0000-000000000000', portals, accounts: [] },
  })

  test('is everybody where the server has no reader', async () => {
    expect((await ask(visits, [['""', '1', '1', '1']])).asWhom).toEqual([undefined])
  })

  test('is by its reader whom the database would show rows to, whatever is asked for', async () => {
    const asWhom = async (reach: Reach) =>
      (await ask(visits, [['""', '1', '1', '1']], { reach, server: { reader } })).asWhom
    expect(await asWhom(asService('trial'))).toEqual(['*'])
    expect(await asWhom(member([of.portalId]))).toEqual([`{${of.portalId}}`.slice(1, -1)])
    const [nobody] = await asWhom(member([]))
    expect(String(nobody)).not.toContain(of.portalId)
    expect(nobody).not.toBe('*')
  })
})

describe('visits', () => {
  test('over time come with the moment of each', async () => {
    const { heard, found } = await ask(
      (store, selection) => store.visits({ selection, span, key: 'none', grouping: 'day' }),
      [['"",""', '1772319600,1772406000', '3,4', '2,3', '0,1']],
    )
    expect(found.map(({ t, ...row }) => [new Date(String(t)).toISOString(), row])).toEqual([
      ['2026-02-28T23:00:00.000Z', { key: '', visits: 3, visitors: 2, clicks: 0 }],
      ['2026-03-01T23:00:00.000Z', { key: '', visits: 4, visitors: 3, clicks: 1 }],
    ])
    expect(heard[0]).toContain('sum(visits) AS a0, sum(visitors) AS a1, sum(clicks) AS a2 FROM visit_fact')
    expect(whereOf(heard[0])).toBe(mine())
  })

  test('by a text of theirs come without moments, whatever stands in it', async () => {
    const { heard, found } = await ask(
      (store, selection) => store.visits({ selection, span, key: 'source', grouping: 'day' }),
      [[String.raw`"it's, {\"odd\"}",""`, '3,4', '2,3', '0,1']],
    )
    expect(found).toEqual([
      { key: `it's, {"odd"}`, t: null, visits: 3, visitors: 2, clicks: 0 },
      { key: '', t: null, visits: 4, visitors: 3, clicks: 1 },
    ])
    expect(heard[0]).toContain('source AS told_by')
    expect(heard[0]).not.toContain('told_at')
  })

  test('by portal have both', async () => {
    const { heard, found } = await ask(
      (store, selection) => store.visits({ selection, span, key: 'portal', grouping: 'month' }),
      [[of.portalId, '1772319600', '3', '2', '0']],
    )
    expect(found).toMatchObject([{ key: of.portalId, visits: 3 }])
    expect(found[0]?.t).not.toBeNull()
    expect(heard[0]).toContain('toString(told_by)')
  })

  test('have a medium, a campaign or a link in a row of theirs only where they have one', async () => {
    const whereBy = async (key: 'medium' | 'campaign' | 'link' | 'device') =>
      whereOf(
        (await ask((store, selection) => store.visits({ selection, span, key }), [['', '', '', '']]))
          .heard[0],
      )
    expect(await whereBy('medium')).toBe(`${mine()} AND medium <> ''`)
    expect(await whereBy('campaign')).toBe(`${mine()} AND campaign <> ''`)
    expect(await whereBy('link')).toBe(`${mine()} AND link_id <> '00000000-0000-0000-0000-000000000000'`)
    expect(await whereBy('device')).toBe(mine())
  })

  test('of some sources and countries are of these, and goods tell them nothing', async () => {
    const { heard } = await ask(
      (store, selection) => store.visits({ selection, span, key: 'none' }),
      [['', '', '', '']],
      { filters: { sources: ['direct', 'x'], countries: ['ES'], categories: ['album'] } },
    )
    expect(whereOf(heard[0])).toBe(`${mine()} AND country IN ('ES') AND source IN ('', 'direct', 'x')`)
  })

  test('that are wanted of the most are asked for so many', async () => {
    const { heard } = await ask(
      (store, selection) => store.visits({ selection, span, key: 'source', most: { of: 'visits', rows: 5 } }),
      [['', '', '', '']],
    )
    expect(heard[0]).toContain('ORDER BY s0 DESC, toString(told_by) LIMIT 5')
  })

  test('name the totals that tell them: of few portals’ days, or of whatever else is asked of them', async () => {
    const totalOf = async (key: 'none' | 'source' | 'country', filters?: object, everybody = false) => {
      const { heard } = await ask(
        async (store, selection) =>
          store.visits({
            selection: everybody ? { ...selection, whole: true } : selection,
            ...{ span: someday, key },
          }),
        [['', '', '', '']],
        { filters, server: { namesTotals: true } },
      )
      return totalsOf(heard[0])[0]
    }
    expect(await totalOf('none')).toBe('portal_day')
    // Everybody's are told by totals without portals, and by those of what is asked of them.
    expect(await totalOf('none', undefined, true)).toBe('day_hour')
    expect(await totalOf('country', undefined, true)).toBe('day_country')
    expect(await totalOf('none', { countries: ['ES'] }, true)).toBe('day_country')
    expect(await totalOf('none', { sources: ['x'] }, true)).toBe('day_source')
  })

  test('of a hundred portals are of few, and of more of many', async () => {
    const totalOf = async (count: number) => {
      const portals = Array.from({ length: count }, () => ({ id: of.portalId })) as never
      const { heard } = await ask(
        (store, selection) =>
          store.visits({ selection: { ...selection, portals }, span: someday, key: 'none' }),
        [['', '', '', '']],
        { server: { namesTotals: true } },
      )
      return totalsOf(heard[0])[0]
    }
    expect([await totalOf(100), await totalOf(101)]).toEqual(['portal_day', 'day_portal'])
  })
})

test('hours are of Madrid, with the day of the week before each', async () => {
  const { heard, found } = await ask(
    (store, selection) => store.hours({ selection, span }),
    [['"113","200"', '1,2', '3,4']],
  )
  const local = `toTimeZone(t, 'Europe/Madrid')`
  expect(heard[0]).toContain(`toString(toDayOfWeek(${local}) * 100 + toHour(${local})) AS told_by`)
  expect(heard[0]).toContain('sum(orders) AS a0, sum(net_micros) AS a1 FROM sale_fact')
  expect(found).toEqual([
    { at: '113', orders: 1, net_micros: 3 },
    { at: '200', orders: 2, net_micros: 4 },
  ])
})

describe('counts of stretches of time', () => {
  const starts = [span.first, span.first + 7, span.first + 14]
  const days = (from: number, until: number) => `day >= toDate(${from}) AND day < toDate(${until})`
  const counts = (kind: 'source' | 'city' | 'product', texts: string[], skus?: string[]) =>
    ask((store, selection) => store.counts({ selection, kind, starts, ...(skus ? { skus } : {}) }), [texts])

  test('are of SKUs of their portals, each up to the next and the last of one day', async () => {
    const { heard, found } = await counts(
      'product',
      [sku.album, of.portalId, '"{1,2,3}"'],
      [sku.album, sku.shirt],
    )
    expect(found).toEqual([{ key: sku.album, portal_id: of.portalId, c: [1, 2, 3] }])
    const [first = 0, second = 0, third = 0] = starts
    expect(heard[0]).toContain(
      `[${[
        [first, second],
        [second, third],
        [third, third + 1],
      ]
        .map(([from = 0, until = 0]) => `toString(sumIf(units, ${days(from, until)}))`)
        .join(
          ', ',
        )}] AS c FROM sale_fact WHERE ${mine()} AND ${days(first, third + 1)} AND 1 AND sku_id IN (`,
    )
    expect(heard[0]).toMatch(/GROUP BY told_by, told_of\)$/)
    expect(heard[0]).toContain('SELECT sku_id AS told_by, portal_id AS told_of')
    expect((await counts('product', [])).heard[0]).not.toContain('sku_id IN')
  })

  test('are of sources and cities that have a name, of no portal', async () => {
    const { heard, found } = await counts('source', ['"x","y"', 'null,null', '"{1,2,3}","{0,0,1}"'])
    expect(found).toEqual([
      { key: 'x', portal_id: null, c: [1, 2, 3] },
      { key: 'y', portal_id: null, c: [0, 0, 1] },
    ])
    expect(heard[0]).toContain(`FROM visit_fact WHERE ${mine()} AND`)
    expect(heard[0]).toContain(`AND source <> '' GROUP BY told_by)`)
    expect(heard[0]).toContain('toString(sumIf(visits, ')
    const cities = await counts('city', [])
    expect(cities.heard[0]).toContain(`AND place <> '' GROUP BY told_by)`)
    expect(cities.found).toEqual([])
  })

  test('of no stretch are none', async () => {
    const { found } = await ask(
      (store, selection) => store.counts({ selection, kind: 'city', starts: [] }),
      [[]],
    )
    expect(found).toEqual([])
  })
})
