import { expect, test } from 'vitest'
import { testDatabase } from '#testing/database.ts'
import { judgeStaff } from '#testing/staff-acts.ts'

const world = testDatabase()

test('nobody of the provider touches who holds more, or gives what they lack, whatever the pair and the act', async () => {
  const { cases, wrong } = await judgeStaff(world.database)
  console.log(`${cases} cases`)
  expect(wrong).toEqual([])
  expect(cases).toBeGreaterThan(2_000)
}, 240_000)
