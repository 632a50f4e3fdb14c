import { pathToFileURL } from 'node:url'
import { BadSettings, readEnv } from '../src/platform/env.ts'
import { FolderInUse } from '../src/platform/folder-lock.ts'
import { buildIfStale } from './build-steps.ts'

/** Faults that one sentence explains; anything else is a bug and shows its stack. */
async function main() {
  const env = readEnv()
  await buildIfStale()
  const { startProgram } = await import('../src/server.ts')
  const program = await startProgram(env, async () => {
    const page = await import(pathToFileURL('dist/server/page-server.js').href)
    return (request, options) => page.default.fetch(request, options)
  })
  console.log(program.greeting.join('\n'))
  let stopping = false
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.on(signal, async () => {
      if (stopping) return
      stopping = true
      await program.stop()
      process.exit(0)
    })
}

main().catch((error: unknown) => {
  const explained =
    error instanceof BadSettings ||
    error instanceof FolderInUse ||
    (error as Error)?.constructor?.name === 'CannotStart'
  console.error(explained ? (error as Error).message : error)
  process.exit(1)
})
