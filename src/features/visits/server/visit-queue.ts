import { v5, v7 } from 'uuid'
import { inBackground } from '#platform/background.ts'
import type { Database } from '#platform/db.ts'
import { isRefusal } from '#platform/failures.ts'
import type { Log } from '#platform/log.ts'
import { teamDevices } from './own-team.ts'
import { draftOf, type SeenView } from './seen-view.ts'
import { saltDay, viewRow } from './stage-views.ts'
import { putBatch } from './visit-batches.ts'
import { tellWaiting } from './visit-metrics.ts'
import { recentSalts } from './visit-salts.ts'
import { type ViewBatch, VisitSpool } from './visit-spool.ts'
import { visitorCap } from './visitor-cap.ts'

/** So many views wait at most in memory, about 40 MB; what comes on top is dropped and said in the log. */
const waitingMax = 100_000
/** One transaction's worth: larger ones do less work for each view. */
const batchMax = 20_000
/** A batch in which more than a few views are refused is not taken apart to the last of them. */
const refusalsMax = 200
const everyMs = 1_000
const stopWithinMs = 12_000

/**
 * Views on their way to the database: adding one costs next to nothing. Each second they become a batch with an id, without
 * addresses, on disk where there is a spool; then it is written, once for its id. A killed process loses the last second; a
 * stopped one nothing, nor one whose database is away. See docs/decisions/0150.
 */
export class VisitQueue {
  private seen: SeenView[] = []
  /** Batches without a spool, or that it had no room for. */
  private batches: ViewBatch[] = []
  private timer: NodeJS.Timeout | undefined
  private keeping: Promise<void> | undefined
  private writing: Promise<void> | undefined
  private dropped = 0
  /** From then on what is on disk stays there. */
  private until = Number.POSITIVE_INFINITY
  private spool: VisitSpool | undefined
  private readonly database: Database
  private readonly log: Log
  private readonly crowd = visitorCap()
  private readonly team: ReturnType<typeof teamDevices>
  private readonly salts: ReturnType<typeof recentSalts>

  constructor(database: Database, log: Log) {
    this.database = database
    this.log = log
    this.team = teamDevices(database)
    this.salts = recentSalts(database)
  }

  /** From now on batches wait in a folder, and what others left there is written too. */
  spoolIn(folder: string): void {
    this.spool = new VisitSpool(folder)
    tellWaiting(this)
    this.timer ??= setTimeout(() => this.tick(), everyMs).unref()
  }

  /** Takes a view; false when the queue is full or too many came from one address. Never waits and never throws. */
  add(view: SeenView): boolean {
    if (this.length >= waitingMax) {
      this.dropped++
      return false
    }
    // A visitor is an address and what its browser calls itself: the latter can be invented without end.
    if (!this.crowd(view)) return false
    this.seen.push(view)
    this.timer ??= setTimeout(() => this.tick(), everyMs).unref()
    return true
  }

  /** Views that wait in memory. */
  get length(): number {
    return this.batches.reduce((sum, { rows }) => sum + rows.length, this.seen.length)
  }

  /** Batches of which the database refused some: those lie beside the others until they are 47 h old. */
  async refused(): Promise<number> {
    return (await this.spool?.refused()) ?? 0
  }

  /** Bytes that wait on disk. */
  async onDisk(): Promise<number> {
    return (await this.spool?.size()) ?? 0
  }

  private tick() {
    this.timer = undefined
    const again = () => {
      if (this.spool || this.length > 0) this.timer ??= setTimeout(() => this.tick(), everyMs).unref()
    }
    // Not after what is being written: a database that takes its time must not keep views from the disk.
    void this.keep().then(() => {
      again()
      void this.write().then(again)
    })
  }

  /** Writes what waits now, after what is being written. */
  async flush(): Promise<void> {
    // What is being made ready or written may have begun before.
    await this.keeping
    await this.keep()
    await this.writing
    await this.write()
  }

  private write(): Promise<void> {
    this.writing ??= this.writeAll().finally(() => {
      this.writing = undefined
    })
    return this.writing
  }

