import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { TestProject } from 'vitest/node'
import type { TestWorld } from './test-worlds.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Where a file of tests asks for the `TestWorld`. */
    worldAt: string
  }
}

/** Makes the test world once, when the first file asks for it: many tests need none. Each file opens a copy of its own. */
export default async function setup(project: TestProject) {
  let made: Promise<{ world: TestWorld; remove: () => void }> | undefined
  const server = createServer((_, answer) => {
    made ??= makeWorld()
    made.then(
      ({ world }) => answer.end(JSON.stringify(world)),
      (error: Error) => answer.writeHead(500).end(error.stack),
    )
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  project.provide('worldAt', `http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  return async () => {
    server.close()
    ;(await made?.catch(() => undefined))?.remove()
  }
}

/** What makes a world is most of the program: it is read only then. */
async function makeWorld() {
  const { onEmbedded, onPostgres } = await import('./test-worlds.ts')
  return process.env.TEST_ON === 'postgres' ? onPostgres() : onEmbedded()
}
