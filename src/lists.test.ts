import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type SQL, sql } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import { beforeAll, expect, test } from 'vitest'
import { countMax } from '#platform/constants.ts'
import type { Database, Tx } from '#platform/db.ts'
import { readEnv } from '#platform/env.ts'
import { carryOut } from '#platform/jobs.ts'
import { createLog } from '#platform/log.ts'
import { scheduledJobs } from '#processes/scheduled-jobs.ts'
import { cookieFor, testApp } from '#testing/as.ts'
import { testDatabase } from '#testing/database.ts'
import { callsOf, listOperations, unknownParameters } from '#testing/list-calls.ts'
import { people, portals } from '#testing/world/cast.ts'
import { largest } from '../bench/lists-volume.ts'
import { fillForLists } from '../bench/lists-world.ts'

/** More of everything than is counted, so that reading all of it is seen. */
const volume = {
  portals: 2_000,
  products: 15_000,
  variants: 1,
  orders: 12_500,
  contacts: 12_500,
  bills: 12_500,
  activity: 12_500,
  movements: 12_500,
  events: 12_500,
  messages: 50_000,
}
/** A page reads its own rows, those of the joins, and what it counts. */
const readMost = countMax + 500
/** Equal names, months and figures are put in order among themselves. */
const sortedMost = 1_800

interface Plan {
  'Node Type': string
  'Relation Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  'Parent Relationship'?: string
  Plans?: Plan[]
}
/** What a statement counts beside its rows is judged as a question of its own. */
const isCount = (plan: Plan) =>
  plan['Parent Relationship'] === 'InitPlan' && plan['Node Type'] === 'Aggregate'
const questionsIn = (plan: Plan): Plan[] => {
  const inside = (plan.Plans ?? []).map(questionsIn)
  const own = { ...plan, Plans: inside.flatMap(([first]) => (first && !isCount(first) ? [first] : [])) }
  const others = inside.flatMap(([first, ...more]) => (first && isCount(first) ? [first, ...more] : more))
  return [own, ...others]
}
const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)]
const rowsOf = (plan: Plan) =>
  (plan['Actual Rows'] + (plan['Rows Removed by Filter'] ?? 0)) * plan['Actual Loops']

/** What is wrong with how a statement is carried out. */
const faultsOf = (plan: Plan, wide: boolean): string[] => {
  // What a label owns may be counted by reading all there is: it is a good part of it, and never more than is counted.
  const counts = plan['Node Type'] === 'Aggregate'
  return nodesOf(plan).flatMap((node) => {
    const input = (node.Plans ?? []).reduce((sum, one) => sum + rowsOf(one), 0)
    if (node['Relation Name'] && rowsOf(node) > (counts && wide ? Number.POSITIVE_INFINITY : readMost))
      return [`reads ${rowsOf(node)} rows of ${node['Relation Name']}`]
    return /^Sort|WindowAgg/.test(node['Node Type']) && input > sortedMost ? [`sorts ${input} rows`] : []
  })
}

const dialect = new PgDialect({ casing: 'snake_case' })

/** A database whose statements tell their plans, as whoever runs them gets them. */
function telling(database: Database, plans: Plan[]): Database {
  const explained = (tx: Tx): Tx =>
    new Proxy(tx, {
      get: (target, key) => {
        if (key !== 'execute') return Reflect.get(target, key)
        return async (query: SQL) => {
          if (/^\s*(select(?! set_config)|with)/.test(dialect.sqlToQuery(query).sql)) {
            const told = await tx.execute(sql`explain (analyze, timing off, format json) ${query}`)
            const [row] = (told as unknown as { rows: { 'QUERY PLAN': { Plan: Plan }[] }[] }).rows
            plans.push(...(row?.['QUERY PLAN'] ?? []).flatMap(({ Plan }) => questionsIn(Plan)))
          }
          return tx.execute(query)
        }
      },
    })
  return {
    ...database,
    read: (reach, run) => database.transaction(reach, (tx) => run(explained(tx))),
    transaction: (reach, run) => database.transaction(reach, (tx) => run(explained(tx))),
  }
}

const world = testDatabase()
beforeAll(async () => {
  await fillForLists(world.database, volume)
  await world.database.query('vacuum analyze')
}, 300_000)

test('every list and what it is asked by is known', () => {
  expect(listOperations.length).toBeGreaterThan(45)
  expect(unknownParameters()).toEqual([])
})

