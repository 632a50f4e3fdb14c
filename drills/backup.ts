import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { backUp, restore } from '#platform/backup.ts'
import type { Database } from '#platform/db.ts'
import type { Env } from '#platform/env.ts'
import { openDatabase } from '#platform/open-database.ts'
import { startCluster } from '#testing/postgres.ts'
import { startS3 } from '#testing/s3-server.ts'
import { demoPassword, people } from '#testing/world/cast.ts'
import type { DrillLine } from './drill.ts'
import { ask, programOn } from './identity-program.ts'
import { postgresWorld } from './memory-world.ts'

/** Rows of every table, and a hash over the money, so that two databases can be held side by side. */
async function census(database: Database): Promise<string> {
  const tables = await database.query<{ name: string }>(
    `select table_name as name from information_schema.tables
     where table_schema = 'public' and table_type = 'BASE TABLE' and table_name not like 'rate_limit%' order by 1`,
  )
  const counts: string[] = []
  for (const { name } of tables) {
    const [row] = await database.query<{ n: string; sum: string }>(
      `select count(*) as n, md5(coalesce(string_agg(whole::text, '' order by whole::text), '')) as sum from "${name}" whole`,
    )
    counts.push(`${name} ${row?.n} ${row?.sum}`)
  }
  return counts.join('\n')
}

/** Promise 27: everything comes back on an empty server, and people can sign in there. */
export async function run(): Promise<DrillLine[]> {
  const world = await postgresWorld()
  const other = await startCluster()
  const bucket = await startS3('key', 'secret')
  if (!world || !other) throw new Error('This drill needs an installed PostgreSQL.')
  const folder = mkdtempSync(join(tmpdir(), 'backline-backup-'))
  mkdirSync(join(folder, 'first/files'), { recursive: true })
  writeFileSync(join(folder, 'first/files/cover.webp'), 'a picture')
  try {
    const started = performance.now()
    const { files } = await backUp(
      { DATABASE_URL: world.url, DATA_DIR: join(folder, 'first') } as Env,
      join(folder, 'backup'),
    )
    await restore(
      {
        DATABASE_URL: other.url('postgres'),
        DATA_DIR: join(folder, 'second'),
        FILES_URL: `s3+http://key:secret@${bucket.host}/bucket`,
      } as Env,
      join(folder, 'backup'),
    )
    const seconds = (performance.now() - started) / 1000
    const restored = await openDatabase({ url: other.url('postgres'), folder: '' })
    const [before, after] = [await census(world.database), await census(restored)]
    const app = programOn(restored)
    const { status } = await ask(app, '/session', {
      body: { email: people.label.email, password: demoPassword },
    })
    await restored.close()
    const picture = bucket.kept.get('/bucket/cover.webp')?.toString() === 'a picture'
    return [
      {
        promise: '27 backup and restore to an empty server and bucket',
        figure: 'every row and file the same, and a sign-in',
        result: `${before.split('\n').length} tables ${before === after ? 'equal' : 'DIFFERENT'}, the file ${picture ? 'equal' : 'DIFFERENT'}, ${Object.keys(files).length} checksums, sign-in ${status}, ${seconds.toFixed(1)} s`,
        ok: before === after && picture && status === 200,
      },
    ]
  } finally {
    await world.stop()
    other.stop()
    await bucket.stop()
  }
}
