import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { skuRows } from '#features/orders/test-skus.ts'
import { release } from '#features/releases/server/table.ts'
import { dayOf } from '#platform/time.ts'
import { putAccount, putPortal } from '#testing/raw-sales.ts'
import { salesChange } from './server/sales-change.ts'
import { salesColumns } from './server/sales-columns.ts'
import { sideBySide } from './server/side-by-side.ts'
import type { AnalyticsStore, CountsQuestion, SalesQuestion, VisitsQuestion } from './server/store.ts'
import { weekLines } from './server/week-lines.ts'

/** A week in five lines, and portals held against one another, of a store that tells what it is given. */

const { world, run, putGood, putSku } = skuRows()
const now = new Date('2026-11-23T08:00:00Z')
const days = { f: '2026-11-16', t: '2026-11-22' }
const [within, before] = ['2026-11-18T10:00:00Z', '2026-11-11T10:00:00Z']
let [accountId, portalId] = ['', '']
beforeEach(async () => {
  const made = await putAccount(world.database, 'Sello')
  ;[accountId, portalId] = [made.accountId, made.portalId]
})

/** What happened at a moment: sums by their columns, and what they are told apart by. */
type Fact = { at: string } & Record<string, string | number>
interface Told {
  sales?: Fact[]
  visits?: Fact[]
  counts?: { kind: string; key: string; portalId?: string; c: number[] }[]
}
const uuids = ['sku', 'portal']
function storeOf({ sales = [], visits = [], counts = [] }: Told) {
  const table = (facts: Fact[], { key, span }: SalesQuestion | VisitsQuestion, names: readonly string[]) => {
    const own = facts.filter(({ at }) => {
      const day = dayOf(Date.parse(at))
      return day >= span.first && day <= span.last
    })
    const told = own.map(({ at, ...of }) => ({
      key: of[key] ?? (uuids.includes(key) ? null : ''),
      t: at,
      s: names.map((name) => of[name] ?? 0),
    }))
    const type = sql.raw(uuids.includes(key) ? 'uuid' : 'text')
    const sums = sql.raw(names.map((name, at) => `(x.s->>${at})::float8 as ${name}`).join(', '))
    return sql`select x.key::${type} as key, x.t, ${sums}
      from jsonb_to_recordset(${JSON.stringify(told)}::jsonb) as x(key text, t timestamptz, s jsonb)`
  }
  return {
    sales: async (asked: SalesQuestion) => table(sales, asked, asked.columns ?? salesColumns),
    visits: async (asked: VisitsQuestion) => table(visits, asked, ['visits', 'visitors', 'clicks']),
    counts: async ({ kind, starts }: CountsQuestion) => {
      const own = counts.filter((one) => one.kind === kind)
      const told = own.map(({ c, ...one }) => ({ ...one, c: c.slice(-starts.length) }))
      const type = sql.raw(kind === 'product' ? 'uuid' : 'text')
      return sql`select x.key::${type} as key, x."portalId" as portal_id, x.c
        from jsonb_to_recordset(${JSON.stringify(told)}::jsonb) as x(key text, "portalId" uuid, c float8[])`
    },
  } as unknown as AnalyticsStore
}
const asking = (told: Told) => ({ now, locale: 'en' as const, store: storeOf(told), base: { accountId } })
const euros = (net: number) => ({ net_micros: net * 1_000_000, gross_micros: net * 1_000_000 })

