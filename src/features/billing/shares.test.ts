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
 * come back, or is shared; one that goes back leaves what was shared, and then what was recouped. What a party has of what is
 * shared goes, a cent at a time, the same way through the costs of its own.
 */
function purse(costs: readonly Cost[], filled: number[], which: (cost: Cost) => boolean) {
  let kept = 0
  return (month: string, cents: number) => {
    const back = costs.map(() => 0)
    let left = 0
    for (let cent = 0; cent < Math.abs(cents); cent++) {
      const step = Math.sign(cents)
      const at =
        step > 0
          ? costs.findIndex((cost, i) => which(cost) && cost.month <= month && (filled[i] ?? 0) < cost.cents)
          : costs.findLastIndex((cost, i) => which(cost) && (filled[i] ?? 0) > 0)
      if (at < 0 || (step > 0 ? kept < 0 : kept > 0)) [kept, left] = [kept + step, left + step]
      else {
        filled[at] = (filled[at] ?? 0) + step
        back[at] = (back[at] ?? 0) + step
      }
    }
    return { back, left }
  }
}

function centByCent(months: readonly SharedMonth[], costs: readonly Cost[]) {
  const filled = costs.map(() => 0)
  const ofAll = purse(costs, filled, ({ partyId }) => partyId === null)
  const owners = [...new Set(costs.flatMap(({ partyId }) => partyId ?? []))]
  const purses = new Map(
    owners.map((id) => [id, purse(costs, filled, ({ partyId }) => partyId === id)] as const),
  )
  return months.map(({ month, parties }) => {
    const { back, left } = ofAll(
      month,
      parties.reduce((sum, { cents }) => sum + cents, 0),
    )
    // Costs that came back from a month leave less than it brought: what each account has of it in the end.
    const untouched = back.every((cents) => cents === 0)
    const parts = untouched ? parties.map(({ cents }) => cents) : sharesOf(left, parties)
    const net = new Map<string, number>()
    const add = (id: string, cents: number) => net.set(id, (net.get(id) ?? 0) + cents)
    for (const [at, { accountId }] of costs.entries()) add(accountId, back[at] ?? 0)
    for (const [at, { accountId }] of parties.entries()) {
      const own = purses.get(accountId)?.(month, parts[at] ?? 0)
      add(accountId, own?.left ?? parts[at] ?? 0)
      for (const [i, cost] of costs.entries()) add(cost.accountId, own?.back[i] ?? 0)
    }
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
    const costs = [{ accountId: 'label', partyId: null, month: '2026-01-01', cents: 1_000_00 }]
    const told = recoup(months, costs)
    expect(told.map(({ filled }) => filled)).toEqual([[600_00], [500_00], [1_000_00]])
    expect(told.map(({ moves }) => [moves.get('label'), moves.get('artist')])).toEqual([
      [300_00, -300_00],
      [-50_00, 50_00],
      [250_00, -250_00],
    ])
  })

  test('takes a party’s own costs off what it has, after those of all, and leaves the others alone', () => {
    const half: [string, number][] = [
      ['label', 5_000],
      ['artist', 5_000],
    ]
    const costs = [
      { accountId: 'label', partyId: null, month: '2026-01-01', cents: 100_00 },
      { accountId: 'label', partyId: 'artist', month: '2026-01-01', cents: 300_00 },
    ]
    const months = [
      { month: '2026-01-01', parties: sharesAs(500_00, half) },
      { month: '2026-02-01', parties: sharesAs(400_00, half) },
      { month: '2026-03-01', parties: sharesAs(-250_00, half) },
    ]
    const told = recoup(months, costs)
    // 400.00 are left to share of 500.00; the artist's 200.00 go to the label's advance, and half of February's too.
    expect(told.map(({ filled }) => filled)).toEqual([
      [100_00, 200_00],
      [100_00, 300_00],
      [100_00, 275_00],
    ])
    expect(told.map(({ moves }) => [moves.get('label'), moves.get('artist')])).toEqual([
      [50_00, -50_00],
      [undefined, undefined],
      [undefined, undefined],
    ])
    expect(told.map(({ own }) => [own.get('label'), own.get('artist')])).toEqual([
      [200_00, -200_00],
      [100_00, -100_00],
      [-25_00, 25_00],
    ])
  })

  test('is what a cent at a time comes to, whatever comes and goes back, and never makes or loses a cent', () => {
    const random = randomFrom('recoup')
    const accounts = ['a', 'b', 'c', 'd']
    let [recouped, own] = [0, 0]
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
      for (let at = random.between(0, 5); at > 0; at--)
        costs.push({
          accountId: random.one(accounts),
          // One party may be charged by another, by somebody who has no share, and by several.
          partyId: random.one([null, null, 'a', 'b', 'd']),
          month: `2026-0${random.between(1, 4)}-01`,
          cents: random.between(1, 600),
        })
      costs.sort((x, y) => (x.month < y.month ? -1 : x.month > y.month ? 1 : 0))
      const told = recoup(months, costs)
      const model = centByCent(months, costs)
      for (const [at, { filled, moves, own: ownMoves }] of told.entries()) {
        expect(filled).toEqual(model[at]?.filled)
        recouped += moves.size > 0 ? 1 : 0
        own += ownMoves.size > 0 ? 1 : 0
        for (const account of accounts) {
          const earned = months[at]?.parties.find(({ accountId }) => accountId === account)?.cents ?? 0
          const moved = (moves.get(account) ?? 0) + (ownMoves.get(account) ?? 0)
          expect(earned + moved).toBe(model[at]?.net.get(account) ?? 0)
        }
        for (const all of [moves, ownMoves])
          expect([...all.values()].reduce((sum, cents) => sum + cents, 0)).toBe(0)
      }
    }
    expect(recouped).toBeGreaterThan(200)
    expect(own).toBeGreaterThan(200)
  })
})
