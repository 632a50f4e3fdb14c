import { type ChildProcess, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { Database } from '#platform/db.ts'
import { migrate } from '#platform/migrate.ts'
import { openDatabase } from '#platform/open-database.ts'
import { type Cluster, startCluster } from '#testing/postgres.ts'
import { accounts } from '#testing/world/cast.ts'
import { randomFrom } from '#testing/world/random.ts'
import type { DrillLine } from './drill.ts'
import { sleep } from './processes.ts'

const wanted = 10_000
const processes = 4
/** Kills, spread over the run: of client processes, of single backends (which the server answers by starting anew), of the server. */
const kills = { client: 20, backend: 20, server: 5 }
const { id: accountId, name } = accounts.casaCal

interface Seen {
  given: string[]
  aborted: number
  lost: number
}

function startClient(url: string, seen: Seen): ChildProcess {
  const script = fileURLToPath(new URL('./money-client.ts', import.meta.url))
  const child = spawn(process.execPath, [script, url, accountId, 'CASACAL'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let rest = ''
  child.stdout.on('data', (chunk) => {
    const lines = (rest + String(chunk)).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines)
      if (line === 'given up') seen.aborted++
      else if (line === 'lost') seen.lost++
      else seen.given.push(line)
  })
  return child
}

export const ended = (child: ChildProcess) =>
  child.exitCode !== null || child.signalCode !== null
    ? Promise.resolve()
    : new Promise((resolve) => child.once('close', resolve))

export async function killBackend(url: string, pick: <T>(all: readonly T[]) => T): Promise<boolean> {
  const database = await openDatabase({ url, folder: '', poolSize: 1 })
  try {
    const found = await database.query<{ pid: number }>(
      `select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
        and backend_type = 'client backend' and state <> 'idle'`,
    )
    if (found.length === 0) return false
    process.kill(pick(found).pid, 'SIGKILL')
    return true
  } catch {
    // It is starting anew after the last one.
    return false
  } finally {
    await database.close().catch(() => {})
  }
}

export async function answering(url: string): Promise<Database> {
  for (;;) {
    const database = await openDatabase({ url, folder: '', poolSize: 2 })
    const alive = await database.query('select 1').catch(() => undefined)
    if (alive) return database
    await database.close().catch(() => {})
    await sleep(100)
  }
}

/** Promise 20: bills issued by 16 connections of four processes, while clients, backends and the server are killed. */
export async function numbersUnderKills(): Promise<DrillLine> {
  const promise = '20 numbers of one series under 16 clients, aborts and kill -9'
  const figure = `${wanted.toLocaleString('en')} with 5 % aborts: 0 gaps, 0 doubles, nothing acknowledged lost`
  const cluster = await startCluster()
  if (!cluster) return { promise, figure, result: 'no PostgreSQL is installed here', ok: false }
  try {
    return { promise, figure, ...(await issueAndKill(cluster)) }
  } finally {
    cluster.stop()
  }
}

async function issueAndKill(cluster: Cluster): Promise<Pick<DrillLine, 'result' | 'ok'>> {
  const url = cluster.url('postgres')
  const first = await openDatabase({ url, folder: '' })
  await migrate(first)
  await first.query(`insert into account (id, name, type, organisation_type) values ($1, $2, 'simple', 2)`, [
    accountId,
    name,
  ])
  await first.close()
  const seen: Seen = { given: [], aborted: 0, lost: 0 }
  const random = randomFrom('kills')
  const started = performance.now()
  const clients = Array.from({ length: processes }, () => startClient(url, seen))
  const plan = Object.entries(kills).flatMap(([what, times]) => Array.from({ length: times }, () => what))
  const done = { client: 0, backend: 0, server: 0 }
  for (let at = 0; plan.length > 0; at++) {
    // Spread over the numbers and not over the clock, so that a slow machine is killed as often.
    const due = (wanted / (kills.client + kills.backend + kills.server + 1)) * (at + 1)
    while (seen.given.length < due) await sleep(5)
    await sleep(random.between(0, 120))
    const what = plan.splice(random.between(0, plan.length - 1), 1)[0] as keyof typeof kills
    if (what === 'client') {
      const which = random.between(0, clients.length - 1)
      const victim = clients[which] as ChildProcess
      victim.kill('SIGKILL')
      await ended(victim)
      clients[which] = startClient(url, seen)
    } else if (what === 'backend') {
      while (!(await killBackend(url, random.one))) await sleep(100)
    } else {
      cluster.crash()
      cluster.start()
    }
    done[what]++
  }
  while (seen.given.length < wanted) await sleep(5)
  for (const client of clients) client.kill('SIGKILL')
  await Promise.all(clients.map(ended))
  const seconds = (performance.now() - started) / 1000
  const database = await answering(url)
  const rows = await database.query<{ number: string }>('select number from bill where number is not null')
  const [counter] = await database.query<{ last: number }>('select last from bill_counter')
  await database.close()
  const stored = new Set(rows.map(({ number }) => number))
  const order = [...stored].map((number) => Number(number.slice(-5))).sort((a, b) => a - b)
  const gaps = order.filter((number, at) => number !== at + 1).length
  const doubles = rows.length - stored.size + (seen.given.length - new Set(seen.given).size)
  const missing = seen.given.filter((number) => !stored.has(number)).length
  return {
    result:
      `${rows.length.toLocaleString('en')} issued, ${seen.aborted} given up, killed ${done.client} clients, ${done.backend} backends, ` +
      `the server ${done.server} times (${seen.lost} broken off): ${gaps} gaps, ${doubles} doubles, ${missing} lost, ${Math.round(rows.length / seconds)}/s`,
    ok: gaps + doubles + missing === 0 && counter?.last === rows.length && seen.aborted >= wanted * 0.04,
  }
}
