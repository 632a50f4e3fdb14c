import { sql } from 'drizzle-orm'
import { expect, test, vi } from 'vitest'
import { hasPostgres, startCluster } from '#testing/postgres.ts'
import { asService, type Database, rows } from './db.ts'
import { openDatabase } from './open-database.ts'
import { wroteFrom } from './wrote-cookie.ts'

const seen = sql<{ standby: boolean; found: number }>`select pg_is_in_recovery() as standby,
  (select count(*)::int from note) as found`
const ask = (database: Database, wrote?: string) =>
  database.lagging?.(wrote).read(asService('trial'), async (tx) => (await rows(tx, seen))[0])
const untilStandby = (database: Database, wrote?: string) =>
  vi.waitFor(async () => expect(await ask(database, wrote)).toMatchObject({ standby: true }), 10_000)

test.runIf(hasPostgres())(
  'a standby answers what may lag, and never less than whoever asks has written',
  async () => {
    const primary = await startCluster()
    const standby = primary && (await startCluster('-c hot_standby=on', primary))
    if (!primary || !standby) throw new Error('PostgreSQL did not start')
    const database = await openDatabase({
      url: primary.url('postgres'),
      replica: standby.url('postgres'),
      folder: '',
    })
    const follower = await openDatabase({ url: standby.url('postgres'), folder: '' })
    try {
      await database.query('create role backline_service')
      await database.query('create table note (text text)')
      await database.query('grant select on note to backline_service')
      const made = await database.stands?.()
      await untilStandby(database, made)
      expect(await ask(database, made)).toEqual({ standby: true, found: 0 })

      await follower.query('select pg_wal_replay_pause()')
      await database.query(`insert into note values ('one')`)
      const wrote = await database.stands?.()
      expect(await ask(database, wrote)).toEqual({ standby: false, found: 1 })
      // Others are not told by the standby for ever either: it is left as soon as it is behind.
      await vi.waitFor(async () => expect(await ask(database)).toEqual({ standby: false, found: 1 }), 10_000)
      await follower.query('select pg_wal_replay_resume()')
      await untilStandby(database, wrote)
      expect(await ask(database, wrote)).toEqual({ standby: true, found: 1 })

      await follower.close()
      standby.crash()
      expect(await ask(database, wrote)).toEqual({ standby: false, found: 1 })
    } finally {
      await database.close().catch(() => {})
      standby.stop()
      primary.stop()
    }
  },
)

test('the cookie holds a place in a log, or nothing', () => {
  expect(wroteFrom('a=1; __Host-backline-wrote=0/3000148', true)).toBe('0/3000148')
  for (const told of ['0/3000148 or true', `0/${'F'.repeat(9)}`, "0'/1", ''])
    expect(wroteFrom(`__Host-backline-wrote=${told}`, true)).toBeUndefined()
  expect(wroteFrom('__Host-backline-wrote=0/1', false)).toBeUndefined()
})
