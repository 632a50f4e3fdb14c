import { v4 } from 'uuid'
import { factsInto } from '#features/rollups/server/clickhouse-tables.ts'
import { factColumns } from '#features/rollups/server/fact-columns.ts'
import { addAlone } from '#features/rollups/server/visits-alone.ts'
import { type Bulk, inBulk } from '#platform/bulk.ts'
import type { ClickHouse } from '#platform/clickhouse.ts'
import type { Database } from '#platform/db.ts'
import { dayOf } from '#platform/time.ts'
import { isPastFacts } from './ingest-views.ts'
import { type MadeLot, makeLot } from './make-lot.ts'
import { rememberVisitors } from './remember-visitors.ts'
import { batchesOf } from './visit-batches.ts'
import type { VisitorMemory } from './visitor-memory.ts'

/** Whoever makes lots and has not said so for as long is taken to be gone. */
const leaseMs = 15_000
/** Batches of a second of ten busy processes. */
const batchesMax = 10
/** What waits on a disk, and for a server that is away after it, is of this many days before. */
const daysLate = 2

interface Lot {
  number: number
  id: string
  /** The last one that was done before it. */
  before: number
}

/** Somebody else makes lots now. */
class LeaseLost extends Error {}

/**
 * Makes facts of visits past PostgreSQL, in one process at a time: it alone remembers who was there. Between any two steps a kill
 * leaves what the next process finds and does again, to the same bytes. See docs/decisions/0142.
 */
export class VisitCollector {
  private readonly database: Database
  private readonly clickhouse: ClickHouse
  private readonly holder = v4()
  /** By this process's own clock. */
  private heldUntil = 0
  /** Who was seen in all lots up to `after`, and in `made`. */
  private memory: { of: VisitorMemory; after: number } | undefined
  private made: (MadeLot & { number: number }) | undefined

  constructor(database: Database, clickhouse: ClickHouse) {
    this.database = database
    this.clickhouse = clickhouse
  }

  /**
   * Works off what waits, where it is this process's turn, and answers how many lots. @throws ClickHouseFailure; what was
   * not taken waits on.
   */
  async work(): Promise<number> {
    let done = 0
    while (await this.hold()) {
      const lot = await this.openLot()
      if (!lot) return done
      await this.finish(lot)
      done++
    }
    this.memory = undefined
    return done
  }

  /**
   * Takes the right to make lots, from whoever has it, and finishes the lot that is open: from then on there are no new ones for
   * as long as `lock` is asked in time.
   */
  async takeOver(): Promise<void> {
    await this.hold(true)
    const lot = await inBulk(this.database, (bulk) => openLot(bulk))
    if (lot) await this.finish(lot)
  }

  /** Call it in each transaction that nobody else may be at: holds the lease until it ends. @throws where it is lost. */
  async lock(bulk: Bulk): Promise<void> {
    const held = await bulk.query(
      `update visit_collector set until = clock_timestamp() + interval '${leaseMs} ms' where holder = $1 returning one`,
      [this.holder],
    )
    if (held.length === 0) throw new LeaseLost('Another process makes facts of visits.')
  }

  /** Gives it to the next at once. */
  async release(): Promise<void> {
    await this.database.query('delete from visit_collector where holder = $1', [this.holder])
  }

  private async hold(fromAnyone = false): Promise<boolean> {
    const asked = performance.now()
    const held = await this.database.query(
      `insert into visit_collector as c (holder, until) values ($1, clock_timestamp() + interval '${leaseMs} ms')
        on conflict (one) do update set holder = excluded.holder, until = excluded.until
        where c.holder = $1 or c.until < clock_timestamp() or $2 returning one`,
      [this.holder, fromAnyone],
    )
    if (held.length > 0) this.heldUntil = asked + leaseMs
    return held.length > 0
  }

  /** The lot to be done next, made of what waits if none was left. What it holds is certain from here on. */
  private openLot(): Promise<Lot | undefined> {
    return inBulk(this.database, async (bulk) => {
      await this.lock(bulk)
      const open = await openLot(bulk)
      if (open || !(await isPastFacts(bulk))) return open
      const waiting = await bulk.query<{ id: string }>(
        `select id from visit_batch where lot is null order by id limit ${batchesMax}`,
      )
      if (waiting.length === 0) return undefined
      await bulk.query('insert into visit_lot default values')
      const made = await openLot(bulk)
      await bulk.query('update visit_batch set lot = $1 where id = any($2::uuid[])', [
        made?.number,
        waiting.map(({ id }) => id),
      ])
      return made
    })
  }

  private async finish(lot: Lot): Promise<void> {
    // To remember a day anew may take longer than the lease.
    const holding = setInterval(() => void this.hold().catch(() => {}), leaseMs / 3)
    const { facts, sums, visitors } = await this.make(lot).finally(() => clearInterval(holding))
    // Frozen for longer, it may long be somebody else's, and so old that ClickHouse does not know it again.
    if (performance.now() > this.heldUntil) throw new LeaseLost('It took too long to make facts of visits.')
    if (facts)
      await this.clickhouse.add(factsInto(this.clickhouse, 'visits'), factColumns('visits'), facts, lot.id)
    await inBulk(this.database, async (bulk) => {
      await this.lock(bulk)
      const mine = await bulk.query(
        `update visit_lot set done_at = clock_timestamp(), visitors = $2 where number = $1 and done_at is null returning number`,
        [lot.number, visitors],
      )
      // Committed before, and nobody was told.
      if (mine.length === 0) return
      await addAlone(bulk, sums)
      await bulk.query('delete from visit_batch where lot = $1', [lot.number])
    })
    if (this.memory) this.memory.after = lot.number
    this.made = undefined
  }

  /** Once made it stays until it is done: what it saw is remembered with it. */
  private async make(lot: Lot): Promise<MadeLot> {
    if (this.memory?.after === lot.before && this.made?.number === lot.number) return this.made
    if (this.memory?.after !== lot.before || this.made) this.memory = undefined
    this.made = undefined
    const memory = this.memory?.of ?? (await rememberVisitors(this.database))
    this.memory = undefined
    const { batches, since } = await inBulk(this.database, (bulk) => batchesOf(bulk, lot.number))
    memory.forgetBefore(dayOf(since.getTime()) - daysLate)
    this.made = { ...makeLot(batches, memory), number: lot.number }
    this.memory = { of: memory, after: lot.before }
    return this.made
  }
}

async function openLot(bulk: Bulk): Promise<Lot | undefined> {
  const [lot] = await bulk.query<{ number: string; id: string; before: string | null }>(
    `select number, id, (select max(number) from visit_lot where done_at is not null) as before
      from visit_lot where done_at is null order by number limit 1`,
  )
  return lot && { number: Number(lot.number), id: lot.id, before: Number(lot.before ?? 0) }
}
