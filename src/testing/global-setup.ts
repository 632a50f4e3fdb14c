import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import type { TestProject } from 'vitest/node'
import { KeptDump, versionOf } from './kept-dump.ts'
import type { TestWorld } from './make-test-world.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Where a file of tests asks for the `TestWorld`. */
    worldAt: string
  }
}

/**
 * What the embedded test world is made of. Its times count from the moment at which it is made, so that one of an earlier
 * hour is another.
 */
const worldVersion = () =>
  versionOf(
    ['src/**/*.ts', 'messages/**/*.json', 'drizzle/*.sql', 'package-lock.json'],
    ['**/*.test.ts'],
    new Date().toISOString().slice(0, 'yyyy-mm-ddThh'.length),
  )

/**
 * Makes the test world once, beside the reading of the first file: each file opens a copy of its own. For tests that were
 * chosen it is kept: whoever works on a feature asks for them again and again, and waited longest for their world.
 */
export default async function setup(project: TestProject) {
  const onEmbedded = process.env.TEST_ON !== 'postgres'
  const kept = process.env.TEST_CHOSEN && onEmbedded ? new KeptDump('world', worldVersion()) : undefined
  let maker: ChildProcess | undefined
  const make = () => {
    maker = startMaker()
    return worldOf(maker)
  }
  let made: Promise<TestWorld> | undefined
  if (kept?.exists()) made = Promise.resolve({ dump: kept.file })
  else if (process.env.TEST_CHOSEN !== 'no world') {
    made = make()
    // Why it could not be made is told to whoever asks.
    made.catch(() => {})
  }
  const server = createServer((_, answer) => {
    made ??= make()
    made.then(
      (world) => answer.end(JSON.stringify(world)),
      (error: Error) => answer.writeHead(500).end(error.message),
    )
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  project.provide('worldAt', `http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  return async () => {
    server.close()
    if (!maker?.connected) return
    const world = kept && (await made)
    if (world && 'dump' in world) kept.keep(readFileSync(world.dump))
    maker.disconnect()
    await once(maker, 'exit')
  }
}

/** What it reads is most of the program: its code is kept as it was compiled, where packages are. */
const startMaker = () =>
  fork(new URL('make-test-world.ts', import.meta.url), {
    execArgv: [
      '--no-warnings',
      '--import',
      fileURLToPath(new URL('../../bin/quick-resolve.ts', import.meta.url)),
    ],
    env: {
      ...process.env,
      NODE_COMPILE_CACHE: fileURLToPath(new URL('../../node_modules/.cache/node', import.meta.url)),
    },
  })

const worldOf = (maker: ChildProcess) =>
  new Promise<TestWorld>((resolve, reject) => {
    maker.once('message', (world) => resolve(world as TestWorld))
    maker.once('exit', () => reject(new Error('The test world could not be made: why stands above.')))
  })
