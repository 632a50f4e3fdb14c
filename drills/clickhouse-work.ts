import { importLines } from '#features/orders/server/import-orders.ts'
import { addViews } from '#features/visits/server/ingest-views.ts'
import type { Database } from '#platform/db.ts'
import { Big } from '#platform/money.ts'
import { todayPlus } from '#platform/windows.ts'
import { portals } from '#testing/world/cast.ts'
import { type Process, sleep } from './processes.ts'

const now = new Date()
const days = `f=${todayPlus(now, -300)}&t=${todayPlus(now)}`

/** Asks the program, and says how long it took. */
export const ask = async ({ origin }: Process, path: string, cookie: string) => {
  const started = performance.now()
  const answer = await fetch(origin + path, { headers: { cookie }, signal: AbortSignal.timeout(20_000) })
  const body = (await answer.json()) as { totals?: object; rows?: unknown; error?: { code: string } }
  return { status: answer.status, body, tookMs: performance.now() - started }
}
export const questions = [
  `/api/analytics/highlights?${days}`,
  `/api/analytics/salesByProductDetailInfo?${days}`,
  `/api/analytics/salesByLocationDetailInfo?by=cities&${days}`,
  `/api/analytics/trafficDetailInfo?by=source&countries=ES&${days}`,
]
/** What all questions are answered, as one text. */
export const answers = async (program: Process, cookie: string) =>
  JSON.stringify(
    await Promise.all(
      questions.map(async (path) => {
        const { status, body } = await ask(program, path, cookie)
        return [status, body.totals, body.rows]
      }),
    ),
  )

/** Of several accounts, so that every shard has some. */
const sellers = [
  portals.claraVentisca,
  portals.bajamar,
  portals.hotelLevante,
  portals.perroManso,
  portals.ninoLobo,
]

/** A page view at the program's own door, of a visitor of its own. */
export const view = (program: Process, n: number, campaign: string) =>
  fetch(`${program.origin}/api/collect`, {
    method: 'POST',
    headers: {
      'content-type': 'text/plain',
      'x-forwarded-for': `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}`,
      'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
    },
    body: JSON.stringify({
      n: 'pageview',
      u: `https://tienda.example/?utm_campaign=${campaign}`,
      d: portals.bajamar.customUrl,
    }),
    signal: AbortSignal.timeout(5_000),
  })

/**
 * A sale and a visit, unless none is wanted, each in a transaction of its own, and each unlike any other: where no tokens are known (18.16), replicas
 * know a repeat by what it holds.
 */
export async function write(
  database: Database,
  of: string,
  n: number,
  { visited = true } = {},
): Promise<void> {
  const name = `${of}-${n}`
  const portal = sellers[n % sellers.length] ?? portals.bajamar
  const at = Date.now() - 3_600_000
  await importLines(
    database,
    'drill',
    { by: 'portal', create: false },
    [
      {
        ...{ row: 0, portalKey: portal.code, externalId: name, kind: 'sale' as const, at, placedAt: at },
        ...{ sku: 'DRILL', name: 'Drill', units: 1, currency: 'EUR', scale: 2 },
        ...{ gross: new Big(n).div(100).plus(10), net: new Big(n).div(100).plus('9.5'), tax: new Big(0) },
      },
    ],
    { secret: Buffer.alloc(32) },
  )
  if (!visited) return
  await addViews(database, [
    {
      ...{ portalId: portal.id, at, kind: 'view' as const, visitor: name, path: '/', lineHash: null },
      ...{ source: 'Google', medium: null, campaign: null, referrer: 'google.com', channel: 'search' },
      ...{ country: 'ES', province: 'ES-B', city: name, device: 'mobile', browser: 'Firefox', linkId: null },
    },
  ])
}

/** Has all that waits been sent, within a time? */
export async function arrived(database: Database, withinMs: number): Promise<boolean> {
  const started = performance.now()
  for (;;) {
    const [row] = await database.query<{ n: number }>('select count(*)::int as n from fact_outbox')
    if (row?.n === 0) return true
    if (performance.now() - started > withinMs) return false
    await sleep(200)
  }
}
