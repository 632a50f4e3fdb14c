import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readEnv } from '#platform/env.ts'
import { carryOut } from '#platform/jobs.ts'
import { createLog } from '#platform/log.ts'
import { openDatabase } from '#platform/open-database.ts'
import { scheduledJobs } from '#processes/scheduled-jobs.ts'
import type { Cluster } from '#testing/postgres.ts'
import { postgresMs } from './cpu.ts'
import type { Figure } from './figures.ts'

/** What one run of a job takes that has nothing left to do: milliseconds of the program and of PostgreSQL together. */
export interface Run {
  name: string
  cron: string
  cpu: number
}

/** These ask others: a bank, name servers. */
const outside = ['exchange-rates', 'domains']
/** The part of one processor that a job may take by doing nothing. */
const mostOfOne = 0.001

/** Each job of the clock in one world: a first run does what waits, those after it find nothing to do. */
export async function measureJobs(
  { url, folder }: Pick<Cluster, 'url' | 'folder'>,
  name: string,
): Promise<Run[]> {
  const database = await openDatabase({ url: url(name), folder: '' })
  const files = mkdtempSync(join(tmpdir(), 'backline-jobs-'))
  const env = readEnv({ DATABASE_URL: url(name), DATA_DIR: files })
  const jobs = scheduledJobs(database, env, createLog('silent'))
  const runs: Run[] = []
  for (const job of jobs.filter((one) => !outside.includes(one.name))) {
    await carryOut(database, job)
    const before = [process.cpuUsage(), postgresMs(folder)] as const
    await carryOut(database, job)
    const used = process.cpuUsage(before[0])
    const cpu = (used.user + used.system) / 1_000 + postgresMs(folder) - before[1]
    runs.push({ name: job.name, cron: job.cron, cpu })
  }
  await database.close()
  rmSync(files, { recursive: true })
  return runs
}

/** What jobs cost beside each other; those of the night may take as long as they need. */
export const reportJobs = (small: Run[], large: Run[]): Figure[] =>
  large.map(({ name, cron, cpu }) => {
    const floor = small.find((run) => run.name === name)?.cpu ?? 0
    const every = secondsBetween(cron)
    const most = every * 1_000 * mostOfOne
    return {
      ...{ what: `job ${name}, with nothing to do`, value: cpu, unit: 'ms', floor },
      ...(every < 86_400
        ? { limit: `≤ ${most} ms, ${mostOfOne * 100} % of a processor`, met: cpu <= most }
        : {}),
    }
  })

/** Between two runs of a cron that runs by the minute, by minutes, by the hour or by the day. */
function secondsBetween(cron: string): number {
  const [minute = '', hour = ''] = cron.split(' ')
  if (minute.startsWith('*')) return 60 * Number(minute.split('/')[1] ?? 1)
  return /^\d+$/.test(hour) ? 86_400 : 3_600
}