describe('a week', () => {
  const lines = (told: Told, at = now) =>
    run((tx) =>
      weekLines(
        { ...asking(told), tx, now: at, person: { staff: false, id: accountId } as never, keys: new Set() },
        days,
      ),
    )

  test('is told where anything was sold or seen in it or the week before, and else is not', async () => {
    expect(await lines({})).toBeUndefined()
    const sold = (at: string) => lines({ sales: [{ at, ...euros(5) }] })
    expect((await sold(within))?.[1]).toBe('Net sales: €5.00 (before €0.00). Orders: 0. Visits: 0.')
    expect((await sold(before))?.[1]).toBe('Net sales: €0.00 (before €5.00). Orders: 0. Visits: 0.')
    const seen = (at: string) => lines({ visits: [{ at, visits: 3 }] })
    expect((await seen(within))?.[1]).toBe('Net sales: €0.00 (before €0.00). Orders: 0. Visits: 3.')
    expect(await seen(before)).toEqual([
      expect.any(String),
      'Net sales: €0.00 (before €0.00). Orders: 0. Visits: 0.',
      'Nothing was sold this week.',
      'There were no releases, concerts, posts or mails.',
      'Nothing is out of the ordinary.',
    ])
  })

  test('names the three goods that sold most, three things that happened, and what stands out', async () => {
    const skus: string[] = []
    for (const name of ['Taza', 'Pin', 'Disco', 'Gorra', 'Nada'])
      skus.push(await putSku(portalId, { productId: await putGood(portalId, name) }, []))
    const [mug = '', pin = '', record = '', cap = '', none = ''] = skus
    const sale = (sku: string, units: number, net: number) => ({ at: within, sku, units, ...euros(net) })
    const sales = [sale(mug, 1, 40), sale(pin, 2, 30), sale(record, 3, 20), sale(cap, 4, 10)]
    const told = async (more: Told) => (await lines(more)) ?? []
    expect((await told({ sales }))[2]).toBe(
      'What sells most: Taza (1 unit) · Pin (2 units) · Disco (3 units).',
    )
    // What came back may leave money without units: it is nothing that sells.
    expect((await told({ sales: [sale(none, 0, 90), sale(pin, 1, 5)] }))[2]).toBe(
      'What sells most: Pin (1 unit).',
    )
    const happens = (title: string, hour: string) =>
      run((tx) =>
        tx.insert(release).values({
          ...{ portalId, title: { es: title }, status: 'published' as const, durationDays: 7 },
          releaseAt: new Date(`2026-11-18T${hour}:00:00Z`),
        }),
      )
    await happens('Dos', '11')
    expect((await told({ sales }))[3]).toBe('What happened: Release: Dos.')
    for (const [title, hour] of [
      ['Uno', '10'],
      ['Cuatro', '13'],
      ['Tres', '12'],
    ] as const)
      await happens(title, hour)
    expect((await told({ sales }))[3]).toBe('What happened: Release: Uno · Release: Dos · Release: Tres.')
    const past = [1, 1, 1, 1, 1, 1, 1, 3]
    const lately = [0, 0, 0, 0, 0, 0, 200]
    const odd = async (kind: string, key: string) =>
      (await told({ sales, counts: [{ kind, key, portalId, c: [...past, ...lately] }] }))[4]
    const say = (name: string, what: string) =>
      `Out of the ordinary: ${name}, ${what} in seven days; usual are 1.3.`
    expect(await odd('source', 'google')).toBe(say('google', '200 visits'))
    expect(await odd('city', 'ES-SE/Sevilla')).toBe(say('Sevilla, Sevilla', '200 units'))
    // What no list of provinces has keeps its code.
    expect(await odd('city', 'QQ-1/Ciudad')).toBe(say('Ciudad, QQ-1', '200 units'))
    expect(await odd('product', mug)).toBe(say('Taza', '200 units'))
    expect((await told({ sales }))[0]).toMatch(/€100.*Taza/)
  })
})

test('a change of sales is of all that was sold in both periods', async () => {
  const sales = [7, 5].flatMap((net) => [
    { at: within, ...euros(net) },
    { at: before, ...euros(net * 10) },
  ])
  const told = await run((tx) => salesChange({ ...asking({ sales }), tx }, { ...days, g: 'day' } as never))
  expect([told.netCents, told.previousCents, told.changeCents]).toEqual([1_200, 12_000, -10_800])
  const nothing = await run((tx) => salesChange({ ...asking({}), tx }, days))
  expect([nothing.netCents, nothing.previousCents]).toEqual([0, 0])
})

test('twelve portals stand side by side, and it is said that there are more where there are', async () => {
  const portals: string[] = []
  for (let at = 0; at < 13; at += 1)
    portals.push(await putPortal(world.database, accountId, { name: `P${at}` }))
  const side = (count: number) => {
    const sales = portals.slice(0, count).flatMap((portal, at) => [
      { at: within, portal, ...euros(30 - at) },
      { at: within, portal, ...euros(20) },
      { at: '2026-11-20T10:00:00Z', portal, ...euros(50) },
      { at: before, portal, ...euros(80) },
    ])
    return run((tx) => sideBySide({ ...asking({ sales }), tx, now: new Date('2026-11-20T12:00:00Z') }, days))
  }
  const all = await side(13)
  expect([all.items.map(({ id }) => id), all.more]).toEqual([portals.slice(0, 12), true])
  const dozen = await side(12)
  expect([dozen.items.length, dozen.more]).toEqual([12, false])
  expect(all.items[1]).toMatchObject({ name: 'P1', netCents: 9_900, previousCents: 8_000, deltaPct: 23.75 })
  expect(all.items[1]?.series).toEqual([0, 0, 4_900, 0, 5_000, null, null])
})
