import { beforeAll, describe, expect, test } from 'vitest'
import { failureCode } from '#client.ts'
import { importLines } from '#features/orders/server/import-orders.ts'
import type { LineDraft } from '#features/orders/server/line-draft.ts'
import { asService } from '#platform/db.ts'
import { Big } from '#platform/money.ts'
import { dayOf, formatDay, parseDay } from '#platform/time.ts'
import { as, clientFor, cookieFor, ok, testApp } from '#testing/as.ts'
import { testDatabase } from '#testing/database.ts'
import { people, portals } from '#testing/world/cast.ts'
import { bucketsOf, groupingOf, piecesOf, readPeriod, yearBefore } from './server/period.ts'
import { postgresStore } from './server/postgres-store.ts'
import { wholeSelection } from './server/selection.ts'
import { topProducts } from './server/tops.ts'

const world = testDatabase()
const now = new Date('2026-11-20T10:00:00Z')
const question = (f: string, t: string) => readPeriod({ f, t }, now)

const sale = (
  portal: { code: string },
  order: string,
  at: string,
  euros: string,
  more: Partial<LineDraft> = {},
): LineDraft => ({
  row: 0,
  portalKey: portal.code,
  externalId: order,
  kind: 'sale',
  at: Date.parse(at),
  placedAt: Date.parse(at),
  sku: 'X',
  name: 'X',
  units: 1,
  currency: 'EUR',
  gross: new Big(euros),
  net: new Big(euros),
  tax: new Big(0),
  scale: 2,
  ...more,
})
const { claraVentisca, hotelLevante, casaCal } = portals

beforeAll(async () => {
  // 2019 is before anything that the world knows: only these lines are there.
  const lines = [
    sale(claraVentisca, 'a', '2019-03-31T00:30:00+01:00', '10'),
    sale(claraVentisca, 'b', '2019-03-31T23:59:59+02:00', '20'),
    sale(claraVentisca, 'c', '2019-04-01T00:00:00+02:00', '40'),
    sale(hotelLevante, 'd', '2019-03-31T12:00:00+02:00', '100', { net: new Big('90') }),
    sale(casaCal, 'e', '2019-03-31T12:00:00+02:00', '1000'),
    sale(claraVentisca, 'a', '2019-04-02T12:00:00+02:00', '10', {
      kind: 'refund',
      ordinal: 1,
      gross: new Big(0),
      net: new Big(-4),
      units: 0,
    }),
  ]
  await importLines(world.database, 'test', { by: 'portal', create: false }, lines, {
    secret: Buffer.alloc(32),
  })
})

test('the overview is held against the year before where that is asked for', async () => {
  const { analytics } = await as(world.database, 'label')
  const days = { f: '2020-03-31', t: '2020-04-01' }
  const [before, year] = [
    ok(await analytics.highlights(days)),
    ok(await analytics.highlights({ ...days, compare: 'year' })),
  ]
  expect(before.previous.netCents).toBe(0)
  expect([year.meta.previousFrom, year.meta.previousTo]).toEqual(['2019-03-31', '2019-04-01'])
  expect(year.previous.netCents).toBe(16_000)
  expect(year.series.map(({ previous }) => previous ?? 0).reduce((sum, one) => sum + one, 0)).toBe(16_000)
  const beside = ok(await analytics.sideBySide({ f: '2019-04-01', t: '2019-04-01', compare: 'year' }))
  expect(beside.items.map(({ previousCents }) => previousCents)).toEqual([0])
})

