import { expect, test } from 'vitest'
import { clearOf, scaleOf, shownLabels } from './scale.ts'

test('labels stand the same number of buckets apart, whatever the period', () => {
  for (let count = 1; count <= 92; count++)
    for (const most of [4, 7]) {
      const shown = shownLabels(count, most)
      expect(shown[0]).toBe(0)
      expect(shown.length).toBeLessThanOrEqual(most)
      expect(shown.at(-1)).toBeLessThan(count)
      const [step] = shown.slice(1)
      expect(shown).toEqual(shown.map((_, at) => at * (step ?? 0)))
    }
  expect(shownLabels(24, 7)).toEqual([0, 4, 8, 12, 16, 20])
  expect(shownLabels(30, 7)).toEqual([0, 5, 10, 15, 20, 25])
})

test('lines of the axis are the same figure apart', () => {
  for (const top of [3, 17, 960, 1013, 98_765]) {
    const { ticks } = scaleOf([0, top], 4)
    const steps = new Set(ticks.slice(1).map((tick, at) => tick - (ticks[at] ?? 0)))
    expect([top, steps.size]).toEqual([top, 1])
    expect(ticks[0]).toBe(0)
  }
})

test('the figure of the highest bar stands over the marks of the period before that it would touch', () => {
  const points = [1, 2, 9, 2, 1, 1, 1, 1, 1, 1].map((value) => ({ value, previous: 0 }))
  expect(clearOf(points, 2)).toBe(9)
  expect(clearOf(points.with(3, { value: 2, previous: 11 }), 2)).toBe(11)
  expect(clearOf(points.with(9, { value: 2, previous: 20 }), 2)).toBe(9)
})
