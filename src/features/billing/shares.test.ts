import { describe, expect, test } from 'vitest'
import { randomFrom } from '#testing/world/random.ts'
import { type Cost, recoup, type SharedMonth, sharesOf } from './shares.ts'

describe('shares', () => {
  test('come to the cents, largest remainder first, and turn round with them', () => {
    const thirds = [{ shareBp: 3_334 }, { shareBp: 3_333 }, { shareBp: 3_333 }]
    expect(sharesOf(100, thirds)).toEqual([34, 33, 33])
    expect(sharesOf(-100, thirds)).toEqual([-34, -33, -33])
    expect(sharesOf(1, [{ shareBp: 5_000 }, { shareBp: 5_000 }])).toEqual([1, 0])
    expect(sharesOf(0, thirds)).toEqual([0, 0, 0])
    const random = randomFrom('shares')
    for (let round = 0; round < 500; round++) {
      const first = random.between(1, 9_998)
      const second = random.between(1, 9_999 - first)
      const parties = [{ shareBp: first }, { shareBp: second }, { shareBp: 10_000 - first - second }]
      const cents = random.between(-1_000_000, 1_000_000)
      const parts = sharesOf(cents, parties)
      expect(parts.reduce((sum, part) => sum + part, 0)).toBe(cents)
      for (const [at, part] of parts.entries())
        expect(Math.abs(part - (cents * (parties[at]?.shareBp ?? 0)) / 10_000)).toBeLessThan(1)
    }
  })
})

/**
 * The stupid model: a cent at a time, in the order in which it came. One that comes in goes to the oldest cost that has not
 * come back, or is shared; one that goes back leaves what was shared, and then what was recouped.
 */
function centByCent(months: readonly SharedMonth[], costs: readonly Cost[]) {
  const filled = costs.map(() => 0)
  let shared = 0
  return months.map(({ month, parties }) => {
    let left = 0
    const total = parties.reduce((sum, { cents }) => sum + cents, 0)
    const back = costs.map(() => 0)
    for (let cent = 0; cent < Math.abs(total); cent++) {
      if (total > 0) {
        const to = costs.findIndex((cost, at) => cost.month <= month && (filled[at] ?? 0) < cost.cents)
        if (shared < 0 || to < 0) {
          shared++
          left++
        } else {
          filled[to] = (filled[to] ?? 0) + 1
          back[to] = (back[to] ?? 0) + 1
        }
      } else {
        const from = filled.findLastIndex((cents) => cents > 0)
        if (shared > 0 || from < 0) {
          shared--
          left--
        } else {
          filled[from] = (filled[from] ?? 0) - 1
          back[from] = (back[from] ?? 0) - 1
        }
      }
    }
    // Costs that came back from a month leave less than it brought: what each account has of it in the end.
    const recouped = back.reduce((sum, cents) => sum + cents, 0)
    const parts = recouped === 0 ? parties.map(({ cents }) => cents) : sharesOf(left, parties)
    const net = new Map<string, number>()
    const add = (id: string, cents: number) => net.set(id, (net.get(id) ?? 0) + cents)
    for (const [at, { accountId }] of parties.entries()) add(accountId, parts[at] ?? 0)
    for (const [at, { accountId }] of costs.entries()) add(accountId, back[at] ?? 0)
    return { filled: [...filled], net }
  })
}

describe('recouping costs', () => {
  const sharesAs = (cents: number, of: [string, number][]): SharedMonth['parties'] => {
    const parties = of.map(([accountId, shareBp]) => ({ accountId, shareBp }))
    const parts = sharesOf(cents, parties)
    return parties.map((party, at) => ({ ...party, cents: parts[at] ?? 0 }))
  }

  test('gives a cost back before anything is shared, and takes it back with what is refunded', () => {
    const half: [string, number][] = [
      ['label', 5_000],
      ['artist', 5_000],
    ]
    const months = [
      { month: '2026-01-01', parties: sharesAs(600_00, half) },
      { month: '2026-02-01', parties: sharesAs(-100_00, half) },
      { month: '2026-03-01', parties: sharesAs(900_00, half) },
    ]
    const costs = [{ accountId: 'label', month: '2026-01-01', cents: 1_000_00 }]
    const told = recoup(months, costs)
    expect(told.map(({ filled }) => filled)).toEqual([[600_00], [500_00], [1_000_00]])
    expect(told.map(({ moves }) => [moves.get('label'), moves.get('artist')])).toEqual([
      [300_00, -300_00],
      [-50_00, 50_00],
      [250_00, -250_00],
    ])
  })

  test('is what a cent at a time comes to, whatever comes and goes back, and never makes or loses a cent', () => {
    const random = randomFrom('recoup')
    const accounts = ['a', 'b', 'c', 'd']
    let recouped = 0
    for (let round = 0; round < 400; round++) {
      const months: SharedMonth[] = []
      for (let at = 0; at < random.between(1, 8); at++) {
        const first = random.between(1, 9_998)
        const second = random.between(1, 9_999 - first)
        months.push({
          month: `2026-0${1 + Math.floor(at / 2)}-01`,
          parties: sharesAs(random.between(-300, 900), [
            ['a', first],
            ['b', second],
            ['c', 10_000 - first - second],
          ]),
        })
      }
      const costs: Cost[] = []
      for (let at = 0; at < random.between(0, 4); at++)
        costs.push({
          accountId: random.one(accounts),
          month: `2026-0${random.between(1, 4)}-01`,
          cents: random.between(1, 600),
        })
      costs.sort((x, y) => (x.month < y.month ? -1 : x.month > y.month ? 1 : 0))
      const told = recoup(months, costs)
      const model = centByCent(months, costs)
      for (const [at, { filled, moves }] of told.entries()) {
        expect(filled).toEqual(model[at]?.filled)
        recouped += filled.length > 0 && moves.size > 0 ? 1 : 0
        for (const account of accounts) {
          const own = months[at]?.parties.find(({ accountId }) => accountId === account)?.cents ?? 0
          expect(own + (moves.get(account) ?? 0)).toBe(model[at]?.net.get(account) ?? 0)
        }
        expect([...moves.values()].reduce((sum, cents) => sum + cents, 0)).toBe(0)
      }
    }
    expect(recouped).toBeGreaterThan(200)
  })
})
