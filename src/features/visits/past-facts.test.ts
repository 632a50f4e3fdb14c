import { createSecretKey } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { v7 } from 'uuid'
import { beforeEach, describe, expect, test } from 'vitest'
import { VisitsAlone } from '#features/rollups/server/are-visits-alone.ts'
import { copyFacts } from '#features/rollups/server/copy-facts.ts'
import { keptRows } from '#features/rollups/server/fact-columns.ts'
import { endFeed, giveUpFeed } from '#features/rollups/server/feed-facts.ts'
import { ReturnDiffers } from '#features/rollups/server/return-visits.ts'
import { rollWaitingBatches } from '#features/rollups/server/rollups.ts'
import { inBulk } from '#platform/bulk.ts'
import type { ClickHouse } from '#platform/clickhouse.ts'
import type { Database } from '#platform/db.ts'
import { dayOf, startOfDay } from '#platform/time.ts'
import { testDatabase } from '#testing/database.ts'
import { pretendClickHouse } from '#testing/pretend-clickhouse.ts'
import { portals } from '#testing/world/cast.ts'
import { goPastFacts, goThroughFacts } from './server/change-way.ts'
import { importVisits } from './server/import-visits.ts'
import { saltDay, viewRow } from './server/stage-views.ts'
import type { ViewDraft } from './server/view-draft.ts'
import { putBatch } from './server/visit-batches.ts'
import { VisitCollector } from './server/visit-collector.ts'
import type { ViewBatch } from './server/visit-spool.ts'

// The same views on both ways: through PostgreSQL in one world, past it in the other.

const through = testDatabase()
const past = testDatabase()
const midnight = startOfDay(dayOf(Date.now()))
const minute = 60_000
const places = [
  { country: 'ES', province: 'ES-B', city: 'Vic' },
  { country: 'ES', province: 'ES-M', city: `L'H\t\\` },
  { country: 'FR', province: null, city: 'Pau' },
  { country: null, province: null, city: null },
]
const links = [null, null, '0198a000-0000-7000-8000-000000000001', '0198a000-0000-7000-8000-000000000002']

