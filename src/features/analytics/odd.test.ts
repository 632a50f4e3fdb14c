import { expect, test } from 'vitest'
import { beganOn, leastOf, standsOut } from './odd.ts'

/** Made numbers, the same in every run. */
function dice(seed: number) {
  let state = seed
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32
    return state / 2 ** 32
  }
}
/** How many of what happens `mean` times on average (Poisson). */
function counted(mean: number, roll: () => number): number {
  let [count, left] = [0, Math.exp(-mean)]
  for (let product = roll(); product > left; product *= roll()) count++
  return count
}

test('nothing stands out of noise', () => {
  const roll = dice(7)
  const found: string[] = []
  for (const mean of [0.2, 1, 3, 6, 12, 25, 60, 150])
    for (let n = 0; n < 1000; n++) {
      const weeks = Array.from({ length: 8 }, () => counted(mean, roll))
      const now = counted(mean, roll)
      if (standsOut(now, weeks, leastOf.city)) found.push(`${mean}: ${now} of ${weeks}`)
    }
  expect(found).toEqual([])
})

test('four times the usual stands out, where it is more than a handful', () => {
  const roll = dice(11)
  for (const mean of [8, 20, 60]) {
    let found = 0
    for (let n = 0; n < 200; n++) {
      const weeks = Array.from({ length: 8 }, () => counted(mean, roll))
      if (standsOut(counted(mean * 4, roll), weeks, leastOf.city)) found++
    }
    expect([mean, found > 170]).toEqual([mean, true])
  }
  expect(standsOut(7, [0, 0, 0, 0, 0, 0, 0, 0], leastOf.city)).toBe(false)
  expect(standsOut(8, [0, 0, 0, 0, 0, 0, 0, 0], leastOf.city)).toBe(true)
})

test('a place whose weeks differ much needs more, and never less than its best', () => {
  expect(standsOut(32, [8, 8, 8, 8, 8, 8, 8, 8], leastOf.city)).toBe(true)
  expect(standsOut(32, [1, 20, 2, 0, 18, 1, 22, 0], leastOf.city)).toBe(false)
  expect(standsOut(40, [8, 8, 8, 8, 8, 8, 8, 41], leastOf.city)).toBe(false)
})

test('it began on the first day above twice the usual of a day', () => {
  expect(beganOn([1, 2, 9, 8, 7, 4, 6], 8)).toBe(2)
  expect(beganOn([0, 0, 0, 0, 0, 0, 9], 70)).toBe(6)
})
