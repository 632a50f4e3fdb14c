import { beforeAll, describe, expect, test } from 'vitest'
import type { SalesChange, Split } from '#features/analytics/why-contract.ts'
import { as, ok } from '#testing/as.ts'
import { testDatabase } from '#testing/database.ts'
import { addEdgeFacts, edgeSpans } from './edge-facts.ts'
import {
  cents,
  type Fact,
  type Filters,
  groups,
  type Line,
  micros,
  RawModel,
  type Span,
} from './raw-model.ts'
import { accounts, type PersonKey, portals } from './world/cast.ts'

// Why net sales changed, beside the raw facts: every contribution, and that they add up.

const world = testDatabase()
const { claraVentisca, ninoLobo } = portals
let model: RawModel
let names: Map<string, string>

beforeAll(async () => {
  await addEdgeFacts(world.database)
  model = await RawModel.read(world.database)
  names = new Map(
    (await world.database.query<{ id: string; name: string }>('select id, name from portal')).map(
      ({ id, name }) => [id, name],
    ),
  )
}, 120_000)

type Sees = (fact: Fact) => boolean
const actors: [PersonKey, Sees][] = [
  ['staff', () => true],
  ['label', ({ account }) => account === accounts.bajamar.id],
  ['artist', ({ portal }) => portal === ninoLobo.id],
]
const spans: Span[] = [...edgeSpans, ['2026-10-01', '2026-10-31'], ['2026-11-02', '2026-11-08']]

const keyOf: Record<Exclude<Split, 'price'>, (line: Line) => string> = {
  product: ({ good }) => good,
  country: ({ country }) => country,
  campaign: ({ campaign }) => campaign,
  portal: ({ portal }) => portal,
}
const linesBy = (lines: Line[], key: (line: Line) => string) =>
  groups({ lines, counted: [], views: [] }, key, undefined)
const unitsOf = (lines: readonly Line[]) => lines.reduce((sum, { units }) => sum + units, 0)

/** The price split as docs/decisions/0080 states it, in millionths; the mix is what the others leave of the change. */
function priceSplit(now: Line[], before: Line[]) {
  const [gross, grossBefore] = [Number(micros(now, 'gross')), Number(micros(before, 'gross'))]
  const [units, unitsBefore] = [unitsOf(now), unitsOf(before)]
  const told = (name: 'discounts' | 'refunds') => cents(micros(before, name) - micros(now, name))
  const told2 = { discounts: told('discounts'), refunds: told('refunds') }
  if (units <= 0 || unitsBefore <= 0) return { units: cents(BigInt(gross - grossBefore)), price: 0, ...told2 }
  let price = 0
  const then = linesBy(before, keyOf.product)
  for (const [good, { lines }] of linesBy(now, keyOf.product)) {
    const old = then.get(good)?.lines ?? []
    const [sold, soldBefore] = [unitsOf(lines), unitsOf(old)]
    if (sold > 0 && soldBefore > 0)
      price += Number(micros(lines, 'gross')) - (sold * Number(micros(old, 'gross'))) / soldBefore
  }
  return {
    units: cents(BigInt(Math.round(((units - unitsBefore) * grossBefore) / unitsBefore))),
    price: cents(BigInt(Math.round(price))),
    ...told2,
  }
}