describe('periods', () => {
  test('group by their span', () => {
    const of = (f: string, t: string) => groupingOf(question(f, t).span)
    expect(of('2026-01-01', '2026-01-02')).toBe('time')
    expect(of('2026-01-01', '2026-01-03')).toBe('day')
    expect(of('2026-01-01', '2026-04-02')).toBe('day')
    expect(of('2026-01-01', '2026-04-03')).toBe('month')
    expect(of('2023-01-01', '2025-12-31')).toBe('month')
    expect(of('2023-01-01', '2026-01-01')).toBe('year')
  })

  test('a day has 23, 24 or 25 hours', () => {
    const hours = (day: string) => bucketsOf(question(day, day).span, 'time').map(({ t }) => t)
    expect(hours('2026-03-29')).toHaveLength(23)
    expect(hours('2026-06-01')).toHaveLength(24)
    expect(hours('2026-10-25')).toHaveLength(25)
    expect(new Set(hours('2026-10-25')).size).toBe(25)
  })

  test('are covered by months and the days at both ends, or by a month less the days that are not of it', () => {
    const day = (date: Date) => dayOf(date.getTime())
    const covered = (f: string, t: string, mayLeave?: () => boolean, today = '2026-11-20') => {
      const pieces = piecesOf(question(f, t).span, mayLeave, parseDay(today))
      // Every day of the span once, and no other day.
      const counts = new Map<number, number>()
      for (const { from, until, less } of pieces)
        for (let each = day(from); each < day(until); each++)
          counts.set(each, (counts.get(each) ?? 0) + (less ? -1 : 1))
      const { first, last } = question(f, t).span
      const days = [...counts].filter(([, count]) => count !== 0).sort(([a], [b]) => a - b)
      expect(days).toEqual(Array.from({ length: last - first + 1 }, (_, n) => [first + n, 1]))
      return pieces.map(({ grain, from, less }) => `${less ? '-' : ''}${grain} ${formatDay(day(from))}`)
    }
    expect(covered('2025-11-20', '2026-03-10')).toEqual([
      'day 2025-11-20',
      'month 2025-12-01',
      'day 2026-03-01',
    ])
    expect(covered('2025-11-10', '2026-03-20')).toEqual([
      '-day 2025-11-01',
      'month 2025-11-01',
      '-day 2026-03-21',
    ])
    expect(covered('2026-01-01', '2026-12-31')).toEqual(['month 2026-01-01'])
    expect(covered('2026-01-05', '2026-01-12')).toEqual(['day 2026-01-05'])
    expect(covered('2026-01-05', '2026-01-25')).toEqual([
      'month 2026-01-01',
      '-day 2026-01-01',
      '-day 2026-01-26',
    ])
    expect(covered('2026-01-05', '2026-01-25', () => false)).toEqual(['day 2026-01-05'])
    // Of the days to come there is nothing to read.
    expect(covered('2026-11-01', '2026-11-10')).toEqual(['day 2026-11-01'])
    expect(covered('2026-11-01', '2026-11-10', undefined, '2026-11-10')).toEqual([
      'month 2026-11-01',
      '-day 2026-11-11',
    ])
    for (let n = 0; n < 400; n++)
      covered(formatDay(20_000 + n * 3), formatDay(20_000 + n * 3 + ((n * 37) % 800)))
  })

  test('both dates are needed, in order, and say so in the words of the specification', async () => {
    const app = testApp(world.database)
    const cookie = await cookieFor(world.database, people.label.id)
    for (const language of ['es', 'en'])
      for (const query of ['', '?f=2026-01-01', '?t=2026-01-01']) {
        const answer = await app.request(`/api/analytics/highlights${query}`, {
          headers: { cookie, 'Accept-Language': language },
        })
        expect(answer.status).toBe(400)
        expect(await answer.json()).toMatchObject({
          error: { code: 'analytics.datesRequired', message: 'Date from and to are required' },
        })
      }
    const label = clientFor(app, cookie)
    expect(failureCode(await label.analytics.highlights({ f: '2026-02-30', t: '2026-03-01' }))).toBe(
      'analytics.datesInvalid',
    )
    expect(failureCode(await label.analytics.highlights({ f: '2026-03-02', t: '2026-03-01' }))).toBe(
      'analytics.datesOrder',
    )
  })

  test('however long ago or far ahead', async () => {
    const label = await as(world.database, 'label')
    for (const [f, t] of [
      ['0001-01-01', '9999-12-31'],
      ['0001-01-01', '0001-01-01'],
      ['9999-12-31', '9999-12-31'],
    ])
      expect(ok(await label.analytics.highlights({ f, t })).series.length).toBeGreaterThan(0)
  })
})

