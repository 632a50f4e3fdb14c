/**
 * Does what whoever started the program waits for, and says on the console what it is and afterwards how many seconds it
 * took: who waits for a minute in silence takes it for a fault.
 */
export async function toldStep<T>(what: string, run: () => Promise<T>): Promise<T> {
  process.stdout.write(`${what} … `)
  const started = performance.now()
  let end = 'failed'
  try {
    const done = await run()
    end = `${((performance.now() - started) / 1_000).toFixed(1)} s`
    return done
  } finally {
    process.stdout.write(`${end}\n`)
  }
}
