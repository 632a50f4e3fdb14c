import { beforeAll, describe, expect, test } from 'vitest'
import { failureCode } from '#client.ts'
import { as, cookieFor, ok, testApp } from '#testing/as.ts'
import { testDatabase } from '#testing/database.ts'
import { addEdgeFacts, edgeSpans } from './edge-facts.ts'
import { people, portals } from './world/cast.ts'

// Visits of one source over time are what the table of sources says of it, whoever asks and of whatever days.

const world = testDatabase()
const spans = [...edgeSpans, ['2026-01-01', '2026-10-31'], ['2026-11-01', '2026-11-20']] as const

beforeAll(async () => {
  await addEdgeFacts(world.database)
}, 120_000)

describe.each(['staff', 'label', 'artist'] as const)('as %s', (actor) => {
  test.each<{ countries?: string[]; one?: true }>([
    {},
    { countries: ['ES'] },
    { countries: ['ES', 'FR'] },
    { one: true },
  ])('%o', async ({ one, ...filters }) => {
    const { analytics } = await as(world.database, actor)
    const whose = one
      ? { portals: [actor === 'artist' ? portals.ninoLobo.id : portals.claraVentisca.id] }
      : filters
    let seen = 0
    for (const [f, t] of spans) {
      const query = { f, t, ...whose }
      const table = ok(await analytics.trafficDetailInfo({ ...query, by: 'source' }))
      const told = table.rows.map(({ name, visits, visitors }) => [name, visits, visitors] as const)
      for (const [name, visits, visitors] of told.slice(0, 3)) {
        const sources = [name || 'direct']
        const of = ok(await analytics.visitsDetailInfo({ ...query, sources }))
        expect([f, name, of.totals.visits, of.totals.visitors]).toEqual([f, name, visits, visitors])
        expect(of.series.reduce((sum, { value }) => sum + (value ?? 0), 0)).toBe(visits)
        expect([of.totals.orders, of.totals.conversion]).toEqual([null, null])
        seen += Number(visits)
      }
      // Two of them are their sum.
      const [most, next] = told
      if (!most || !next) continue
      const both = ok(
        await analytics.visitsDetailInfo({ ...query, sources: [most[0] || 'direct', next[0] || 'direct'] }),
      )
      expect(both.totals.visits).toBe(Number(most[1]) + Number(next[1]))
    }
    expect(seen).toBeGreaterThan(0)
  })
})

test('sources can be chosen, those of one’s own portals alone, and stand in the file', async () => {
  const artist = await as(world.database, 'artist')
  const { sources } = ok(await artist.analytics.filterOptions({}))
  expect(sources).toContain('direct')
  expect(sources.length).toBeGreaterThan(2)
  const [mine] = await world.database.query<{ n: number }>(
    `select count(distinct value)::int as n from visits_dimension where dimension = 'source' and grain = 'year' and scope_id = $1`,
    [portals.ninoLobo.id],
  )
  expect(sources.length).toBeLessThanOrEqual(mine?.n ?? 0)
  const file = await testApp(world.database).request(
    '/api/analytics/export/visitsDetailInfo?f=2026-01-01&t=2026-10-31&sources=direct&sources=instagram&format=csv&locale=es',
    { headers: { cookie: await cookieFor(world.database, people.artist.id) } },
  )
  expect(await file.text()).toContain('Fuente,"Directo, instagram"')
  // No page of sales knows sources.
  const refused = await artist.analytics.netSalesDetailInfo({
    f: '2026-01-01',
    t: '2026-01-02',
    sources: ['x'],
  } as never)
  expect(failureCode(refused)).toBe('invalidInput')
})