describe('figures', () => {
  test.each([
    ['a month beside the month before', '2026-10-01', '2026-10-31', '2026-09-01', '2026-09-30'],
    ['January beside December', '2026-01-01', '2026-01-31', '2025-12-01', '2025-12-31'],
    ['a quarter beside the quarter before', '2026-07-01', '2026-09-30', '2026-04-01', '2026-06-30'],
    ['a year beside the year before', '2025-01-01', '2025-12-31', '2024-01-01', '2024-12-31'],
    ['other days beside as many days', '2026-10-01', '2026-10-30', '2026-09-01', '2026-09-30'],
    ['a part of a month', '2026-10-02', '2026-10-31', '2026-09-02', '2026-10-01'],
  ])('%s', (_, f, t, previousFrom, previousTo) => {
    const { previous } = question(f, t)
    expect([previous.first, previous.last].map(formatDay)).toEqual([previousFrom, previousTo])
  })

  test.each([
    ['a month', '2026-11-01', '2026-11-26', '2026-10-01', '2026-10-26'],
    ['March on its 30th', '2026-03-01', '2026-03-30', '2026-02-01', '2026-02-28'],
    ['a year', '2026-01-01', '2026-11-26', '2025-01-01', '2025-11-26'],
    ['a year in its first month', '2026-01-01', '2026-01-20', '2025-12-01', '2025-12-20'],
    ['thirty days', '2026-10-28', '2026-11-26', '2026-09-28', '2026-10-27'],
  ])('%s that goes on', (_, f, t, previousFrom, previousTo) => {
    const at = (now: string) => readPeriod({ f, t }, new Date(now)).previous
    expect([at(`${t}T12:00:00Z`).first, at(`${t}T12:00:00Z`).last].map(formatDay)).toEqual([
      previousFrom,
      previousTo,
    ])
    // Over, it is days like any other.
    const { first, last } = at('2030-01-01T12:00:00Z')
    expect(last - first).toBe(question(f, t).span.last - question(f, t).span.first)
  })

  test.each([
    ['2024-02-01', '2024-02-29', '2023-02-01', '2023-02-28'],
    ['2025-02-01', '2025-02-28', '2024-02-01', '2024-02-29'],
    ['2024-02-29', '2024-03-05', '2023-02-28', '2023-03-05'],
  ])('%s to %s beside the year before', (f, t, first, last) => {
    const before = yearBefore(question(f, t).span)
    expect([before.first, before.last].map(formatDay)).toEqual([first, last])
  })

  test('days are days of Madrid; the period before has the same length', async () => {
    const label = await as(world.database, 'label')
    const answer = ok(
      await label.analytics.highlightsOfPortal({
        portalId: claraVentisca.id,
        f: '2019-04-01',
        t: '2019-04-03',
      }),
    )
    expect(answer.meta).toMatchObject({
      previousFrom: '2019-03-29',
      previousTo: '2019-03-31',
      grouping: 'day',
      partial: false,
      currency: 'EUR',
      timeZone: 'Europe/Madrid',
    })
    expect(answer.series.map(({ t, value, previous }) => [t, value, previous])).toEqual([
      ['2019-04-01', 4000, 0],
      ['2019-04-02', -400, 0],
      ['2019-04-03', 0, 3000],
    ])
    expect(answer.totals).toMatchObject({
      netCents: 3600,
      refundsCents: 400,
      grossCents: 4000,
      orders: 1,
      units: 1,
      averageOrderCents: 3600,
      conversion: null,
    })
    expect(answer.previous).toMatchObject({ netCents: 3000, orders: 2, refundsCents: 0 })
    expect(answer.deltaPct).toMatchObject({ netCents: 20, orders: -50, refundsCents: null, visits: null })
  })

  test('hours of the day the clock goes forward', async () => {
    const label = await as(world.database, 'label')
    const { series } = ok(
      await label.analytics.portalSalesInfoOfPortal({
        portalId: claraVentisca.id,
        f: '2019-03-31',
        t: '2019-03-31',
      }),
    )
    expect(series).toHaveLength(23)
    expect(series.filter(({ value }) => value !== 0).map(({ t, value }) => [t, value])).toEqual([
      ['2019-03-31T00:00+01:00', 1000],
      ['2019-03-31T23:00+02:00', 2000],
    ])
  })

  test('a label sees all its portals, an artist one, staff everything; nobody another account', async () => {
    const period = { f: '2019-03-31', t: '2019-03-31' }
    const net = async (key: 'label' | 'artist' | 'analyst') =>
      ok(await (await as(world.database, key)).analytics.portalSalesInfo(period)).totals.netCents
    expect(await net('label')).toBe(12_000)
    expect(await net('artist')).toBe(0)
    expect(await net('analyst')).toBe(112_000)
    const artist = await as(world.database, 'artist')
    expect(failureCode(await artist.analytics.highlightsOfPortal({ portalId: casaCal.id, ...period }))).toBe(
      'notFound',
    )
    for (const name of ['staffAlbumsInfo', 'staffSalesInfo', 'staffVisitsInfo'] as const)
      expect(failureCode(await artist.analytics[name](period))).toBe('forbidden')
    const staff = ok(await (await as(world.database, 'analyst')).analytics.staffSalesInfo(period))
    expect(staff.rows.map(({ name, netCents }) => [name, netCents])).toEqual([
      [casaCal.name, 100_000],
      [hotelLevante.name, 9_000],
      [claraVentisca.name, 3_000],
    ])
  })

  test('top products add up SKUs of a product, and say which SKU has none', async () => {
    const { database } = world
    const lines = [
      sale(casaCal, 'p1', '2019-06-01T12:00:00Z', '30', { sku: 'OLD', name: 'Viejo' }),
      sale(casaCal, 'p2', '2019-06-02T12:00:00Z', '25', { sku: 'NEW-M', units: 2 }),
      sale(casaCal, 'p3', '2019-06-02T12:00:00Z', '25', { sku: 'NEW-L' }),
    ]
    await importLines(database, 'test', { by: 'portal', create: false }, lines, { secret: Buffer.alloc(32) })
    const productId = '00000000-0000-7000-8000-00000000b001'
    await database.query(
      `insert into product (portal_id, id, name, category) values ($1, $2, '{"es":"Camiseta","en":"T-shirt"}', 'apparel')`,
      [casaCal.id, productId],
    )
    await database.query(
      `update sku_mapping set product_id = $2, by_hand = true where portal_id = $1 and sku like 'NEW-%'`,
      [casaCal.id, productId],
    )
    const staff = await as(database, 'analyst')
    const { rows, columns } = ok(await staff.analytics.portalSalesInfo({ f: '2019-06-01', t: '2019-06-30' }))
    expect(rows).toMatchObject([
      { id: productId, name: 'Camiseta', mapped: true, units: 3, netCents: 5000, share: 0.625 },
      { name: 'Viejo', mapped: false, units: 1, netCents: 3000 },
    ])
    expect(columns.map(({ key }) => key)).toEqual(['name', 'units', 'netCents', 'share'])
  })

  test('what sold best is the same in however few portals it is looked for first', async () => {
    await world.database.transaction(asService('trial'), async (tx) => {
      const selection = await wholeSelection(tx, 'everything')
      for (const [f, t] of [
        ['2019-01-01', '2027-12-31'],
        ['2026-06-10', '2026-07-20'],
        ['2025-01-05', '2025-01-28'],
        ['2019-06-01', '2019-06-30'],
      ] as const)
        for (const limit of [1, 3, 10]) {
          const best = (steps: number[]) =>
            topProducts({ tx, store: postgresStore }, selection, question(f, t).span, 'es', limit, steps)
          const all = await best([])
          for (const steps of [[1], [2], [3, 5], [1, 2, 4]]) expect(await best(steps)).toEqual(all)
        }
    })
  })

  test('what sold best in a second portal is not left out for what sold least in the first', async () => {
    const { database } = world
    const staff = await as(database, 'super')
    const put = (portalId: string, externalId: string, unitPrice: string) =>
      staff.orders.putOrder({
        ...{ portalId, externalId, placedAt: '2019-02-10T10:00:00Z', currency: 'EUR' },
        lines: [{ id: '1', sku: externalId, name: externalId, units: 1, unitPrice }],
      })
    ok(await put(claraVentisca.id, 'MUCHO', '99.00'))
    ok(await put(claraVentisca.id, 'POCO', '1.00'))
    ok(await put(casaCal.id, 'MEDIO', '50.00'))
    const best = await database.transaction(asService('trial'), async (tx) => {
      const { span } = question('2019-02-01', '2019-02-28')
      const selection = await wholeSelection(tx, 'everything')
      return topProducts({ tx, store: postgresStore }, selection, span, 'es', 2, [1])
    })
    expect(best.map(({ name }) => name)).toEqual(['MUCHO', 'MEDIO'])
  })

  test('totals of the world equal its raw facts', async () => {
    const staff = await as(world.database, 'super')
    const { totals } = ok(await staff.analytics.highlights({ f: '2019-01-01', t: '2027-12-31' }))
    const [raw] = await world.database.query<{
      net: string
      income: string
      orders: string
      units: string
      albums: string
    }>(
      `select round(sum(net_micros) / 10000.0)::int as net, round(sum(income_micros) / 10000.0)::int as income, sum(orders)::int as orders,
        sum(units)::int as units, (sum(units) filter (where category = 'album'))::int as albums from order_line`,
    )
    expect(totals).toMatchObject({
      netCents: raw?.net,
      incomeCents: raw?.income,
      orders: raw?.orders,
      units: raw?.units,
      albums: raw?.albums,
    })
  })
})
