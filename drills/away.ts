import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Database } from '#platform/db.ts'
import { migrate } from '#platform/migrate.ts'
import { openDatabase } from '#platform/open-database.ts'
import { type Cluster, startCluster } from '#testing/postgres.ts'
import { demoPassword, people, portals } from '#testing/world/cast.ts'
import { makeWorld } from '#testing/world.ts'
import { buildIfStale } from '../bin/build-steps.ts'
import { filesFull } from './away-files.ts'
import type { DrillLine } from './drill.ts'
import { SmallDisk, slowWay } from './faults.ts'
import { cookieOf, newAddress } from './identity-program.ts'
import { Process, sleep } from './processes.ts'
import { missing } from './writers.ts'

const rounds = 6
const portalIds = Object.values(portals).map(({ id }) => id)

interface Answer {
  kind: string
  status: number
  /** What a refusal owes: `Retry-After`, and no word to the browser about its cookie. */
  right: boolean
  ms: number
}

/** Reads, writes, opens a page and signs in, as different people do at the same moment. */
class Callers {
  readonly written: string[] = []
  readonly #origin: string
  readonly #cookie: string

  constructor(origin: string, cookie: string) {
    this.#origin = origin
    this.#cookie = cookie
  }

  async #ask(kind: string, path: string, body?: unknown, cookie = this.#cookie): Promise<Answer> {
    const started = performance.now()
    const response = await fetch(this.#origin + path, {
      method: body ? 'POST' : 'GET',
      headers: { cookie, 'content-type': 'application/json', 'x-forwarded-for': newAddress() },
      redirect: 'manual',
      signal: AbortSignal.timeout(20_000),
      ...(body ? { body: JSON.stringify(body) } : {}),
    }).catch(() => undefined)
    const text = (await response?.text().catch(() => '')) ?? ''
    const status = response?.status ?? 0
    const shaped = kind === 'page' ? text.includes('<html lang="es"') : text.startsWith('{')
    const owed = response?.headers.has('retry-after') && !response.headers.has('set-cookie')
    return {
      kind,
      status,
      right: shaped && (status < 300 || (status === 503 && owed === true)),
      ms: performance.now() - started,
    }
  }

  read = () => this.#ask('read', '/api/portals')
  page = () => this.#ask('page', '/portals')
  signIn = () =>
    this.#ask('sign-in', '/api/session', { email: people.label.email, password: demoPassword }, 'none=1')

  async write(): Promise<Answer> {
    const title = `drill ${process.pid} ${this.written.length} ${Math.random()}`
    // Long, so that few of them fill a page of the table.
    const url = `https://example.org/?${Array.from({ length: 110 }, () => Math.random().toString(36).slice(2)).join('')}`
    const portalId = portalIds[Math.floor(Math.random() * portalIds.length)]
    const answer = await this.#ask('write', `/api/portal/${portalId}/link`, { title: { es: title }, url })
    if (answer.status < 300) this.written.push(title)
    return answer
  }

  all = () => Promise.all([this.read(), this.write(), this.page(), this.signIn()])
}

interface Fault {
  name: string
  begin: () => unknown
  end: () => unknown
  /** What must be refused, and what must go on; the rest may do either. */
  refused: string[]
  goesOn?: string[]
  /** Rounds without sign-ins, until something is refused: a disk is not full for those who find room. */
  until?: boolean
}

async function suffer(fault: Fault, program: Process, callers: Callers): Promise<DrillLine> {
  await callers.all()
  await fault.begin()
  const said: Answer[] = []
  if (fault.until)
    for (let n = 0; n < 400 && said.at(-1)?.status !== 503; n++) said.push(await callers.write())
  for (let n = 0; n < rounds; n++) {
    said.push(...(await callers.all()))
    await sleep(200)
  }
  await fault.end()
  const back = performance.now()
  const healthy = async () => (await callers.all()).every(({ status }) => status < 300)
  let well = await healthy()
  while (!well && performance.now() - back < 20_000) {
    await sleep(100)
    well = await healthy()
  }
  const tookMs = performance.now() - back
  const slowest = Math.max(...said.map(({ ms }) => ms))
  const wrong = said.filter(({ right }) => !right)
  const of = (kind: string) => said.filter((answer) => answer.kind === kind)
  const refused = fault.refused.every((kind) => of(kind).some(({ status }) => status === 503))
  const went = (fault.goesOn ?? []).every((kind) => of(kind).every(({ status }) => status < 300))
  const counts = ['read', 'write', 'page', 'sign-in'].map((kind) => {
    const bad = of(kind).filter(({ status }) => status === 503).length
    return `${kind} ${bad}/${of(kind).length}`
  })
  const heard = program.said()
  if (!went) console.log(heard.slice(0, 4_000))
  for (const { kind, status, ms } of wrong)
    console.log(`${fault.name}: ${kind} ${status} after ${ms.toFixed(0)} ms`)
  return {
    promise: `25 database ${fault.name}`,
    figure: `an answer within 3 s, 503 with Retry-After${fault.goesOn ? `, ${fault.goesOn.join(' and ')} go on` : ''}; healthy and signed in 5 s after it returns; never exits`,
    result: `503: ${counts.join(', ')}; ${wrong.length} others, slowest ${(slowest / 1000).toFixed(1)} s, back after ${(tookMs / 1000).toFixed(1)} s, ${program.running ? 'running' : 'ended'}`,
    ok:
      wrong.length === 0 && slowest <= 3_000 && refused && went && well && tookMs <= 5_000 && program.running,
  }
}

