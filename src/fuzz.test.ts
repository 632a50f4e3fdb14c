import { beforeAll, expect, test } from 'vitest'
import { testDatabase } from '#testing/database.ts'
import { type FuzzWorld, fuzz, fuzzedOperations, openFuzzWorld } from '#testing/fuzz.ts'

// 300 cases an operation: `npm run drill -- fuzz`.
const cases = 12
const held = testDatabase()
let world: FuzzWorld
beforeAll(async () => {
  world = await openFuzzWorld(held.database)
})

test.each(fuzzedOperations)('$fullName answers as it declares, whatever comes', async (operation) => {
  expect(await fuzz(world, operation, cases, 20261120)).toEqual([])
})
