import { setImmediate } from 'node:timers/promises'
import type { HttpBindings } from '@hono/node-server'
import type { MiddlewareHandler } from 'hono'
import { Counter } from 'prom-client'
import { AppError } from '#platform/errors.ts'

/** So many under way at once are never a queue, unless they wait. */
const alwaysTaken = 100
/** So many of them may take longer than a second by what they do: a report, an import. More are a queue. */
const slowOnes = 20
/** Who would wait for longer is told at once to come again. */
const waitMs = 1_000
/**
 * While more come than fit, as many are answered behind a short queue as behind a long one, and each of them sooner. The long
 * one is for a burst that passes.
 */
const overMs = 250
/** After a queue a burst is not taken for one that passes. */
const remembersMs = 10_000

const refused = new Counter({ name: 'backline_shed_total', help: 'Requests refused because too many waited' })

/** One request under way, and when it was taken in. */
interface Taken {
  since: number
}

/**
 * Tells whether one more can be answered within a second: those under way, by how many were answered in a second lately
 * (Little's law) and by how many of them have waited for a second already. `now` answers milliseconds.
 */
export function createGate(now: () => number) {
  /** In the order in which they came. */
  const underWay = new Set<Taken>()
  let queuedAt = Number.NEGATIVE_INFINITY
  /** When no more were under way than may take long. */
  let shortAt = now()
  let second = 0
  let done = 0
  let doneBefore = 0
  const turn = () => {
    const current = Math.floor(now() / 1_000)
    if (current === second) return
    doneBefore = current === second + 1 ? done : 0
    done = 0
    second = current
  }
  const queues = () => {
    if (underWay.size < slowOnes) {
      shortAt = now()
      return false
    }
    // Who of the oldest twenty came last: if that one waits, all of them do.
    const last = nth(underWay, slowOnes)
    const waited = last !== undefined && now() - last.since > waitMs
    const over = now() - queuedAt < remembersMs
    const pace = Math.max(done, doneBefore) / 1_000
    if (
      !waited &&
      underWay.size < (over ? Math.max(slowOnes, pace * overMs) : Math.max(alwaysTaken, pace * waitMs))
    )
      return false
    // It is remembered for as long as more come than fit; a burst that passes is gone within a second.
    if (waited || over || now() - shortAt > waitMs) queuedAt = now()
    return true
  }
  const join = () => {
    turn()
    const taken = { since: now() }
    underWay.add(taken)
    return taken
  }
  return {
    /** Takes one in, or answers undefined: then it is not under way. */
    enter(): Taken | undefined {
      turn()
      return queues() ? undefined : join()
    },
    /** Takes one in that cannot be refused any more. */
    join,
    leave(taken: Taken) {
      turn()
      underWay.delete(taken)
      done++
    },
  }
}

function nth<T>(all: Iterable<T>, place: number): T | undefined {
  let at = 0
  for (const one of all) if (++at === place) return one
  return undefined
}

/** Counted, not logged: a line for each would be one more thing to do. */
export class TooBusy extends AppError {
  constructor() {
    super(503, 'unavailable', { headers: { 'Retry-After': '2' } })
  }
}

/**
 * More than can be answered is refused in a moment (503 with Retry-After) instead of made to wait together with everybody who
 * came before: a queue that only grows answers nobody in time.
 */
export function shedding(): MiddlewareHandler {
  const gate = createGate(() => performance.now())
  return async (c, next) => {
    const { incoming } = (c.env ?? {}) as Partial<HttpBindings>
    // A small body comes in one packet with its headers, and is there in a moment.
    if (incoming && !incoming.complete) await setImmediate()
    let taken: Taken | undefined
    let over = false
    if (incoming && !incoming.complete)
      // Nobody works for whoever sends slowly: they count from when all of it is there, or a few hundred would shut out all others.
      incoming.once('end', () => {
        if (!over) taken = gate.join()
      })
    else {
      taken = gate.enter()
      if (!taken) {
        refused.inc()
        throw new TooBusy()
      }
    }
    try {
      await next()
    } finally {
      over = true
      if (taken) gate.leave(taken)
    }
  }
}
