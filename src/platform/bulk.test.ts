import { expect, test } from 'vitest'
import { testDatabase } from '#testing/database.ts'
import { inBulk } from './bulk.ts'

const world = testDatabase()
/** More than what lies between the database and who reads it. */
const much = `select repeat(md5(n::text), 100) from generate_series(1, 20000) n`

test('who turns away from rows that are read out gets their own error, and the connection is of use', async () => {
  const read = inBulk(world.database, async (bulk) => {
    for await (const _ of bulk.out(much)) throw new Error('turned away')
  })
  await expect(read).rejects.toThrow('turned away')
  let size = 0
  await inBulk(world.database, async (bulk) => {
    for await (const chunk of bulk.out(much)) size += chunk.length
  })
  expect(size).toBe(20_000 * (32 * 100 + 1))
})
