import type { Hono } from 'hono'
import { beforeAll, describe, expect, test } from 'vitest'
import { operationList } from '#api.ts'
import { importLines } from '#features/orders/server/import-orders.ts'
import { rollPortalMonths } from '#features/rollups/server/portal-months.ts'
import { rollWaitingBatches } from '#features/rollups/server/rollups.ts'
import { reportSpan, sendReports } from '#features/saved-views/server/send-reports.ts'
import { addViews } from '#features/visits/server/ingest-views.ts'
import { Big } from '#platform/money.ts'
import { as, cookieFor, ok, testApp, testOrigin, testServices } from '#testing/as.ts'
import { testDatabase } from '#testing/database.ts'
import { addEdgeFacts } from './edge-facts.ts'
import { accounts, type PersonKey, type PortalKey, people, portals } from './world/cast.ts'

// Nobody learns anything of what is not theirs from analytics: not by naming it, and not by what it adds.

const world = testDatabase()
const settings = { appOrigin: testOrigin, secret: testServices.secret }
let app: Hono
const goods: Record<string, string> = {}

const exportNames = operationList
  .map(({ fullName }) => fullName.match(/^analytics\.(\w+DetailInfo)$/)?.[1])
  .filter((name) => name !== undefined)

/** Every address of analytics, those of one portal as the portal named. */
function addresses(portal: PortalKey): string[] {
  return operationList.flatMap(({ fullName, contract }) => {
    const { method = 'GET', path = '' } = contract['~orpc'].route
    // What is for staff only is refused as such: see the access matrix.
    if (method !== 'GET' || !/^(analytics\.(?!staff)|savedViews\.)/.test(fullName)) return []
    const filled = path.replace('{portalId}', portals[portal].id)
    return filled.includes('{name}')
      ? exportNames.map((name) => `${filled.replace('{name}', name)}?format=csv&`)
      : [`${filled}?`]
  })
}

const period = 'f=2022-01-01&t=2024-12-31&compare=previous'
const named = ['portals', 'labels', 'products', 'excludedProducts', 'chosen'] as const
const filters = [
  '',
  '&countries=ES&countries=JP',
  '&categories=album&categories=unmapped',
  '&addedCategories=apparel&addedCategories=unmapped',
  '&portalTypes=simple&portalTypes=master',
  '&by=cities',
  '&by=provinces',
  ...['source', 'medium', 'campaign', 'referrer', 'device', 'browser', 'link'].map((by) => `&by=${by}`),
  '&q=a',
]

/** Each page knows its own groupings only; those of one portal are read by the same queries as those of a view. */
function belongs(address: string, filter: string): boolean {
  if (!filter.startsWith('&by=')) return true
  if (/[0-9a-f]{8}-/.test(address)) return false
  return address.includes(/provinces|cities/.test(filter) ? 'salesByLocation' : 'traffic')
}

async function ask(cookie: string, address: string): Promise<string> {
  const response = await app.request(`/api${address}`, { headers: { cookie } })
  const text = await response.text()
  if (response.status >= 500) throw new Error(`${address}: ${text}`)
  // When it was asked is all that may differ: in answers to the millisecond, in files to the minute.
  return `${response.status} ${text.replace(/\d{4}-\d\d-\d\dT[\d:.]+Z|(?<=^Hecho el,).*$/gm, 'then')}`
}

beforeAll(async () => {
  app = testApp(world.database)
  await addEdgeFacts(world.database)
  for (const row of await world.database.query<{ portal_id: string; id: string }>(
    'select portal_id, min(coalesce(product_id, id)::text) as id from sku_mapping group by 1',
  ))
    goods[row.portal_id] = row.id
}, 120_000)

/** Who looks, from which of their portals, and something that is not theirs. */
const looks: [PersonKey, PortalKey, foreign: PortalKey][] = [
  ['artist', 'ninoLobo', 'claraVentisca'],
  // Reaches two of a label's portals, and none of the others.
  ['editor', 'claraVentisca', 'bajamar'],
  ['labelmanager', 'hotelLevante', 'ninoLobo'],
]

describe.each(looks)('%s at %s', (who, portal, foreign) => {
  const cookies = { of: '' }
  beforeAll(async () => {
    cookies.of = await cookieFor(world.database, people[who].id)
  })

  test.each(named)('naming what is not theirs in %s is naming nothing', async (name) => {
    const { id, accountId } = portals[foreign]
    const sameAccount = portals[portal].accountId === accountId
    const values = {
      portals: id,
      labels: sameAccount ? accounts.casaCal.id : accountId,
      products: goods[id] ?? '',
      excludedProducts: goods[id] ?? '',
      chosen: id,
    }
    const absent = '00000000-0000-7000-8000-000000000000'
    // Names are asked for in one call only.
    const asked = addresses(portal).filter((each) => name !== 'chosen' || each.includes('filterOptions'))
    for (const address of asked) {
      const [theirs, nothing] = await Promise.all(
        [values[name], absent].map((value) => ask(cookies.of, `${address}${period}&${name}=${value}`)),
      )
      expect([address, theirs?.replaceAll(values[name], absent)]).toEqual([address, nothing])
      expect(nothing?.slice(0, 3)).toMatch(/200|400/)
    }
  })

  test('another portal’s address does not exist', async () => {
    const absent = '00000000-0000-7000-8000-000000000000'
    for (const address of addresses(foreign).filter((each) => each.includes(portals[foreign].id))) {
      const [theirs, nothing] = await Promise.all([
        ask(cookies.of, `${address}${period}`),
        ask(cookies.of, `${address.replace(portals[foreign].id, absent)}${period}`),
      ])
      expect([address, theirs.slice(0, 3), theirs]).toEqual([address, '404', nothing])
    }
  })
})

