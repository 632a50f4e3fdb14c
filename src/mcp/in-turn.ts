/** Does one thing after the other, in the order in which they were asked for; one that fails leaves those after it alone. */
export function takingTurns(): <T>(work: () => Promise<T>) => Promise<T> {
  let before: Promise<unknown> = Promise.resolve()
  return (work) => {
    const own = before.then(work)
    before = own.catch(() => {})
    return own
  }
}
export type InTurn = ReturnType<typeof takingTurns>
