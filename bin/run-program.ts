import type { Program } from '../src/server.ts'

/** Faults that one sentence explains; anything else is a bug and shows its stack. */
const isExplained = (error: unknown) =>
  // By their names: the server's bundle has classes of its own.
  /^(BadSettings|FolderInUse|CannotStart)$/.test((error as Error | undefined)?.name ?? '')

/** Starts, prints where it is, and stops cleanly on Ctrl-C and SIGTERM. Ends with 1 and one sentence when it cannot. */
export async function runProgram(start: () => Promise<Program>): Promise<void> {
  try {
    const program = await start()
    console.log(program.greeting.join('\n'))
    let stopping = false
    for (const signal of ['SIGINT', 'SIGTERM'] as const)
      process.on(signal, async () => {
        if (stopping) return
        stopping = true
        await program.stop()
        process.exit(0)
      })
  } catch (error) {
    console.error(isExplained(error) ? (error as Error).message : error)
    process.exit(1)
  }
}
