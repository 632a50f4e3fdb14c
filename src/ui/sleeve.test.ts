import { expect, test } from 'vitest'
import { portals } from '#testing/world/cast.ts'
import { sleeveOf } from './sleeve.ts'

test('portals without a picture are told apart by their sleeves', () => {
  const sleeves = Object.values(portals).map(({ id }) => JSON.stringify(sleeveOf(id)))
  expect(new Set(sleeves).size).toBe(sleeves.length)
  // Of any twelve that stand side by side nearly always all differ.
  let twice = 0
  for (let list = 0; list < 500; list++) {
    const twelve = Array.from({ length: 12 }, (_, at) => JSON.stringify(sleeveOf(`${list} ${at}`)))
    if (new Set(twelve).size < 12) twice += 1
  }
  expect(twice / 500).toBeLessThan(0.3)
  expect(sleeveOf('a')).toEqual(sleeveOf('a'))
})
