import { migrate } from '#platform/migrate.ts'
import { openDatabase } from '#platform/open-database.ts'
import { cookieFor } from '#testing/as.ts'
import { startCluster } from '#testing/postgres.ts'
import { people, portals } from '#testing/world/cast.ts'
import { makeWorld } from '#testing/world.ts'
import { cpuSeconds, startChild, stopChild } from './child.ts'
import { type Figure, percentile } from './figures.ts'
import { askPlainly, postText } from './plain-sockets.ts'
import { connectAll, key, told } from './webhook-shops.ts'

const ports = [
  [20_841, 20_842],
  [20_843, 20_844],
] as const
const [rate, seconds] = [200, Number(process.env.BENCH_SECONDS ?? 60)]
/** As fast as they are taken: what a second takes of them is what the machine can. */
const [rush, rushPerSecond] = [10_000, 1_000]

/** Shopify's webhooks at two processes on PostgreSQL: none lost, none double, while others go on working. */
export async function benchWebhooks(): Promise<Figure[] | undefined> {
  const cluster = await startCluster()
  if (!cluster) return undefined
  try {
    const url = cluster.url('postgres')
    const database = await openDatabase({ url, folder: '' })
    await migrate(database)
    await makeWorld(database, { size: 'test' })
    const connectors = await connectAll(database)
    const cookie = await cookieFor(database, people.super.id)
    const programs = []
    for (const [port, portalsPort] of ports) {
      const shared = {
        DATABASE_URL: url,
        LOG_LEVEL: 'warn',
        SECRET: key,
        APP_ORIGIN: 'http://localhost:20841',
      }
      const env = { ...shared, PORT: String(port), PORTALS_PORT: String(portalsPort) }
      programs.push(await startChild('bin/start.ts', env, `http://127.0.0.1:${port}/readyz`))
    }
    const cpuBefore = await cpuOfBoth()
    const sent = await load(connectors, { rate, seconds, cookie })
    const ended = performance.now()
    const count = async (state: string) =>
      (
        await database.query<{ n: number }>(
          'select count(*)::int as n from webhook_delivery where state = $1',
          [state],
        )
      )[0]?.n ?? 0
    while ((await count('waiting')) > 0 && performance.now() - ended < 120_000)
      await new Promise((resolve) => setTimeout(resolve, 250))
    const caughtUp = (performance.now() - ended) / 1000
    const done = await count('done')
    const [row] = await database.query<{ orders: number; units: number }>(
      `select count(distinct o.id)::int as orders, sum(l.units)::int as units from "order" o
        join order_line l on l.portal_id = o.portal_id and l.order_id = o.id where o.external_id like '#M%'`,
    )
    const cpu = (await cpuOfBoth()) - cpuBefore
    const rushed = await rushIn(connectors, sent.sent)
    const cpuRushed = (await cpuOfBoth()) - cpuBefore - cpu
    for (const program of programs) await stopChild(program)
    await database.close()
    const orders = Math.ceil(sent.sent / 2)
    const exact = done === sent.sent && row?.orders === orders && row.units === orders * 2
    return [
      {
        what: `webhooks for ${seconds} s at two processes, taken`,
        value: sent.atOnce / sent.took,
        unit: 'per second',
        limit: '≥ 195',
        met: sent.atOnce / sent.took >= 195,
      },
      {
        what: 'webhooks lost or counted twice',
        value: exact ? 0 : Math.abs(sent.sent - done) + Math.abs((row?.orders ?? 0) - orders),
        unit: '',
        limit: '0',
        met: exact,
      },
      {
        what: `${rush.toLocaleString('en')} webhooks as fast as they are taken`,
        value: rushed.taken / rushed.took,
        unit: 'per second',
        limit: `≥ ${rushPerSecond.toLocaleString('en')}`,
        met: rushed.taken === rush && rush / rushed.took >= rushPerSecond,
      },
      {
        what: 'CPU of both processes for each that is taken then',
        value: (cpuRushed / rush) * 1000,
        unit: 'ms',
        limit: '≤ 1 ms',
        met: cpuRushed / rush <= 0.001,
      },
      {
        what: 'last webhook worked off after',
        value: caughtUp,
        unit: 's',
        limit: '≤ 60',
        met: caughtUp <= 60,
      },
      {
        what: 'CPU of both processes for a webhook and its order',
        value: (cpu / sent.sent) * 1000,
        unit: 'ms',
      },
      {
        what: 'other calls meanwhile, p95',
        value: sent.p95,
        unit: 'ms',
        limit: '≤ 300',
        met: sent.p95 <= 300 && sent.failed === 0,
      },
    ]
  } finally {
    await cluster.stop()
  }
}

