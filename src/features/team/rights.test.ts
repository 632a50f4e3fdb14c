import { expect, test } from 'vitest'
import { testDatabase } from '#testing/database.ts'
import { judgeRights } from '#testing/rights-acts.ts'

const world = testDatabase()

test('nobody grants, changes or removes beyond their own rights, whatever the roles', async () => {
  const { cases, wrong } = await judgeRights(world.database)
  console.log(`${cases} cases`)
  expect(wrong).toEqual([])
  expect(cases).toBeGreaterThan(3_000)
}, 240_000)
