import type { Database } from '#platform/db.ts'
import { ask, questions, view, write } from './clickhouse-work.ts'
import type { DrillLine } from './drill.ts'
import { type Process, sleep } from './processes.ts'

const freshMs = 10_000
const times = 30

/** How long it is from a sale that is written and a view that is taken until the overview tells of it. */
export async function fresh(
  program: Process,
  database: Database,
  cookie: string,
  promise: string,
): Promise<DrillLine> {
  const told = async () => {
    const { orders, visits } = (await ask(program, questions[0] as string, cookie)).body.totals as Record<
      'orders' | 'visits',
      number
    >
    return { orders, visits }
  }
  const before = await told()
  const taken = { orders: [] as number[], visits: [] as number[] }
  const seen = { orders: [] as number[], visits: [] as number[] }
  const until = performance.now() + times * 500 + 2 * freshMs
  const working = (async () => {
    for (let n = 0; n < times; n++) {
      await write(database, 'fresh', n, { visited: false })
      taken.orders.push(performance.now())
      if ((await view(program, 0xf0_00_00 + n, 'fresh')).status === 202) taken.visits.push(performance.now())
      await sleep(500)
    }
  })()
  while (seen.orders.length < times || seen.visits.length < times) {
    const now = await told()
    const at = performance.now()
    if (at > until) break
    for (const kind of ['orders', 'visits'] as const)
      while (seen[kind].length < now[kind] - before[kind]) seen[kind].push(at)
    await sleep(50)
  }
  await working
  const slowest = (kind: 'orders' | 'visits') =>
    Math.max(...taken[kind].map((at, n) => (seen[kind][n] ?? Number.POSITIVE_INFINITY) - at))
  const [orders, visits] = [slowest('orders'), slowest('visits')]
  return {
    promise: `${promise}, fresh`,
    figure: `${times} sales and ${times} views: each told within ${freshMs / 1_000} s`,
    result: `sales ${(orders / 1_000).toFixed(1)} s at most, ${taken.visits.length} views ${(visits / 1_000).toFixed(1)} s at most`,
    ok: taken.visits.length === times && Math.max(orders, visits) <= freshMs,
  }
}
