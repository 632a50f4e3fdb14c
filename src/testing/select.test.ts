import { sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { expect, test } from 'vitest'
import { link } from '#features/links/server/table.ts'
import { portal } from '#features/portals/server/table.ts'
import { asService } from '#platform/db.ts'
import { ask, iso, maybe, number, select } from '#platform/select.ts'
import { testDatabase } from '#testing/database.ts'
import { portals } from '#testing/world/cast.ts'

const world = testDatabase()
const l = alias(link, 'l')
const p = alias(portal, 'p')

test('rows are what was asked for, converted on their way out, and null stays null', async () => {
  const fields = {
    id: p.id,
    objective: p.salesObjectiveCents,
    createdAt: iso(p.createdAt),
    deletedAt: iso(p.deletedAt),
    url: maybe(l.url),
    total: number(sql<string>`sum(7) over ()`),
  }
  const [row] = await world.database.read(asService('trial'), (tx) =>
    select(tx, fields, sql`portal p left join link l on false where p.id = ${portals.ninoLobo.id}`),
  )
  const typed: { deletedAt: string | null; url: string | null; createdAt: string } | undefined = row
  expect(typed?.createdAt).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
  expect(row).toMatchObject({ id: portals.ninoLobo.id, deletedAt: null, url: null, total: 7 })
  expect(typeof row?.objective).toBe('number')
})

test('a query of another form holds the columns where it wants them', async () => {
  const found = await world.database.read(asService('trial'), (tx) =>
    ask(
      tx,
      { name: p.name },
      (columns) => sql`select distinct ${columns} from portal p where p.id = ${portals.ninoLobo.id}`,
    ),
  )
  expect(found).toEqual([{ name: portals.ninoLobo.name }])
})

test('what no table has, or has otherwise, does not compile', () => {
  // @ts-expect-error no such column
  expect(l.titel).toBeUndefined()
  const untold = { startsAt: iso(l.startsAt), position: l.position }
  type Row = Awaited<ReturnType<typeof select<typeof untold>>>[number]
  // @ts-expect-error a link may begin at no moment
  const begins = (row: Row): string => row.startsAt
  // @ts-expect-error a position is a number
  const position = (row: Row): string => row.position
  expect([begins, position]).toHaveLength(2)
})
