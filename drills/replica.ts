import { migrate } from '#platform/migrate.ts'
import { openDatabase } from '#platform/open-database.ts'
import { startCluster } from '#testing/postgres.ts'
import { makeWorld } from '#testing/world.ts'
import { buildIfStale } from '../bin/build-steps.ts'
import type { DrillLine } from './drill.ts'
import { cookieOf, median } from './identity-program.ts'
import { Process, sleep } from './processes.ts'
import { missing, Writers } from './writers.ts'

/**
 * A standby that follows by streaming replication: how far behind it is under load, and that everything acknowledged is
 * there when the primary dies and it takes over. With `synchronous_commit=remote_apply` as docs/operations.md says.
 */
export async function run(): Promise<DrillLine[]> {
  await buildIfStale()
  const primary = await startCluster('-c fsync=on')
  if (!primary) throw new Error('This drill needs an installed PostgreSQL.')
  const standby = await startCluster('-c fsync=on -c hot_standby=on', primary)
  if (!standby) throw new Error('The standby did not start')
  try {
    const admin = await openDatabase({ url: primary.url('postgres'), folder: '' })
    await admin.query('create database drill')
    const url = primary.url('drill')
    const database = await openDatabase({ url, folder: '' })
    await migrate(database)
    await makeWorld(database, { size: 'test' })
    const cookie = await cookieOf(database, 'super')
    await admin.query(`alter system set synchronous_standby_names = '*'`)
    await admin.query(`alter system set synchronous_commit = 'remote_apply'`)
    await admin.query('select pg_reload_conf()')
    await sleep(500)

    const program = await Process.make(url)
    await program.start()
    const writers = new Writers(() => program.origin, cookie)
    writers.start(6)
    const follower = await openDatabase({ url: standby.url('drill'), folder: '' })
    const behind: number[] = []
    for (let n = 0; n < 60; n++) {
      await sleep(100)
      const [row] = await admin.query<{ ms: number | null }>(
        'select extract(epoch from replay_lag)::float8 * 1000 as ms from pg_stat_replication',
      )
      behind.push(row?.ms ?? 0)
    }
    const count = (from: typeof database) =>
      from.query<{ n: number }>(`select count(*)::int as n from visits_total`).then(([row]) => row?.n)
    const same = (await count(database)) === (await count(follower))

    const started = performance.now()
    primary.crash()
    await writers.stop()
    standby.promote()
    await program.end('SIGKILL')
    const next = await Process.make(standby.url('drill'))
    await next.start()
    const tookMs = performance.now() - started
    const answer = await fetch(`${next.origin}/api/portals`, { headers: { cookie } })
    await next.end('SIGTERM')
    const lost = await missing(standby.url('drill'), writers.acknowledged)
    await Promise.allSettled([admin.close(), database.close(), follower.close()])
    return [
      {
        promise: 'a standby takes over',
        figure: '0 acknowledged writes lost, sessions go on',
        result: `${writers.acknowledged.length} written, ${lost} lost, signed in ${answer.status}, ${(tookMs / 1000).toFixed(1)} s to the first answer there; behind by ${median(behind).toFixed(1)} ms in the middle, ${Math.max(...behind).toFixed(0)} ms at most`,
        ok: writers.acknowledged.length > 0 && lost === 0 && answer.status === 200 && same,
      },
    ]
  } finally {
    standby.stop()
    primary.stop()
  }
}
