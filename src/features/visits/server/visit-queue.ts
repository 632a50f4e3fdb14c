import { type Database, inBackground } from '#platform/db.ts'
import type { Log } from '#platform/log.ts'
import { addViews } from './ingest-views.ts'
import { teamDevices } from './own-team.ts'
import { draftOf, type SeenView } from './seen-view.ts'
import { visitorCap } from './visitor-cap.ts'

/** So many views wait at most, about 40 MB; what comes on top is dropped and said in the log. */
const waitingMax = 100_000
/** One transaction's worth: larger ones do less work for each view. */
const batchMax = 20_000
const everyMs = 1_000
const stopWithinMs = 12_000

/**
 * Views on their way to the database: adding one costs next to nothing, a batch is written each second. A killed
 * process loses the last second; a stopped one nothing.
 */
export class VisitQueue {
  private waiting: SeenView[] = []
  private timer: NodeJS.Timeout | undefined
  private writing: Promise<void> | undefined
  private dropped = 0
  private readonly database: Database
  private readonly log: Log
  private readonly crowd = visitorCap()
  private readonly team: ReturnType<typeof teamDevices>

  constructor(database: Database, log: Log) {
    this.database = database
    this.log = log
    this.team = teamDevices(database)
  }

  /** Takes a view; false when the queue is full or too many came from one address. Never waits and never throws. */
  add(view: SeenView): boolean {
    if (this.waiting.length >= waitingMax) {
      this.dropped++
      return false
    }
    // A visitor is an address and what its browser calls itself: the latter can be invented without end.
    if (!this.crowd(view)) return false
    this.waiting.push(view)
    this.timer ??= setTimeout(() => this.tick(), everyMs).unref()
    return true
  }

  get length(): number {
    return this.waiting.length
  }

  private tick() {
    this.timer = undefined
    void this.flush().then(() => {
      if (this.waiting.length > 0) this.timer ??= setTimeout(() => this.tick(), everyMs).unref()
    })
  }

  /** Writes what waits now, after what is being written. */
  async flush(): Promise<void> {
    await this.writing
    if (this.waiting.length === 0) return
    this.writing = this.write().finally(() => {
      this.writing = undefined
    })
    await this.writing
  }

  private async write(): Promise<void> {
    const batch = this.waiting.splice(0, batchMax)
    try {
      const isOwn = await this.team()
      const drafts = batch.flatMap((view) => (isOwn(view) ? [] : (draftOf(view) ?? [])))
      if (drafts.length > 0) await inBackground(() => addViews(this.database, drafts))
    } catch (error) {
      // Back to the front: a database that is away for a while loses nothing until the queue is full.
      this.waiting = batch.concat(this.waiting)
      this.log.error({ error, waiting: this.waiting.length }, 'visits could not be written')
    }
    if (this.dropped > 0) {
      this.log.warn({ dropped: this.dropped }, 'visits dropped: the queue was full')
      this.dropped = 0
    }
  }

  /** Writes all that waits; call it when no more can come. Gives up after 12 s without a database. */
  async stop(): Promise<void> {
    clearTimeout(this.timer)
    const deadline = Date.now() + stopWithinMs
    do {
      await this.flush()
      if (this.waiting.length > 0) await new Promise((resolve) => setTimeout(resolve, 200))
    } while (this.waiting.length > 0 && Date.now() < deadline)
    if (this.waiting.length > 0) this.log.error({ lost: this.waiting.length }, 'visits lost at the stop')
  }
}

const queues = new WeakMap<Database, VisitQueue>()

/** The one queue of a database, however the view arrived. */
export function visitQueue(database: Database, log: Log): VisitQueue {
  const found = queues.get(database) ?? new VisitQueue(database, log)
  queues.set(database, found)
  return found
}
