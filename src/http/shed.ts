import { setImmediate } from 'node:timers/promises'
import type { HttpBindings } from '@hono/node-server'
import type { MiddlewareHandler } from 'hono'
import { Counter } from 'prom-client'
import { AppError } from '#platform/errors.ts'

/** So many under way at once are never a queue. */
const alwaysTaken = 100
/** Who would wait for longer is told at once to come again. */
const waitMs = 1_000

const refused = new Counter({ name: 'backline_shed_total', help: 'Requests refused because too many waited' })

/**
 * Tells whether one more can be answered within a second: those under way, by how many were answered in a second lately
 * (Little's law). `now` answers milliseconds.
 */
export function createGate(now: () => number) {
  let underWay = 0
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
  return {
    /** Takes one in, or answers false: then it is not under way. */
    enter(): boolean {
      turn()
      const perSecond = Math.max(done, doneBefore)
      if (underWay >= Math.max(alwaysTaken, (perSecond * waitMs) / 1_000)) return false
      underWay++
      return true
    },
    /** Takes one in that cannot be refused any more. */
    join() {
      turn()
      underWay++
    },
    leave() {
      turn()
      underWay--
      done++
    },
  }
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
    let taken = false
    let over = false
    if (incoming && !incoming.complete)
      // Nobody works for whoever sends slowly: they count from when all of it is there, or a few hundred would shut out all others.
      incoming.once('end', () => {
        if (over) return
        gate.join()
        taken = true
      })
    else if (gate.enter()) taken = true
    else {
      refused.inc()
      throw new TooBusy()
    }
    try {
      await next()
    } finally {
      over = true
      if (taken) gate.leave()
    }
  }
}
