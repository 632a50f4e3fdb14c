import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { settleOldestFirst, shareOf, spread, totalsOf } from './totals.ts'

const cents = (euros: number) => Math.round(euros * 100)

/**
 * The same rules by another road: exact fractions as pairs of whole numbers, and remainders handed out by looking for the
 * largest each time. Written from product.md §7, not from the code.
 */
type Fraction = [top: bigint, bottom: bigint]
const away = ([top, bottom]: Fraction): number => {
  const minus = top < 0n
  const size = minus ? -top : top
  const whole = size / bottom
  const rounded = (size % bottom) * 2n >= bottom ? whole + 1n : whole
  return Number(minus ? -rounded : rounded)
}
function model(input: {
  lines: { bp: number; cents: number }[]
  outstanding: number
  settlement: number
  retention: number
}) {
  const rates = [...new Set(input.lines.map(({ bp }) => bp))]
  const earnedAt = (rate: number) =>
    input.lines.filter(({ bp }) => bp === rate).reduce((sum, line) => sum + line.cents, 0)
  const E = rates.reduce((sum, rate) => sum + earnedAt(rate), 0)
  const wanted = Math.max(0, away([BigInt(E) * BigInt(input.settlement), 10_000n]))
  const S = Math.min(input.outstanding, wanted)
  const positive = rates.filter((rate) => earnedAt(rate) > 0)
  const weight = positive.reduce((sum, rate) => sum + BigInt(earnedAt(rate)), 0n)
  const shares = new Map<number, number>()
  for (const rate of positive) shares.set(rate, Number((BigInt(S) * BigInt(earnedAt(rate))) / weight))
  const taken = new Set<number>()
  for (let left = S - [...shares.values()].reduce((a, b) => a + b, 0); left > 0; left--) {
    const rest = (rate: number) => (BigInt(S) * BigInt(earnedAt(rate))) % weight
    const [best = 0] = positive
      .filter((rate) => !taken.has(rate))
      .sort((a, b) => (rest(b) > rest(a) ? 1 : rest(b) < rest(a) ? -1 : b - a))
    taken.add(best)
    shares.set(best, (shares.get(best) ?? 0) + 1)
  }
  const bases = rates.map((rate) => [rate, earnedAt(rate) - (shares.get(rate) ?? 0)] as const)
  const B = E - S
  const VAT = bases.reduce((sum, [rate, base]) => sum + away([BigInt(base) * BigInt(rate), 10_000n]), 0)
  const R = away([BigInt(B) * BigInt(input.retention), 10_000n])
  return { E, S, B, VAT, R, total: B + VAT, payable: B + VAT - R }
}

// Worked out by hand (and once more with bc), in cents: [lines as [rate %, euros]…], outstanding, settlement %, retention %.
// prettier-ignore
const golden: [name: string, [number, number][], number, number, number, number[]][] = [
  // name, lines, outstanding, settlement, retention, [E, S, B, VAT, R, total, payable]
  ['the worked example', [[21, 1000]], 400, 100, 15, [100000, 40000, 60000, 12600, 9000, 72600, 63600]],
  ['no advance', [[21, 1000]], 0, 100, 0, [100000, 0, 100000, 21000, 0, 121000, 121000]],
  ['half settled', [[21, 1000]], 800, 50, 0, [100000, 50000, 50000, 10500, 0, 60500, 60500]],
  ['settled to nothing', [[21, 123.45]], 500, 100, 15, [12345, 12345, 0, 0, 0, 0, 0]],
  ['retention 7', [[21, 100.05]], 0, 100, 7, [10005, 0, 10005, 2101, 700, 12106, 11406]],
  ['retention 19', [[21, 0.5]], 0, 100, 19, [50, 0, 50, 11, 10, 61, 51]],
  ['a half goes up', [[21, 0.5]], 0, 100, 15, [50, 0, 50, 11, 8, 61, 53]],
  ['a half of a negative goes down', [[21, -0.5]], 0, 100, 15, [-50, 0, -50, -11, -8, -61, -53]],
  ['negative settles nothing', [[21, -300]], 400, 100, 0, [-30000, 0, -30000, -6300, 0, -36300, -36300]],
  ['IGIC', [[7, 999.99]], 0, 100, 15, [99999, 0, 99999, 7000, 15000, 106999, 91999]],
  ['IPSI', [[4, 10.13]], 0, 100, 0, [1013, 0, 1013, 41, 0, 1054, 1054]],
  [
    'two rates',
    [
      [21, 100],
      [10, 50],
    ],
    0,
    100,
    0,
    [15000, 0, 15000, 2600, 0, 17600, 17600],
  ],
  // 1.00 over 1:1:1, three rates: 34 + 33 + 33; the first of equals is the highest rate.
  [
    'remainders',
    [
      [21, 1],
      [10, 1],
      [4, 1],
    ],
    1,
    100,
    0,
    [300, 100, 200, 24, 0, 224, 224],
  ],
  [
    'one group negative',
    [
      [21, 100],
      [10, -20],
    ],
    50,
    100,
    0,
    [8000, 5000, 3000, 850, 0, 3850, 3850],
  ],
  [
    'exempt beside taxed',
    [
      [21, 10],
      [0, 10],
    ],
    5,
    100,
    15,
    [2000, 500, 1500, 158, 225, 1658, 1433],
  ],
  [
    'a third of a cent',
    [
      [21, 0.01],
      [10, 0.02],
    ],
    0.01,
    33.33,
    0,
    [3, 1, 2, 0, 0, 2, 2],
  ],
  [
    'a lot',
    [[21, 12_345_678.91]],
    0,
    100,
    19,
    [1234567891, 0, 1234567891, 259259257, 234567899, 1493827148, 1259259249],
  ],
]

