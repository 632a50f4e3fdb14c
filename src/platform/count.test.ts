import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { testDatabase } from '#testing/database.ts'
import { countRows } from './count.ts'
import { asService } from './db.ts'
import { listOf } from './paging.ts'

const world = testDatabase()
const totalOf = async (count: number) => {
  const from = sql.raw(`generate_series(1, ${count}) n where true`)
  const { total, totalCapped } = listOf(
    [],
    await world.database.read(asService('trial'), (tx) => countRows(tx, from)),
    1,
  )
  return [total, totalCapped]
}

test('rows are counted to 10,000; one more is only more', async () => {
  expect(await totalOf(0)).toEqual([0, false])
  expect(await totalOf(10_000)).toEqual([10_000, false])
  expect(await totalOf(10_001)).toEqual([10_000, true])
  expect(await totalOf(30_000)).toEqual([10_000, true])
})
