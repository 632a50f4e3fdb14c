import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { testDatabase } from '#testing/database.ts'
import { people, portals } from '#testing/world/cast.ts'
import { asService, type Reach, rows } from './db.ts'
import { openDatabase } from './open-database.ts'

const world = testDatabase()
const member: Reach = {
  role: 'member',
  personId: people.artist.id,
  portals: [portals.ninoLobo.id],
  accounts: [],
}

/** Of one connection, which a pooler would lend to somebody else after each transaction. */
async function lent() {
  const { raw } = world.database
  if (!('pool' in raw)) return undefined
  return openDatabase({ url: raw.direct, direct: raw.direct, folder: '', poolSize: 1 })
}

test('behind a pooler nothing stays with a connection, and its settings come with each transaction', async ({
  skip,
}) => {
  const database = await lent()
  if (!database) return skip('only on PostgreSQL')
  const settings = sql`select current_setting('role') as role, current_setting('lock_timeout') as lock,
    current_setting('statement_timeout') as statement, current_setting('jit') as jit`
  const names = sql`select name from portal order by name`
  for (let time = 0; time < 9; time++) {
    for (const [reach, role, found] of [
      [member, 'backline_member', 1],
      [asService('trial'), 'backline_service', Object.keys(portals).length],
    ] as const) {
      await database.read(reach, async (tx) => {
        expect(await rows(tx, settings)).toEqual([{ role, lock: '2s', statement: '1min', jit: 'off' }])
        expect(await rows(tx, names)).toHaveLength(found)
      })
      await database.transaction(reach, async (tx) => {
        expect(await rows(tx, settings)).toEqual([{ role, lock: '2s', statement: '1min', jit: 'off' }])
        expect(await rows(tx, names)).toHaveLength(found)
      })
    }
    await database.query('select 1 from portal where id = $1', [portals.ninoLobo.id], 'named')
  }
  const [after] = await database.query(
    `select current_setting('role') as role, coalesce(current_setting('app.portals', true), '') as portals,
      (select count(*)::int from pg_prepared_statements) as kept`,
  )
  expect(after).toEqual({ role: 'none', portals: '', kept: 0 })
  await database.close()
})
