import { PgDialect } from 'drizzle-orm/pg-core'
import { expect, test } from 'vitest'
import { pageSize } from './constants.ts'
import { atMost, inWindow, pageRows } from './paging.ts'

const written = (query: ReturnType<typeof atMost>) => new PgDialect().sqlToQuery(query)

test('the rows of a first page are told in the text of the query, so that a kept plan knows how few they are', () => {
  expect(written(pageRows(1))).toMatchObject({ sql: `limit ${pageSize} offset 0`, params: [] })
  expect(written(atMost(pageSize))).toMatchObject({ sql: `limit ${pageSize}`, params: [] })
})

test('other pages are one text for all, however many there are', async () => {
  const second = written(pageRows(2))
  expect(second).toMatchObject({ sql: `limit ${pageSize} offset $1`, params: [pageSize] })
  expect(written(pageRows(3)).sql).toBe(second.sql)
  const some = await inWindow({ start: 0, size: 7 }, async () => written(pageRows(1)))
  expect(some).toMatchObject({ sql: 'limit $1 offset 0', params: [7] })
})
