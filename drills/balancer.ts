import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { people } from '#testing/world/cast.ts'
import { demoPassword } from '#testing/world.ts'
import { buildIfStale } from '../bin/build-steps.ts'
import type { DrillLine } from './drill.ts'
import { cookieOf } from './identity-program.ts'
import { postgresWorld } from './memory-world.ts'
import { freePort, Process, sleep } from './processes.ts'
import { missing, Writers } from './writers.ts'

/** haproxy with `docs/haproxy.cfg` before two processes that share a PostgreSQL. */
export async function run(): Promise<DrillLine[]> {
  const line = (result: string, ok: boolean): DrillLine => ({
    promise: '24 behind haproxy',
    figure: 'docs/haproxy.cfg as it stands',
    result,
    ok,
  })
  if (!installed()) return [line('skipped: haproxy is not installed (apt-get install haproxy)', true)]
  await buildIfStale()
  const world = await postgresWorld()
  if (!world) return [line('skipped: no PostgreSQL is installed', true)]
  const cookie = await cookieOf(world.database, 'super')
  // A proxy that ends TLS stands before the balancer: two hops.
  const processes = [
    await Process.make(world.url, { TRUST_PROXY: '2' }),
    await Process.make(world.url, { TRUST_PROXY: '2' }),
  ] as const
  await Promise.all(processes.map((one) => one.start()))
  const balancer = await Balancer.before(processes)
  try {
    const up = await balancer.up(10_000)
    const lines = [
      line(
        `${up} of 4 servers up (two processes, two origins), ${balancer.said().length} warnings`,
        up === 4,
      ),
    ]
    if (up < 4) return lines
    return [
      ...lines,
      await addresses(balancer.origin),
      await oneStops(balancer, processes, world.url, cookie),
    ]
  } finally {
    await balancer.stop()
    await Promise.all(processes.map((one) => one.end('SIGTERM')))
    await world.stop()
  }
}

function installed() {
  try {
    execFileSync('haproxy', ['-v'])
    return true
  } catch {
    return false
  }
}

class Balancer {
  readonly #child: ChildProcess
  readonly #stats: string
  readonly #said: string[] = []
  readonly origin: string

  private constructor(child: ChildProcess, port: number, stats: string) {
    this.#child = child
    this.#stats = stats
    this.origin = `http://127.0.0.1:${port}`
    child.stderr?.on('data', (chunk) => this.#said.push(String(chunk)))
  }

  /** Of the shipped file only names and ports change: there is no Docker here to ask for servers. */
  static async before(processes: readonly Process[]): Promise<Balancer> {
    const [dashboard, portals] = [await freePort(), await freePort()]
    const folder = mkdtempSync(join(tmpdir(), 'backline-balancer-'))
    const stats = join(folder, 'stats')
    const servers = (which: 'port' | 'portalsPort', check: (one: Process) => string) =>
      processes
        .map((one, at) => `  server backline${at} 127.0.0.1:${one[which]} check ${check(one)}inter 1s`)
        .join('\n')
    const text = readFileSync(new URL('../docs/haproxy.cfg', import.meta.url), 'utf8')
      .replace(/^resolvers docker\n(?: .*\n)+/m, '')
      .replace('bind :3000', `bind 127.0.0.1:${dashboard}`)
      .replace('bind :3001', `bind 127.0.0.1:${portals}`)
      .replace(/^ {2}server-template .*backline:3000.*$/m, () => servers('port', () => ''))
      .replace(/^ {2}server-template .*backline:3001.*$/m, () =>
        servers('portalsPort', ({ port }) => `port ${port} `),
      )
    const file = join(folder, 'haproxy.cfg')
    writeFileSync(file, `global\n  stats socket ${stats} mode 600 level admin\n\n${text}`)
    execFileSync('haproxy', ['-c', '-f', file])
    const child = spawn('haproxy', ['-db', '-f', file], { stdio: ['ignore', 'ignore', 'pipe'] })
    return new Balancer(child, dashboard, stats)
  }

  said = () => this.#said.filter((line) => /WARNING|ALERT/.test(line))

  /** How many servers stand as up, once all four do or the time is over. */
  async up(withinMs: number, wanted = 4): Promise<number> {
    // A server counts as up until its first check: what follows is looked at after a few of them.
    await sleep(3_000)
    const until = Date.now() + withinMs
    for (;;) {
      const up = (await this.#states()).filter((state) => state.startsWith('UP')).length
      if (up === wanted || Date.now() > until) return up
      await sleep(200)
    }
  }

  async #states(): Promise<string[]> {
    const { connect } = await import('node:net')
    const text = await new Promise<string>((resolve, reject) => {
      const socket = connect(this.#stats, () => socket.end('show stat\n'))
      let said = ''
      socket.on('data', (chunk) => {
        said += chunk
      })
      socket.on('end', () => resolve(said))
      socket.on('error', reject)
    })
    return text
      .split('\n')
      .map((row) => row.split(','))
      .filter(([, name]) => name?.startsWith('backline'))
      .map((row) => row[17] ?? '')
  }

  async stop() {
    const ended = new Promise((resolve) => this.#child.once('exit', resolve))
    this.#child.kill('SIGTERM')
    await ended
  }
}

/** Who comes through both proxies is told by the outer one's entry; what the caller claims before it counts nothing. */
async function addresses(origin: string): Promise<DrillLine> {
  const real = '203.0.113.7'
  const answer = await fetch(`${origin}/api/session`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': `10.9.9.9, ${real}` },
    body: JSON.stringify({ email: people.label.email, password: demoPassword }),
  })
  const cookie = (answer.headers.get('set-cookie') ?? '').split(';')[0] ?? ''
  const list = await fetch(`${origin}/api/account/sessions`, { headers: { cookie } })
  const { items = [] } = (await list.json()) as { items?: { current: boolean; address: string }[] }
  const seen = items.find(({ current }) => current)?.address
  return {
    promise: '8 addresses behind two proxies',
    figure: 'TRUST_PROXY=2: the entry of the outer proxy, not the balancer, not what a caller claims',
    result: `signed in ${answer.status}, seen as ${seen}`,
    ok: seen === real,
  }
}

async function oneStops(
  balancer: Balancer,
  [first, second]: readonly [Process, Process],
  url: string,
  cookie: string,
): Promise<DrillLine> {
  const writers = new Writers(() => balancer.origin, cookie)
  writers.start(6)
  await sleep(1_500)
  await first.end('SIGTERM')
  await sleep(1_500)
  await first.start()
  await balancer.up(10_000)
  await second.end('SIGTERM')
  await sleep(1_500)
  await second.start()
  const up = await balancer.up(10_000)
  await writers.stop()
  const lost = await missing(url, writers.acknowledged)
  const others = [...writers.statuses].filter(([said]) => said !== 201)
  return {
    promise: '24 one process after the other stops and comes back under load',
    figure: '0 failed requests, 0 lost, all servers up again',
    result: `${writers.acknowledged.length} written, ${lost} lost, others ${JSON.stringify(others)}, ${up} of 4 up`,
    ok: writers.acknowledged.length > 0 && lost === 0 && others.length === 0 && up === 4,
  }
}