/** Each told its metrics twice: the first answer's CPU time is a little old. */
async function cpuOfBoth(): Promise<number> {
  const metrics = ports.map(([port]) => `http://127.0.0.1:${port}/metrics`)
  await Promise.all(metrics.map(cpuSeconds))
  return (await Promise.all(metrics.map(cpuSeconds))).reduce((sum, value) => sum + value, 0)
}

/** What a team looks at while its shops sell. */
const looks = [
  '/api/products',
  '/api/orders',
  '/api/portals',
  `/api/portal/${portals.ninoLobo.id}/links`,
  `/api/portal/${portals.ninoLobo.id}/stocks`,
  '/api/analytics/staffSalesInfo?f=2026-10-01&t=2026-10-31',
]

/** Sends those after the first `from` as fast as they are taken, signed before. */
async function rushIn(connectors: readonly string[], from: number) {
  const texts = Array.from({ length: rush }, (_, at) => told(connectors, from + at)).map(
    ({ path, headers, body }) => postText(path, headers, body),
  )
  let [sent, taken] = [0, 0]
  const started = performance.now()
  await askPlainly(
    ports.map(([port]) => port),
    32,
    () => texts[sent++],
    (status) => {
      if (status === 200) taken++
    },
  )
  return { taken, took: (performance.now() - started) / 1000 }
}

/** Sends at an even rate, and meanwhile looks at something every 100 ms as whoever has the `cookie`. */
async function load(
  connectors: readonly string[],
  { rate, seconds, cookie }: { rate: number; seconds: number; cookie: string },
) {
  const started = performance.now()
  const waits: number[] = []
  const open = new Set<Promise<void>>()
  const answers: Record<string, number> = {}
  const base = (n: number) => `http://127.0.0.1:${ports[n % 2]?.[0]}`
  const tell = async (n: number) => {
    const { path, headers, body } = told(connectors, n)
    const answer = await fetch(`${base(n)}${path}`, { method: 'POST', body, headers })
    await answer.arrayBuffer()
    return answer.status
  }
  let atOnce = 0
  // Shops send again what was not taken.
  const send = async (n: number) => {
    for (let tries = 0; tries < 10; tries++) {
      const status = await tell(n).catch(() => 'no answer')
      answers[status] = (answers[status] ?? 0) + 1
      if (status === 200 && tries === 0) atOnce++
      if (status === 200) return
      await new Promise((resolve) => setTimeout(resolve, 1_000))
    }
  }
  let failed = 0
  const refused: Record<string, true> = {}
  const ask = async (n: number) => {
    const asked = performance.now()
    const answer = await fetch(`${base(n)}${looks[n % looks.length]}`, { headers: { cookie } })
    await answer.arrayBuffer()
    if (!answer.ok) {
      failed++
      refused[`${answer.status} ${looks[n % looks.length]}`] = true
    }
    waits.push(performance.now() - asked)
  }
  const keep = (call: Promise<void>) => {
    open.add(call)
    void call.catch(() => {}).finally(() => open.delete(call))
  }
  for (let n = 0, asked = 0; n < rate * seconds; ) {
    const due = ((performance.now() - started) / 1000) * rate
    while (n < due && n < rate * seconds) keep(send(n++))
    if (performance.now() - started > asked * 100) keep(ask(asked++))
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  const took = (performance.now() - started) / 1000
  await Promise.allSettled(open)
  waits.sort((a, b) => a - b)
  console.log(
    'answers:',
    answers,
    'other calls:',
    waits.length,
    'of them failed:',
    failed,
    Object.keys(refused),
  )
  return { sent: rate * seconds, atOnce, took, p95: percentile(waits, 0.95), failed }
}
