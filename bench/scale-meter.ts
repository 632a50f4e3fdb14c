import { execFile, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Cluster } from '#testing/postgres.ts'
import { cpuSeconds } from './child.ts'
import type { Cost } from './scale-model.ts'

export const [port, portalsPort] = [20_871, 20_872]
export const visits = { rate: 400, seconds: 40, portals: 300 }
const metrics = `http://127.0.0.1:${port}/metrics`
const load = fileURLToPath(new URL('collect-load.ts', import.meta.url))
export const rest = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

export type CostOf = (count: number, work: () => Promise<unknown>) => Promise<Cost>

/** CPU milliseconds that a cluster's processes have used, those that have ended too. Ticks are hundredths of a second. */
function databaseMs({ folder }: Cluster): number {
  const [server = ''] = readFileSync(join(folder, 'data', 'postmaster.pid'), 'utf8').split('\n')
  const children = spawnSync('pgrep', ['-P', server], { encoding: 'utf8' }).stdout.split('\n').filter(Boolean)
  const ticks = (pid: string, fields: number) => {
    try {
      const after = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
      return after.slice(11, 11 + fields).reduce((sum, each) => sum + Number(each), 0)
    } catch {
      return 0
    }
  }
  return 10 * (ticks(server, 4) + children.reduce((sum, pid) => sum + ticks(pid, 2), 0))
}

/**
 * Looks for fifteen seconds at what the program and PostgreSQL use without work, and answers what work costs beyond that:
 * `settled` waits until all of it is done.
 */
export async function startMeter(cluster: Cluster, settled: () => Promise<unknown>): Promise<CostOf> {
  const used = async () => {
    // prom-client reads the CPU time when it is asked, a little late: ask twice.
    await cpuSeconds(metrics)
    return {
      programMs: (await cpuSeconds(metrics)) * 1_000,
      databaseMs: databaseMs(cluster),
      at: Date.now(),
    }
  }
  const between = (a: Awaited<ReturnType<typeof used>>, b: typeof a) => ({
    programMs: b.programMs - a.programMs,
    databaseMs: b.databaseMs - a.databaseMs,
    ms: b.at - a.at,
  })
  await settled()
  const quiet = await used()
  await rest(15_000)
  const idle = between(quiet, await used())
  return async (count, work) => {
    const before = await used()
    await work()
    await settled()
    const { ms, ...all } = between(before, await used())
    const each = (which: keyof Cost) => (all[which] - (idle[which] * ms) / idle.ms) / count
    return { programMs: each('programMs'), databaseMs: each('databaseMs') }
  }
}

/** Sends visits of many portals at a steady rate for so many seconds. @throws where one is not taken */
export async function collect(seconds: number): Promise<void> {
  const words = [load, ...[portalsPort, visits.rate, seconds, visits.portals].map(String)]
  const { stdout } = await promisify(execFile)(process.execPath, words)
  const { sent, accepted } = JSON.parse(stdout) as { sent: number; accepted: number }
  if (accepted < sent) throw new Error(`${accepted} of ${sent} visits were taken`)
}
