import { afterAll, describe, expect, test } from 'vitest'
import { createLog } from '#platform/log.ts'
import { nowhere } from '#platform/place-headers.ts'
import { as, cookieFor, ok, testApp } from '#testing/as.ts'
import { testDatabase } from '#testing/database.ts'
import { people, portals } from '#testing/world/cast.ts'
import { collectVisit } from './server/collect-visit.ts'
import { draftOf, isPrefetch, type SeenView } from './server/seen-view.ts'
import { visitQueue } from './server/visit-queue.ts'
import { agentsMax } from './server/visitor-cap.ts'

const world = testDatabase()
const log = createLog('silent')
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const queue = () => visitQueue(world.database, log)
const portal = portals.casaCal
const source = (address: string, userAgent = firefox) => ({
  database: world.database,
  log,
  address,
  userAgent,
  place: nowhere,
  portalsOrigin: 'http://localhost:3001',
})
const visits = async (portalId = portal.id) => {
  await queue().flush()
  const [row] = await world.database.query<{ views: number; visits: number; clicks: number }>(
    `select count(*) filter (where kind = 'view')::int as views, count(*) filter (where opens_visit)::int as visits,
      count(*) filter (where kind = 'click')::int as clicks from page_view where portal_id = $1`,
    [portalId],
  )
  return row ?? { views: 0, visits: 0, clicks: 0 }
}
const pageview = (more: object = {}) => ({
  name: 'pageview',
  url: 'https://tienda.example/?utm_source=Boletín&utm_medium=email',
  domain: portal.customUrl,
  ...more,
})

afterAll(() => queue().stop())

describe('collecting', () => {
  test('from one address counts no more browsers than people can have there', async () => {
    const before = await visits()
    let taken = 0
    for (let at = 0; at < 200; at++)
      if (await collectVisit(source('10.44.0.1', `${firefox} ${at}`), pageview())) taken++
    for (let at = 0; at < 60; at++)
      if (await collectVisit(source(`2001:db8:5:5::${at + 1}`, `${firefox} ${at}`), pageview())) taken++
    expect(taken).toBe(2 * agentsMax)
    expect(await collectVisit(source('10.44.0.1', `${firefox} 3`), pageview())).toBe(true)
    expect(await collectVisit(source('10.44.0.2'), pageview())).toBe(true)
    const after = await visits()
    expect(after).toMatchObject({ visits: before.visits + 2 * agentsMax + 1 })
  })

  test('Plausible’s payload counts, with short names and long ones; a reload is no new visit', async () => {
    const before = await visits()
    expect(await collectVisit(source('10.1.0.1'), pageview())).toBe(true)
    expect(
      await collectVisit(source('10.1.0.1'), {
        n: 'pageview',
        u: 'https://tienda.example/discos',
        d: portal.customUrl,
      }),
    ).toBe(true)
    const after = await visits()
    expect(after).toMatchObject({ views: before.views + 2, visits: before.visits + 1 })
    const [row] = await world.database.query<{ source: string; channel: string; path: string }>(
      `select source, channel, path from page_view where portal_id = $1 and opens_visit order by at desc limit 1`,
      [portal.id],
    )
    expect(row).toEqual({ source: 'Boletín', channel: 'email', path: '/' })
  })

  test('the portal is named by its address, by host and address, by its verified domain, or by the page', async () => {
    const count = (domain: string, url = 'https://x.example/') =>
      collectVisit(source('10.1.0.2'), pageview({ domain, url }))
    expect(await count('localhost:3001/nino-lobo')).toBe(true)
    expect(await count('ninolobo.fans')).toBe(true)
    expect(await count('www.ninolobo.fans')).toBe(true)
    expect(await count('localhost:3001', 'http://localhost:3001/en/nino-lobo')).toBe(true)
    // Marea Honda's domain is not verified yet: anybody could name it.
    expect(await count('mareahonda.com')).toBe(false)
    expect(await count('nobody.example')).toBe(false)
    expect(await count('')).toBe(false)
  })

  test('only page views count, and only of the web', async () => {
    expect(await collectVisit(source('10.1.0.3'), pageview({ name: 'Outbound Link: Click' }))).toBe(false)
    expect(await collectVisit(source('10.1.0.3'), pageview({ url: 'file:///etc/passwd' }))).toBe(false)
  })

  test('bots, pages fetched ahead and the own team are not counted', async () => {
    await visits()
    const draft = (userAgent: string) =>
      draftOf({ userAgent, address: '', path: '/', query: '', referrer: '', host: '' } as unknown as SeenView)
    expect(draft('Googlebot/2.1 (+http://www.google.com/bot.html)')).toBeUndefined()
    expect(draft('')).toBeUndefined()
    expect(draft(firefox)).toMatchObject({ browser: 'Firefox', device: 'desktop' })
    expect(isPrefetch({ 'sec-purpose': 'prefetch;prerender' })).toBe(true)
    expect(isPrefetch({ purpose: 'prefetch' })).toBe(true)
    expect(isPrefetch({})).toBe(false)
  })

  test('the API takes it from anybody and answers alike, whatever it names', async () => {
    const nobody = await as(world.database, 'anonymous')
    expect(ok(await nobody.visits.collectVisit(pageview()))).toEqual({ accepted: true })
    expect(ok(await nobody.visits.collectVisit(pageview({ domain: 'nobody' })))).toEqual({ accepted: false })
    const response = await testApp(world.database).request('/api/collect', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ name: 'x'.repeat(500) }),
    })
    expect(response.status).toBe(400)
  })
})

test('whoever was signed in within a day is not counted at the portals of their accounts', async () => {
  const fresh = visitQueue(world.database, log)
  const mark = async (personId: string, address: string) => {
    await cookieFor(world.database, personId)
    await world.database.query(
      `update session set address = $2, user_agent = $3 where person_id = $1 and address is distinct from $2`,
      [personId, address, firefox],
    )
  }
  await mark(people.demo.id, '10.9.0.1')
  await mark(people.staff.id, '10.9.0.2')
  const { teamDevices } = await import('./server/own-team.ts')
  const isOwn = await teamDevices(world.database)()
  const view = (address: string, accountId: string, userAgent = firefox) =>
    isOwn({ address, accountId, userAgent } as SeenView)
  expect(view('10.9.0.1', portal.accountId)).toBe(true)
  expect(view('10.9.0.1', portals.bajamar.accountId)).toBe(false)
  expect(view('10.9.0.1', portal.accountId, 'another browser')).toBe(false)
  expect(view('10.9.0.2', portals.bajamar.accountId)).toBe(true)
  expect(view('10.9.0.3', portal.accountId)).toBe(false)
  expect(fresh.length).toBeGreaterThanOrEqual(0)
})

test('a burst is written in batches, and a stop writes the rest', async () => {
  const before = await visits(portals.veraCantil.id)
  const burst = 3_000
  for (let at = 0; at < burst; at++)
    queue().add({
      portalId: portals.veraCantil.id,
      accountId: portals.veraCantil.accountId,
      kind: at % 10 === 0 ? 'click' : 'view',
      at: Date.now(),
      address: `10.2.${at >> 8}.${at & 255}`,
      userAgent: firefox,
      path: '/vera-cantil',
      query: '',
      referrer: '',
      host: 'localhost',
      linkId: null,
      place: nowhere,
    })
  await queue().stop()
  expect(queue().length).toBe(0)
  const after = await visits(portals.veraCantil.id)
  expect(after.views - before.views).toBe(burst * 0.9)
  expect(after.visits - before.visits).toBe(burst * 0.9)
  expect(after.clicks - before.clicks).toBe(burst * 0.1)
})
