/** What is looked up the first time that anybody asks, and is the same for whoever asks again. */
export function once<Args extends unknown[], T>(look: (...args: Args) => T): (...args: Args) => T {
  let found: { value: T } | undefined
  return (...args) => {
    found ??= { value: look(...args) }
    return found.value
  }
}
