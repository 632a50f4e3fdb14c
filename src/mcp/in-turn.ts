import { setImmediate } from 'node:timers/promises'

/** Does one thing after the other, in the order in which they were asked for; one that fails leaves those after it alone. */
export function takingTurns(): <T>(work: () => Promise<T>) => Promise<T> {
  let before: Promise<unknown> | undefined
  return (work) => {
    // The embedded database answers without waiting: nobody else would be heard between two of them.
    const own = before ? before.then(() => setImmediate()).then(work) : work()
    before = own.catch(() => {})
    return own
  }
}
export type InTurn = ReturnType<typeof takingTurns>
