import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { testDatabase } from '#testing/database.ts'
import { countRows, selectPage } from './count.ts'
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

test('a page tells how many rows there are, also where it holds none of them', async () => {
  const of = sql.raw('generate_series(1, 120) n where n > 3')
  const pageOf = (page: number, all = of) =>
    world.database.read(asService('trial'), (tx) => {
      const from = sql`${all} order by n limit 50 offset ${(page - 1) * 50}`
      return selectPage(tx, { n: sql<number>`n` }, { from, of: all, page })
    })
  const second = await pageOf(2)
  expect(second.total).toBe(117)
  expect(second.found[0]).toEqual({ n: 54 })
  expect(await pageOf(4)).toEqual({ found: [], total: 117 })
  expect(await pageOf(1, sql.raw('generate_series(1, 0) n where true'))).toEqual({ found: [], total: 0 })
})