/** Sells and shows something at portals, with everything about it saying whose it is. */
async function addAt(keys: PortalKey[], mark: string) {
  const at = Date.parse('2024-05-05T10:00:00Z')
  const place = { country: 'JP', province: null, city: mark }
  const money = { currency: 'EUR', gross: new Big(900), net: new Big(900), tax: new Big(0), scale: 2 }
  await importLines(
    world.database,
    mark,
    { by: 'portal', create: false },
    keys.map((key) => ({
      row: 0,
      portalKey: portals[key].code,
      externalId: mark,
      kind: 'sale' as const,
      at,
      placedAt: at,
      sku: mark,
      name: mark,
      units: 9,
      campaign: mark,
      ...money,
      ...place,
    })),
    { secret: Buffer.alloc(32) },
  )
  const origin = { source: mark, medium: mark, campaign: mark, referrer: mark, channel: 'paid' }
  await addViews(
    world.database,
    keys.map((key) => ({
      portalId: portals[key].id,
      at,
      kind: 'click' as const,
      visitor: mark,
      path: '/',
      device: 'tablet',
      browser: mark,
      linkId: null,
      lineHash: null,
      ...origin,
      ...place,
    })),
  )
  await rollWaitingBatches(world.database)
  await rollPortalMonths(world.database, { orders: 1, visits: 1 })
  for (const key of keys)
    await world.database.query(
      `update product set name = jsonb_set(name, '{es}', to_jsonb($2::text)) where portal_id = $1`,
      [portals[key].id, mark],
    )
}

/** Each answer to every question under every filter. */
async function everything(who: PersonKey, portal: PortalKey) {
  const cookie = await cookieFor(world.database, people[who].id)
  const own = `&portals=${portals[portal].id}&excludedProducts=${goods[portals[portal].id]}`
  const answers = new Map<string, string>()
  for (const address of addresses(portal))
    for (const filter of [...filters, own, `&products=${goods[portals[portal].id]}`])
      if (belongs(address, filter))
        answers.set(`${address}${filter}`, await ask(cookie, `${address}${period}${filter}`))
  return answers
}

describe.each<[PersonKey, PortalKey, PortalKey[]]>([
  ['artist', 'ninoLobo', ['casaCal', 'orquestaPoniente', 'perroManso']],
  ['labelmanager', 'claraVentisca', ['casaCal', 'veraCantil']],
  ['editor', 'claraVentisca', ['perroManso', 'bajamar', 'juliaArrecife']],
])('what %s at %s is told', (who, portal, others) => {
  test(`is the same whatever happens at ${others.join(', ')}`, { timeout: 240_000 }, async () => {
    // One for each, as others' business may be the next one's own.
    const mark = `not-for-${who}`
    const before = await everything(who, portal)
    const stranger = await as(world.database, 'demo')
    ok(
      await stranger.savedViews.createView({
        name: mark,
        page: 'net-sales',
        query: '',
        shared: true,
        report: 'none',
      }),
    )
    await addAt(others, mark)
    const after = await everything(who, portal)
    for (const [question, answer] of after) {
      expect([question, answer]).toEqual([question, before.get(question)])
      expect(answer).not.toContain(mark)
    }
    const answered = [...after.values()].filter((answer) => answer.startsWith('200'))
    expect(answered.length).toBeGreaterThan(200)
  })
})

test('a report that names what its owner may not see is not sent', async () => {
  const { savedViews } = await as(world.database, 'artist')
  const view = { page: 'net-sales' as const, shared: false, report: 'weekly' as const }
  for (const [name, id] of [
    ['portals', portals.claraVentisca.id],
    ['labels', accounts.bajamar.id],
    ['products', goods[portals.claraVentisca.id]],
    ['excludedProducts', goods[portals.claraVentisca.id]],
  ])
    ok(
      await savedViews.createView({
        ...view,
        name: `of ${name}`,
        query: `filter=3&${name}=%5B%22${id}%22%5D`,
      }),
    )
  expect(reportSpan('weekly', new Date()).due).toBeDefined()
  expect(await sendReports(world.database, settings, new Date())).toBe(0)
})
