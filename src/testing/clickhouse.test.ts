import { createSecretKey } from 'node:crypto'
import { v7 } from 'uuid'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { clickhouseStore } from '#features/analytics/server/clickhouse-store.ts'
import { wholeSelection } from '#features/analytics/server/selection.ts'
import { makeClickHouseTables } from '#features/rollups/server/clickhouse-tables.ts'
import { compareFacts } from '#features/rollups/server/compare-facts.ts'
import { copyFacts } from '#features/rollups/server/copy-facts.ts'
import { factColumns } from '#features/rollups/server/fact-columns.ts'
import { endFeed, feedState, sendFacts } from '#features/rollups/server/feed-facts.ts'
import { goPastFacts, goThroughFacts } from '#features/visits/server/change-way.ts'
import { addViews } from '#features/visits/server/ingest-views.ts'
import { viewRow } from '#features/visits/server/stage-views.ts'
import { putBatch } from '#features/visits/server/visit-batches.ts'
import { VisitCollector } from '#features/visits/server/visit-collector.ts'
import type { ClickHouse } from '#platform/clickhouse.ts'
import { asService } from '#platform/db.ts'
import { openTestClickHouse, testClickHouseUrl, withTotals } from './clickhouse.ts'
import { testDatabase } from './database.ts'
import { addEdgeFacts } from './edge-facts.ts'
import { portals } from './world/cast.ts'

// TEST_CLICKHOUSE=http://127.0.0.1:8123 names a server of 24.8 or later: then this file runs, and every other one asks it.

const world = testDatabase()
const portal = portals.claraVentisca.id
const none = '00000000-0000-0000-0000-000000000000'
const now = () => Promise.resolve()

const visit = (visitor: string) =>
  addViews(world.database, [
    {
      ...{ portalId: portal, at: Date.now() - 3_600_000, kind: 'view' as const, visitor, path: '/' },
      ...{ source: null, medium: null, campaign: null, referrer: null, channel: 'direct' },
      ...{ country: 'ES', province: 'ES-B', city: `L'H\t\\` },
      ...{ device: 'mobile', browser: 'Firefox', linkId: null, lineHash: null },
    },
  ])

