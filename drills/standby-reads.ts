import { migrate } from '#platform/migrate.ts'
import { openDatabase } from '#platform/open-database.ts'
import { startCluster } from '#testing/postgres.ts'
import { portals } from '#testing/world/cast.ts'
import { makeWorld } from '#testing/world.ts'
import { buildIfStale } from '../bin/build-steps.ts'
import type { DrillLine } from './drill.ts'
import { cookieOf } from './identity-program.ts'
import { Process, sleep } from './processes.ts'

const edits = 100

/**
 * The real program with `DATABASE_REPLICA_URL`: staff who write and read back at once, while the standby follows, stands still
 * and is gone. Which database answered is in the program's own metrics.
 */
export async function run(): Promise<DrillLine[]> {
  await buildIfStale()
  const primary = await startCluster('-c fsync=on')
  if (!primary) throw new Error('This drill needs an installed PostgreSQL.')
  const first = await openDatabase({ url: primary.url('postgres'), folder: '' })
  await first.query('create database drill')
  await first.close()
  const database = await openDatabase({ url: primary.url('drill'), folder: '' })
  await migrate(database)
  await makeWorld(database, { size: 'test' })
  const cookie = await cookieOf(database, 'super')
  const standby = await startCluster('-c fsync=on -c hot_standby=on', primary)
  if (!standby) throw new Error('The standby did not start')
  const program = await Process.make(primary.url('drill'), { DATABASE_REPLICA_URL: standby.url('drill') })
  try {
    await program.start()
    const follower = await openDatabase({ url: standby.url('drill'), folder: '' })
    const staff = new Person(program.origin, cookie)
    const lines: DrillLine[] = []
    const round = async (promise: string, mostly: 'standby' | 'primary') => {
      const before = await answered(program.origin)
      const { unseen, failed, slowestMs } = await staff.writeAndRead()
      const after = await answered(program.origin)
      const from = { standby: after.standby - before.standby, primary: after.primary - before.primary }
      lines.push({
        promise,
        figure: `${edits} edits are in the list that is read at once, 0 failed`,
        result: `${unseen} unseen, ${failed} failed, ${from.standby} answered by the standby, ${from.primary} by the primary, slowest ${Math.round(slowestMs)} ms`,
        ok: unseen === 0 && failed === 0 && from[mostly] > 0,
      })
    }
    await round('a standby follows', 'standby')
    await follower.query('select pg_wal_replay_pause()')
    await round('it stands still', 'primary')
    await follower.query('select pg_wal_replay_resume()')
    await sleep(1_500)
    await round('it follows again', 'standby')
    await follower.close()
    standby.crash()
    await round('it is gone', 'primary')
    return lines
  } finally {
    await program.end('SIGTERM')
    await database.close()
    standby.stop()
    primary.stop()
  }
}

/** A browser of staff: it keeps the cookies that it is given. */
class Person {
  readonly origin: string
  #cookies: Map<string, string>
  #edits = 0
  constructor(origin: string, cookie: string) {
    this.origin = origin
    this.#cookies = new Map([cookie.split('=') as [string, string]])
  }

  async #call(path: string, init: RequestInit = {}) {
    const answer = await fetch(this.origin + path, {
      ...init,
      headers: {
        'content-type': 'application/json',
        cookie: [...this.#cookies].map((pair) => pair.join('=')).join('; '),
      },
    })
    for (const set of answer.headers.getSetCookie()) {
      const [name = '', value = ''] = set.split(';')[0]?.split('=') ?? []
      this.#cookies.set(name, value)
    }
    return { ok: answer.ok, text: await answer.text() }
  }

  /** Makes a link and asks the list of links for it, again and again. */
  async writeAndRead() {
    let [unseen, failed, slowestMs] = [0, 0, 0]
    for (let edit = 0; edit < edits; edit++) {
      const name = `Entradas ${String(++this.#edits).padStart(6, '0')}`
      const started = performance.now()
      const made = await this.#call(`/api/portal/${portals.claraVentisca.id}/link`, {
        method: 'POST',
        body: JSON.stringify({ title: { es: name }, url: 'https://entradas.example' }),
      })
      const read = await this.#call(`/api/portal/${portals.claraVentisca.id}/links`)
      if (!made.ok || !read.ok) failed++
      else if (!read.text.includes(name)) unseen++
      slowestMs = Math.max(slowestMs, performance.now() - started)
    }
    return { unseen, failed, slowestMs }
  }
}

async function answered(origin: string) {
  const text = await (await fetch(`${origin}/metrics`)).text()
  const of = (from: string) =>
    Number(new RegExp(`^backline_lagging_reads_total\\{from="${from}"\\} (\\d+)`, 'm').exec(text)?.[1] ?? 0)
  return { standby: of('standby'), primary: of('primary') }
}
