import { Counter } from 'prom-client'
import type { Database } from './db.ts'
import { AppError } from './errors.ts'
import { asAppError } from './failures.ts'

/** Where a database stands: a place in its log, as PostgreSQL writes it (`0/3000148`). */
export type Standing = string

const standing = /^[0-9A-F]{1,8}\/[0-9A-F]{1,8}$/
export const isStanding = (text: string | undefined): text is Standing =>
  text !== undefined && standing.test(text)

/** The place as a number that can be compared. */
function placeOf(text: Standing): bigint {
  const [high = '0', low = '0'] = text.split('/')
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`)
}

/** The primary is asked so often where it stands: what a standby answers is at most twice as old. */
const sampleMs = 500
/** So long a standby that failed is left alone. */
const restMs = 5_000

const reads = new Counter({
  name: 'backline_lagging_reads_total',
  help: 'Reads that may be a second old, by the database that answered them',
  labelNames: ['from'],
})

/**
 * Reads that may be a second old go to `standby`, which follows `primary` by streaming replication, as long as it has come to
 * where the primary stood a moment ago and to what whoever asks has written. Else, and where it fails, the primary answers.
 */
export function withStandby(primary: Database, standby: Database): Database {
  let sample: { at: number; place: bigint } | undefined
  let asking: Promise<void> | undefined
  let replayed = 0n
  let restUntil = 0

  const stands = async (): Promise<Standing> => {
    const [row] = await primary.query<{ lsn: string }>(
      'select pg_current_wal_lsn()::text as lsn',
      [],
      'stands',
    )
    return row?.lsn ?? '0/0'
  }
  const take = () => {
    asking ??= stands()
      .then((lsn) => {
        sample = { at: performance.now(), place: placeOf(lsn) }
      })
      .finally(() => {
        asking = undefined
      })
    return asking
  }
  /** Has the standby come so far? One that was promoted follows nobody any more. */
  const hasCome = async (place: bigint): Promise<boolean> => {
    if (replayed >= place) return true
    const [row] = await standby.query<{ lsn: string | null }>(
      'select case when pg_is_in_recovery() then pg_last_wal_replay_lsn()::text end as lsn',
      [],
      'replayed',
    )
    replayed = row?.lsn ? placeOf(row.lsn) : 0n
    return replayed >= place
  }
  const mayAnswer = async (wrote: Standing | undefined): Promise<boolean> => {
    if (performance.now() < restUntil) return false
    const age = sample ? performance.now() - sample.at : Number.POSITIVE_INFINITY
    const fresh = age > sampleMs ? take() : undefined
    // After a pause nobody knows where the primary stands by now; while requests come, the sample before will do.
    if (age > 2 * sampleMs) await fresh
    else fresh?.catch(() => {})
    const [own, now] = [isStanding(wrote) ? placeOf(wrote) : 0n, sample?.place ?? 0n]
    return hasCome(own > now ? own : now)
  }
  const orPrimary = async <T>(
    wrote: Standing | undefined,
    read: (from: Database) => Promise<T>,
  ): Promise<T> => {
    const follows = await mayAnswer(wrote).catch(() => {
      restUntil = performance.now() + restMs
      return false
    })
    if (follows)
      try {
        const answer = await read(standby)
        reads.inc({ from: 'standby' })
        return answer
      } catch (error) {
        // It went away, or what it reads was vacuumed meanwhile: nothing was changed, and the primary can be asked. What the
        // call itself answers stands, also that something else is away.
        if (error instanceof AppError || asAppError(error)?.status !== 503) throw error
        restUntil = performance.now() + restMs
      }
    reads.inc({ from: 'primary' })
    return read(primary)
  }

  return {
    ...primary,
    stands,
    lagging: (wrote) => ({
      read: (reach, run) => orPrimary(wrote, (from) => from.read(reach, run)),
      transaction: (reach, run) => orPrimary(wrote, (from) => from.transaction(reach, run)),
    }),
    close: async () => {
      await Promise.all([primary.close(), standby.close()])
    },
  }
}
