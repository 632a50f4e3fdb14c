import { fromPglite, PgBoss } from 'pg-boss'
import { asJob, inBackground } from './background.ts'
import type { Database, Tx } from './db.ts'
import type { Log } from './log.ts'

/** A piece of work that runs apart from requests; idempotent, because it may run again after a crash. */
export type Job = {
  name: string
  /** When to run by itself, as cron in the business time zone. */
  cron: string
} & (
  | { run: () => Promise<void> }
  | { /** What is one transaction, over all accounts. */ inTransaction: InTransaction }
)
type InTransaction = (tx: Tx) => Promise<unknown>

export interface Jobs {
  /** Runs the job soon, or in so many seconds, on one of the processes. What there is to do stands in the job's own tables. */
  wake: (name: string, inSeconds?: number) => Promise<void>
  stop: () => Promise<void>
}

/**
 * Starts the job queue. Work is handed over through tables that verbs write in their own transaction
 * (mail, rollup watermarks): a lost wake-up only means that the next run by the clock does it.
 */
export async function startJobs(database: Database, log: Log, jobs: readonly Job[]): Promise<Jobs> {
  const boss =
    'pool' in database.raw
      ? new PgBoss({ db: fromPool(database.raw.pool) })
      : new PgBoss({ backend: 'pglite', db: fromPglite(database.raw.pglite) })
  boss.on('error', (error) => log.warn({ error }, 'job queue'))
  await boss.start()
  for (const job of jobs) {
    await boss.createQueue(job.name, { policy: 'short', retryLimit: 3, expireInSeconds: 15 * 60 })
    await boss.work(job.name, { pollingIntervalSeconds: 2 }, async () => {
      try {
        await inBackground(() => carryOut(database, job))
      } catch (error) {
        log.error({ error, job: job.name }, 'job failed')
        throw error
      }
    })
    await boss.schedule(job.name, job.cron, null, { tz: 'Europe/Madrid' })
  }
  return {
    wake: async (name, inSeconds = 0) => {
      await boss
        .send(name, null, inSeconds > 0 ? { startAfter: inSeconds, singletonKey: secondIn(inSeconds) } : {})
        .catch((error: unknown) => log.warn({ error }, 'job not woken'))
    },
    stop: () => boss.stop({ graceful: true, timeout: 10_000 }),
  }
}

/** Of the jobs that wait under one key only the first is kept: one that is held must not stand for an earlier or later one. */
const secondIn = (seconds: number) => `at ${Math.ceil(Date.now() / 1000 + seconds)}`

/** Runs a job once, here and now. */
export const carryOut = async (database: Database, job: Job): Promise<unknown> =>
  'run' in job ? job.run() : asJob(database, job.inTransaction)

const fromPool = (pool: import('pg').Pool) => ({
  executeSql: async (text: string, values?: unknown[]) => pool.query(text, values as unknown[]),
})
