import { beforeAll, describe, expect, test } from 'vitest'
import type { Base } from '#features/analytics/server/base.ts'
import { clickhouseStore } from '#features/analytics/server/clickhouse-store.ts'
import { type Asking, detail } from '#features/analytics/server/detail.ts'
import type { DetailPageName } from '#features/analytics/server/detail-pages.ts'
import { highlights, salesInfo, staffInfo, visitsInfo } from '#features/analytics/server/overview.ts'
import { readPeriod } from '#features/analytics/server/period.ts'
import { wholeSelection } from '#features/analytics/server/selection.ts'
import { sendFacts } from '#features/rollups/server/feed-facts.ts'
import type { ClickHouse } from '#platform/clickhouse.ts'
import { asService } from '#platform/db.ts'
import { testServices } from './as.ts'
import { testClickHouseUrl } from './clickhouse.ts'
import { testDatabase } from './database.ts'
import { addEdgeFacts } from './edge-facts.ts'
import { portals } from './world/cast.ts'

// What is asked of ClickHouse, not what it answers: of that, every other file is a test where TEST_CLICKHOUSE names a server.

const world = testDatabase()
const portal = portals.claraVentisca.id
/** The server with the world's facts, and somebody who hears what it is asked. */
const heardBy = (ask: ClickHouse['ask']): ClickHouse =>
  Object.assign(Object.create(testServices.clickhouse as ClickHouse) as ClickHouse, { ask })

describe.skipIf(!testClickHouseUrl)('on the server that TEST_CLICKHOUSE names', () => {
  beforeAll(async () => {
    await addEdgeFacts(world.database)
    await sendFacts(world.database, testServices.clickhouse as ClickHouse)
  }, 60_000)

  test('totals that a question names are those that it is answered from', async () => {
    let asked = 0
    const strict = heardBy(async (query) => {
      const named = [...query.matchAll(/preferred_optimize_projection_name = '(\w+)'/g)]
      asked += named.length
      for (const [, name] of named)
        await testServices.clickhouse?.read(`${query} SETTINGS force_optimize_projection_name = '${name}'`)
      return []
    })
    await world.database.transaction(asService('trial'), async (tx) => {
      const store = clickhouseStore(tx, strict)
      // From within a month to within another, so that both months and days are read.
      const span = { first: 19_078, last: 19_768 }
      const whole = await wholeSelection(tx, 'everything')
      const own = await wholeSelection(tx, { portalId: portal })
      for (const selection of [whole, own])
        for (const key of ['none', 'portal'] as const) {
          await store.sales({ selection, span, key, grouping: 'month' })
          await store.visits({ selection, span, key, grouping: 'day' })
        }
      for (const key of ['city', 'country'] as const) await store.sales({ selection: whole, span, key })
      for (const key of ['city', 'country', 'source', 'channel'] as const)
        await store.visits({ selection: whole, span, key })
      // Whole months of Europe/Madrid: what facts tell of days is not asked.
      await store.sales({ selection: own, span: { first: 19_266, last: 19_357 }, key: 'sku' })
    })
    expect(asked).toBe(18)
  })

  test('what an answer asks of facts is one statement, and of both periods one look', async () => {
    const asked: string[] = []
    const heard = heardBy(async (query) => {
      asked.push(query)
      return testServices.clickhouse?.ask(query) ?? []
    })
    const days = { f: '2022-03-27', t: '2024-02-15' }
    const statements = (base: Base, answer: (asking: Asking) => Promise<unknown>) =>
      world.database.transaction(asService('trial'), async (tx) => {
        asked.length = 0
        const now = new Date('2026-10-01T12:00:00Z')
        await answer({ tx, store: clickhouseStore(tx, heard), now, locale: 'es', base })
        return asked.length
      })
    const overview = (of: typeof highlights) => async (asking: Asking) =>
      of({
        ...asking,
        ...{
          question: readPeriod(days, asking.now),
          selection: await wholeSelection(asking.tx, asking.base),
        },
      })
    const page =
      (name: DetailPageName, more: object = {}) =>
      (asking: Asking) =>
        detail(asking, name, { ...days, ...more })
    const looks = () => asked[0]?.match(/FROM \w+_fact/g)?.length
    for (const base of ['everything', { portalId: portal }] as const) {
      expect(await statements(base, overview(highlights))).toBe(1)
      expect(looks()).toBe(2)
      expect(await statements(base, overview(visitsInfo))).toBe(1)
      expect(await statements(base, page('ordersSold'))).toBe(1)
      expect(await statements(base, page('traffic', { by: 'source' }))).toBe(1)
      expect(await statements(base, page('salesByPortal'))).toBe(1)
      expect(await statements(base, page('salesByLocation', { by: 'cities', compare: 'year' }))).toBe(1)
      // Of everything those who sold most are looked for first.
      const steps = base === 'everything' ? 2 : 1
      expect(await statements(base, overview(salesInfo))).toBe(steps)
      expect(await statements(base, page('salesByProduct'))).toBe(steps)
    }
    expect(
      await statements(
        'everything',
        overview((asked) => staffInfo(asked, 'sales')),
      ),
    ).toBe(1)
  })
})