describe('totals', () => {
  test.each(golden)('%s', (_name, lines, outstanding, settlement, retention, expected) => {
    const totals = totalsOf({
      groups: lines.map(([rate, euros]) => ({ taxBp: rate * 100, amountCents: cents(euros) })),
      outstandingCents: cents(outstanding),
      settlementBp: Math.round(settlement * 100),
      retentionBp: retention * 100,
    })
    const { earnedCents, settledCents, baseCents, taxCents, retentionCents, totalCents, payableCents } =
      totals
    expect([
      ...[earnedCents, settledCents, baseCents, taxCents],
      ...[retentionCents, totalCents, payableCents],
    ]).toEqual(expected)
  })

  const line = fc.record({
    bp: fc.constantFrom(0, 400, 700, 1000, 2100, 520),
    cents: fc.integer({ min: -5_000_000_00, max: 5_000_000_00 }),
  })
  test('agree with a model written another way, whatever the lines', () => {
    fc.assert(
      fc.property(
        fc.array(line, { maxLength: 12 }),
        fc.integer({ min: 0, max: 1_000_000_00 }),
        fc.integer({ min: 0, max: 10_000 }),
        fc.constantFrom(0, 700, 1500, 1900),
        (lines, outstanding, settlement, retention) => {
          const totals = totalsOf({
            groups: lines.map(({ bp, cents }) => ({ taxBp: bp, amountCents: cents })),
            outstandingCents: outstanding,
            settlementBp: settlement,
            retentionBp: retention,
          })
          const expected = model({ lines, outstanding, settlement, retention })
          expect(totals).toMatchObject({
            earnedCents: expected.E,
            settledCents: expected.S,
            baseCents: expected.B,
            taxCents: expected.VAT,
            retentionCents: expected.R,
            totalCents: expected.total,
            payableCents: expected.payable,
          })
          expect(totals.groups.reduce((sum, group) => sum + group.baseCents, 0)).toBe(expected.B)
          expect(totals.groups.reduce((sum, group) => sum + group.settledCents, 0)).toBe(expected.S)
        },
      ),
      { numRuns: 2_000 },
    )
  })

  test('shares round half away from zero, and parts add up', () => {
    expect([shareOf(50, 2100), shareOf(-50, 2100), shareOf(1, 5_000), shareOf(-1, 5_000)]).toEqual([
      11, -11, 1, -1,
    ])
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 1e9 }),
        fc.array(fc.integer({ min: 0, max: 1e9 }), { minLength: 1 }),
        (total, weights) => {
          fc.pre(weights.some((weight) => weight > 0))
          expect(spread(total, weights).reduce((sum, part) => sum + part, 0)).toBe(total)
        },
      ),
    )
  })

  test('the oldest advance is settled first', () => {
    const advances = [
      { id: 'a', openCents: 300 },
      { id: 'b', openCents: 0 },
      { id: 'c', openCents: 500 },
    ]
    expect(settleOldestFirst(450, advances).map(({ advance, cents }) => [advance.id, cents])).toEqual([
      ['a', 300],
      ['c', 150],
    ])
  })
})
