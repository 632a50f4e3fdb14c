import { expect, test } from 'vitest'
import { boundsOf } from './bounds.ts'

const toneOf = (value: number, bounds: number[]) => bounds.filter((bound) => value >= bound).length

test('one country that is far above the others has a tone of its own', () => {
  const bounds = boundsOf([38_000, 7_700, 7_500], 6)
  expect(bounds).toEqual([7_600, 30_000])
})

test('who sells fifty times as much as another is not drawn like it', () => {
  const values = [964_975, 22_138, 20_579, 9_100, 8_900, 5_200, 5_100, 2_600, 2_500, 2_400, 2_000, 1_900]
  const tones = values.map((value) => toneOf(value, boundsOf(values, 6)))
  expect(tones[0]).toBe(5)
  expect(tones.filter((tone) => tone === 5)).toHaveLength(1)
  expect(tones[1]).toBe(tones[2])
  expect(new Set(tones).size).toBe(6)
})

test('no tone is empty, and equal values share one', () => {
  let seed = 7
  const random = () => {
    seed = (seed * 16_807) % 2_147_483_647
    return seed / 2_147_483_647
  }
  for (let round = 0; round < 300; round++) {
    const values = Array.from({ length: 1 + Math.floor(random() * 40) }, () =>
      Math.floor(random() ** 4 * 900_000),
    )
    const bounds = boundsOf(values, 6)
    const some = values.filter((value) => value > 0)
    const used = new Set(some.map((value) => toneOf(value, bounds)))
    expect([values, [...used].sort()]).toEqual([
      values,
      some.length > 0 ? Array.from({ length: bounds.length + 1 }, (_, at) => at) : [],
    ])
    expect(bounds.length).toBeLessThanOrEqual(5)
  }
})

test('where nothing was sold there is nothing to tell apart', () => {
  expect(boundsOf([], 6)).toEqual([])
  expect(boundsOf([0, -500], 6)).toEqual([])
  expect(boundsOf([1_200], 6)).toEqual([])
})
