import { beforeAll, describe, expect, test } from 'vitest'
import type { Answer, Measure, Row } from '#features/analytics/contract.ts'
import { as, ok } from '#testing/as.ts'
import { testDatabase } from '#testing/database.ts'
import { addEdgeFacts, edgeSpans } from './edge-facts.ts'
import { expectAnswer } from './expect-figures.ts'
import { cents, type Fact, figures, groups, micros, RawModel, type Span, type Sums } from './raw-model.ts'
import { accounts, type PersonKey, portals } from './world/cast.ts'

// Overview, funnel, where to play and sales objective, beside the raw facts; the detail pages have a file of their own.

const world = testDatabase()
const { claraVentisca, ninoLobo } = portals
let model: RawModel

beforeAll(async () => {
  await addEdgeFacts(world.database)
  model = await RawModel.read(world.database)
}, 120_000)

type Sees = (fact: Fact) => boolean
const actors: [PersonKey, Sees][] = [
  ['staff', () => true],
  ['label', ({ account }) => account === accounts.bajamar.id],
  ['artist', ({ portal }) => portal === ninoLobo.id],
]
type Analytics = Awaited<ReturnType<typeof as>>['analytics']
type Call = (input: object) => Promise<unknown>
interface Top {
  call: keyof Analytics
  sums?: (of: Sums) => Map<string, Sums>
  row?: Measure[]
}

const byGood = (of: Sums) => groups(of, ({ good }) => good, undefined)
const bySource = (of: Sums) => groups<string>(of, undefined, ({ source }) => source || 'direct')
const byPortal = (of: Sums) =>
  groups<string>(
    of,
    ({ portal }) => portal,
    ({ portal }) => portal,
  )
const ofEverybody: Top[] = [
  { call: 'highlights' },
  { call: 'portalSalesInfo', sums: byGood, row: ['netCents', 'units'] },
  { call: 'portalVisitsInfo', sums: bySource, row: ['visits', 'visitors'] },
]
const ofStaff: Top[] = [
  { call: 'staffSalesInfo', sums: byPortal, row: ['netCents', 'orders', 'units'] },
  { call: 'staffVisitsInfo', sums: byPortal, row: ['visits', 'visitors'] },
  { call: 'staffAlbumsInfo', sums: byPortal, row: ['albums', 'orders', 'units'] },
]

/** The ten with most of the first measure: each with its own figures, and none left out that has more. */
function expectTop(where: string, answer: Answer, sums: Map<string, Sums>, measures: Measure[]) {
  const [main] = measures as [Measure]
  const total = answer.totals[main]
  const told = answer.rows.filter((row) => row[main] !== 0)
  for (const row of told) {
    const raw = figures(sums.get(row.id) ?? { lines: [], counted: [], views: [] })
    for (const measure of measures)
      expect([where, row.id, measure, row[measure]]).toEqual([where, row.id, measure, raw[measure]])
    expect(row.share).toBeCloseTo((raw[main] ?? 0) / (total ?? 1), 10)
  }
  const highest = [...sums.values()].map((each) => figures(each)[main] ?? 0).sort((a, b) => b - a)
  expect([where, told.map((row) => row[main])]).toEqual([
    where,
    highest.slice(0, told.length === 10 ? 10 : undefined).filter((value) => value !== 0),
  ])
}

