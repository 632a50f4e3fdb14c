import type { ClickHouse } from '#platform/clickhouse.ts'
import { view } from './clickhouse-work.ts'
import type { DrillLine } from './drill.ts'
import { type Process, sleep } from './processes.ts'

/** What a view may still lack of being on disk when its process is killed: promise 23's last second, and the sync. */
const lastMs = 1_500
const senders = 4
const prefix = 'killed-while-collecting-'

/**
 * Page views sent to the program's own door while it is killed, each with a campaign of its own: which of those that it said yes to
 * came through to ClickHouse past PostgreSQL's facts, and how often. `kills` are the moments at which it was killed.
 */
export function collectWhile(program: Process, kills: readonly number[]) {
  const taken = new Map<string, number>()
  let [work, next, refused] = [true, 0, 0]
  const send = async () => {
    while (work) {
      const n = next++
      const name = `${prefix}${n}`
      const answer = await view(program, n, name).catch(() => undefined)
      if (answer?.status === 202) taken.set(name, Date.now())
      else {
        refused++
        await sleep(200)
      }
      await sleep(5)
    }
  }
  const sending = Promise.all(Array.from({ length: senders }, send))
  return async (clickhouse: ClickHouse, what: string): Promise<DrillLine> => {
    work = false
    await sending
    const wanted = [...taken.keys()]
    const found = new Map<string, number>()
    // What a killed process left is taken over a minute after it was put down.
    for (const until = Date.now() + 120_000; Date.now() < until; await sleep(1_000)) {
      const rows = await clickhouse.read(
        `SELECT campaign, sum(views) FROM visit_fact WHERE startsWith(campaign, '${prefix}') GROUP BY campaign`,
      )
      for (const [name, n] of rows) found.set(String(name), Number(n))
      if (wanted.every((name) => found.has(name) || isOfTheLastSecond(name)))
        if (Date.now() > until - 50_000) break
    }
    function isOfTheLastSecond(name: string) {
      const at = taken.get(name) ?? 0
      return kills.some((kill) => at <= kill + 100 && at > kill - lastMs)
    }
    const missing = wanted.filter((name) => !found.has(name))
    const lost = missing.filter((name) => !isOfTheLastSecond(name)).length
    const twice = [...found.values()].filter((n) => n > 1).length
    return {
      promise: what,
      figure:
        'page views taken while everything is killed in turn: none twice, none lost but of the last second before a kill',
      result: `${taken.size} taken, ${refused} refused, ${kills.length} kills of the program; ${twice} twice, ${lost} lost, ${missing.length - lost} of the last seconds`,
      ok: taken.size > 0 && lost === 0 && twice === 0,
    }
  }
}
