/** An argument where several processes write on one console: a step has a line as it begins then, and another as it ends. */
export const besideOthers = '--beside'

/**
 * Does what whoever started the program waits for, and says on the console what it is and afterwards how many seconds it
 * took: who waits for a minute in silence takes it for a fault.
 */
export async function toldStep<T>(what: string, run: () => Promise<T>): Promise<T> {
  const beside = process.argv.includes(besideOthers)
  process.stdout.write(beside ? `${what} …\n` : `${what} … `)
  const started = performance.now()
  let end = 'failed'
  try {
    const done = await run()
    end = `${((performance.now() - started) / 1_000).toFixed(1)} s`
    return done
  } finally {
    process.stdout.write(beside ? `${what}: ${end}\n` : `${end}\n`)
  }
}
