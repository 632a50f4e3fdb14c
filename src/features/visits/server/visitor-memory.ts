import { dayOf, startOfDay } from '#platform/time.ts'
import { visitGapMinutes } from './ingest-views.ts'

const gapMs = visitGapMinutes * 60_000
/** A visitor who was seen: 16 bytes of their portal's id, 16 of their hash, and the moment, milliseconds as eight bytes. */
export const seenBytes = 40

/**
 * Who was there on a day, by 64 bits of their hash (which is of one portal and day), and when: 16 bytes each in open addressing.
 * From `from` to `to` all moments are within the gap of one at which they were seen; who comes back later has a second place.
 */
class DayOfVisitors {
  private readonly start: number
  private used = 0
  private high = new Uint32Array(1 << 12)
  private low = new Uint32Array(1 << 12)
  private from = new Uint32Array(1 << 12)
  /** 0 where nobody is. */
  private to = new Uint32Array(1 << 12)

  constructor(start: number) {
    this.start = start
  }

  see(high: number, low: number, at: number): { opens: boolean; first: boolean } {
    const t = at - this.start + 1
    const mask = this.to.length - 1
    let first = true
    let slot = low & mask
    for (; this.to[slot] !== 0; slot = (slot + 1) & mask) {
      if (this.high[slot] !== high || this.low[slot] !== low) continue
      first = false
      const [from = 0, to = 0] = [this.from[slot], this.to[slot]]
      if (t < from - gapMs || t > to + gapMs) continue
      if (t < from) this.from[slot] = t
      if (t > to) this.to[slot] = t
      return { opens: false, first }
    }
    this.put(slot, high, low, t, t)
    if (++this.used * 3 > this.to.length * 2) this.grow()
    return { opens: true, first }
  }

  private put(slot: number, high: number, low: number, from: number, to: number) {
    this.high[slot] = high
    this.low[slot] = low
    this.from[slot] = from
    this.to[slot] = to
  }

  private grow() {
    const { high, low, from, to } = this
    const size = to.length * 2
    this.high = new Uint32Array(size)
    this.low = new Uint32Array(size)
    this.from = new Uint32Array(size)
    this.to = new Uint32Array(size)
    for (let at = 0; at < to.length; at++) {
      if (to[at] === 0) continue
      let slot = (low[at] as number) & (size - 1)
      while (this.to[slot] !== 0) slot = (slot + 1) & (size - 1)
      this.put(slot, high[at] as number, low[at] as number, from[at] as number, to[at] as number)
    }
  }
}

/**
 * Who has been seen when, as far back as views still come: what `page_view` and `daily_visitor` tell of views that pass through
 * PostgreSQL. It comes to the same in whichever order it is told of.
 */
export class VisitorMemory {
  private readonly days = new Map<number, DayOfVisitors>()
  private first = Number.NEGATIVE_INFINITY

  /** Forgets all days before this one: who was there on them is not asked any more. */
  forgetBefore(day: number): void {
    this.first = day
    for (const old of this.days.keys()) if (old < day) this.days.delete(old)
  }

  /**
   * Remembers a view and says what is new of it: `opens` a visit when nobody of this hash was seen within 30 minutes, before
   * or after; `first` of its day in Europe/Madrid. `at`: milliseconds since 1970. On days that are forgotten everybody is new.
   */
  see(high: number, low: number, at: number): { opens: boolean; first: boolean } {
    const number = dayOf(at)
    if (number < this.first) return { opens: true, first: true }
    let day = this.days.get(number)
    if (!day) {
      day = new DayOfVisitors(startOfDay(number))
      this.days.set(number, day)
    }
    return day.see(high, low, at)
  }

  /** Remembers all of what a lot has kept of its visitors. */
  seeAll(seen: Buffer): void {
    for (let at = 0; at < seen.length; at += seenBytes)
      this.see(seen.readUInt32BE(at + 16), seen.readUInt32BE(at + 20), seen.readDoubleBE(at + 32))
  }
}

/** Writes a visitor as a lot keeps them. `hash`: `\x` and 32 hexadecimal figures. */
export function writeSeen(into: Buffer, place: number, portalId: string, hash: string, at: number): void {
  into.write(portalId.replaceAll('-', ''), place, 16, 'hex')
  into.write(hash.slice(2), place + 16, 16, 'hex')
  into.writeDoubleBE(at, place + 32)
}

/** The same as rows: portal, hash as PostgreSQL reads it, moment. */
export function rowsOf(seen: Buffer): string[][] {
  const rows: string[][] = []
  for (let at = 0; at < seen.length; at += seenBytes)
    rows.push([
      seen.toString('hex', at, at + 16),
      `\\x${seen.toString('hex', at + 16, at + 32)}`,
      new Date(seen.readDoubleBE(at + 32)).toISOString(),
    ])
  return rows
}