function randomly(seed: number) {
  let state = seed
  return (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

/** Views of few visitors in the hours around midnight, a batch of them of any time. */
function batchesOf(seed: number, count: number): ViewBatch[] {
  const one = randomly(seed)
  return Array.from({ length: count }, () => ({
    id: v7(),
    rows: Array.from({ length: 1 + one(12) }, () => {
      const draft: ViewDraft = {
        portalId: [portals.casaCal.id, portals.bajamar.id][one(2)] ?? '',
        at: midnight + (one(12 * 60) - 6 * 60) * minute + one(3) * 10,
        kind: one(5) === 0 ? 'click' : 'view',
        visitor: `visitor ${one(12)} of ${Math.floor(seed / 10)}`,
        path: '/',
        source: [null, 'Google', 'web.example'][one(3)] ?? null,
        medium: [null, 'email'][one(2)] ?? null,
        campaign: null,
        referrer: [null, 'google.com'][one(2)] ?? null,
        channel: ['direct', 'search'][one(2)] ?? '',
        ...(places[one(4)] as (typeof places)[number]),
        ...{ device: 'mobile', browser: 'Firefox', linkId: links[one(4)] ?? null, lineHash: null },
      }
      return viewRow(draft, createSecretKey(Buffer.from(saltDay(draft))))
    }),
  }))
}

const put = async (database: Database, batches: readonly ViewBatch[]) => {
  for (const batch of batches) expect(await putBatch(database, batch)).toEqual([])
}

/** All that is kept of visits, but for the raw views. */
async function kept(database: Database) {
  await rollWaitingBatches(database)
  const all = {
    facts: `select f.portal_id, f.t, p.country, p.province, p.city, o.source, o.medium, o.referrer, o.channel, f.device, f.link_id,
        sum(visits) as visits, sum(visitors) as visitors, sum(views) as views, sum(clicks) as clicks
      from visit_fact f join fact_place p on p.id = f.place_id join visit_origin o on o.portal_id = f.portal_id and o.id = f.origin_id
      where t > now() - interval '3 days' group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11`,
    totals: 'select scope_id, grain, t, visits, visitors, views, clicks from visits_total',
    dimensions: `select scope_id, dimension, grain, t, value, visits, visitors, views, clicks from visits_dimension`,
    accounts: 'select account_id, grain, t, visits, visitors, views, clicks from account_visits_total',
    visitors: `select portal_id, day, encode(visitor_hash, 'hex') from daily_visitor`,
    countries: 'select portal_id, country from fact_country',
  }
  const found: Record<string, string[]> = {}
  for (const [name, query] of Object.entries(all)) {
    const rows = await database.query<{ row: string }>(`select x::text as row from (${query}) x`)
    found[name] = rows.map(({ row }) => row).sort()
  }
  return found
}

const noted = (database: Database) =>
  database.query<{ visits: number; visitors: number }>(
    `select coalesce(sum(visits), 0)::int as visits, coalesce(sum(visitors), 0)::int as visitors, coalesce(sum(views), 0)::int as views,
      coalesce(sum(clicks), 0)::int as clicks from visit_alone`,
  )
const sumOf = (facts: string[][]) =>
  [0, 1, 2, 3].map((n) => facts.reduce((sum, fact) => sum + Number(fact[13 + n]), 0))
const told = (found: Awaited<ReturnType<typeof noted>>) => found.flatMap((row) => Object.values(row))

beforeEach(async () => {
  for (const { database } of [through, past]) {
    for (const table of ['visit_alone', 'visit_lot', 'visit_batch', 'visit_collector'])
      await database.query(`delete from ${table}`)
    await endFeed(database)
  }
  await past.database.query(`insert into fact_feed (state) values ('fed')`)
})

const everyLot = async (database: Database, clickhouse: ClickHouse) => {
  // Another process for each lot: it has to remember by itself.
  for (let done = 1; done > 0; ) {
    const collector = new VisitCollector(database, clickhouse)
    done = await collector.work()
    await collector.release()
  }
}

/** A server that holds all facts, as after a copy. */
async function copied(database: Database, ...fault: Parameters<typeof pretendClickHouse>) {
  const server = pretendClickHouse(...fault)
  await inBulk(database, async (bulk) => {
    let text = ''
    for await (const piece of bulk.out(keptRows('visits', 'true'))) text += piece
    server.hold(text)
    await bulk.query('delete from fact_outbox')
  })
  return server
}

test.each([1, 2, 3])('both ways come to the same, there and back: views of seed %s', async (seed) => {
  const [before, during, after] = [0, 1, 2].map((n) => batchesOf(seed * 10 + n, 12)) as [
    ViewBatch[],
    ViewBatch[],
    ViewBatch[],
  ]
  await put(through.database, [...before, ...during, ...after])
  await put(past.database, before)
  const { clickhouse, facts } = await copied(past.database)
  const already = sumOf(facts())
  await goPastFacts(past.database)
  // In lots of any size, by one process that remembers or by many that have to make the memory anew.
  const one = new VisitCollector(past.database, clickhouse)
  for (const [n, batch] of during.entries()) {
    await put(past.database, [batch])
    if (n % 3 === 0) await one.work()
    if (n % 3 === 1 && seed % 2 === 0) {
      await one.release()
      await everyLot(past.database, clickhouse)
    }
  }
  await one.release()
  await everyLot(past.database, clickhouse)
  const alone = told(await noted(past.database))
  expect(alone.every((sum) => sum > 3)).toBe(true)
  expect(sumOf(facts()).map((sum, n) => sum - (already[n] ?? 0))).toEqual(alone)
  await goThroughFacts(past.database, clickhouse)
  await put(past.database, after)
  expect(told(await noted(past.database))).toEqual([0, 0, 0, 0])
  expect(await kept(past.database)).toEqual(await kept(through.database))
})

describe('a lot', () => {
  const start = async (seed: number, fault?: Parameters<typeof pretendClickHouse>[0]) => {
    const server = await copied(past.database, fault)
    const already = sumOf(server.facts())
    await goPastFacts(past.database)
    const batches = batchesOf(seed, 6)
    await put(past.database, batches)
    const views = batches.flatMap(({ rows }) => rows)
    const added = () => sumOf(server.facts()).map((sum, n) => sum - (already[n] ?? 0))
    const [all, clicks] = [views.length, views.filter((row) => row[2] === 'click').length]
    return { ...server, batches, added, viewsAndClicks: [all - clicks, clicks] }
  }
  const totals = async () => {
    const [row] = await past.database.query<{ visits: number; views: number }>(
      `select sum(visits)::int as visits, sum(views)::int as views from visits_total where grain = 'day'`,
    )
    return row ?? { visits: 0, views: 0 }
  }

  test('is there once, whichever answers of ClickHouse are lost, and whoever goes on', async () => {
    const before = await totals()
    const { clickhouse, added, viewsAndClicks, inserts } = await start(101, (n) =>
      n === 0 ? 'before' : n < 3 ? 'after' : undefined,
    )
    const first = new VisitCollector(past.database, clickhouse)
    await expect(first.work()).rejects.toThrow('away')
    await expect(first.work()).rejects.toThrow('cut off')
    const second = new VisitCollector(past.database, clickhouse)
    // Not its turn while the first may still be there.
    expect(await second.work()).toBe(0)
    expect(inserts()).toBe(2)
    await past.database.query(`update visit_collector set until = now() - interval '1 second'`)
    await expect(second.work()).rejects.toThrow('cut off')
    expect(await second.work()).toBe(1)
    expect(await second.work()).toBe(0)
    expect(added().slice(2)).toEqual(viewsAndClicks)
    expect(added()).toEqual(told(await noted(past.database)))
    const after = await totals()
    // Of their portals and of everything.
    expect(after.views - before.views).toBe(2 * (viewsAndClicks[0] ?? 0))
    expect(after.visits - before.visits).toBe(2 * (added()[0] ?? 0))
    expect(await past.database.query('select from visit_batch')).toEqual([])
  })

  test('is there once though a batch is put down again, during it and after', async () => {
    const { clickhouse, added, viewsAndClicks, batches } = await start(102)
    await put(past.database, batches.slice(0, 3))
    const collector = new VisitCollector(past.database, clickhouse)
    expect(await collector.work()).toBe(1)
    await put(past.database, batches)
    expect(await collector.work()).toBe(0)
    expect(added().slice(2)).toEqual(viewsAndClicks)
    await goThroughFacts(past.database, clickhouse)
    const facts = async () =>
      (await past.database.query<{ n: number }>('select sum(views)::int as n from visit_fact'))[0]?.n
    const back = await facts()
    await put(past.database, batches)
    expect(await facts()).toBe(back)
  })

  test('of a process that lost its turn commits nothing', async () => {
    let second: VisitCollector | undefined
    const { clickhouse, added, viewsAndClicks } = await start(103, async (n) => {
      // Frozen until another one has taken over and done it.
      if (n === 0) await second?.takeOver()
    })
    second = new VisitCollector(past.database, clickhouse)
    const first = new VisitCollector(past.database, clickhouse)
    await expect(first.work()).rejects.toThrow('Another process')
    expect(added().slice(2)).toEqual(viewsAndClicks)
    expect(told(await noted(past.database)).slice(2)).toEqual(viewsAndClicks)
    expect(await first.work()).toBe(0)
  })

  test('that somebody else has done meanwhile is not added again by who has its turn back', async () => {
    let second: VisitCollector | undefined
    const { clickhouse, viewsAndClicks } = await start(105, async (n) => {
      if (n > 0) return
      const [row] = await past.database.query<{ holder: string }>('select holder from visit_collector')
      await second?.takeOver()
      await past.database.query('update visit_collector set holder = $1', [row?.holder])
    })
    second = new VisitCollector(past.database, clickhouse)
    await new VisitCollector(past.database, clickhouse).work()
    expect(told(await noted(past.database)).slice(2)).toEqual(viewsAndClicks)
  })

  test('is made of all lots before it, whoever made those', async () => {
    const { clickhouse } = await start(106)
    const one = new VisitCollector(past.database, clickhouse)
    await one.work()
    await one.release()
    const batches = batchesOf(1_070, 4)
    await put(past.database, batches)
    await everyLot(past.database, clickhouse)
    const before = told(await noted(past.database))
    await put(
      past.database,
      batches.map(({ rows }) => ({ id: v7(), rows })),
    )
    expect(await one.work()).toBe(1)
    const after = told(await noted(past.database))
    expect(after.slice(0, 2)).toEqual(before.slice(0, 2))
    expect(after[2]).toBeGreaterThan(before[2] ?? 0)
  })

  test('that could not be committed is committed once, as it was made', async () => {
    const { clickhouse, viewsAndClicks, tokens } = await start(104)
    const already = tokens()
    await past.database.query(`alter table visit_alone add constraint never check (views < 0) not valid`)
    const collector = new VisitCollector(past.database, clickhouse)
    await expect(collector.work()).rejects.toThrow('never')
    await expect(collector.work()).rejects.toThrow('never')
    await past.database.query('alter table visit_alone drop constraint never')
    expect(await collector.work()).toBe(1)
    expect(tokens()).toBe(already + 1)
    expect(told(await noted(past.database)).slice(2)).toEqual(viewsAndClicks)
  })
})

describe('while only ClickHouse has the facts of some visits', () => {
  const leave = async (seed: number) => {
    const server = await copied(past.database)
    await goPastFacts(past.database)
    const batches = batchesOf(seed, 3)
    await put(past.database, batches)
    const collector = new VisitCollector(past.database, server.clickhouse)
    await collector.work()
    await collector.release()
    return server
  }
  const state = async () =>
    (await past.database.query<{ state: string }>('select state from fact_feed'))[0]?.state

  test('nothing is ended or begun anew that would lose them', async () => {
    const { clickhouse } = await leave(201)
    await past.database.query(`insert into fact_outbox (kind, facts, rows) values ('orders', '[]', 2)`)
    await expect(giveUpFeed(past.database, 1)).rejects.toThrow(VisitsAlone)
    await past.database.query('delete from fact_outbox')
    await expect(endFeed(past.database)).rejects.toThrow(VisitsAlone)
    // As a restore leaves it.
    await past.database.query('delete from fact_feed')
    await expect(copyFacts(past.database, clickhouse)).rejects.toThrow(VisitsAlone)
    await goThroughFacts(past.database, clickhouse)
    await endFeed(past.database)
  })

  test('they come back only as they were noted, or when told so', async () => {
    const { clickhouse, hold, facts } = await leave(202)
    const found = facts()
    hold('')
    expect(facts()).not.toEqual(found)
    await expect(goThroughFacts(past.database, clickhouse)).rejects.toThrow(ReturnDiffers)
    expect(await state()).toBe('used')
    expect(told(await noted(past.database))[2]).toBeGreaterThan(0)
    const views = async () =>
      (await past.database.query<{ n: number }>('select sum(views)::int as n from visit_fact'))[0]?.n
    const before = await views()
    await goThroughFacts(past.database, clickhouse, { whatever: true })
    expect(await views()).toBeGreaterThanOrEqual(before ?? 0)
    expect(await state()).toBe('fed')
    expect(told(await noted(past.database))).toEqual([0, 0, 0, 0])
  })

  test('a log is imported that is older than what is remembered there', async () => {
    await leave(205)
    const folder = mkdtempSync(join(tmpdir(), 'backline-past-'))
    const bring = (at: number) => {
      const time = new Date(at)
        .toUTCString()
        .replace(/^\w+, (\d+) (\w+) (\d+) (\S+) GMT$/, '$1/$2/$3:$4 +0000')
      const path = join(folder, 'access.log')
      writeFileSync(path, `10.0.0.1 - - [${time}] "GET / HTTP/1.1" 200 100 "-" "Mozilla/5.0 Firefox/140.0"\n`)
      return importVisits(past.database, {
        path,
        portalCode: portals.casaCal.code,
        ownHost: 'artist.example',
      })
    }
    const day = 24 * 60 * minute
    await expect(bring(midnight - 2 * day + minute)).rejects.toThrow('tooRecent')
    expect(await bring(midnight - 4 * day)).toMatchObject({ imported: 1, visits: 1 })
    rmSync(folder, { recursive: true })
  })

  test('batches that wait for a lot at the way back are written with their facts', async () => {
    const { clickhouse } = await leave(203)
    const batches = batchesOf(204, 3)
    await put(past.database, batches)
    const views = async () =>
      (
        await past.database.query<{ n: number }>(
          `select sum(views)::int as n from visits_total where grain = 'day'`,
        )
      )[0]?.n ?? 0
    const before = await views()
    await goThroughFacts(past.database, clickhouse)
    const seen = batches.flatMap(({ rows }) => rows).filter((row) => row[2] === 'view').length
    expect((await views()) - before).toBe(2 * seen)
    expect(await past.database.query('select from visit_batch')).toEqual([])
  })
})

test('what could never be written is told, the rest of its batch is written, and portals that are not there are left out', async () => {
  const { clickhouse, facts } = await copied(past.database)
  await goPastFacts(past.database)
  const [batch] = batchesOf(301, 1)
  const row = batch?.rows[0] ?? []
  const torn = [
    row.with(0, 'no id'),
    row.with(1, 'never'),
    row.with(2, 'look'),
    row.with(3, '\\x12'),
    row.with(15, 'no link'),
  ]
  const nowhere = row.with(0, '0198a000-0000-7000-8000-00000000dead')
  const already = sumOf(facts())
  expect(await putBatch(past.database, { id: v7(), rows: [...torn, row, nowhere] })).toEqual(torn)
  await new VisitCollector(past.database, clickhouse).work()
  const [, , views = 0, clicks = 0] = sumOf(facts()).map((sum, n) => sum - (already[n] ?? 0))
  expect(views + clicks).toBe(1)
})
