import { BackupFault } from '../src/platform/backup.ts'
import { CannotStart } from '../src/platform/cannot-start.ts'
import { BadSettings, type Env, readEnv } from '../src/platform/env.ts'
import { FolderInUse } from '../src/platform/folder-lock.ts'

/** Runs a command with the program's settings; says in one sentence what it did or why it could not, and ends. */
export async function runTool(
  usage: string,
  run: (env: Env, words: string[]) => Promise<string | undefined>,
): Promise<void> {
  try {
    const said = await run(readEnv(), process.argv.slice(2))
    console.log(said ?? `Usage: ${usage}`)
    process.exit(said ? 0 : 1)
  } catch (error) {
    const known =
      error instanceof BackupFault ||
      error instanceof BadSettings ||
      error instanceof CannotStart ||
      error instanceof FolderInUse
    console.error(known ? error.message : error)
    process.exit(1)
  }
}
