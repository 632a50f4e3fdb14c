import { beforeAll, expect, test } from 'vitest'
import { testDatabase } from '#testing/database.ts'
import type { Send } from '#testing/racer.ts'
import { openRaces, race, versionedOperations } from '#testing/races.ts'

// 100 races an operation: `npm run drill -- races`.
const rounds = 2
const held = testDatabase()
let send: Send
beforeAll(async () => {
  send = await openRaces(held.database)
})

test.each(versionedOperations)(
  '$fullName is held against its version, and one of two wins',
  async ({ fullName }) => {
    expect(await race(send, fullName, rounds)).toEqual([])
  },
)