/** Promise 25: a database that is away, each way that it can be, and a full disk for files. */
export async function run(): Promise<DrillLine[]> {
  await buildIfStale()
  const cluster = await startCluster('-c fsync=on')
  if (!cluster) throw new Error('This drill needs an installed PostgreSQL.')
  const way = await slowWay(Number(new URL(cluster.url('x')).port))
  const admin = await openDatabase({ url: cluster.url('postgres'), folder: '', poolSize: 3 })
  const disk = SmallDisk.make(join(cluster.folder, 'small'), 160, 'postgres')
  const fileDisk = SmallDisk.make(mkdtempSync(join(tmpdir(), 'backline-files-')), 24)
  try {
    if (disk) await admin.query(`create tablespace small location '${disk.folder}'`)
    await admin.query(`create database drill ${disk ? 'tablespace small' : ''}`)
    const url = cluster.url('drill')
    const database = await openDatabase({ url, folder: '' })
    await migrate(database)
    await makeWorld(database, { size: 'test' })
    const cookie = await cookieOf(database, 'super')
    const slowUrl = url.replace(/:\d+\//, `:${way.port}/`)
    const program = await Process.make(slowUrl, fileDisk ? { DATA_DIR: fileDisk.folder } : {})
    await program.start()
    const callers = new Callers(program.origin, cookie)
    const lines: DrillLine[] = []
    for (const fault of faults(cluster, admin, database, way, disk)) {
      console.log(`  ${fault.name}`)
      lines.push(await suffer(fault, program, callers))
    }
    if (fileDisk) lines.push(await filesFull(program, fileDisk, database, cookie))
    await program.end('SIGTERM')
    await database.close()
    const lost = await missing(url, callers.written)
    lines.push({
      promise: '25 what was acknowledged meanwhile',
      figure: '0 lost',
      result: `${callers.written.length} written, ${lost} lost`,
      ok: lost === 0 && callers.written.length > 0,
    })
    return lines
  } finally {
    cluster.freeze(false)
    way.stop()
    await admin.close().catch(() => {})
    disk?.remove()
    fileDisk?.remove()
    cluster.stop()
  }
}

function faults(
  cluster: Cluster,
  admin: Database,
  database: Database,
  way: { ms: (delay: number) => void },
  disk: SmallDisk | undefined,
): Fault[] {
  const all = ['read', 'write', 'page', 'sign-in']
  let unlock = () => {}
  const readOnly = async (is: boolean) => {
    await admin.query(
      is
        ? 'alter system set default_transaction_read_only = on'
        : 'alter system reset default_transaction_read_only',
    )
    await admin.query('select pg_reload_conf()')
  }
  return [
    { name: 'stopped', begin: () => cluster.crash(), end: () => cluster.start(), refused: all },
    { name: 'frozen', begin: () => cluster.freeze(true), end: () => cluster.freeze(false), refused: all },
    { name: 'slow, 0.7 s an answer', begin: () => way.ms(700), end: () => way.ms(0), refused: ['write'] },
    { name: 'slow, 2.5 s an answer', begin: () => way.ms(2_500), end: () => way.ms(0), refused: all },
    {
      name: 'slow, its tables locked',
      begin: () =>
        new Promise<void>((locked) => {
          void database.transaction({ role: 'service' }, async (tx) => {
            await tx.execute('set local role none')
            await tx.execute('lock table portal, link, activity, person in access exclusive mode')
            await new Promise<void>((resolve) => {
              unlock = resolve
              locked()
            })
          })
        }),
      end: () => unlock(),
      refused: all,
    },
    ...(disk
      ? [
          {
            name: 'full',
            begin: () => disk.fill(),
            end: () => disk.free(),
            refused: ['write'],
            goesOn: ['read', 'page'],
            until: true,
          },
        ]
      : []),
    {
      name: 'read-only',
      begin: () => readOnly(true),
      end: () => readOnly(false),
      refused: ['write', 'sign-in'],
      goesOn: ['read', 'page'],
    },
  ]
}