describe.each(actors)('what %s sees at a glance equals the raw facts', (actor, sees) => {
  test('figures, changes, every point, and who has most', { timeout: 120_000 }, async () => {
    const { analytics } = await as(world.database, actor)
    const own = actor === 'artist' ? ninoLobo : claraVentisca
    for (const span of edgeSpans) {
      const period = { f: span[0], t: span[1] }
      const cases: [Top, object, Sees][] = [
        ...[...ofEverybody, ...(actor === 'staff' ? ofStaff : [])].map((top): [Top, object, Sees] => [
          top,
          period,
          sees,
        ]),
        ...ofEverybody.map((top): [Top, object, Sees] => [
          { ...top, call: `${top.call}OfPortal` as keyof Analytics },
          { ...period, portalId: own.id },
          ({ portal }) => portal === own.id,
        ]),
      ]
      for (const [{ call, sums, row }, input, who] of cases) {
        const answer = ok(await (analytics[call] as Call)(input)) as Answer
        const where = `${call} ${span.join(' ')}`
        const before: Span = [answer.meta.previousFrom, answer.meta.previousTo]
        const told = (of: Span) => ({ sums: model.sums(of, who), filters: {} })
        await expectAnswer(world.database, where, answer, span, told(span), told(before))
        if (sums && row) expectTop(where, answer, sums(told(span).sums), row)
      }
    }
  })

  test('from visit to click to sale', async () => {
    const { analytics } = await as(world.database, actor)
    for (const span of edgeSpans) {
      const funnel = ok(await analytics.salesFunnel({ f: span[0], t: span[1] }))
      const sums = model.sums(span, sees)
      const { visits, clicks, orders, netCents, incomeCents } = figures(sums)
      const inTime = model.ofOrdersPlaced(span, sees).filter(({ day }) => day <= span[1])
      const brought = inTime.filter(({ click }) => click !== null)
      const ordersOf = (lines: typeof brought) => lines.reduce((sum, line) => sum + line.orders, 0)
      expect([span, funnel]).toMatchObject([
        span,
        {
          ...{ visits, clicks, orders, netCents, incomeCents },
          attributedOrders: ordersOf(brought),
          attributedNetCents: cents(micros(brought, 'net')),
          attributedIncomeCents: cents(micros(brought, 'income')),
        },
      ])
      const clicked = groups<string>(
        { ...sums, lines: brought },
        ({ click }) => click ?? undefined,
        ({ link }) => link || undefined,
      )
      const figure = ({ id, clicks, orders, netCents, incomeCents }: Row) => [
        ...[id, clicks, orders, netCents, incomeCents],
      ]
      const byId = (list: unknown[][]) => list.sort(([a], [b]) => (String(a) < String(b) ? -1 : 1))
      expect(byId(funnel.rows.map(figure))).toEqual(
        byId(
          [...clicked].map(([id, of]) => [
            id,
            figures(of).clicks,
            ordersOf(of.lines),
            cents(micros(of.lines, 'net')),
            cents(micros(of.lines, 'income')),
          ]),
        ),
      )
      const campaigns = groups<string>(
        sums,
        ({ campaign }) => campaign || undefined,
        ({ campaign }) => campaign || undefined,
      )
      expect(
        byId(
          funnel.campaigns.map(({ id, visits, orders, netCents, incomeCents }) => [
            ...[id, visits, orders, netCents, incomeCents],
          ]),
        ),
      ).toEqual(
        byId(
          [...campaigns].map(([id, of]) => {
            const told = figures(of)
            return [id, told.visits, told.orders, told.netCents, told.incomeCents]
          }),
        ),
      )
    }
  })

  test('where to play next', async () => {
    const { analytics } = await as(world.database, actor)
    for (const span of edgeSpans) {
      const { items } = ok(await analytics.whereToPlay({ f: span[0], t: span[1] }))
      const cities = groups<string>(
        model.sums(span, sees),
        ({ city }) => city || undefined,
        ({ city }) => city || undefined,
      )
      const told = items.map(({ id, netCents, orders, visitors }) => [id, netCents, orders, visitors])
      const expected = [...cities].map(([id, of]) => {
        const { netCents, orders, visitors } = figures(of)
        return [id, netCents, orders, visitors]
      })
      const byId = (list: unknown[][]) => list.sort(([a], [b]) => (String(a) < String(b) ? -1 : 1))
      expect([span, byId(told)]).toEqual([span, byId(expected)])
    }
  })

  test('the year’s objective, what is sold of it, and where it ends at this pace', async () => {
    const { analytics } = await as(world.database, actor)
    const now = Date.now()
    for (const [f, t] of [
      ...edgeSpans,
      ['2026-10-01', '2026-10-31'],
      ['2025-12-31', '2026-01-01'],
    ] as Span[]) {
      const { objective } = ok(await analytics.netSalesDetailInfo({ f, t }))
      if (actor === 'staff') {
        expect(objective).toBeUndefined()
        continue
      }
      const year = Number(t.slice(0, 4))
      const net = micros(model.sums([`${year}-01-01`, `${year}-12-31`], sees).lines, 'net')
      const days = (until: number) => Math.round((until - Date.UTC(year, 0, 1)) / 86_400_000)
      const today = new Date(now).toLocaleDateString('sv-SE', { timeZone: 'Europe/Madrid' })
      const whole = days(Date.UTC(year + 1, 0, 1))
      const gone = Math.min(whole, days(Date.parse(`${today}T00:00:00Z`)))
      const owner = actor === 'label' ? portals.bajamar : ninoLobo
      expect([t, objective]).toEqual([
        t,
        {
          objectiveCents: owner.salesObjectiveCents,
          netCents: cents(net),
          projectedCents: gone > 0 ? Math.round((cents(net) / gone) * whole) : cents(net),
          ...{ portal: owner.name, label: actor === 'label' },
        },
      ])
    }
    for (const less of [{ countries: 'ES' }, { categories: 'album' as const }])
      expect(
        ok(await analytics.netSalesDetailInfo({ f: '2026-10-01', t: '2026-10-31', ...less })).objective,
      ).toBe(undefined)
  })
})
