import type { Database } from '#platform/db.ts'
import { openDatabase } from '#platform/open-database.ts'
import { type Cluster, startCluster } from '#testing/postgres.ts'
import { buildIfStale } from '../bin/build-steps.ts'
import type { DrillLine } from './drill.ts'
import { Process } from './processes.ts'

const rounds = 9

/** What happens when processes are started: together, on an empty database, on a newer one, with a wrong setting. */
export async function run(): Promise<DrillLine[]> {
  await buildIfStale()
  const cluster = await startCluster()
  if (!cluster)
    return [
      { promise: 'start', figure: 'on PostgreSQL', result: 'skipped: no PostgreSQL is installed', ok: false },
    ]
  try {
    return [
      await onAnEmptyDatabase(cluster),
      await firstPerson(cluster),
      await onANewerSchema(cluster),
      await withAWrongSetting(cluster),
    ]
  } finally {
    cluster.stop()
  }
}

async function emptyDatabase(cluster: Cluster, name: string): Promise<string> {
  const admin = await openDatabase({ url: cluster.url('postgres'), folder: '', poolSize: 1 })
  await admin.query(`create database ${name}`)
  await admin.close()
  return cluster.url(name)
}

async function on<T>(url: string, work: (database: Database) => Promise<T>): Promise<T> {
  const database = await openDatabase({ url, folder: '', poolSize: 1 })
  try {
    return await work(database)
  } finally {
    await database.close()
  }
}

const ended = (error: unknown) => String(error).replaceAll('\n', ' ').slice(0, 200)

async function onAnEmptyDatabase(cluster: Cluster): Promise<DrillLine> {
  const deaths: string[] = []
  let started = 0
  for (let round = 0; round < rounds; round++) {
    const url = await emptyDatabase(cluster, `empty_${round}`)
    const together = 2 + (round % 3)
    started += together
    const processes = await Promise.all(Array.from({ length: together }, () => Process.make(url)))
    const starts = await Promise.allSettled(processes.map((one) => one.start()))
    for (const start of starts) if (start.status === 'rejected') deaths.push(ended(start.reason))
    await Promise.all(processes.map((one) => one.end('SIGTERM')))
  }
  return {
    promise: '2 to 4 processes start at once on an empty database',
    figure: `all ready, ${rounds} times`,
    result: `${started - deaths.length} of ${started}${deaths[0] ? `: ${deaths[0]}` : ''}`,
    ok: deaths.length === 0,
  }
}

const linkIn = (said: string) => /activate-account\?kind=firstSuper&token=([\w-]+)/.exec(said)?.[1] ?? ''

async function firstPerson(cluster: Cluster): Promise<DrillLine> {
  const url = await emptyDatabase(cluster, 'first_person')
  const processes = [await Process.make(url), await Process.make(url), await Process.make(url)]
  const links: string[] = []
  for (const one of processes) {
    await one.start()
    links.push(linkIn(one.said()))
  }
  const post = async (path: string, body: object) =>
    fetch(`${processes[0]?.origin}/api/account/${path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    })
  const good = await Promise.all(
    links.map(async (token) => {
      const answer = await post('token-check', { kind: 'firstSuper', token })
      return ((await answer.json()) as { valid?: boolean }).valid === true
    }),
  )
  const won = await Promise.all(
    Array.from({ length: 30 }, async (_, at) => {
      const answer = await post('activation', {
        token: links[at % links.length],
        name: 'Primera persona',
        email: `primera${at}@compania.test`,
        password: 'cuatro sillas y un piano',
      })
      return answer.status
    }),
  )
  const people = await on(url, (database) => database.query('select 1 from person'))
  const again = await Process.make(url)
  await again.start()
  const silent = linkIn(again.said()) === ''
  await Promise.all([...processes, again].map((one) => one.end('SIGTERM')))
  const winners = won.filter((status) => status === 200).length
  return {
    promise: 'the link for the first person',
    figure: 'good whichever process printed it, whoever starts later; one person comes of all of them',
    result: `${good.filter(Boolean).length} of ${links.length} good, ${winners} of ${won.length} tries won, ${people.length} person, ${silent ? 'none' : 'ONE'} printed later`,
    ok: good.every(Boolean) && winners === 1 && people.length === 1 && silent,
  }
}

async function onANewerSchema(cluster: Cluster): Promise<DrillLine> {
  const url = await emptyDatabase(cluster, 'newer')
  const running = await Process.make(url)
  await running.start()
  await on(url, (database) =>
    database.query(
      `insert into drizzle.__drizzle_migrations (hash, created_at) select 'of a later version', max(created_at) + 1 from drizzle.__drizzle_migrations`,
    ),
  )
  const older = await Process.make(url)
  const said = await older.start().then(
    () => 'it started',
    (error: Error) => error.message.replace('The program ended:\n', '').trim(),
  )
  const goesOn = await running.ready()
  await Promise.all([running.end('SIGTERM'), older.end('SIGTERM')])
  return {
    promise: 'an older program on a newer schema',
    figure: 'says so in one sentence and ends; one that runs already goes on',
    result: `"${said.slice(0, 160)}", the other ${goesOn ? 'goes on' : 'STOPPED'}`,
    ok: /newer version/.test(said) && !said.includes('\n') && goesOn,
  }
}

async function withAWrongSetting(cluster: Cluster): Promise<DrillLine> {
  const url = await emptyDatabase(cluster, 'settings')
  const wrong: [string, string][] = [
    ['MAIL_FROM', 'nomail'],
    ['MAIL_FROM', 'Backline <nomail>'],
    ['TRUST_PROXY', 'all'],
    ['TRUST_PROXY', '-1'],
  ]
  const started: string[] = []
  for (const [name, value] of wrong) {
    const one = await Process.make(url, { [name]: value })
    const said = await one.start().then(
      () => 'it started',
      (error: Error) => error.message,
    )
    if (!said.includes(name)) started.push(`${name}=${value}: ${said.slice(0, 80)}`)
    await one.end('SIGTERM')
  }
  return {
    promise: 'a setting that cannot be used',
    figure: `${wrong.length} of them refused by name`,
    result: started.length === 0 ? `${wrong.length} refused` : started.join('; '),
    ok: started.length === 0,
  }
}