  private async writeAll(): Promise<void> {
    try {
      // What waits on disk came first: what opens a visit is told by the views before it.
      for (const id of (await this.spool?.waiting()) ?? []) {
        if (Date.now() >= this.until) break
        await this.writeFromDisk(id)
      }
      for (let batch = this.batches[0]; batch; batch = this.batches[0]) {
        await this.store(batch)
        this.batches.shift()
      }
    } catch (error) {
      this.log.error({ error, waiting: this.length }, 'visits could not be written')
    }
    if (this.dropped > 0) {
      this.log.warn({ dropped: this.dropped }, 'visits dropped: the queue was full')
      this.dropped = 0
    }
  }

  private async writeFromDisk(id: string): Promise<void> {
    const batch = await this.spool?.read(id)
    if (batch === 'lost') return this.log.error({ id }, 'visits on disk lost: torn, or older than 47 h')
    const refused = batch ? await this.store(batch) : []
    if (refused.length > 0) await this.spool?.refuse({ id, rows: refused })
    else await this.spool?.done(id)
  }

  /**
   * Writes a batch, and answers what of it the database has refused and would again: what comes after must not wait for it, and
   * what came with it is written half by half. A half is known by what it holds: told once more, it is written once.
   */
  private async store({ id, rows }: ViewBatch, left = { refusals: refusalsMax }): Promise<ViewBatch['rows']> {
    try {
      const refused = await inBackground(() => putBatch(this.database, { id, rows }))
      if (refused.length > 0) this.log.error({ id, views: refused.length }, 'visits refused for good')
      return refused
    } catch (error) {
      if (!isRefusal(error)) throw error
      left.refusals--
      if (rows.length === 1 || left.refusals <= 0) {
        this.log.error({ error, id, views: rows.length }, 'visits refused by the database for good')
        return rows
      }
    }
    const middle = rows.length >> 1
    const refused: ViewBatch['rows'][number][] = []
    for (const [which, half] of [rows.slice(0, middle), rows.slice(middle)].entries())
      refused.push(...(await this.store({ id: v5(JSON.stringify([which, half]), id), rows: half }, left)))
    return refused
  }

  /** Makes batches of what has been seen, and puts them down: on disk where there is a spool. Never throws. */
  keep(): Promise<void> {
    this.keeping ??= this.keepAll()
      .catch((error: unknown) => {
        this.log.error({ error, waiting: this.length }, 'visits could not be made ready')
      })
      .finally(() => {
        this.keeping = undefined
      })
    return this.keeping
  }

  private async keepAll(): Promise<void> {
    // What comes meanwhile is the next second's: a batch of few costs the database nearly what one of thousands does.
    for (let left = this.seen.length; left > 0; ) {
      const batch = this.seen.slice(0, Math.min(left, batchMax))
      left -= batch.length
      const isOwn = await this.team()
      const drafts = batch.flatMap((view) => (isOwn(view) ? [] : (draftOf(view) ?? [])))
      const days = drafts.map(saltDay)
      const salts = await this.salts(new Set(days))
      const rows = drafts.flatMap((draft, at) => {
        const salt = salts.get(days[at] ?? '')
        return salt ? [viewRow(draft, salt)] : []
      })
      if (rows.length > 0) await this.put({ id: v7(), rows })
      this.seen.splice(0, batch.length)
    }
  }

  private async put(batch: ViewBatch): Promise<void> {
    if (!this.spool) {
      this.batches.push(batch)
      return
    }
    await this.spool.put(batch).catch((error: unknown) => {
      this.batches.push(batch)
      this.log.error({ error }, 'visits could not be put on disk')
    })
  }

  /**
   * Writes all that waits; call it when no more can come. Gives up after 12 s, without a database or with more than it takes
   * meanwhile: what is on disk waits there.
   */
  async stop(withinMs = stopWithinMs): Promise<void> {
    clearTimeout(this.timer)
    this.until = Date.now() + withinMs
    do {
      await this.flush()
      if (await this.isWaiting()) await new Promise((resolve) => setTimeout(resolve, 200))
    } while ((await this.isWaiting()) && Date.now() < this.until)
    clearTimeout(this.timer)
    if (this.length > 0) this.log.error({ lost: this.length }, 'visits lost at the stop')
  }

  private async isWaiting(): Promise<boolean> {
    return this.length > 0 || ((await this.spool?.waiting()) ?? []).length > 0
  }
}

const queues = new WeakMap<Database, VisitQueue>()

/** The one queue of a database, however the view arrived. */
export function visitQueue(database: Database, log: Log): VisitQueue {
  const found = queues.get(database) ?? new VisitQueue(database, log)
  queues.set(database, found)
  return found
}
