import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { CannotStart } from './cannot-start.ts'
import { projectRoot } from './root.ts'
import { besideOthers } from './told-step.ts'

/** Where a program of `src/processes` lies: the source runs as it is; beside the server's bundle it is a file. */
export const ownProgram = (name: string): URL =>
  new URL(
    import.meta.url.endsWith('.ts') ? `src/processes/${name}.ts` : `dist/program/${name}.js`,
    projectRoot,
  )

const signals = ['SIGINT', 'SIGTERM'] as const

interface OwnProcess {
  args?: string[]
  /** Others say at the same time what they do. */
  beside?: boolean
  /** Node's own. */
  flags?: string[]
}

/**
 * Runs a script to its end in a process of its own, which says what it does on this one's console: what it took of memory
 * goes with it. It ends with this process.
 * @throws CannotStart when it fails; it has said why.
 */
export async function inOwnProcess(
  script: URL,
  { args = [], beside = false, flags = [] }: OwnProcess = {},
): Promise<void> {
  const all = [...flags, fileURLToPath(script), ...args, ...(beside ? [besideOthers] : [])]
  const child = spawn(process.execPath, all, { stdio: 'inherit' })
  const stop = () => void child.kill()
  process.once('exit', stop)
  // Told to end, a process that listens to no signal ends without saying so: the other would go on, and hold the folder.
  const end = () => process.exit(1)
  for (const signal of signals) process.once(signal, end)
  const ended = await new Promise<boolean>((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code) => resolve(code === 0))
  })
  process.off('exit', stop)
  for (const signal of signals) process.off(signal, end)
  if (!ended) throw new CannotStart('The program could not be made ready: what happened stands above.')
}