function expectChange(where: string, answer: SalesChange, now: Line[], before: Line[], several: boolean) {
  const change = cents(micros(now, 'net')) - cents(micros(before, 'net'))
  expect([where, answer.netCents, answer.previousCents, answer.changeCents]).toEqual([
    where,
    cents(micros(now, 'net')),
    cents(micros(before, 'net')),
    change,
  ])
  expect([where, answer.splits.map(({ by }) => by)]).toEqual([
    where,
    ['product', 'country', 'campaign', ...(several ? ['portal'] : []), 'price'],
  ])
  for (const { by, rows, restCents, others } of answer.splits) {
    const at = `${where} by ${by}`
    expect([at, rows.reduce((sum, row) => sum + row.changeCents, restCents)]).toEqual([at, change])
    if (by === 'price') {
      const expected = priceSplit(now, before)
      const told = Object.fromEntries(rows.map(({ id, changeCents }) => [id, changeCents]))
      expect([at, told, restCents, others]).toEqual([at, { ...told, ...expected }, 0, 0])
      expect(Object.keys(told).sort()).toEqual(['discounts', 'mix', 'price', 'refunds', 'units'])
      continue
    }
    const [found, then] = [linesBy(now, keyOf[by]), linesBy(before, keyOf[by])]
    const net = (of: typeof found, id: string) => micros(of.get(id)?.lines ?? [], 'net')
    const every = [...new Set([...found.keys(), ...then.keys()])]
      .map((id) => ({ id, now: net(found, id), before: net(then, id) }))
      .filter(({ now, before }) => now !== 0n || before !== 0n)
    expect([at, rows.length + others]).toEqual([at, every.length])
    for (const row of rows) {
      const raw = every.find(({ id }) => id === row.id)
      expect([at, row.id, row.nowCents, row.beforeCents, row.changeCents]).toEqual([
        ...[at, row.id, cents(raw?.now ?? 0n), cents(raw?.before ?? 0n)],
        cents(raw?.now ?? 0n) - cents(raw?.before ?? 0n),
      ])
    }
    // None that is left out changed by more than one that is told.
    const size = ({ now, before }: { now: bigint; before: bigint }) => Math.abs(Number(now - before))
    const sizes = every.map(size).sort((a, b) => b - a)
    const told = rows.map(({ id }) => size(every.find((each) => each.id === id) ?? { now: 0n, before: 0n }))
    expect([at, told]).toEqual([at, sizes.slice(0, rows.length)])
    if (others === 0) expect(Math.abs(restCents)).toBeLessThanOrEqual(rows.length)
    else expect(rows).toHaveLength(6)
  }
}

describe.each(actors)('what %s is told of a change', (actor, sees) => {
  test('adds up to it, to the cent, in every split', { timeout: 120_000 }, async () => {
    const { analytics } = await as(world.database, actor)
    const one = actor === 'artist' ? ninoLobo : claraVentisca
    for (const span of spans)
      for (const compare of [undefined, 'year'] as const) {
        const ask = { f: span[0], t: span[1], ...(compare ? { compare } : {}) }
        const answers: [string, SalesChange, Sees, boolean][] = [
          ['view', ok(await analytics.salesChange(ask)), sees, actor !== 'artist'],
          [
            'portal',
            ok(await analytics.salesChangeOfPortal({ ...ask, portalId: one.id })),
            ({ portal }) => portal === one.id,
            false,
          ],
        ]
        for (const [name, answer, who, several] of answers) {
          const lines = (of: Span) => model.sums(of, who).lines
          const where = `${name} ${span.join(' ')} ${compare}`
          expect([answer.from, answer.to]).toEqual(span)
          expectChange(where, answer, lines(span), lines([answer.previousFrom, answer.previousTo]), several)
        }
      }
  })

  test('within filters too', { timeout: 120_000 }, async () => {
    const { analytics } = await as(world.database, actor)
    const span: Span = ['2022-02-10', '2022-12-05']
    const some = model.sums(span, sees).lines.find(({ good }) => good)?.good ?? ''
    const cases: [Filters, Sees][] = [
      [{ countries: ['ES'] }, ({ country }) => country === 'ES'],
      [{ categories: ['album'] }, () => true],
      [{ excludedProducts: [some] }, () => true],
    ]
    for (const [filters, where] of cases) {
      const answer = ok(await analytics.salesChange({ f: span[0], t: span[1], ...filters } as never))
      const goods = Object.fromEntries(Object.entries(filters).filter(([name]) => name !== 'countries'))
      const lines = (of: Span) => model.sums(of, (fact) => sees(fact) && where(fact), goods).lines
      expectChange(
        JSON.stringify(filters),
        answer,
        lines(span),
        lines([answer.previousFrom, answer.previousTo]),
        actor !== 'artist',
      )
    }
  })
})

test('rows are named, and another portal’s never appear', async () => {
  const { analytics } = await as(world.database, 'label')
  const answer = ok(await analytics.salesChange({ f: '2022-02-10', t: '2022-12-05' }))
  const of = (split: Split) => answer.splits.find(({ by }) => by === split)?.rows ?? []
  expect(of('portal').length).toBeGreaterThan(1)
  for (const { id, name } of of('portal')) expect(name).toBe(names.get(id))
  const own = new Set(
    Object.values(portals)
      .filter(({ accountId }) => accountId === accounts.bajamar.id)
      .map(({ id }) => names.get(id)),
  )
  for (const { name, portalName } of of('product')) {
    expect(name).not.toBe('')
    expect(own).toContain(portalName)
  }
})
