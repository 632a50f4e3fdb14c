import { describe, expect, test } from 'vitest'
import { hasGroup, permissionGroups, roles, toPermissionMap } from '#platform/permissions.ts'
import { makeViews } from './audience.ts'
import { demoSignIns, type PortalKey, people, portals } from './cast.ts'
import { makeCatalogue } from './catalogue.ts'
import { makeLinks } from './links.ts'
import { makePlaces } from './places.ts'
import { randomFrom } from './random.ts'
import { makeOrders, type WorldOrder } from './sales.ts'

const stretch = { now: new Date('2026-11-20T10:00:00Z'), days: 730, seed: 'test', volume: 1 }
const products = makeCatalogue()
const place = makePlaces()
const keys = Object.keys(portals) as PortalKey[]
const ordersOf = (key: PortalKey, seed = 'test') => [
  ...makeOrders(
    key,
    products.filter((one) => one.portal === key),
    place,
    { ...stretch, seed },
  ),
]
const clara = ordersOf('claraVentisca')
const between = (orders: WorldOrder[], from: string, to: string) =>
  orders.filter(({ placedAt }) => placedAt >= new Date(from) && placedAt < new Date(to)).length

describe('the cast', () => {
  test('has every role, and staff with every permission group', () => {
    const held = Object.values(people).flatMap(({ members }) => members.map(({ role }) => role))
    expect(roles.filter((role) => !held.includes(role))).toEqual([])
    const staff = toPermissionMap(people.staff.permissions)
    const groups = Object.keys(permissionGroups) as (keyof typeof permissionGroups)[]
    expect(groups.filter((group) => !hasGroup(staff, group))).toEqual([])
    expect(people.analyst.permissions).toEqual(['analytics.viewanalytics'])
  })

  test('every account has one master portal, and every master portal an Owner', () => {
    const masters = Object.values(portals).filter(({ master }) => master)
    expect(new Set(masters.map(({ accountId }) => accountId)).size).toBe(masters.length)
    const owned = Object.values(people).flatMap(({ members }) =>
      members.filter(({ role }) => role === 'Owner').map(({ portal }) => portals[portal].id),
    )
    expect(masters.filter(({ id }) => !owned.includes(id))).toEqual([])
  })

  test('codes, addresses, SKUs and ids keep the rules and never meet', () => {
    for (const { code, customUrl } of Object.values(portals)) {
      expect(code).toMatch(/^[A-Z0-9]{3,8}$/)
      expect(customUrl).toMatch(/^[a-z0-9-]{3,40}$/)
    }
    const skus = products.flatMap(({ sku, variants }) => [sku, ...variants.map((variant) => variant.sku)])
    const ids = [people, portals].flatMap((group) => Object.values(group).map(({ id }) => id))
    ids.push(...makeLinks().map(({ id }) => id), ...products.map(({ id }) => id))
    expect([new Set(skus).size, new Set(ids).size]).toEqual([skus.length, ids.length])
    for (const id of ids)
      expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
    expect(demoSignIns.every((email) => email.endsWith('@demo.backline.test'))).toBe(true)
  })
})

describe('two years', () => {
  test('are the same for the same seed, and others for another', () => {
    expect(ordersOf('claraVentisca')).toEqual(clara)
    expect(ordersOf('claraVentisca', 'other')).not.toEqual(clara)
  })

  test('grow, rest in August, peak in December and with a record', () => {
    expect(clara.length).toBeGreaterThan(500)
    expect(between(clara, '2026-03-01', '2026-07-01')).toBeGreaterThan(
      between(clara, '2025-03-01', '2025-06-01'),
    )
    expect(between(clara, '2025-12-01', '2026-01-01')).toBeGreaterThan(
      1.4 * between(clara, '2025-08-01', '2025-09-01'),
    )
    // «Salitre» came out 26 days before the end.
    expect(between(clara, '2026-10-25', '2026-11-01')).toBeGreaterThan(
      1.3 * between(clara, '2026-09-20', '2026-09-27'),
    )
  })

  test('never reach beyond now, nor before a portal opened', () => {
    for (const key of keys) {
      const orders = ordersOf(key)
      const opened = stretch.now.getTime() - (portals[key].openedDaysAgo + 1) * 86_400_000
      const moments = orders.flatMap(({ placedAt, refund, cancelledAt }) => [
        placedAt,
        refund?.at,
        cancelledAt,
      ])
      const beyond = moments.filter((at) => at && (at > stretch.now || at.getTime() < opened))
      expect([key, beyond]).toEqual([key, []])
      expect(orders.length).toBeGreaterThan(5)
    }
  })

  test('nothing is sold before its presale', () => {
    const last = Math.floor(stretch.now.getTime() / 86_400_000)
    const early = clara.flatMap(({ placedAt, lines }) =>
      lines.filter(({ product }) => placedAt.getTime() / 86_400_000 < last - product.releasedDaysAgo - 22),
    )
    expect(early).toEqual([])
  })

  test('have several views and clicks for each order', () => {
    const views = [...makeViews('claraVentisca', [26, 508], place, stretch)]
    expect(views.length).toBeGreaterThan(8 * clara.length)
    expect(views.filter(({ link }) => link !== null).length).toBeGreaterThan(100)
    expect(views.every(({ at }) => at <= stretch.now)).toBe(true)
  })
})

test('people live where people live: Madrid before Soria, all 52 provinces, some abroad', () => {
  const random = randomFrom('places')
  const counts = new Map<string, number>()
  for (let n = 0; n < 60_000; n++) {
    const { province, country, city } = place(random, '28', 0.07)
    const key = province ?? country
    counts.set(key, (counts.get(key) ?? 0) + 1)
    expect(city).toBeTruthy()
  }
  expect([...counts.keys()].filter((key) => key.startsWith('ES-'))).toHaveLength(52)
  expect(counts.get('ES-B') ?? 0).toBeGreaterThan(20 * (counts.get('ES-SO') ?? 0))
  expect(counts.get('MX') ?? 0).toBeGreaterThan(500)
})