describe.skipIf(!testClickHouseUrl)('on the server that TEST_CLICKHOUSE names', () => {
  let clickhouse: ClickHouse
  let drop = async () => {}
  beforeAll(async () => {
    await addEdgeFacts(world.database)
    await endFeed(world.database)
    ;({ clickhouse, drop } = await openTestClickHouse(testClickHouseUrl ?? ''))
  }, 60_000)
  afterAll(() => drop())

  test('what is sent twice under one token is there once', async () => {
    const row = `${[none, 1_700_000_000, 'ES', '', '', '', '', '', '', 'direct', 'mobile', 'Firefox', none, 1, 1, 1, 0].join('\t')}\n`
    for (const token of ['a', 'b', 'a', 'b', 'c'])
      await clickhouse.add('visit_fact', factColumns('visits'), row, token)
    expect(await clickhouse.ask('SELECT toString(sum(visits)) FROM visit_fact')).toEqual([['3']])
  })

  test('a token is that of its own insert: rows that are written after it without one are all there', async () => {
    await clickhouse.add('visit_fact', ['t', 'visits'], `1500000000\t1\n`, 'before')
    for (const visits of [10, 100])
      await clickhouse.run(`INSERT INTO visit_fact (t, visits) SELECT 1500000000, ${visits}`)
    const [found] = await clickhouse.ask(
      'SELECT toString(sum(visits)) FROM visit_fact WHERE t = toDateTime(1500000000)',
    )
    expect(found).toEqual(['111'])
  })

  test('a start on tables that stand writes nothing of what they hold anew', async () => {
    const statements: string[] = []
    const heard = Object.assign(Object.create(clickhouse) as ClickHouse, {
      run: async (statement: string) => void statements.push(statement),
    })
    const altered = () =>
      statements.filter((statement) => /^ALTER/.test(statement) && !/MATERIALIZE/.test(statement))
    await withTotals(clickhouse)
    await makeClickHouseTables(heard)
    await makeClickHouseTables(heard, true)
    expect(altered()).toEqual([])
    // Totals of an earlier version go, and nothing else is touched.
    await clickhouse.run('ALTER TABLE visit_fact ADD PROJECTION of_before (SELECT t, sum(views) GROUP BY t)')
    await withTotals(heard)
    expect(altered()).toEqual([
      `ALTER TABLE ${clickhouse.name}.visit_fact DROP PROJECTION IF EXISTS of_before`,
    ])
    await clickhouse.run('ALTER TABLE visit_fact DROP PROJECTION of_before')
  })

  test('tables of an earlier version answer with what this one asks for', async () => {
    const name = `${clickhouse.name}_before`
    const before = Object.assign(Object.create(clickhouse) as ClickHouse, { name })
    const run = (statement: string) => clickhouse.run(statement, { database: 'default' })
    await run(`CREATE DATABASE ${name}`)
    const columns: Record<string, string> = {
      sale_fact: 'sku_id UUID, category String, orders Int32',
      visit_fact: 'source String, visits Int32',
    }
    for (const [table, more] of Object.entries(columns))
      await run(`CREATE TABLE ${name}.${table} (portal_id UUID, t DateTime('UTC'), country String, province String, city String, ${more})
        ENGINE = MergeTree() PARTITION BY toYYYYMM(t) ORDER BY (portal_id, t)`)
    await run(`INSERT INTO ${name}.visit_fact (t, country, city, visits) VALUES (1577833200, 'FR', 'Pau', 2)`)
    for (const times of [1, 2]) await makeClickHouseTables(before, times === 2)
    const told = `SELECT toString(day), toString(month), place FROM ${name}.visit_fact`
    expect(await clickhouse.read(told, { database: 'default' })).toEqual([
      ['2020-01-01', '2020-01-01', 'FR/Pau'],
    ])
    await run(`DROP DATABASE ${name}`)
  })

  test('by day and month, series of everything and of some portals, and what portals, countries, cities and sources have, are read from what is added up already', async () => {
    await withTotals(clickhouse)
    const row = `${[portal, 1_600_000_000, 'ES', '', '', '', '', '', '', 'direct', 'mobile', 'Firefox', none, 1, 1, 1, 0].join('\t')}\n`
    await clickhouse.add('visit_fact', factColumns('visits'), row, 'projected')
    const sale = `${[portal, 1_600_000_000, none, 'ES', '', '', '', '', 1, 1, 1, 1, 1, 1, 1].join('\t')}\n`
    await clickhouse.add('sale_fact', factColumns('orders'), sale, 'projected')
    let asked = 0
    const only = Object.assign(Object.create(clickhouse) as ClickHouse, {
      ask: async (query: string) => {
        asked++
        return clickhouse.read(`${query} SETTINGS force_optimize_projection = 1`)
      },
    })
    await world.database.transaction(asService('trial'), async (tx) => {
      const store = clickhouseStore(tx, only)
      const span = { first: 18_000, last: 19_000 }
      const whole = await wholeSelection(tx, 'everything')
      for (const selection of [whole, await wholeSelection(tx, { portalId: portal })]) {
        for (const grouping of ['day', 'month', 'year'] as const) {
          await store.sales({ selection, span, key: 'none', grouping })
          await store.visits({ selection, span, key: 'none', grouping })
        }
        await store.sales({ selection, span, key: 'portal' })
        await store.visits({ selection, span, key: 'portal' })
      }
      await store.sales({ selection: whole, span, key: 'none', grouping: 'time' })
      await store.visits({ selection: whole, span, key: 'source' })
      for (const countries of [[], ['ES']]) {
        const selection = { ...whole, countries }
        for (const key of ['country', 'city'] as const) {
          await store.sales({ selection, span, key })
          await store.visits({ selection, span, key })
        }
        await store.sales({ selection, span, key: 'none', grouping: 'month' })
        await store.visits({ selection, span, key: 'channel' })
      }
    })
    expect(asked).toBe(30)
  })

  test('a copy that was ended goes on, with all that was written meanwhile', {
    timeout: 120_000,
  }, async () => {
    let inserts = 0
    const cut = Object.assign(Object.create(clickhouse) as ClickHouse, {
      addMany: async (...rows: Parameters<ClickHouse['addMany']>) => {
        await clickhouse.addMany(...rows)
        if (++inserts === 4) throw new Error('ended')
      },
    })
    // What arrived of the month that it was at is there, and will not be there twice.
    await expect(copyFacts(world.database, cut)).rejects.toThrow('ended')
    expect(await goPastFacts(world.database)).toBe(false)
    await visit('meanwhile')
    expect(await sendFacts(world.database, clickhouse)).toBe(0)
    await copyFacts(world.database, clickhouse)
    expect(await feedState(world.database)).toBe('fed')
    // Its month had been copied with it: nothing is left to send.
    expect(await sendFacts(world.database, clickhouse)).toBe(0)
    await visit('later')
    expect(await sendFacts(world.database, clickhouse)).toBe(1)
    const { compared, differences } = await compareFacts(world.database, clickhouse, now)
    expect(compared).toBeGreaterThan(10)
    expect(differences).toEqual([])
  })

  test('visits that go there alone are the same in both, as far as they are noted, and come back', async () => {
    await sendFacts(world.database, clickhouse)
    expect(await goPastFacts(world.database)).toBe(true)
    const salt = createSecretKey(Buffer.alloc(32))
    const rows = ["L'H\t\\", 'Vic', 'Vic'].map((city, n) =>
      viewRow(
        {
          ...{ portalId: portal, at: Date.now() - n * 60_000, kind: 'view', visitor: `${n}`, path: '/' },
          ...{ source: null, medium: null, campaign: null, referrer: null, channel: 'direct' },
          ...{ country: 'ES', province: 'ES-B', city },
          ...{ device: 'mobile', browser: 'Firefox', linkId: null, lineHash: null },
        },
        salt,
      ),
    )
    await putBatch(world.database, { id: v7(), rows })
    const collector = new VisitCollector(world.database, clickhouse)
    expect(await collector.work()).toBe(1)
    const same = async () => (await compareFacts(world.database, clickhouse, now)).differences
    expect(await same()).toEqual([])
    const facts = () =>
      world.database.query<{ views: number }>(
        `select sum(views)::int as views from visit_fact where portal_id = $1`,
        [portal],
      )
    const [before] = await facts()
    await goThroughFacts(world.database, clickhouse)
    const [after] = await facts()
    expect(Number(after?.views) - Number(before?.views)).toBe(3)
    expect(await same()).toEqual([])
    expect(await feedState(world.database)).toBe('fed')
  })

  test('what differs is told by portal and month', async () => {
    const row = `${[portal, 1_577_880_000, 'ES', '', '', '', '', '', '', 'direct', 'mobile', 'Firefox', none, 1, 1, 1, 0].join('\t')}\n`
    await clickhouse.add('visit_fact', factColumns('visits'), row, 'stray')
    const { differences } = await compareFacts(world.database, clickhouse, now)
    expect(differences).toMatchObject([{ kind: 'visits', portalId: portal, month: 202_001 }])
    expect(await copyFacts(world.database, clickhouse)).toBe(0)
    await endFeed(world.database)
    await copyFacts(world.database, clickhouse)
    expect((await compareFacts(world.database, clickhouse, now)).differences).toEqual([])
  })
})
