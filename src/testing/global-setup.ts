import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import type { TestProject } from 'vitest/node'
import type { TestWorld } from './make-test-world.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Where a file of tests asks for the `TestWorld`. */
    worldAt: string
  }
}

/** Makes the test world once, when the first file asks for it: many tests need none. Each file opens a copy of its own. */
export default async function setup(project: TestProject) {
  let maker: ChildProcess | undefined
  let made: Promise<TestWorld> | undefined
  const make = () => {
    maker = startMaker()
    return worldOf(maker)
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
    maker.disconnect()
    await once(maker, 'exit')
  }
}

/** What it reads is most of the program: its code is kept as it was compiled, where packages are. */
const startMaker = () =>
  fork(new URL('make-test-world.ts', import.meta.url), {
    execArgv: ['--no-warnings'],
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