/** Lists whose first page reads what grows, with the reason. */
const known: Record<string, string> = {
  'events.listEventPlaces': 'a map of all events',
  'analytics.whereToPlay': 'a figure over a span',
  'analytics.returns': 'a figure over a span',
  'analytics.returnsOfPortal': 'a figure over a span',
  'analytics.sideBySide': 'a figure over a span',
  'orders.listOrderChoices': 'the latest thousand orders, by where they went',
  'analytics.oddities': 'a figure over nine weeks',
  'analytics.filterOptions':
    'products are offered by the name that they have in a language, or as a shop named them',
  'contacts.listContactChoices': 'the tags that contacts have',
  'activity.listActivityChoices': 'people who did something, by name',
  'stocks.listAllStocks': 'staff count variants, which are joined to all products to be counted',
  'search.searchPortal': 'measured by itself; see decision 27',
}

const askers = [
  ['staff', people.super.id, largest.portal],
  ['the label with most portals', people.label.id, portals.bajamar.id],
  ['the artist with most of everything', people.artist.id, largest.portal],
] as const

for (const [asker, personId, portalId] of askers)
  test(`no first page of ${asker} reads all of what grows`, { timeout: 120_000 }, async () => {
    const { database } = world
    const headers = { cookie: await cookieFor(database, personId) }
    const found: string[] = []
    let answered = 0
    for (const list of listOperations) {
      const [first] = await callsOf(list, database, portalId)
      if (!first) continue
      const plans: Plan[] = []
      const answer = await testApp(telling(database, plans)).request(`/api${first.path}`, { headers })
      if (answer.status === 403 || answer.status === 404) continue
      expect(answer.status, `${first.path}: ${await answer.clone().text()}`).toBe(200)
      answered += 1
      if (!(list.name in known))
        found.push(
          ...plans
            .flatMap((plan) => faultsOf(plan, personId === people.label.id))
            .map((fault) => `${list.name} ${fault}`),
        )
    }
    expect(answered).toBeGreaterThan(12)
    expect(found).toEqual([])
  })

/** They ask others, or read everything by what they are for. */
const jobsLeftOut = ['exchange-rates', 'domains', 'all-words', 'statistics']

test('no job of the clock that has nothing to do reads all of what grows', { timeout: 120_000 }, async () => {
  const { database } = world
  const env = readEnv({ DATA_DIR: await mkdtemp(join(tmpdir(), 'backline-jobs-')) })
  const plans: Plan[] = []
  const named = (source: Database) =>
    scheduledJobs(source, env, createLog('silent')).filter(({ name }) => !jobsLeftOut.includes(name))
  // What waits is done first.
  for (const job of named(database)) await carryOut(database, job)
  const found: string[] = []
  const told = telling(database, plans)
  for (const job of named(told)) {
    plans.length = 0
    await carryOut(told, job)
    // Sorting is theirs: a job may go over portals, though not over what these have sold.
    const faults = plans.flatMap((plan) => faultsOf(plan, false)).filter((fault) => fault.startsWith('reads'))
    found.push(...faults.map((fault) => `${job.name} ${fault}`))
  }
  expect(found).toEqual([])
})

/** Lists that are put in order by values, whose cursors say where they go on. */
const keyed: Record<string, string> = {
  '/orders': 'order',
  '/orders?orderBy=-net': 'order_total',
  '/orders?orderBy=net': 'order_total',
  '/products': 'product',
  '/portals': 'portal',
  '/activity': 'activity',
}

test.each(Object.entries(keyed))(
  '%s is read on from where it stands, far inside too',
  async (path, table) => {
    const { database } = world
    const headers = { cookie: await cookieFor(database, people.super.id) }
    const read = async (cursor: string, source: Database) => {
      const address = `/api${path}${path.includes('?') ? '&' : '?'}pageSize=100&cursor=${encodeURIComponent(cursor)}`
      const answer = await testApp(source).request(address, { headers })
      expect(answer.status).toBe(200)
      return (await answer.json()) as { items: { id: string }[]; nextCursor: string | null }
    }
    const rowsRead = async (cursor: string) => {
      const plans: Plan[] = []
      await read(cursor, telling(database, plans))
      // What is counted beside the rows costs the same wherever one stands.
      const pages = plans.filter((plan) => plan['Node Type'] !== 'Aggregate').flatMap(nodesOf)
      return pages.reduce((sum, node) => sum + (node['Relation Name'] === table ? rowsOf(node) : 0), 0)
    }
    let cursor: string | null = ''
    const seen = new Set<string>()
    for (let page = 1; page < 12; page++) {
      const { items, nextCursor }: Awaited<ReturnType<typeof read>> = await read(cursor ?? '', database)
      for (const { id } of items) seen.add(id)
      cursor = nextCursor
    }
    expect(seen.size).toBe(1_100)
    const [first, far] = [await rowsRead(''), await rowsRead(cursor ?? '')]
    expect(first).toBeGreaterThanOrEqual(100)
    expect(far).toBeLessThanOrEqual(first + 100)
  },
)
