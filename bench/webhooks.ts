import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { signatureHeaders } from '#features/connectors/server/signature.ts'
import { shopifyOrder } from '#features/connectors/test-orders.ts'
import { seal } from '#features/two-factor/server/totp.ts'
import { asService, type Database } from '#platform/db.ts'
import { migrate } from '#platform/migrate.ts'
import { openDatabase } from '#platform/open-database.ts'
import { cookieFor } from '#testing/as.ts'
import { startCluster } from '#testing/postgres.ts'
import { people, portals } from '#testing/world/cast.ts'
import { makeWorld } from '#testing/world.ts'
import { cpuSeconds, startChild, stopChild } from './child.ts'
import { type Figure, percentile } from './figures.ts'

const ports = [
  [20_841, 20_842],
  [20_843, 20_844],
] as const
const [rate, seconds] = [200, Number(process.env.BENCH_SECONDS ?? 60)]
/** As many as are asked for, however long the answers take: what is taken of them in a second is what the machine can. */
const [rush, rushSeconds] = [1_000, 10]
const shopSecret = 'un-secreto-de-medida-muy-largo'
const key = 'una-clave-de-medida-de-32-bytes-o-mas'

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
    const before = await Promise.all(ports.map(([port]) => cpuSeconds(`http://127.0.0.1:${port}/metrics`)))
    const told = await load(connectors, { rate, seconds, cookie })
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
    const after = await Promise.all(ports.map(([port]) => cpuSeconds(`http://127.0.0.1:${port}/metrics`)))
    const cpu = after.reduce((sum, value, at) => sum + value - (before[at] ?? 0), 0)
    const rushed = await load(connectors, { rate: rush, seconds: rushSeconds, from: told.sent })
    for (const program of programs) await stopChild(program)
    await database.close()
    const orders = Math.ceil(told.sent / 2)
    const exact = done === told.sent && row?.orders === orders && row.units === orders * 2
    return [
      {
        what: `webhooks for ${seconds} s at two processes, taken`,
        value: told.atOnce / told.took,
        unit: 'per second',
        limit: '≥ 195',
        met: told.atOnce / told.took >= 195,
      },
      {
        what: 'webhooks lost or counted twice',
        value: exact ? 0 : Math.abs(told.sent - done) + Math.abs((row?.orders ?? 0) - orders),
        unit: '',
        limit: '0',
        met: exact,
      },
      {
        what: `${(rush * rushSeconds).toLocaleString('en')} webhooks in ${rushSeconds} s, answered`,
        value: rushed.sent / rushed.answered,
        unit: 'per second',
        limit: `≥ ${rush.toLocaleString('en')}`,
        met: rushed.sent / rushed.answered >= rush * 0.975,
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
        value: (cpu / told.sent) * 1000,
        unit: 'ms',
        limit: '≤ 1 ms',
        met: cpu / told.sent <= 0.001,
      },
      {
        what: 'other calls meanwhile, p95',
        value: told.p95,
        unit: 'ms',
        limit: '≤ 300',
        met: told.p95 <= 300 && told.failed === 0,
      },
    ]
  } finally {
    await cluster.stop()
  }
}

/** A shop for each portal of the world. */
async function connectAll(database: Database): Promise<string[]> {
  return database.transaction(asService('trial'), async (tx) => {
    const ids: string[] = []
    for (const { id: portalId } of Object.values(portals)) {
      const id = randomUUID()
      await tx.execute(
        sql`insert into connector (portal_id, id, kind, source, name) values (${portalId}, ${id}, 'shopify', 'shopify', 'Medida')`,
      )
      const sealed = Buffer.from(seal(Buffer.from(key), id, shopSecret))
      await tx.execute(sql`insert into connector_secret (connector_id, sealed) values (${id}, ${sealed})`)
      ids.push(id)
    }
    return ids
  })
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

/**
 * Sends at an even rate, each order twice as it goes on, numbered `from` there, and meanwhile looks at something every 100 ms
 * as whoever has the `cookie`.
 */
async function load(
  connectors: readonly string[],
  { rate, seconds, from = 0, cookie }: { rate: number; seconds: number; from?: number; cookie?: string },
) {
  const started = performance.now()
  const waits: number[] = []
  const open = new Set<Promise<void>>()
  const answers: Record<string, number> = {}
  const base = (n: number) => `http://127.0.0.1:${ports[n % 2]?.[0]}`
  const tell = async (n: number) => {
    const number = (from + n) >> 1
    const shipped = n % 2 ? [{ status: 'success', line_items: [{ id: 1, quantity: 1 }] }] : []
    const told = { updated_at: `2026-11-02T10:0${n % 2}:00+01:00`, fulfillments: shipped }
    const body = JSON.stringify(shopifyOrder(`#M${number}`, told))
    const headers = signatureHeaders('shopify', shopSecret, Buffer.from(body))
    const id = connectors[number % connectors.length]
    const answer = await fetch(`${base(n)}/api/webhooks/shopify/${id}`, { method: 'POST', body, headers })
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
    const answer = await fetch(`${base(n)}${looks[n % looks.length]}`, { headers: { cookie: cookie ?? '' } })
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
    if (cookie && performance.now() - started > asked * 100) keep(ask(asked++))
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  const took = (performance.now() - started) / 1000
  await Promise.allSettled(open)
  const answered = (performance.now() - started) / 1000
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
  return { sent: rate * seconds, atOnce, took, answered, p95: percentile(waits, 0.95), failed }
}
